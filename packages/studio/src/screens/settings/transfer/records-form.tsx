/** Sends a file of records into the environment, with progress, and hands over what came of its lines. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { FormDialog } from '../../../frame/form-dialog.tsx';
import { usePlace } from '../../../frame/use-place.ts';
import { useRefresh } from '../../../frame/use-refresh.ts';
import { Drawer, Progress, Stack, Text, TextInput } from '../../../ui/index.ts';
import { partsOf } from './record-parts.ts';
import { type LineResult, sendPart } from './records-file.ts';
import { type Counts, CountTable, ProblemTable } from './report-tables.tsx';
import { useSending } from './use-sending.ts';

const WHOLE = 100;
/** As many as a report of the server lists. */
const NOTED_MAX = 1_000;
const NOTHING = { created: 0, updated: 0, unchanged: 0, refused: 0 };

/** What came of a file of records. */
export interface RecordsReport {
  readonly counts: Counts;
  /** What was refused, or came with a warning. */
  readonly noted: readonly LineResult[];
}

interface RecordsFormProperties {
  readonly onDone: (report: RecordsReport) => void;
  readonly onClose: () => void;
}

export function RecordsForm({ onDone, onClose }: RecordsFormProperties): ReactNode {
  const { t } = useLingui();
  const place = usePlace();
  const { share, send } = useSending();
  const refresh = useRefresh([place.space, place.environment]);

  const sendFile = async (given: FormData) => {
    const file = given.get('file');
    if (!(file instanceof File)) return;
    let report: RecordsReport = { counts: {}, noted: [] };
    try {
      await send(async ({ progress, signal }) => {
        for await (const part of partsOf(file)) {
          report = withResults(report, await sendPart(place, part, signal));
          progress(part.read / file.size);
        }
      });
      onDone(report);
    } finally {
      await refresh();
    }
  };
  return (
    <FormDialog title={t`Import records`} action={t`Start import`} onSubmit={sendFile} onClose={onClose}>
      <TextInput
        type="file"
        label={t`File of records`}
        description={t`A record a line (NDJSON): content types first, then files, then entries`}
        name="file"
        accept=".ndjson,.jsonl,application/x-ndjson"
        required
        data-autofocus
      />
      <Text size="sm" c="dimmed">
        <Trans>
          The records go into the environment {place.environment}. If you leave, what was written so far stays.
        </Trans>
      </Text>
      {share !== null && <Progress value={share * WHOLE} aria-label={t`Sending the file`} />}
    </FormDialog>
  );
}

interface RecordsDrawerProperties {
  readonly report: RecordsReport;
  readonly onClose: () => void;
}

export function RecordsDrawer({ report: { counts, noted }, onClose }: RecordsDrawerProperties): ReactNode {
  const { t } = useLingui();
  return (
    <Drawer opened onClose={onClose} position="right" size="xl" title={t`Report of the import`}>
      <Stack>
        <CountTable counts={counts} />
        {noted.length === 0 ? (
          <Text size="sm">
            <Trans>Every record is here now, as the file has it.</Trans>
          </Text>
        ) : (
          <>
            <Text size="sm">
              <Trans>
                Fix these lines and import the file again. Links to later lines work the second time, so try that first.
              </Trans>
            </Text>
            <ProblemTable
              results={noted.map((one) => ({ ...one, place: String(one.line) }))}
              placeHeading={t({ message: 'Line', comment: 'Column of a report: the number of a line of a file' })}
            />
          </>
        )}
      </Stack>
    </Drawer>
  );
}

function withResults({ counts, noted }: RecordsReport, results: readonly LineResult[]): RecordsReport {
  const sums: Record<string, Counts[string]> = { ...counts };
  for (const { kind, result } of results) {
    if (kind === null) continue;
    const before = sums[kind] ?? NOTHING;
    sums[kind] = { ...before, [result]: before[result] + 1 };
  }
  const found = results.filter(({ result, warnings }) => result === 'refused' || warnings.length > 0);
  return { counts: sums, noted: [...noted, ...found].slice(0, NOTED_MAX) };
}
