// biome-ignore-all lint/a11y/useSemanticElements: rows out of sight are not in the page, which real tables cannot lay out
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus goes from row to row
/**
 * A row of the list. Scrolling asks for all that are in sight and makes a hundred a second: each is made anew only where
 * something of it changes, and has the browser's own box and link, as those of the libraries cost as much as the rest of a row.
 * The link lies over the whole row, so that the browser opens another tab wherever it is pressed for that.
 */
import { useLingui } from '@lingui/react/macro';
import { memo, type ReactNode } from 'react';
import type { Entry } from '../../api/types.ts';
import { isPlainClick } from '../../ui/index.ts';
import { CellContent, EntryTitle } from './cells.tsx';
import type { ColumnName } from './columns.ts';
import styles from './entry-table.module.css';

/** What the rows of a list have in common. */
export interface RowsOfList {
  readonly columns: readonly ColumnName[];
  /** Gives the address of an entry, by its key. */
  readonly addressOf: (key: string) => string;
  readonly reach: (index: number) => void;
  readonly open: (entry: Entry) => void;
  readonly toggle: (entry: Entry) => void;
}

interface EntryRowProperties {
  readonly list: RowsOfList;
  readonly entry: Entry;
  readonly index: number;
  /** Pixels below the head. */
  readonly top: number;
  readonly selected: boolean;
  /** Whether it is the row that Tab leads to. */
  readonly reachable: boolean;
}

export const EntryRow = memo(function EntryRow(properties: EntryRowProperties): ReactNode {
  const { list, entry, index, top, selected, reachable } = properties;
  const { t } = useLingui();
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      data-row={index}
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
          onChange={() => list.toggle(entry)}
        />
      </div>
      <div role="gridcell" className={styles.cell} dir="auto">
        <a
          href={list.addressOf(entry.key)}
          tabIndex={-1}
          className={styles.link}
          onClick={(event) => {
            if (!isPlainClick(event)) return;
            event.preventDefault();
            list.open(entry);
          }}
        >
          <EntryTitle entry={entry} />
        </a>
      </div>
      {list.columns.map((column) => (
        <div key={column} role="gridcell" className={styles.cell}>
          <CellContent entry={entry} column={column} />
        </div>
      ))}
    </div>
  );
});
