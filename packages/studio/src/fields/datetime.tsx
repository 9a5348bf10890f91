/** The field type `datetime`: a moment, typed in the zone of this device and kept in UTC. */
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Text, TextInput } from '../ui/index.ts';
import type { CellProps, InputProps, StudioFieldType } from './field-type.ts';
import { localText, momentOf, zoneName } from './moments.ts';
import { DayOperand } from './operands.tsx';
import { RANGES } from './operators.ts';
import { textOf } from './text-value.ts';

/** Half a second in the value needs an input that can show it. */
const STEP_MINUTES = 60;
const STEP_MILLISECONDS = 0.001;
const LENGTH_WITH_MINUTES = '2026-11-21T10:00'.length;

export const datetimeType: StudioFieldType = {
  name: 'datetime',
  Input: DatetimeInput,
  Cell: DatetimeCell,
  operators: RANGES,
  Operand: DayOperand,
  comparison: 'whole',
  text: textOf,
};

function DatetimeInput({ id, describedBy, value, invalid, readOnly, onChange }: InputProps): ReactNode {
  const shown = localText(value);
  const zoneId = `${id}-zone`;
  return (
    <TextInput
      id={id}
      type="datetime-local"
      aria-describedby={describedBy === undefined ? zoneId : `${describedBy} ${zoneId}`}
      step={shown.length > LENGTH_WITH_MINUTES ? STEP_MILLISECONDS : STEP_MINUTES}
      max="9999-12-31T23:59"
      value={shown}
      error={invalid}
      readOnly={readOnly}
      onChange={(event) => onChange(momentOf(event.currentTarget.value) ?? undefined)}
      description={<span id={zoneId}>{zoneName()}</span>}
      inputWrapperOrder={['input', 'description']}
    />
  );
}

function DatetimeCell({ value }: CellProps): ReactNode {
  const { i18n } = useLingui();
  const shown = typeof value === 'string' ? i18n.date(value, { dateStyle: 'medium', timeStyle: 'short' }) : '';
  return <Text size="sm">{shown}</Text>;
}
