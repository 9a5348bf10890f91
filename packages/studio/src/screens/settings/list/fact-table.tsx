/** What is known of one thing, in a drawer: a line for each of its values. */
import type { ReactNode } from 'react';
import { Table } from '../../../ui/index.ts';
import styles from './fact-table.module.css';

interface FactTableProperties {
  /** What each value is called, and the value. */
  readonly facts: readonly (readonly [string, ReactNode])[];
}

export function FactTable({ facts }: FactTableProperties): ReactNode {
  return (
    <Table verticalSpacing="xs" className={styles.facts}>
      <Table.Tbody>
        {facts.map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row">{name}</Table.Th>
            <Table.Td>{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
