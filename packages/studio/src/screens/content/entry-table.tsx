// biome-ignore-all lint/a11y/useSemanticElements: rows out of sight are not in the page, which real tables cannot lay out
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus goes from row to row
/**
 * The rows, as a grid: arrow keys go from row to row, Enter opens (with Ctrl or ⌘ in another tab), Space selects. Only what
 * is in sight is in the page, so that 100,000 entries are as quick as 100.
 */
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { ContentType, Entry } from '../../api/types.ts';
import type { SearchParams } from '../../frame/search-params.ts';
import { useEntryAddress } from '../../frame/use-entry-address.ts';
import { usePlace } from '../../frame/use-place.ts';
import { DownIcon, UpIcon } from '../../ui/icons.ts';
import { Checkbox, Skeleton, UnstyledButton, VisuallyHidden } from '../../ui/index.ts';
import { useColumnWords } from './column-words.ts';
import { type ColumnName, orderOf } from './columns.ts';
import { EntryRow } from './entry-row.tsx';
import styles from './entry-table.module.css';

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
  const words = useColumnWords(type);
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

  const all = entries.length > 0 && entries.every(({ id }) => selected.has(id));
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
      <div role="row" aria-rowindex={1} className={styles.head}>
        <div role="columnheader" className={styles.cell}>
          <Checkbox
            size="xs"
            aria-label={t`Select all that are loaded`}
            checked={all}
            indeterminate={!all && selected.size > 0}
            onChange={() => select(all ? new Set() : new Set(entries.map(({ id }) => id)))}
          />
        </div>
        <SortHeader name={t`Title`} order={type?.display_field ?? null} asked={search.order} orderBy={orderBy} />
        {columns.map((column) => (
          <SortHeader
            key={column}
            name={words(column)}
            order={orderOf(column, type)}
            asked={search.order}
            orderBy={orderBy}
          />
        ))}
      </div>
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
              entry={entry}
              address={addressOf(entry.key)}
              index={index}
              top={start}
              columns={columns}
              selected={selected.has(entry.id)}
              reachable={index === Math.min(current, entries.length - 1)}
              onReach={setCurrent}
              onOpen={open}
              onToggle={toggle}
            />
          );
        })}
      </div>
    </div>
  );
}

interface SortHeaderProperties {
  readonly name: string;
  /** What the API calls this order; null for none. */
  readonly order: string | null;
  readonly asked: string | undefined;
  readonly orderBy: (order: string | undefined) => void;
}

/** The head of a column. Pressed, it orders by it: ascending, descending, as before. */
function SortHeader({ name, order, asked, orderBy }: SortHeaderProperties): ReactNode {
  const direction =
    order === null ? undefined : asked === order ? 'ascending' : asked === `-${order}` ? 'descending' : 'none';
  const next = direction === 'none' ? order : direction === 'ascending' ? `-${order}` : undefined;
  return (
    <div role="columnheader" className={styles.cell} {...(direction === undefined ? {} : { 'aria-sort': direction })}>
      {order === null ? (
        name
      ) : (
        <UnstyledButton className={styles.sort} onClick={() => orderBy(next ?? undefined)}>
          {name}
          {direction === 'ascending' && <UpIcon size={12} aria-hidden />}
          {direction === 'descending' && <DownIcon size={12} aria-hidden />}
        </UnstyledButton>
      )}
    </div>
  );
}
