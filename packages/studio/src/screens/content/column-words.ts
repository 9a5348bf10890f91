/** The headings of the columns in words. */
import { useLingui } from '@lingui/react/macro';
import type { ContentType } from '../../api/types.ts';
import { type ColumnName, fieldOf } from './columns.ts';

/** Gives the heading of a column. */
export function useColumnWords(type: ContentType | undefined): (column: ColumnName) => string {
  const { t } = useLingui();
  const own: Readonly<Record<string, string>> = {
    status: t`Status`,
    type: t`Type`,
    updated: t`Changed`,
    author: t`Changed by`,
    published: t`Published`,
    slug: t`Slug`,
  };
  return (column) => own[column] ?? fieldOf(column, type)?.name ?? column;
}
