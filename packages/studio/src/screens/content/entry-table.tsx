// biome-ignore-all lint/a11y/useSemanticElements: rows out of sight are not in the page, which real tables cannot lay out
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus goes from row to row
/**
 * The rows, as a grid: arrow keys go from row to row, Enter opens (with Ctrl or ⌘ in another tab), Space selects. Only what
 * is in sight is in the page, so that 100,000 entries are as quick as 100.
 */
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useMemo, useRef } from 'react';
import type { ContentType, Entry } from '../../api/types.ts';
import type { SearchParams } from '../../frame/search-params.ts';
import { BAR_ROOM } from '../../frame/selection/selection-area.tsx';
import { useItemKeys } from '../../frame/selection/use-item-keys.ts';
import { useRowsInSight } from '../../frame/selection/use-rows-in-sight.ts';
import { type Selection, useToggle } from '../../frame/selection/use-selection.ts';
import { useEntryAddress } from '../../frame/use-entry-address.ts';
import { Skeleton, VisuallyHidden } from '../../ui/index.ts';
import { type ColumnName, widthOf } from './columns.ts';
import { EntryRow } from './entry-row.tsx';
import styles from './entry-table.module.css';
import type { ListForm } from './list-form.ts';
import { TableHead } from './table-head.tsx';
import { useOpenEntry } from './use-open-entry.ts';
import type { PictureOf } from './use-pictures.ts';

const ROW_HEIGHT = 52;
const ROWS = { height: ROW_HEIGHT, around: 12, ahead: 40 };
const SKELETON_ROWS = 8;
/** Pixels of the box that selects, and the least of the title. */
const BOX_WIDTH = 36;
const TITLE_WIDTH = 220;

/** What a list shows, and what is selected in it. */
export interface ListView extends Selection {
  readonly search: SearchParams;
  /** Undefined where entries of all types are listed. */
  readonly type: ContentType | undefined;
  readonly columns: readonly ColumnName[];
  readonly form: ListForm;
  readonly orderBy: (order: string | undefined) => void;
}

export interface EntryTableProperties {
  readonly view: ListView;
  readonly entries: readonly Entry[];
  readonly pictureOf: PictureOf;
  /** Whether entries of the list may have a picture. */
  readonly hasPictures: boolean;
  readonly total: number;
  /** Shows the shapes of rows, because the first ones take their time. */
  readonly waiting: boolean;
  readonly more: () => void;
}

export function EntryTable(properties: EntryTableProperties): ReactNode {
  const { view, entries, pictureOf, hasPictures, total, waiting, more } = properties;
  const { search, type, columns, selected, select } = view;
  const { t } = useLingui();
  const viewport = useRef<HTMLDivElement>(null);
  const rows = useRowsInSight({ viewport, count: entries.length, more, ...ROWS });
  const height = rows.getTotalSize() + (selected.size > 0 ? BAR_ROOM : 0);
  const addressOf = useEntryAddress();
  const open = useOpenEntry();
  const toggle = useToggle(entries, view);
  const { current, reach, onKeyDown } = useItemKeys({
    items: entries,
    columns: 1,
    viewport,
    rowHeight: ROW_HEIGHT,
    scrollTo: (row) => rows.scrollToIndex(row),
    open,
    openInTab: (entry) => window.open(addressOf(entry.key), '_blank', 'noopener'),
    toggle,
    selectAll: () => select(new Set(entries.map(({ id }) => id))),
  });
  const list = useMemo(
    () => ({ columns, type, hasPictures, addressOf, reach, open, toggle }),
    [columns, type, hasPictures, addressOf, reach, open, toggle],
  );
  return (
    <div
      ref={viewport}
      role="grid"
      aria-label={t`Entries`}
      aria-rowcount={total + 1}
      aria-multiselectable
      aria-busy={waiting}
      className={styles.viewport}
      style={widthsOf(columns, type)}
      onKeyDown={onKeyDown}
    >
      <TableHead
        columns={columns}
        type={type}
        asked={search.order}
        orderBy={view.orderBy}
        entries={entries}
        selected={selected}
        select={select}
      />
      {waiting && <SkeletonRows />}
      <div role="rowgroup" className={styles.rows} style={{ height }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const entry = entries[index];
          if (entry === undefined) return null;
          return (
            <EntryRow
              key={entry.id}
              list={list}
              entry={entry}
              index={index}
              top={start}
              picture={pictureOf(entry)}
              selected={selected.has(entry.id)}
              reachable={index === current}
            />
          );
        })}
      </div>
    </div>
  );
}

/** The widths of all columns: what is in most is as long as its kind, and titles have the larger part of the rest. */
function widthsOf(columns: readonly ColumnName[], type: ContentType | undefined): React.CSSProperties {
  const widths = columns.map((column) => widthOf(column, type));
  const others = widths.map(({ least, grows }) => (grows ? `minmax(${least}px, 1fr)` : `${least}px`));
  const least = widths.reduce((sum, width) => sum + width.least, BOX_WIDTH + TITLE_WIDTH);
  const template = [`${BOX_WIDTH}px`, `minmax(${TITLE_WIDTH}px, 3fr)`, ...others].join(' ');
  return { '--columns': template, '--least': `${least}px` } as React.CSSProperties;
}

function SkeletonRows(): ReactNode {
  return Array.from({ length: SKELETON_ROWS }, (_, index) => (
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
  ));
}
