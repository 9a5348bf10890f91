/**
 * The field type `string`: one line of text, or a choice where the model lists what there can be. A value that came with
 * several lines is shown as text, since a line would drop their ends.
 */

import { type ReactNode, useState } from 'react';
import { characterCount } from '../../../contract/src/characters.ts';
import { inPlace, TextInput } from '../ui/index.ts';
import { TextCell } from './cells.tsx';
import { inputDirection } from './direction.ts';
import type { InputProps, StudioFieldType } from './field-type.ts';
import { isColour, limitsOf } from './limits.ts';
import { hasLineEnds } from './line-ends.ts';
import { OneOf } from './one-of.tsx';
import { useLevel } from './open-entry.tsx';
import { TextOperand } from './operands.tsx';
import { CHOICES } from './operators.ts';
import { textType } from './text.tsx';
import { textOf } from './text-value.ts';
import { useTypedText } from './use-typed-text.ts';
import styles from './written.module.css';

const INPUT_MODES = { email: 'email', url: 'url', color: 'text', uuid: 'text' } as const;

const LINE_HEIGHT = 36;
const ColourLine = inPlace<InputProps>(LINE_HEIGHT, async () => (await import('./colour-line.tsx')).ColourLine);

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
  if (isColour(properties.field) && !hasLines) return <ColourLine {...properties} />;
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
  const { type, depth } = useLevel();
  const isNamed = type.display_field === field.id;
  const typed = useTypedText<HTMLInputElement>(value, onChange);
  return (
    <TextInput
      {...typed}
      id={id}
      aria-describedby={describedBy}
      lang={locale}
      dir={inputDirection(locale)}
      classNames={{ input: `${styles.written} ${isNamed ? (depth === 0 ? styles.title : styles.summary) : ''}` }}
      inputMode={format === undefined ? 'text' : INPUT_MODES[format]}
      placeholder={textOf(fallback)}
      error={invalid}
      readOnly={readOnly}
    />
  );
}

function Choice({ value, fallback, onChange, ...input }: InputProps): ReactNode {
  const listed = (limitsOf(input.field).in ?? []).map(String);
  return <OneOf {...input} listed={listed} value={textOf(value)} placeholder={textOf(fallback)} onChange={onChange} />;
}
