/** The entries that the address asks for, page by page. A component of its own, so that a page that arrives renders nothing above it again. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { pictureFieldOf } from '../../fields/links/entry-pictures.ts';
import { ScreenError } from '../../frame/screen-error.tsx';
import type { SearchParams } from '../../frame/search-params.ts';
import { SelectionArea } from '../../frame/selection/selection-area.tsx';
import { useContentTypes, usePlace } from '../../frame/use-place.ts';
import { onDemand, useDelayed } from '../../ui/index.ts';
import { ListWordsProvider } from './cells.tsx';
import { secondFieldOf } from './columns.ts';
import { entryRowsQuery, selectionOf } from './entry-rows.ts';
import { EntryTable, type ListView } from './entry-table.tsx';
import { usePictures } from './use-pictures.ts';

const NO_PAGES: readonly never[] = [];

const NoEntries = onDemand(async () => (await import('./no-entries.tsx')).NoEntries);
const EntryCards = onDemand(async () => (await import('./entry-cards.tsx')).EntryCards);
const BulkBar = onDemand(async () => (await import('./bulk-bar.tsx')).BulkBar);

export function Entries(view: ListView): ReactNode {
  const { search, type, columns, selected } = view;
  const place = usePlace();
  const types = useContentTypes();
  const listed = type === undefined ? types : [type];
  const second = type === undefined ? undefined : secondFieldOf(type)?.id;
  const shown = columns.filter((name) => name.startsWith('fields.')).map((name) => name.slice('fields.'.length));
  const selection = selectionOf(listed, second === undefined ? shown : [...shown, second]);
  const rows = useInfiniteQuery(entryRowsQuery(place, { search, type, select: selection }));
  const pages = rows.data?.pages;
  const entries = useMemo(() => pages?.flatMap(({ items }) => items) ?? [], [pages]);
  const pictureOf = usePictures(pages ?? NO_PAGES, view.form === 'cards');
  const total = pages?.[0]?.total ?? 0;
  const waiting = useDelayed(rows.isPending);
  const more = useMore(rows);
  const List = view.form === 'cards' ? EntryCards : EntryTable;
  const [told, setTold] = useState<Told>({ search, words: '' });
  const tell = (words: string) => setTold({ search, words });

  return (
    <>
      {rows.isError && <ScreenError error={rows.error} reset={() => void rows.refetch()} />}
      {rows.isSuccess && total === 0 && <NoEntries search={search} type={type} />}
      {!rows.isError && !(rows.isSuccess && total === 0) && (
        <SelectionArea
          selection={view}
          told={told.search === search ? told.words : ''}
          forget={() => tell('')}
          bar={(clear) => (
            <BulkBar selected={selected} entries={entries} release={search.in} clear={clear} tell={tell} />
          )}
        >
          <ListWordsProvider words={search.q ?? ''}>
            <List
              view={view}
              entries={entries}
              pictureOf={pictureOf}
              hasPictures={listed.some((one) => pictureFieldOf(one) !== undefined)}
              total={total}
              waiting={waiting}
              more={more}
            />
          </ListWordsProvider>
        </SelectionArea>
      )}
    </>
  );
}

/** What was done with selected entries, shown as long as the list stays the same. */
interface Told {
  readonly search: SearchParams;
  readonly words: string;
}

interface Pages {
  readonly hasNextPage: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
}

/**
 * Gives the function that asks for the next page, and waits for it before it asks again. It does not read from the query
 * whether one is on its way: the list would be drawn again for that.
 */
function useMore({ hasNextPage, fetchNextPage }: Pages): () => void {
  const asked = useRef(false);
  return useCallback(() => {
    if (!hasNextPage || asked.current) return;
    asked.current = true;
    void fetchNextPage().finally(() => {
      asked.current = false;
    });
  }, [hasNextPage, fetchNextPage]);
}
