/** A colour: typed as text, or taken from the picker of the system through the swatch beside it. */
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Group, TextInput } from '../ui/index.ts';
import type { InputProps } from './field-type.ts';
import styles from './fields.module.css';
import { textOf } from './text-value.ts';
import { useTypedText } from './use-typed-text.ts';

const SHORT = /^#([0-9a-f])([0-9a-f])([0-9a-f])[0-9a-f]?$/i;
const LONG = /^#[0-9a-f]{6}/i;

export function ColourLine({
  id,
  describedBy,
  field,
  value,
  fallback,
  invalid,
  readOnly,
  onChange,
}: InputProps): ReactNode {
  const { t } = useLingui();
  const text = textOf(value);
  const typed = useTypedText<HTMLInputElement>(value, onChange);
  const shown = sixDigits(text) ?? sixDigits(textOf(fallback));
  return (
    <Group gap="xs" wrap="nowrap">
      <input
        type="color"
        className={styles.swatch}
        data-empty={shown === undefined || undefined}
        aria-label={t({ message: `Pick the colour: ${field.name}`, comment: 'Names the swatch beside a colour' })}
        value={shown ?? '#ffffff'}
        disabled={readOnly}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <TextInput
        {...typed}
        id={id}
        flex={1}
        aria-describedby={describedBy}
        spellCheck={false}
        autoCapitalize="none"
        dir="ltr"
        placeholder={textOf(fallback)}
        error={invalid}
        readOnly={readOnly}
      />
    </Group>
  );
}

/** The colour as a system's picker takes it, without what it says of transparency; undefined if it is none. */
function sixDigits(text: string): string | undefined {
  const [, red, green, blue] = SHORT.exec(text) ?? [];
  if (red !== undefined && green !== undefined && blue !== undefined)
    return `#${red}${red}${green}${green}${blue}${blue}`;
  return LONG.exec(text)?.[0];
}
