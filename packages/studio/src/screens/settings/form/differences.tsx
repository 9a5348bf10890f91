/** What a form is about to change: each value before and after. */
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { DataTable, Table } from '../../../ui/index.ts';

/** How a value is told to people. */
export interface ValueWords<Value> {
  readonly name: string;
  readonly shown?: (value: Value) => string;
}

interface DifferencesProperties<Saved> {
  readonly saved: Saved;
  readonly changes: Partial<Saved>;
  readonly words: { readonly [Name in keyof Saved]: ValueWords<Saved[Name]> };
}

export function Differences<Saved>({ saved, changes, words }: DifferencesProperties<Saved>): ReactNode {
  const { t } = useLingui();
  const names = Object.keys(changes) as (keyof Saved & string)[];
  return (
    <DataTable headings={[t`Setting`, t`Before`, t`After`]}>
      {names.map((name) => (
        <Table.Tr key={name}>
          <Table.Td>{words[name].name}</Table.Td>
          <Table.Td>{told(words[name], saved[name])}</Table.Td>
          <Table.Td>{told(words[name], changes[name] as Saved[typeof name])}</Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
}

function told<Value>({ shown }: ValueWords<Value>, value: Value): string {
  if (shown !== undefined) return shown(value);
  if (value === null || value === undefined || value === '') return '–';
  return Array.isArray(value) ? value.join(', ') : String(value);
}
