/** The cell of a field. It comes with the types of fields, which most lists do without. */
import type { ReactNode } from 'react';
import type { Field } from '../../api/types.ts';
import { fieldTypeOf } from '../../fields/registry.ts';
import { ListSurroundings } from './list-surroundings.tsx';

interface FieldCellProperties {
  readonly field: Field;
  readonly value: unknown;
}

/** A value of a field in one line, as its type shows it. */
export function FieldCell({ field, value }: FieldCellProperties): ReactNode {
  const { Cell } = fieldTypeOf(field);
  return (
    <ListSurroundings>
      <Cell field={field} value={value} />
    </ListSurroundings>
  );
}
