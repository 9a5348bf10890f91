/** The field type `boolean`: yes, no, or nothing said. */
import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, type ReactNode, Suspense } from 'react';
import { LateSkeleton, Select, Text } from '../ui/index.ts';
import type { CellProps, InputProps, OperandProps, StudioFieldType } from './field-type.ts';
import { EQUALITY } from './operators.ts';

/** What it is made of is used nowhere else in an entry. */
const BooleanChoice = lazy(async () => ({ default: (await import('./boolean-choice.tsx')).BooleanChoice }));

const INPUT_HEIGHT = 36;

export const booleanType: StudioFieldType = {
  name: 'boolean',
  Input: BooleanInput,
  Cell: BooleanCell,
  operators: EQUALITY,
  Operand: BooleanOperand,
  text: (value) => (typeof value === 'boolean' ? String(value) : ''),
};

function BooleanInput(properties: InputProps): ReactNode {
  return (
    <Suspense fallback={<LateSkeleton height={INPUT_HEIGHT} />}>
      <BooleanChoice {...properties} />
    </Suspense>
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
