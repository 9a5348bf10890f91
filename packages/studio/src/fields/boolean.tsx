/** The field type `boolean`: yes, no, or nothing said. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { SegmentedControl, Select, Text } from '../ui/index.ts';
import type { CellProps, InputProps, OperandProps, StudioFieldType } from './field-type.ts';
import { EQUALITY } from './operators.ts';

export const booleanType: StudioFieldType = {
  name: 'boolean',
  Input: BooleanInput,
  Cell: BooleanCell,
  operators: EQUALITY,
  Operand: BooleanOperand,
  text: (value) => (typeof value === 'boolean' ? String(value) : ''),
};

const NOT_SET = '';

function BooleanInput({ id, labelledBy, describedBy, value, readOnly, onChange }: InputProps): ReactNode {
  const { t } = useLingui();
  return (
    <SegmentedControl
      id={id}
      transitionDuration={0}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      data={[
        { value: NOT_SET, label: t`Not set` },
        { value: 'true', label: t`Yes` },
        { value: 'false', label: t`No` },
      ]}
      value={typeof value === 'boolean' ? String(value) : NOT_SET}
      readOnly={readOnly}
      onChange={(chosen) => onChange(chosen === NOT_SET ? undefined : chosen === 'true')}
    />
  );
}

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
    <Select
      aria-label={label}
      data={choices}
      value={value === '' ? null : value}
      onChange={(chosen) => onChange(chosen ?? '')}
    />
  );
}
