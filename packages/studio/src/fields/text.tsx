/** The field type `text`: lines of text in an area that grows with them. */

import type { ReactNode } from 'react';
import { characterCount } from '../../../contract/src/characters.ts';
import { GrowingTextarea } from '../ui/index.ts';
import { TextCell } from './cells.tsx';
import { inputDirection } from './direction.ts';
import type { InputProps, StudioFieldType } from './field-type.ts';
import { PRESENCE } from './operators.ts';
import { textOf } from './text-value.ts';
import { useTypedText } from './use-typed-text.ts';
import styles from './written.module.css';

const ROWS_LEAST = 2;
const ROWS_MOST = 24;

export const textType: StudioFieldType = {
  name: 'text',
  Input: TextArea,
  Cell: TextCell,
  operators: PRESENCE,
  text: textOf,
  length: { of: (value) => characterCount(textOf(value)), unit: 'characters' },
};

function TextArea({ id, describedBy, value, fallback, locale, invalid, readOnly, onChange }: InputProps): ReactNode {
  const typed = useTypedText<HTMLTextAreaElement>(value, onChange);
  return (
    <GrowingTextarea
      {...typed}
      id={id}
      aria-describedby={describedBy}
      lang={locale}
      dir={inputDirection(locale)}
      inputClass={styles.written}
      minRows={ROWS_LEAST}
      maxRows={ROWS_MOST}
      placeholder={textOf(fallback)}
      error={invalid}
      readOnly={readOnly}
    />
  );
}
