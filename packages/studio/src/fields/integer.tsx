/** The field type `integer`: a whole number. */
import type { ReactNode } from 'react';
import { NumberCell } from './cells.tsx';
import type { InputProps, StudioFieldType } from './field-type.ts';
import { NumberInput } from './number.tsx';
import { NumberOperand } from './operands.tsx';
import { RANGES } from './operators.ts';

export const integerType: StudioFieldType = {
  name: 'integer',
  Input: IntegerInput,
  Cell: NumberCell,
  operators: RANGES,
  Operand: NumberOperand,
  comparison: 'whole',
  text: (value) => (typeof value === 'number' ? String(value) : ''),
};

function IntegerInput(properties: InputProps): ReactNode {
  return <NumberInput {...properties} whole />;
}
