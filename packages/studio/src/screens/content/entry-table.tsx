// biome-ignore-all lint/a11y/useSemanticElements: rows out of sight are not in the page, which real tables cannot lay out
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus goes from row to row
/**
 * The rows, as a grid: arrow keys go from row to row, Enter opens (with Ctrl or ⌘ in another tab), Space selects. Only what
 * is in sight is in the page, so that 100,000 entries are as quick as 100.
 */
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ContentType, Entry } from '../../api/types.ts';
import type { SearchParams } from '../../frame/search-params.ts';
import { useEntryAddress } from '../../frame/use-entry-address.ts';
import { usePlace } from '../../frame/use-place.ts';
import { Skeleton, VisuallyHidden } from '../../ui/index.ts';
import type { ColumnName } from './columns.ts';
import { EntryRow } from './entry-row.tsx';
import styles from './entry-table.module.css';
import { TableHead } from './table-head.tsx';

const ROW_HEIGHT = 44;
const ROWS_AROUND = 12;
/** The next page is asked for when so many rows are left below. */
const ROWS_AHEAD = 40;
const SKELETON_ROWS = 8;

interface EntryTableProperties {
  readonly entries: readonly Entry[];
  readonly total: number;
  readonly columns: readonly ColumnName[];
  readonly type: ContentType | undefined;
  readonly search: SearchParams;
  /** Shows the shapes of rows, because the first ones take their time. */
  readonly waiting: boolean;
  readonly selected: ReadonlySet<string>;
  readonly select: (ids: ReadonlySet<string>) => void;
  readonly orderBy: (order: string | undefined) => void;
  readonly more: () => void;
}

export function EntryTable(properties: EntryTableProperties): ReactNode {
  const { entries, total, columns, type, search, waiting, selected, select, orderBy, more } = properties;
  const { t } = useLingui();
  const navigate = useNavigate();
  const viewport = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const rows = useVirtualizer({
    count: entries.length,
    getScrollElement: () => viewport.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: ROWS_AROUND,
  });
  const shown = rows.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (entries.length > 0 && last >= entries.length - ROWS_AHEAD) more();
  }, [last, entries.length, more]);

  const addressOf = useEntryAddress();
  const { space, environment } = usePlace();
  const open = useCallback(
    ({ key }: Entry) =>
      void navigate({ to: '/spaces/$space/$environment/content/$key', params: { space, environment, key } }),
    [navigate, space, environment],
  );
  const toggle = useCallback(
    ({ id }: Entry) => {
      const next = new Set(selected);
      if (!next.delete(id)) next.add(id);
      select(next);
    },
    [selected, select],
  );
  const list = useMemo(
    () => ({ columns, addressOf, reach: setCurrent, open, toggle }),
    [columns, addressOf, open, toggle],
  );
  const goTo = (index: number) => {
    const row = Math.max(0, Math.min(entries.length - 1, index));
    setCurrent(row);
    rows.scrollToIndex(row);
    requestAnimationFrame(() => viewport.current?.querySelector<HTMLElement>(`[data-row="${row}"]`)?.focus());
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const entry = entries[current];
    // The box of a row keeps its own keys; its link, which a press for another tab leaves the focus in, has none.
    if (!(event.target as HTMLElement).matches('[data-row], [data-row] a')) return;
    const page = Math.max(1, Math.floor((viewport.current?.clientHeight ?? 0) / ROW_HEIGHT) - 1);
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      PageDown: current + page,
      PageUp: current - page,
      Home: 0,
      End: entries.length - 1,
    };
    const move = moves[event.key];
    if (move !== undefined) goTo(move);
    else if (event.key === 'Enter' && entry !== undefined) {
      if (event.ctrlKey || event.metaKey) window.open(addressOf(entry.key), '_blank', 'noopener');
      else open(entry);
    } else if (event.key === ' ' && entry !== undefined) toggle(entry);
    else return;
    event.preventDefault();
  };

  const template = `36px minmax(180px, 2fr) ${columns.map(() => 'minmax(96px, 1fr)').join(' ')}`;
  return (
    <div
      ref={viewport}
      role="grid"
      aria-label={t`Entries`}
      aria-rowcount={total + 1}
      aria-multiselectable
      aria-busy={waiting}
      className={styles.viewport}
      style={{ '--columns': template, '--columns-count': columns.length } as React.CSSProperties}
      onKeyDown={onKeyDown}
    >
      <TableHead
        columns={columns}
        type={type}
        asked={search.order}
        orderBy={orderBy}
        entries={entries}
        selected={selected}
        select={select}
      />
      {waiting &&
        Array.from({ length: SKELETON_ROWS }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the shapes are alike and never move
          <div key={index} role="row" className={styles.row}>
            <div role="gridcell" className={styles.cell}>
              <VisuallyHidden>
                <Trans>Loading</Trans>
              </VisuallyHidden>
            </div>
            <div role="gridcell" className={styles.cell}>
              <Skeleton height={12} width="60%" />
            </div>
          </div>
        ))}
      <div role="rowgroup" className={styles.rows} style={{ height: rows.getTotalSize() }}>
        {shown.map(({ index, start }) => {
          const entry = entries[index];
          if (entry === undefined) return null;
          return (
            <EntryRow
              key={entry.id}
              list={list}
              entry={entry}
              index={index}
              top={start}
              selected={selected.has(entry.id)}
              reachable={index === Math.min(current, entries.length - 1)}
            />
          );
        })}
      </div>
    </div>
  );
}
