/** What is known of one thing, in a drawer: a line for each of its values. */
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { DataTable, Table } from '../../../ui/index.ts';

interface FactTableProperties {
  /** What each value is called, and the value. */
  readonly facts: readonly (readonly [string, ReactNode])[];
}

export function FactTable({ facts }: FactTableProperties): ReactNode {
  const { t } = useLingui();
  return (
    <DataTable headings={[t`What`, t`Value`]}>
      {facts.map(([name, value]) => (
        <Table.Tr key={name}>
          <Table.Td>{name}</Table.Td>
          <Table.Td>{value}</Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
}
