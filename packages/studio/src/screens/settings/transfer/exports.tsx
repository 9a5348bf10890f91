/** The exports of a space: made, followed, saved as files, withdrawn. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../../api/client.ts';
import type { Export } from '../../../api/types.ts';
import { DangerDialog, FormDialog } from '../../../frame/form-dialog.tsx';
import { Moment } from '../../../frame/moments.tsx';
import { Pending } from '../../../frame/pending.tsx';
import { Problem } from '../../../frame/problem.tsx';
import { sizeWords } from '../../../frame/size-words.ts';
import { useAttempt } from '../../../frame/use-attempt.ts';
import { usePlace, useSpace } from '../../../frame/use-place.ts';
import {
  Button,
  DataTable,
  EmptyState,
  RowActions,
  RowButton,
  Section,
  Select,
  Switch,
  Table,
} from '../../../ui/index.ts';
import { useReadyEnvironments } from '../environments/use-ready-environments.ts';
import { JobState, useStatusWords } from './job-state.tsx';
import { canSave, saveArchive } from './save-archive.ts';
import { exportsQuery } from './transfer-queries.ts';

export function Exports(): ReactNode {
  const { t } = useLingui();
  const [isMaking, setIsMaking] = useState(false);
  const make = (
    <Button size="xs" onClick={() => setIsMaking(true)}>
      <Trans>New export</Trans>
    </Button>
  );
  return (
    <Section
      title={t`Exports`}
      about={<Trans>The content, model, languages and files at a single moment, without people and keys.</Trans>}
      actions={make}
    >
      <ExportTable />
      {isMaking && <NewExport onClose={() => setIsMaking(false)} />}
    </Section>
  );
}

function ExportTable(): ReactNode {
  const { t } = useLingui();
  const { space } = usePlace();
  const { data: exports, error, refetch } = useQuery(exportsQuery(space));
  const [removing, setRemoving] = useState<Export | null>(null);
  const saving = useAttempt();
  if (exports === undefined) return <Pending error={error} again={() => void refetch()} height={80} />;
  if (exports.length === 0)
    return (
      <EmptyState
        title={t`No exports yet`}
        detail={t`An export is made in the background. Save its file here within 24 hours.`}
      />
    );
  return (
    <>
      <Problem error={saving.problem} />
      <DataTable headings={[t`Content`, t`Status`, t`Size`, t`Created`, t`Available until`]} hasActions>
        {exports.map((one) => (
          <ExportRow key={one.id} made={one} saving={saving} onRemove={() => setRemoving(one)} />
        ))}
      </DataTable>
      {removing !== null && <RemoveExport made={removing} onClose={() => setRemoving(null)} />}
    </>
  );
}

interface ExportRowProperties {
  readonly made: Export;
  readonly saving: ReturnType<typeof useAttempt>;
  readonly onRemove: () => void;
}

function ExportRow({ made, saving, onRemove }: ExportRowProperties): ReactNode {
  const { t, i18n } = useLingui();
  const states = useStatusWords();
  const { entries, assets, status } = made;
  return (
    <Table.Tr>
      <Table.Td>{made.environment ?? t`The whole space`}</Table.Td>
      <Table.Td>
        <JobState words={states[status]} progress={status === 'running' ? made.progress : null}>
          {status === 'failed' ? (
            made.error
          ) : (
            <Trans>
              Entries: {entries}, files: {assets}
            </Trans>
          )}
        </JobState>
      </Table.Td>
      <Table.Td>{sizeWords(made.size, i18n.locale) ?? '–'}</Table.Td>
      <Table.Td>
        <Moment at={made.created_at} />
      </Table.Td>
      <Table.Td>{status === 'ready' && made.expires_at !== null ? <Moment at={made.expires_at} /> : '–'}</Table.Td>
      <Table.Td>
        <RowActions>
          {status === 'ready' && <SaveButton made={made} saving={saving} />}
          {status === 'ready' && (
            <RowButton onClick={onRemove}>
              <Trans>Delete</Trans>
            </RowButton>
          )}
          {status === 'running' && (
            <RowButton onClick={onRemove}>
              <Trans>Stop</Trans>
            </RowButton>
          )}
        </RowActions>
      </Table.Td>
    </Table.Tr>
  );
}

function SaveButton({ made, saving }: Pick<ExportRowProperties, 'made' | 'saving'>): ReactNode {
  const { t, i18n } = useLingui();
  const space = useSpace();
  const [share, setShare] = useState<number | null>(null);
  const size = made.size ?? 0;
  const words = sizeWords(size, i18n.locale);
  const save = async () => {
    if (!canSave(size))
      throw new Error(
        t`This browser cannot save a file of ${words}. Open Studio in Chrome or Edge, or use the command lectern export.`,
      );
    const of = [space.name, made.environment, made.created_at.slice(0, 10)];
    const name = of.filter((part) => part !== null).join('-');
    const path = `/spaces/${space.id}/exports/${made.id}/file`;
    await saveArchive({ path, name: `${fileName(name)}.tar`, size, progress: setShare }).finally(() => setShare(null));
  };
  const percent = new Intl.NumberFormat(i18n.locale, { style: 'percent' });
  return (
    <RowButton onClick={() => void saving.run(save)}>
      {share === null ? <Trans>Download</Trans> : <Trans>Downloading: {percent.format(share)}</Trans>}
    </RowButton>
  );
}

/** What every file system takes. */
function fileName(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{Letter}\p{Number}.]+/gu, '-');
}

interface RemoveExportProperties {
  readonly made: Export;
  readonly onClose: () => void;
}

function RemoveExport({ made, onClose }: RemoveExportProperties): ReactNode {
  const { t } = useLingui();
  const { space } = usePlace();
  const client = useQueryClient();
  const isRunning = made.status === 'running';
  const remove = async () => {
    const params = { path: { space_id: space, export_id: made.id } };
    await bodyOf(api.DELETE('/spaces/{space_id}/exports/{export_id}', { params }));
    await client.invalidateQueries(exportsQuery(space));
  };
  return (
    <DangerDialog
      title={isRunning ? t`Stop this export` : t`Delete this export`}
      action={isRunning ? t`Stop` : t`Delete its file`}
      onSubmit={remove}
      onClose={onClose}
    >
      <Trans>
        Only the file of the export is deleted. The space stays as it is, and can be exported again at any time.
      </Trans>
    </DangerDialog>
  );
}

function NewExport({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useLingui();
  const { space } = usePlace();
  const client = useQueryClient();
  const [environment, setEnvironment] = useState<string | null>(null);
  const make = async (given: FormData) => {
    const params = { path: { space_id: space } };
    const body = { environment, preview_secrets: given.get('preview_secrets') !== null };
    await bodyOf(api.POST('/spaces/{space_id}/exports', { params, body }));
    await client.invalidateQueries(exportsQuery(space));
  };
  return (
    <FormDialog title={t`New export`} action={t`Start export`} onSubmit={make} onClose={onClose}>
      <Select
        label={t`What to export`}
        description={t`The whole space has all environments, settings and webhooks. Files are always included.`}
        placeholder={t`The whole space`}
        data={useReadyEnvironments()}
        value={environment}
        onChange={setEnvironment}
        clearable
        data-path="environment"
        data-autofocus
      />
      <Switch
        label={t`Keep secrets in preview addresses`}
        description={t`What comes after the question mark in a preview address often lets people in. Leave it out if others get the file.`}
        name="preview_secrets"
      />
    </FormDialog>
  );
}
