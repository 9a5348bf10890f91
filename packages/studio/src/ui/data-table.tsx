/** A table of records, no wider than what is in it; where that has no room, each record is a block with its own headings. */
import { useLingui } from '@lingui/react/macro';
import { Table, VisuallyHidden } from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';
import styles from './data-table.module.css';

interface DataTableProperties {
  readonly headings: readonly string[];
  /** Whether a last column holds what can be done with a row. */
  readonly hasActions?: boolean;
  /** Its rows. */
  readonly children: ReactNode;
}

export function DataTable({ headings, hasActions = false, children }: DataTableProperties): ReactNode {
  const { t } = useLingui();
  // Each cell of a block says its heading by one of these, as it does not know its column otherwise.
  const words = Object.fromEntries(
    headings.map((heading, index) => [`--heading-${index + 1}`, JSON.stringify(heading)]),
  );
  return (
    <div className={styles.room}>
      <Table verticalSpacing="xs" className={styles.table} style={words as CSSProperties}>
        <Table.Thead>
          <Table.Tr>
            {headings.map((heading) => (
              <Table.Th key={heading}>{heading}</Table.Th>
            ))}
            {hasActions && (
              <Table.Th>
                <VisuallyHidden>{t`Actions`}</VisuallyHidden>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </div>
  );
}
