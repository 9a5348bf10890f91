// biome-ignore-all lint/a11y/useSemanticElements: rows out of sight are not in the page, which real tables cannot lay out
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus goes from row to row
/**
 * A row of the list. Scrolling asks for all that are in sight and makes a hundred a second: each is made anew only where
 * something of it changes, and has the browser's own box and link, as those of the libraries cost as much as the rest of a row.
 * The link lies over the whole row, so that the browser opens another tab wherever it is pressed for that.
 */
import { useLingui } from '@lingui/react/macro';
import { memo, type ReactNode } from 'react';
import type { ContentType, Entry } from '../../api/types.ts';
import type { Thumbnail } from '../../fields/links/entry-pictures.ts';
import { Moment } from '../../frame/moments.tsx';
import { rangeOf, type Toggle } from '../../frame/selection/use-selection.ts';
import { isPlainClick } from '../../ui/index.ts';
import { CellContent, EntryTitle, RowPicture, SecondLine } from './cells.tsx';
import { type ColumnName, isNumeric } from './columns.ts';
import styles from './entry-table.module.css';

/** What the rows of a list have in common. */
export interface RowsOfList {
  readonly columns: readonly ColumnName[];
  /** Undefined where entries of all types are listed. */
  readonly type: ContentType | undefined;
  /** Whether entries of the list may have a picture. */
  readonly hasPictures: boolean;
  /** Gives the address of an entry, by its key. */
  readonly addressOf: (key: string) => string;
  readonly reach: (index: number) => void;
  readonly open: (entry: Entry) => void;
  readonly toggle: Toggle;
}

interface EntryRowProperties {
  readonly list: RowsOfList;
  readonly entry: Entry;
  readonly index: number;
  /** Pixels below the head. */
  readonly top: number;
  /** Undefined while it is on its way; null where there is none. */
  readonly picture: Thumbnail | null | undefined;
  readonly selected: boolean;
  /** Whether it is the row that Tab leads to. */
  readonly reachable: boolean;
}

export const EntryRow = memo(function EntryRow(properties: EntryRowProperties): ReactNode {
  const { list, entry, index, top, picture, selected, reachable } = properties;
  const { t } = useLingui();
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      data-row={index}
      data-item
      tabIndex={reachable ? 0 : -1}
      className={styles.row}
      style={{ transform: `translateY(${top}px)` }}
      onFocus={() => list.reach(index)}
    >
      <div role="gridcell" className={styles.cell} data-over>
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={t`Select`}
          className={styles.box}
          checked={selected}
          onChange={({ nativeEvent }) => list.toggle(entry.id, rangeOf(nativeEvent))}
        />
      </div>
      <div role="gridcell" className={styles.cell} data-title>
        {list.hasPictures && <RowPicture entry={entry} picture={picture} />}
        <div className={styles.words}>
          <a
            href={list.addressOf(entry.key)}
            tabIndex={-1}
            className={styles.link}
            dir="auto"
            onClick={(event) => {
              if (!isPlainClick(event)) return;
              event.preventDefault();
              list.open(entry);
            }}
          >
            <EntryTitle entry={entry} />
          </a>
          <div className={styles.second} dir="auto">
            <span className={styles.narrow}>
              <Moment at={entry.updated_at} />
            </span>
            <SecondLine entry={entry} type={list.type} />
          </div>
        </div>
      </div>
      {list.columns.map((column) => (
        <div
          key={column}
          role="gridcell"
          className={styles.cell}
          data-column={column}
          data-number={isNumeric(column, list.type) || undefined}
        >
          <CellContent entry={entry} column={column} />
        </div>
      ))}
    </div>
  );
});
