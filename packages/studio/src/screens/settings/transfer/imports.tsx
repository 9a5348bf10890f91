/** The imports of a space: begun, followed, stopped, each with its report. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { api, bodyOf } from '../../../api/client.ts';
import type { ContentImport } from '../../../api/types.ts';
import { DangerDialog } from '../../../frame/form-dialog.tsx';
import { Moment } from '../../../frame/moments.tsx';
import { Pending } from '../../../frame/pending.tsx';
import { usePermission, usePlace } from '../../../frame/use-place.ts';
import { Button, DataTable, EmptyState, RowActions, RowButton, Section, Table } from '../../../ui/index.ts';
import { useOpened } from '../list/use-opened.ts';
import { NeedsRole } from '../page/needs-role.tsx';
import { type Begun, ImportForm } from './import-form.tsx';
import { ImportDrawer } from './import-report.tsx';
import { JobState, useStatusWords } from './job-state.tsx';
import { importsQuery } from './transfer-queries.ts';

export function Imports(): ReactNode {
  const { t } = useLingui();
  const mayImport = usePermission('content.import');
  const [isAsked, setIsAsked] = useState(false);
  /** What was only tried here, with the file, which can then be imported without being chosen again. */
  const [tried, setTried] = useState<Begun | null>(null);
  const { id, open, close } = useOpened();
  const begin = (begun: Begun) => {
    setTried(begun);
    open(begun.id);
  };
  const button = (
    <Button size="xs" onClick={() => setIsAsked(true)}>
      <Trans>Import an export</Trans>
    </Button>
  );
  return (
    <Section
      title={t`Imports`}
      about={
        <Trans>
          An import finds everything by its key: what is missing is created, what differs is changed, and running it
          again does nothing twice.
        </Trans>
      }
      {...(mayImport ? { actions: button } : {})}
    >
      {mayImport ? <ImportTable onOpen={open} /> : <NeedsRole permission="content.import" />}
      {isAsked && <ImportForm onBegun={begin} onClose={() => setIsAsked(false)} />}
      {id !== undefined && (
        <ImportDrawer id={id} tried={tried?.id === id ? tried : null} onBegun={begin} onClose={close} />
      )}
    </Section>
  );
}

function ImportTable({ onOpen }: { readonly onOpen: (id: string) => void }): ReactNode {
  const { t } = useLingui();
  const { space } = usePlace();
  const { data: imports, error, refetch } = useQuery(importsQuery(space));
  const [stopping, setStopping] = useState<ContentImport | null>(null);
  useReadAgain(space, imports);
  if (imports === undefined) return <Pending error={error} again={() => void refetch()} height={80} />;
  if (imports.length === 0)
    return (
      <EmptyState
        title={t`No imports yet`}
        detail={t`Choose the file of an export, and first let it say what it would do. Reports are kept for 24 hours.`}
      />
    );
  return (
    <>
      <DataTable headings={[t`Into`, t`Status`, t`Started`]} hasActions>
        {imports.map((one) => (
          <ImportRow key={one.id} given={one} onOpen={() => onOpen(one.id)} onStop={() => setStopping(one)} />
        ))}
      </DataTable>
      {stopping !== null && <StopImport given={stopping} onClose={() => setStopping(null)} />}
    </>
  );
}

/** Has all of a space read again once an import into it has ended: languages, environments, model and content may be others. */
function useReadAgain(space: string, imports: readonly ContentImport[] | undefined): void {
  const client = useQueryClient();
  const ended = imports?.filter(({ status }) => status !== 'running').length;
  useEffect(() => {
    if (ended !== undefined && ended > 0)
      void client.invalidateQueries({ predicate: ({ queryKey: [of, what] }) => of === space && what !== 'imports' });
  }, [client, space, ended]);
}

interface ImportRowProperties {
  readonly given: ContentImport;
  readonly onOpen: () => void;
  readonly onStop: () => void;
}

function ImportRow({ given, onOpen, onStop }: ImportRowProperties): ReactNode {
  const { t } = useLingui();
  const states = useStatusWords();
  const { status, dry_run: isTrial } = given;
  const sum = (name: 'created' | 'updated' | 'refused') =>
    Object.values(given.counts).reduce((before, counts) => before + counts[name], 0);
  const [written, refused] = [sum('created') + sum('updated'), sum('refused')];
  return (
    <Table.Tr>
      <Table.Td>{given.environment ?? t`The whole space`}</Table.Td>
      <Table.Td>
        <JobState
          words={isTrial ? t`Check only: ${states[status]}` : states[status]}
          progress={status === 'running' ? given.progress : null}
        >
          {given.error ?? (
            <>
              <Plural value={written} one="# written" other="# written" />
              {', '}
              <Plural value={refused} one="# refused" other="# refused" />
            </>
          )}
        </JobState>
      </Table.Td>
      <Table.Td>
        <Moment at={given.created_at} />
      </Table.Td>
      <Table.Td>
        <RowActions>
          <RowButton onClick={onOpen}>
            <Trans>Report</Trans>
          </RowButton>
          {status === 'running' && (
            <RowButton onClick={onStop}>
              <Trans>Stop</Trans>
            </RowButton>
          )}
        </RowActions>
      </Table.Td>
    </Table.Tr>
  );
}

interface StopImportProperties {
  readonly given: ContentImport;
  readonly onClose: () => void;
}

function StopImport({ given, onClose }: StopImportProperties): ReactNode {
  const { t } = useLingui();
  const { space } = usePlace();
  const client = useQueryClient();
  const stop = async () => {
    const params = { path: { space_id: space, import_id: given.id } };
    await bodyOf(api.DELETE('/spaces/{space_id}/imports/{import_id}', { params }));
    await client.invalidateQueries(importsQuery(space));
  };
  return (
    <DangerDialog title={t`Stop this import`} action={t`Stop`} onSubmit={stop} onClose={onClose}>
      <Trans>
        What it has written so far stays, and its report says what that is. Import the same file again to go on.
      </Trans>
    </DangerDialog>
  );
}
