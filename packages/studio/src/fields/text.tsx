/** The field type `text`: lines of text in an area that grows with them. */
import type { ReactNode } from 'react';
import { Textarea } from '../ui/index.ts';
import { TextCell } from './cells.tsx';
import type { InputProps, StudioFieldType } from './field-type.ts';
import { characters } from './limits.ts';
import { shownLines, typedInto } from './line-ends.ts';
import { PRESENCE } from './operators.ts';
import { textOf } from './text-value.ts';

const ROWS_LEAST = 3;
const ROWS_MOST = 24;

export const textType: StudioFieldType = {
  name: 'text',
  Input: TextArea,
  Cell: TextCell,
  operators: PRESENCE,
  text: textOf,
  length: { of: (value) => characters(textOf(value)), unit: 'characters' },
  countsAlways: true,
};

function TextArea({ id, describedBy, value, fallback, locale, invalid, readOnly, onChange }: InputProps): ReactNode {
  const text = textOf(value);
  return (
    <Textarea
      id={id}
      aria-describedby={describedBy}
      lang={locale}
      dir="auto"
      autosize
      minRows={ROWS_LEAST}
      maxRows={ROWS_MOST}
      value={shownLines(text)}
      placeholder={textOf(fallback)}
      error={invalid}
      readOnly={readOnly}
      onChange={(event) => onChange(typedInto(text, event.currentTarget.value) || undefined)}
    />
  );
}
