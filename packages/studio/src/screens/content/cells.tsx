/** What stands in a cell of the content list. */
import { Trans } from '@lingui/react/macro';
import { createContext, type ReactNode, use, useMemo } from 'react';
import type { ContentType, Entry } from '../../api/types.ts';
import { titleIn } from '../../fields/entry-title.ts';
import type { Thumbnail } from '../../fields/links/entry-pictures.ts';
import { StatusBadge } from '../../fields/status-badge.tsx';
import { Moment } from '../../frame/moments.tsx';
import { useNames } from '../../frame/people.ts';
import { useContentTypes, useDefaultLocale } from '../../frame/use-place.ts';
import { onDemand, Text } from '../../ui/index.ts';
import { type ColumnName, fieldOf, secondFieldOf } from './columns.ts';
import styles from './entry-table.module.css';

const ChangeBadge = onDemand(async () => (await import('../../frame/releases/change-badge.tsx')).loadChangeBadge());
/** The types of fields come with the first column that shows one: most lists have none. */
const FieldCell = onDemand(async () => (await import('./field-cell.tsx')).FieldCell);

interface ListWords {
  readonly types: readonly ContentType[];
  readonly locale: string;
  readonly nameOf: (id: string) => string;
  /** The words that are searched; empty without a search. */
  readonly words: string;
}

const ListWordsContext = createContext<ListWords | null>(null);

interface ListWordsProviderProperties {
  readonly words: string;
  readonly children: ReactNode;
}

/** What cells say things with, looked up once for all of them: thousands go by when a list is scrolled. */
export function ListWordsProvider({ words: sought, children }: ListWordsProviderProperties): ReactNode {
  const types = useContentTypes();
  const locale = useDefaultLocale().code;
  const nameOf = useNames();
  const words = useMemo(() => ({ types, locale, nameOf, words: sought }), [types, locale, nameOf, sought]);
  return <ListWordsContext value={words}>{children}</ListWordsContext>;
}

function useListWords(): ListWords {
  const words = use(ListWordsContext);
  if (words === null) throw new Error('A cell stands in a list alone.');
  return words;
}

export function EntryTitle({ entry }: { readonly entry: Entry }): ReactNode {
  const { types, locale, words } = useListWords();
  const title = titleIn(entry, typeOf(entry, types), { locale, words });
  if (title !== null)
    return (
      <span title={title.text}>
        <span lang={title.other ?? undefined}>{title.text}</span>
        {title.other !== null && <span className={styles.locale}>{title.other}</span>}
      </span>
    );
  return (
    <Text span c="dimmed" fs="italic" size="sm">
      <Trans>Untitled</Trans>
    </Text>
  );
}

interface SecondLineProperties {
  readonly entry: Entry;
  /** The type that is listed; undefined where entries of all are. */
  readonly type: ContentType | undefined;
}

/** What is said below a title: the type where any may be listed, else the slug or the first short text. */
export function SecondLine({ entry, type }: SecondLineProperties): ReactNode {
  const { types, locale } = useListWords();
  if (type === undefined) return <span>{typeOf(entry, types)?.name ?? entry.content_type}</span>;
  const second = secondFieldOf(type);
  const text = second === undefined ? entry.slug : entry.fields[second.id]?.[locale];
  return typeof text === 'string' ? <span>{text}</span> : null;
}

interface RowPictureProperties {
  readonly entry: Entry;
  /** Undefined while it is on its way; null where there is none. */
  readonly picture: Thumbnail | null | undefined;
}

/** The picture of a row; without one, a quiet mark of its type. It says nothing that does not stand beside it. */
export function RowPicture({ entry, picture }: RowPictureProperties): ReactNode {
  const { types } = useListWords();
  if (picture)
    return (
      <img
        className={styles.picture}
        style={{ backgroundColor: picture.color ?? undefined }}
        src={picture.src}
        alt=""
        loading="lazy"
        decoding="async"
      />
    );
  const name = typeOf(entry, types)?.name ?? entry.content_type;
  return <span className={styles.picture} aria-hidden data-mark={picture === null ? firstOf(name) : undefined} />;
}

/** The first character of a name, whole where it is made of several code units. */
function firstOf(name: string): string {
  return String.fromCodePoint(name.codePointAt(0) ?? 0).toUpperCase();
}

/** What a release does with the entry, where the list is that of one; else its status. */
export function Standing({ entry: { change, status } }: { readonly entry: Entry }): ReactNode {
  return change == null ? <StatusBadge status={status} /> : <ChangeBadge change={change} />;
}

interface CellContentProperties {
  readonly entry: Entry;
  readonly column: ColumnName;
}

export function CellContent({ entry, column }: CellContentProperties): ReactNode {
  const { types, locale, nameOf } = useListWords();
  const type = typeOf(entry, types);
  if (column === 'status') return <Standing entry={entry} />;
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
