/** One line in which a number is typed, as the types integer, number and location need it. */
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { TextInput } from '../ui/index.ts';
import styles from './fields.module.css';
import { formatNumber, isInexact, parseNumber } from './numbers.ts';

interface NumberLineProperties {
  readonly id: string;
  readonly describedBy: string | undefined;
  readonly label?: string;
  readonly value: number | undefined;
  /** What was typed and is no number, to be shown instead; undefined where it is one. */
  readonly unfinished: string | undefined;
  readonly placeholder?: string;
  readonly whole: boolean;
  readonly invalid: boolean;
  readonly readOnly: boolean;
  /** Takes the text, and the number in it: undefined where it is blank, null where it is none. */
  onType(text: string, value: number | undefined | null): void;
  /** Sees a text that is pasted before it is read as a number; true if it was dealt with. */
  onPasteText?(text: string): boolean;
}

/** Shows the text as it is typed, and the number that was read from it once the line is left. What is no number is kept by others. */
export function NumberLine({ value, unfinished, whole, onType, ...line }: NumberLineProperties): ReactNode {
  const { i18n, t } = useLingui();
  const [typed, setTyped] = useState<string | null>(null);
  const readable = unfinished === undefined || numberIn(unfinished) !== null;

  function numberIn(text: string): number | undefined | null {
    if (text.trim() === '') return undefined;
    const read = parseNumber(text, i18n.locale);
    return read === null || (whole && !Number.isSafeInteger(read)) ? null : read;
  }

  function type(text: string): void {
    const read = numberIn(text);
    setTyped(read === null ? null : text);
    onType(text, read);
  }

  return (
    <TextInput
      className={styles.number}
      id={line.id}
      label={line.label}
      aria-describedby={line.describedBy}
      inputMode={whole ? 'numeric' : 'decimal'}
      value={unfinished ?? typed ?? (value === undefined ? '' : formatNumber(value, i18n.locale))}
      placeholder={line.placeholder ?? ''}
      error={readable ? line.invalid : unreadable()}
      readOnly={line.readOnly}
      onChange={(event) => type(event.currentTarget.value)}
      onPaste={(event) => {
        if (line.onPasteText?.(event.clipboardData.getData('text')) !== true) return;
        event.preventDefault();
        setTyped(null);
      }}
      onBlur={() => setTyped(null)}
    />
  );

  function unreadable(): string {
    const read = parseNumber(unfinished ?? '', i18n.locale);
    if (isInexact(unfinished ?? '', i18n.locale) || (whole && Number.isInteger(read)))
      return t`This number has too many digits to be stored exactly. It is not saved.`;
    return whole ? t`Enter a whole number. This text is not saved.` : t`Enter a number. This text is not saved.`;
  }
}

/** The number as a placeholder. */
export function useNumberText(value: unknown): string {
  const { i18n } = useLingui();
  return typeof value === 'number' ? formatNumber(value, i18n.locale) : '';
}
