/**
 * The field type `string`: one line of text, or a choice where the model lists what there can be. A value that came with
 * several lines is shown as text, since a line would drop their ends.
 */

import { type ReactNode, useState } from 'react';
import { characterCount } from '../../../contract/src/characters.ts';
import { Select, TextInput } from '../ui/index.ts';
import { TextCell } from './cells.tsx';
import { inputDirection } from './direction.ts';
import type { InputProps, StudioFieldType } from './field-type.ts';
import { limitsOf } from './limits.ts';
import { hasLineEnds } from './line-ends.ts';
import { useOpenEntry } from './open-entry.tsx';
import { TextOperand } from './operands.tsx';
import { CHOICES } from './operators.ts';
import { textType } from './text.tsx';
import { textOf } from './text-value.ts';
import { useTypedText } from './use-typed-text.ts';
import styles from './written.module.css';

/** A list of choices longer than this can be searched. */
const SEARCHABLE_FROM = 9;
const INPUT_MODES = { email: 'email', url: 'url', color: 'text', uuid: 'text' } as const;

export const stringType: StudioFieldType = {
  name: 'string',
  Input: StringInput,
  Cell: TextCell,
  operators: CHOICES,
  Operand: TextOperand,
  text: textOf,
  length: { of: (value) => characterCount(textOf(value)), unit: 'characters' },
};

function StringInput(properties: InputProps): ReactNode {
  const hasLines = useEver(hasLineEnds(textOf(properties.value)));
  if (limitsOf(properties.field).in !== undefined) return <Choice {...properties} />;
  return hasLines ? <textType.Input {...properties} /> : <Line {...properties} />;
}

/** Whether something was so since the input is shown. */
function useEver(isSo: boolean): boolean {
  const [ever, setEver] = useState(isSo);
  if (isSo && !ever) setEver(true);
  return ever || isSo;
}

function Line({ id, describedBy, field, value, fallback, locale, invalid, readOnly, onChange }: InputProps): ReactNode {
  const { format } = limitsOf(field);
  const { type } = useOpenEntry();
  const isTitle = type.display_field === field.id;
  const typed = useTypedText<HTMLInputElement>(value, onChange);
  return (
    <TextInput
      {...typed}
      id={id}
      aria-describedby={describedBy}
      lang={locale}
      dir={inputDirection(locale)}
      classNames={{ input: isTitle ? `${styles.written} ${styles.title}` : styles.written }}
      inputMode={format === undefined ? 'text' : INPUT_MODES[format]}
      placeholder={textOf(fallback)}
      error={invalid}
      readOnly={readOnly}
    />
  );
}

function Choice({ id, describedBy, field, value, fallback, invalid, readOnly, onChange }: InputProps): ReactNode {
  const listed = (limitsOf(field).in ?? []).map(String);
  const current = textOf(value);
  // A value that the model no longer lists stays, and can be seen.
  const choices = current === '' || listed.includes(current) ? listed : [current, ...listed];
  return (
    <Select
      id={id}
      aria-describedby={describedBy}
      data={choices}
      value={current === '' ? null : current}
      placeholder={textOf(fallback)}
      searchable={choices.length >= SEARCHABLE_FROM}
      clearable
      clearSectionMode="rightSection"
      error={invalid}
      readOnly={readOnly}
      onChange={(chosen) => onChange(chosen ?? undefined)}
    />
  );
}
