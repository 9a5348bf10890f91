/** What an import did, or would do: counts by kind, and what was refused or needs a look. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { OpenedDrawer } from '../../../frame/opened-drawer.tsx';
import { Problem } from '../../../frame/problem.tsx';
import { useAttempt } from '../../../frame/use-attempt.ts';
import { usePlace } from '../../../frame/use-place.ts';
import { Button, Group, Stack, Text, Title } from '../../../ui/index.ts';
import { type Begun, useBeginning } from './import-form.tsx';
import { JobState, useStatusWords } from './job-state.tsx';
import { CountTable, ProblemTable } from './report-tables.tsx';
import { importQuery } from './transfer-queries.ts';

interface ImportDrawerProperties {
  readonly id: string;
  /** Null where it was begun elsewhere, so that its file is not at hand. */
  readonly tried: Begun | null;
  readonly onBegun: (begun: Begun) => void;
  readonly onClose: () => void;
}

export function ImportDrawer({ id, tried, onBegun, onClose }: ImportDrawerProperties): ReactNode {
  const { t } = useLingui();
  const { space } = usePlace();
  const read = useQuery(importQuery(space, id));
  const states = useStatusWords();
  const title = read.data?.dry_run === true ? t`What the import would do` : t`Report of the import`;
  return (
    <OpenedDrawer read={read} title={title} gone={t`This import is no longer kept.`} size="xl" onClose={onClose}>
      {(data) => (
        <Stack>
          <div role="status">
            <JobState words={states[data.status]} progress={data.status === 'running' ? data.progress : null} />
          </div>
          <Problem error={data.status === 'running' ? null : data.error} />
          <CountTable counts={data.counts} />
          {data.dry_run && data.status === 'done' && <AfterCheck tried={tried} onBegun={onBegun} />}
          {data.results.length > 0 && (
            <>
              <Title order={3}>{data.dry_run ? <Trans>One by one</Trans> : <Trans>What to check</Trans>}</Title>
              <ProblemTable
                results={data.results.map((one) => ({ ...one, place: one.environment ?? t`The whole space` }))}
                placeHeading={t`Environment`}
              />
            </>
          )}
          {data.truncated && (
            <Text size="sm" c="dimmed">
              <Trans>There are more, which are counted above. Fix these and import again to see the rest.</Trans>
            </Text>
          )}
          {data.status === 'done' && data.results.length === 0 && !data.dry_run && (
            <Text size="sm">
              <Trans>All of it is here now, as it was in the export.</Trans>
            </Text>
          )}
        </Stack>
      )}
    </OpenedDrawer>
  );
}

/** The next step after a check: the same file for real. */
function AfterCheck({ tried, onBegun }: Pick<ImportDrawerProperties, 'tried' | 'onBegun'>): ReactNode {
  const { space } = usePlace();
  const { begin } = useBeginning();
  const { problem, busy, run } = useAttempt();
  if (tried === null)
    return (
      <Text size="sm">
        <Trans>Nothing was written. To import it, choose the same file again, without “Check only”.</Trans>
      </Text>
    );
  const { file, environment } = tried;
  const start = () =>
    run(async () => onBegun({ ...(await begin(space, file, { environment, dryRun: false })), file, environment }));
  return (
    <>
      <Problem error={problem} />
      <Group>
        <Button loading={busy} onClick={() => void start()}>
          <Trans>Import now</Trans>
        </Button>
        <Text size="sm" c="dimmed">
          <Trans>Nothing was written yet.</Trans>
        </Text>
      </Group>
    </>
  );
}
