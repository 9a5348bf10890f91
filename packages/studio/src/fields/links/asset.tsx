/** The field type `asset`: a link to a file of the media library, shown as a card with its picture. */
import type { ReactNode } from 'react';
import type { InputProps, StudioFieldType } from '../field-type.ts';
import { CHOICES } from '../operators.ts';
import { LinkCell, LinkOperand } from './link-parts.tsx';
import { linkOf } from './link-value.ts';
import { OneLink } from './one-link.tsx';

export const assetType: StudioFieldType = {
  name: 'asset',
  Input: AssetInput,
  Cell: LinkCell,
  operators: CHOICES,
  Operand: LinkOperand,
  comparison: 'whole',
  text: (value) => linkOf(value)?.id ?? '',
};

function AssetInput(properties: InputProps): ReactNode {
  return <OneLink {...properties} kind="asset" />;
}
