/** A table of records: its headings, and rows that scroll sideways on a narrow screen. */
import { useLingui } from '@lingui/react/macro';
import { Table, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';

interface DataTableProperties {
  /** Pixels below which it scrolls. */
  readonly minWidth: number;
  readonly headings: readonly string[];
  /** Whether a last column holds what can be done with a row. */
  readonly hasActions?: boolean;
  /** Its rows. */
  readonly children: ReactNode;
}

export function DataTable({ minWidth, headings, hasActions = false, children }: DataTableProperties): ReactNode {
  const { t } = useLingui();
  return (
    <Table.ScrollContainer minWidth={minWidth}>
      <Table verticalSpacing="xs">
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
    </Table.ScrollContainer>
  );
}
