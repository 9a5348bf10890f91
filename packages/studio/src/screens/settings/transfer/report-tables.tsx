/** The tables of a report: how many of each kind came to which result, and what is said of single things. */
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { inWords, type Violation } from '../../../api/problem.ts';
import type { ContentImportResults } from '../../../api/types.ts';
import { Code, DataTable, Stack, Table, Text } from '../../../ui/index.ts';

type Outcome = 'created' | 'updated' | 'unchanged' | 'refused';
type Kind = ContentImportResults['results'][number]['kind'];

const OUTCOMES = ['created', 'updated', 'unchanged', 'refused'] as const;
const KINDS: readonly Kind[] = ['space', 'locale', 'environment', 'alias', 'content_type', 'asset', 'entry', 'webhook'];

/** How many of each kind came to which result. */
export type Counts = Readonly<Record<string, Readonly<Record<Outcome, number>>>>;

/** What came of one thing. */
export interface Result {
  /** Where it stands: an environment, or a line of a file. */
  readonly place: string;
  readonly kind: Kind | null;
  readonly key: string | null;
  readonly result: Outcome;
  readonly warnings: readonly Violation[];
  readonly error?: { readonly message: string; readonly errors?: unknown } | null;
}

export function CountTable({ counts }: { readonly counts: Counts }): ReactNode {
  const { t, i18n } = useLingui();
  const { kinds, outcomes } = useReportWords();
  const words = new Intl.NumberFormat(i18n.locale);
  const found = KINDS.flatMap((kind) => (counts[kind] === undefined ? [] : [{ kind, of: counts[kind] }]));
  if (found.length === 0) return null;
  return (
    <DataTable headings={[t`Kind`, ...OUTCOMES.map((outcome) => outcomes[outcome])]}>
      {found.map(({ kind, of }) => (
        <Table.Tr key={kind}>
          <Table.Td>{kinds[kind]}</Table.Td>
          {OUTCOMES.map((outcome) => (
            <Table.Td key={outcome}>{words.format(of[outcome])}</Table.Td>
          ))}
        </Table.Tr>
      ))}
    </DataTable>
  );
}

interface ProblemTableProperties {
  readonly results: readonly Result[];
  /** What `place` is. */
  readonly placeHeading: string;
}

export function ProblemTable({ results, placeHeading }: ProblemTableProperties): ReactNode {
  const { t } = useLingui();
  const { kinds, outcomes } = useReportWords();
  return (
    <DataTable headings={[placeHeading, t`Kind`, t`Key`, t`Result`, t`Reason`]}>
      {results.map((one) => (
        <Table.Tr key={`${one.place} ${one.kind} ${one.key}`}>
          <Table.Td>{one.place}</Table.Td>
          <Table.Td>{one.kind === null ? '–' : kinds[one.kind]}</Table.Td>
          <Table.Td>{one.key === null ? '–' : <Code>{one.key}</Code>}</Table.Td>
          <Table.Td>{outcomes[one.result]}</Table.Td>
          <Table.Td>
            <Stack gap={2}>
              {reasonsOf(one).map((reason) => (
                <Text key={reason} size="sm">
                  {reason}
                </Text>
              ))}
            </Stack>
          </Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
}

/** Why something was refused, or what to look at. */
function reasonsOf({ error, warnings }: Result): readonly string[] {
  const errors = Array.isArray(error?.errors) ? (error.errors as readonly Violation[]) : [];
  const told = [...errors, ...warnings].map((one) => `${one.path}: ${inWords(one).message}`);
  return [...new Set(errors.length === 0 && error ? [error.message, ...told] : told)];
}

function useReportWords(): {
  readonly kinds: Readonly<Record<Kind, string>>;
  readonly outcomes: Readonly<Record<Outcome, string>>;
} {
  const { t } = useLingui();
  return {
    kinds: {
      space: t`Settings`,
      locale: t`Languages`,
      environment: t`Environments`,
      alias: t`Aliases`,
      content_type: t`Content types`,
      asset: t`Files`,
      entry: t`Entries`,
      webhook: t`Webhooks`,
    },
    outcomes: { created: t`Created`, updated: t`Changed`, unchanged: t`The same`, refused: t`Refused` },
  };
}
