/** The rows of a list that are in sight, each at its place and measured there: for rows that differ in height. */
import type { Virtualizer } from '@tanstack/react-virtual';
import type { ReactNode } from 'react';
import styles from './placed-rows.module.css';

interface PlacedRowsProperties {
  /** Of `useRowsInSight`. */
  readonly rows: Virtualizer<HTMLElement, Element>;
  /** The row at a place of the list. */
  readonly children: (index: number) => ReactNode;
}

export function PlacedRows({ rows, children }: PlacedRowsProperties): ReactNode {
  return (
    <div className={styles.rows} style={{ height: rows.getTotalSize() }}>
      {rows.getVirtualItems().map(({ index, start, key }) => (
        <div
          key={key}
          ref={rows.measureElement}
          data-index={index}
          className={styles.row}
          style={{ transform: `translateY(${start}px)` }}
        >
          {children(index)}
        </div>
      ))}
    </div>
  );
}
