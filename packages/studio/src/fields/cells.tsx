/** What shows values of several types in one line. */
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Text } from '../ui/index.ts';
import type { CellProps } from './field-type.ts';
import { formatNumber } from './numbers.ts';
import { textOf } from './text-value.ts';

const SHOWN_CHARACTERS = 200;

export function TextCell({ value }: CellProps): ReactNode {
  return (
    <Text size="sm" truncate="end" dir="auto">
      {textOf(value).slice(0, SHOWN_CHARACTERS)}
    </Text>
  );
}

export function NumberCell({ value }: CellProps): ReactNode {
  const { i18n } = useLingui();
  return <Text size="sm">{typeof value === 'number' ? formatNumber(value, i18n.locale) : ''}</Text>;
}
