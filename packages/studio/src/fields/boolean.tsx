/** The field type `boolean`: yes, no, or nothing said. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { inPlace, Text } from '../ui/index.ts';
import { Choices } from './choices.tsx';
import type { CellProps, InputProps, OperandProps, StudioFieldType } from './field-type.ts';
import { EQUALITY } from './operators.ts';

const INPUT_HEIGHT = 36;
/** What it is made of is used nowhere else in an entry. */
const BooleanInput = inPlace<InputProps>(
  INPUT_HEIGHT,
  async () => (await import('./boolean-choice.tsx')).BooleanChoice,
);

export const booleanType: StudioFieldType = {
  name: 'boolean',
  Input: BooleanInput,
  Cell: BooleanCell,
  operators: EQUALITY,
  Operand: BooleanOperand,
  comparison: 'whole',
  text: (value) => (typeof value === 'boolean' ? String(value) : ''),
};

function BooleanCell({ value }: CellProps): ReactNode {
  if (typeof value !== 'boolean') return null;
  return <Text size="sm">{value ? <Trans>Yes</Trans> : <Trans>No</Trans>}</Text>;
}

function BooleanOperand({ label, value, onChange }: OperandProps): ReactNode {
  const { t } = useLingui();
  const choices = [
    { value: 'true', label: t`Yes` },
    { value: 'false', label: t`No` },
  ];
  return (
    <Choices
      aria-label={label}
      data={choices}
      value={value === '' ? null : value}
      onChange={(chosen) => onChange(chosen ?? '')}
    />
  );
}
