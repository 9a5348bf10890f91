/** What stands in a cell of the content list. */
import { Trans } from '@lingui/react/macro';
import { createContext, type ReactNode, use, useMemo } from 'react';
import type { ContentType, Entry } from '../../api/types.ts';
import { titleOf } from '../../fields/entry-title.ts';
import { StatusBadge } from '../../fields/status-badge.tsx';
import { Moment } from '../../frame/moments.tsx';
import { useNames } from '../../frame/people.ts';
import { useContentTypes, useDefaultLocale } from '../../frame/use-place.ts';
import { onDemand, Text } from '../../ui/index.ts';
import { type ColumnName, fieldOf } from './columns.ts';

/** The types of fields come with the first column that shows one: most lists have none. */
const FieldCell = onDemand(async () => (await import('./field-cell.tsx')).FieldCell);

interface ListWords {
  readonly types: readonly ContentType[];
  readonly locale: string;
  readonly nameOf: (id: string) => string;
}

const ListWordsContext = createContext<ListWords | null>(null);

/** What cells say things with, looked up once for all of them: thousands go by when a list is scrolled. */
export function ListWordsProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const types = useContentTypes();
  const locale = useDefaultLocale().code;
  const nameOf = useNames();
  const words = useMemo(() => ({ types, locale, nameOf }), [types, locale, nameOf]);
  return <ListWordsContext value={words}>{children}</ListWordsContext>;
}

function useListWords(): ListWords {
  const words = use(ListWordsContext);
  if (words === null) throw new Error('A cell stands in a list alone.');
  return words;
}

export function EntryTitle({ entry }: { readonly entry: Entry }): ReactNode {
  const { types, locale } = useListWords();
  const title = titleOf(entry, typeOf(entry, types), [locale]);
  if (title !== null) return <span title={title}>{title}</span>;
  return (
    <Text span c="dimmed" fs="italic" size="sm">
      <Trans>Untitled</Trans>
    </Text>
  );
}

interface CellContentProperties {
  readonly entry: Entry;
  readonly column: ColumnName;
}

export function CellContent({ entry, column }: CellContentProperties): ReactNode {
  const { types, locale, nameOf } = useListWords();
  const type = typeOf(entry, types);
  if (column === 'status') return <StatusBadge status={entry.status} />;
  if (column === 'type') return type?.name ?? entry.content_type;
  if (column === 'updated') return <Moment at={entry.updated_at} />;
  if (column === 'author') return nameOf(entry.updated_by);
  if (column === 'published') return entry.published_at === null ? null : <Moment at={entry.published_at} />;
  if (column === 'slug') return entry.slug;
  const field = fieldOf(column, type);
  const value = field === undefined ? undefined : entry.fields[field.id]?.[locale];
  if (field === undefined || value === undefined) return null;
  return <FieldCell field={field} value={value} />;
}

function typeOf(entry: Entry, types: readonly ContentType[]): ContentType | undefined {
  return types.find(({ api_id: id }) => id === entry.content_type);
}
