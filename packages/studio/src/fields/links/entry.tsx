/** The field type `entry`: a link to another entry, shown as a card. */
import type { ReactNode } from 'react';
import type { InputProps, StudioFieldType } from '../field-type.ts';
import { CHOICES } from '../operators.ts';
import { LinkCell, LinkOperand } from './link-parts.tsx';
import { linkOf } from './link-value.ts';
import { OneLink } from './one-link.tsx';

export const entryType: StudioFieldType = {
  name: 'entry',
  Input: EntryInput,
  Cell: LinkCell,
  operators: CHOICES,
  Operand: LinkOperand,
  comparison: 'whole',
  text: (value) => linkOf(value)?.id ?? '',
};

function EntryInput(properties: InputProps): ReactNode {
  return <OneLink {...properties} kind="entry" />;
}
