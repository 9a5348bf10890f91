// biome-ignore-all lint/a11y/useSemanticElements: what is out of sight is not in the page, which real tables cannot lay out
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus goes from item to item
/**
 * Items as tiles in as many columns as fit, or as lines. Arrow keys go from one to the next, Enter opens, Space and X select.
 * Only what is in sight is in the page.
 */
import { useLingui } from '@lingui/react/macro';
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react';
import { isPlainClick, Skeleton } from '../../ui/index.ts';
import styles from './item-grid.module.css';
import { BAR_ROOM } from './selection-area.tsx';
import { useItemKeys } from './use-item-keys.ts';
import { useRowsInSight } from './use-rows-in-sight.ts';
import { rangeOf, type Selection, useToggle } from './use-selection.ts';

const ROWS_AROUND = { around: 3, ahead: 3 };
const SKELETONS = 6;

interface ItemGridProperties<Item> extends Selection {
  readonly label: string;
  readonly items: readonly Item[];
  /** How many there are, also those that are not loaded. */
  readonly total: number;
  /** Pixels. With columns as wide as that at least; null for lines. */
  readonly tileWidth: number | null;
  /** Pixels, with the space below. */
  readonly tileHeight: number;
  readonly waiting: boolean;
  /** Whether the titles are what readers will read. */
  readonly isContent?: boolean;
  readonly more: () => void;
  /** Address of what an item opens. */
  readonly addressOf: (item: Item) => string;
  readonly open: (item: Item) => void;
  /** The title of an item, which is what its link says. */
  readonly renderTitle: (item: Item) => ReactNode;
  readonly renderPicture: (item: Item) => ReactNode;
  /** What is said below its title. */
  readonly renderDetail: (item: Item) => ReactNode;
}

export function ItemGrid<Item extends { readonly id: string }>(properties: ItemGridProperties<Item>): ReactNode {
  const { label, items, total, tileWidth, tileHeight, waiting, more, addressOf, open, selected, select } = properties;
  const viewport = useRef<HTMLDivElement>(null);
  const columns = useColumns(viewport, tileWidth);
  const rows = useRowsInSight({
    viewport,
    count: Math.ceil(items.length / columns),
    height: tileHeight,
    ...ROWS_AROUND,
    more,
  });
  const toggle = useToggle(items, properties);
  const { current, reach, onKeyDown } = useItemKeys({
    items,
    columns,
    viewport,
    rowHeight: tileHeight,
    scrollTo: (index) => rows.scrollToIndex(Math.floor(index / columns)),
    open,
    openInTab: (item) => window.open(addressOf(item), '_blank', 'noopener'),
    toggle,
    selectAll: () => select(new Set(items.map(({ id }) => id))),
  });
  return (
    <div
      ref={viewport}
      role="grid"
      aria-label={label}
      aria-rowcount={Math.ceil(total / columns)}
      aria-multiselectable
      aria-busy={waiting}
      className={styles.viewport}
      data-content={properties.isContent}
      style={{ '--columns': columns } as CSSProperties}
      onKeyDown={onKeyDown}
    >
      {waiting && <Skeletons height={tileHeight} />}
      <div
        role="rowgroup"
        className={styles.rows}
        style={{ height: rows.getTotalSize() + (selected.size > 0 ? BAR_ROOM : 0) }}
      >
        {rows.getVirtualItems().map(({ index: row, start }) => (
          <div
            key={row}
            role="row"
            aria-rowindex={row + 1}
            className={styles.row}
            style={{ transform: `translateY(${start}px)`, height: tileHeight }}
          >
            {items.slice(row * columns, (row + 1) * columns).map((item, column) => {
              const index = row * columns + column;
              return (
                <Tile
                  key={item.id}
                  grid={properties}
                  item={item}
                  index={index}
                  reachable={index === current}
                  onFocus={() => reach(index)}
                  onSelect={(event) => toggle(item.id, rangeOf(event))}
                />
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}

interface TileProperties<Item> {
  readonly grid: ItemGridProperties<Item>;
  readonly item: Item;
  readonly index: number;
  /** Whether it is the one that Tab leads to. */
  readonly reachable: boolean;
  readonly onFocus: () => void;
  readonly onSelect: (event: Event) => void;
}

function Tile<Item extends { readonly id: string }>(properties: TileProperties<Item>): ReactNode {
  const { grid, item, index, reachable, onFocus, onSelect } = properties;
  const { t } = useLingui();
  return (
    <div
      role="gridcell"
      aria-selected={grid.selected.has(item.id)}
      data-row={index}
      data-item
      data-content={grid.isContent}
      data-line={grid.tileWidth === null || undefined}
      tabIndex={reachable ? 0 : -1}
      className={styles.tile}
      onFocus={onFocus}
    >
      <span className={styles.picture}>{grid.renderPicture(item)}</span>
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={t`Select`}
        className={styles.box}
        checked={grid.selected.has(item.id)}
        onChange={({ nativeEvent }) => onSelect(nativeEvent)}
      />
      <a
        href={grid.addressOf(item)}
        tabIndex={-1}
        draggable={false}
        className={styles.title}
        dir="auto"
        onClick={(event) => {
          if (!isPlainClick(event)) return;
          event.preventDefault();
          grid.open(item);
        }}
      >
        {grid.renderTitle(item)}
      </a>
      <span className={styles.detail}>{grid.renderDetail(item)}</span>
    </div>
  );
}

function Skeletons({ height }: { readonly height: number }): ReactNode {
  return (
    <div role="row" className={styles.row} style={{ height }}>
      {Array.from({ length: SKELETONS }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the shapes are alike and never move
        <div key={index} role="gridcell" className={styles.tile}>
          <Skeleton height="100%" />
        </div>
      ))}
    </div>
  );
}

/** How many tiles fit beside one another. */
function useColumns(viewport: { readonly current: HTMLElement | null }, tileWidth: number | null): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = viewport.current;
    if (element === null) return;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [viewport]);
  return tileWidth === null ? 1 : Math.max(1, Math.floor(width / tileWidth));
}
