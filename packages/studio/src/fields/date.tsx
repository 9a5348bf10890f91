/** The field type `date`: a day of the calendar, without a time or a zone. */
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Text, TextInput } from '../ui/index.ts';
import type { CellProps, InputProps, StudioFieldType } from './field-type.ts';
import { limitsOf } from './limits.ts';
import { DayOperand } from './operands.tsx';
import { RANGES } from './operators.ts';
import { textOf } from './text-value.ts';

export const dateType: StudioFieldType = {
  name: 'date',
  Input: DateInput,
  Cell: DateCell,
  operators: RANGES,
  Operand: DayOperand,
  comparison: 'whole',
  text: textOf,
};

function DateInput({ id, describedBy, field, value, invalid, readOnly, onChange }: InputProps): ReactNode {
  const { min, max } = limitsOf(field);
  return (
    <TextInput
      id={id}
      type="date"
      aria-describedby={describedBy}
      min={min}
      max={max ?? '9999-12-31'}
      value={textOf(value)}
      error={invalid}
      readOnly={readOnly}
      onChange={(event) => onChange(event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
    />
  );
}

function DateCell({ value }: CellProps): ReactNode {
  const { i18n } = useLingui();
  // A day has no zone: it is read and written as if it began in UTC.
  const shown =
    typeof value === 'string' ? i18n.date(`${value}T00:00:00Z`, { dateStyle: 'medium', timeZone: 'UTC' }) : '';
  return <Text size="sm">{shown}</Text>;
}
