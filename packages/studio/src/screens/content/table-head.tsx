// biome-ignore-all lint/a11y/useSemanticElements: rows out of sight are not in the page, which real tables cannot lay out
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus goes from row to row
/** The head of the list, which orders it and selects all of it. Apart, as the list is made anew with each frame that scrolls. */
import { useLingui } from '@lingui/react/macro';
import { memo, type ReactNode } from 'react';
import type { ContentType, Entry } from '../../api/types.ts';
import { DownIcon, UpIcon } from '../../ui/icons.ts';
import { Checkbox, UnstyledButton } from '../../ui/index.ts';
import { useColumnWords } from './column-words.ts';
import { type ColumnName, isNumeric, orderOf } from './columns.ts';
import styles from './entry-table.module.css';

interface TableHeadProperties {
  readonly columns: readonly ColumnName[];
  readonly type: ContentType | undefined;
  readonly asked: string | undefined;
  readonly orderBy: (order: string | undefined) => void;
  /** All that are loaded. */
  readonly entries: readonly Entry[];
  readonly selected: ReadonlySet<string>;
  readonly select: (ids: ReadonlySet<string>) => void;
}

export const TableHead = memo(function TableHead(properties: TableHeadProperties): ReactNode {
  const { columns, type, asked, orderBy, entries, selected, select } = properties;
  const { t } = useLingui();
  const words = useColumnWords(type);
  const all = entries.length > 0 && entries.every(({ id }) => selected.has(id));
  return (
    <div role="row" aria-rowindex={1} className={styles.head}>
      <div role="columnheader" className={styles.cell}>
        <Checkbox
          size="xs"
          aria-label={t`Select all loaded entries`}
          checked={all}
          indeterminate={!all && selected.size > 0}
          onChange={() => select(all ? new Set() : new Set(entries.map(({ id }) => id)))}
        />
      </div>
      <SortHeader name={t`Title`} order={type?.display_field ?? null} asked={asked} orderBy={orderBy} />
      {columns.map((column) => (
        <SortHeader
          key={column}
          column={column}
          isNumeric={isNumeric(column, type)}
          name={words(column)}
          order={orderOf(column, type)}
          asked={asked}
          orderBy={orderBy}
        />
      ))}
    </div>
  );
});

interface SortHeaderProperties {
  /** Missing for the title. */
  readonly column?: ColumnName;
  readonly isNumeric?: boolean;
  readonly name: string;
  /** What the API calls this order; null for none. */
  readonly order: string | null;
  readonly asked: string | undefined;
  readonly orderBy: (order: string | undefined) => void;
}

/** The head of a column. Pressed, it orders by it: ascending, descending, as before. */
function SortHeader({ column, isNumeric: digits, name, order, asked, orderBy }: SortHeaderProperties): ReactNode {
  const direction =
    order === null ? undefined : asked === order ? 'ascending' : asked === `-${order}` ? 'descending' : 'none';
  const next = direction === 'none' ? order : direction === 'ascending' ? `-${order}` : undefined;
  return (
    <div
      role="columnheader"
      className={styles.cell}
      data-column={column}
      data-number={digits || undefined}
      title={name}
      {...(direction === undefined ? {} : { 'aria-sort': direction })}
    >
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
