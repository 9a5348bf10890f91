/** What a record says was changed: each value before and after, with the words that differ marked. */
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { AuditRecord } from '../../../api/types.ts';
import { comparedWords, type Part } from '../../../fields/compared-parts.ts';
import { Marked } from '../../../fields/marked.tsx';
import { Code, DataTable, Table } from '../../../ui/index.ts';
import { changedValues } from './changes.ts';

export function ChangedValues({ changes }: { readonly changes: NonNullable<AuditRecord['changes']> }): ReactNode {
  const { t } = useLingui();
  return (
    <DataTable headings={[t`Value`, t`Before`, t`After`]}>
      {changedValues(changes).map(({ path, before, after }) => {
        const parts = before === undefined || after === undefined ? null : comparedWords(before, after);
        return (
          <Table.Tr key={path}>
            <Table.Td>
              <Code>{path}</Code>
            </Table.Td>
            <Table.Td>{parts === null ? (before ?? '–') : <Side parts={parts} without="added" />}</Table.Td>
            <Table.Td>{parts === null ? (after ?? '–') : <Side parts={parts} without="removed" />}</Table.Td>
          </Table.Tr>
        );
      })}
    </DataTable>
  );
}

interface SideProperties {
  readonly parts: readonly Part<string>[];
  readonly without: 'added' | 'removed';
}

function Side({ parts, without }: SideProperties): ReactNode {
  return (
    <span dir="auto">
      {parts.map(({ kind, value }, place) =>
        kind === without ? null : (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
          <Marked key={place} kind={kind}>
            {value}
          </Marked>
        ),
      )}
    </span>
  );
}
