/** What can be done with a release as a whole. What goes out, or comes back, is tried first: that tells what is in the way. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import { isEditable } from '../../api/editable-releases.ts';
import { ifMatch } from '../../api/if-match.ts';
import { isInTheWay, releasePlanQuery } from '../../api/releases.ts';
import type { Release, ReleaseConflict } from '../../api/types.ts';
import { ProblemDialog } from '../../frame/problem-dialog.tsx';
import { useRefreshReleases } from '../../frame/releases/use-refresh-releases.ts';
import { ReleaseSchedule } from '../../frame/schedule/release-schedule.tsx';
import { usePermission, usePlace } from '../../frame/use-place.ts';
import { ArchiveIcon, ClockIcon, DeleteIcon, ExternalIcon, MoreIcon } from '../../ui/icons.ts';
import { ActionIcon, Button, Menu, onDemand } from '../../ui/index.ts';
import { countsOf } from './in-the-way.ts';
import { MoveDialog } from './move-dialog.tsx';
import { BlockedDialog, PublishDialog } from './publish-dialog.tsx';
import { DeleteRelease, EditRelease } from './release-dialogs.tsx';
import { sendOut } from './send-out.ts';
import { UndoDialog } from './undo-dialog.tsx';
import { useMayChange, useMayEnd } from './use-may-change.ts';

const SharePreview = onDemand(async () =>
  (await import('../../frame/share-preview/share-preview.tsx')).loadSharePreview(),
);

type Dialog =
  | { readonly kind: 'edit' | 'share' | 'delete' | 'move' | 'publish' | 'blocked' | 'schedule' }
  | { readonly kind: 'undo'; readonly kept: readonly ReleaseConflict[] };

export function ReleaseActions({ release }: { readonly release: Release }): ReactNode {
  const { t } = useLingui();
  const mayEnd = useMayEnd(release);
  const mayPublish = usePermission('change_set.publish');
  const maySchedule = usePermission('change_set.schedule');
  const mayChange = useMayChange(release);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const trial = useTrial(release, setDialog);
  const standing = useStanding(release);
  const { state, entries, onto } = release;
  const hasValues = release.values_removed_at === null;
  const error = trial.error ?? standing.error;
  const mayGoOut = mayPublish && isEditable(release) && entries > 0;
  const forget = () => {
    trial.reset();
    standing.reset();
  };
  return (
    <>
      {mayChange && (
        <Button variant="default" onClick={() => setDialog({ kind: 'edit' })}>
          <Trans comment="Button: changes name, description and planned date of a release">Edit</Trans>
        </Button>
      )}
      {mayEnd && hasValues && state === 'closed' && (
        <Button variant="default" loading={standing.isPending} onClick={() => standing.mutate('reopen')}>
          <Trans comment="Button: opens a closed release again">Reopen</Trans>
        </Button>
      )}
      {mayPublish && hasValues && (state === 'published' || state === 'applied') && (
        <Button variant="default" loading={trial.isPending} onClick={() => trial.mutate('undo')}>
          <Trans>Undo…</Trans>
        </Button>
      )}
      {maySchedule && mayGoOut && onto === 'published' && (
        <Button variant="default" onClick={() => setDialog({ kind: 'schedule' })}>
          {state === 'scheduled' ? (
            <Trans>Change the time…</Trans>
          ) : (
            <Trans comment="Button or menu: has something go out by itself at a time">Schedule…</Trans>
          )}
        </Button>
      )}
      {mayGoOut && (
        <PublishButton release={release} isTrying={trial.isPending} onPublish={() => trial.mutate('publish')} />
      )}
      {((mayChange && mayEnd) || (isEditable(release) && entries > 0)) && (
        <MoreMenu
          release={release}
          mayChange={mayChange}
          ask={(kind) => setDialog({ kind })}
          act={standing.mutate}
          isBusy={standing.isPending}
        />
      )}
      <ChosenDialog
        release={release}
        dialog={dialog}
        onClose={() => setDialog(null)}
        onBlocked={() => setDialog({ kind: 'blocked' })}
      />
      {error !== null && <ProblemDialog title={t`Nothing was done`} problem={error} onClose={forget} />}
    </>
  );
}

interface PublishButtonProperties {
  readonly release: Release;
  readonly isTrying: boolean;
  readonly onPublish: () => void;
}

/** One that goes out by itself needs it last. */
function PublishButton({ release: { state, onto, entries }, isTrying, onPublish }: PublishButtonProperties): ReactNode {
  const isScheduled = state === 'scheduled';
  return (
    <Button variant={isScheduled ? 'default' : 'filled'} loading={isTrying} onClick={onPublish}>
      {isScheduled ? (
        <Trans comment="Button: publishes a release before its time">Publish now…</Trans>
      ) : onto === 'drafts' ? (
        <Trans>Apply to drafts</Trans>
      ) : (
        <Plural value={entries} one="Publish # entry" other="Publish # entries" />
      )}
    </Button>
  );
}

interface MoreMenuProperties {
  readonly release: Release;
  readonly mayChange: boolean;
  readonly ask: (kind: 'share' | 'move' | 'delete') => void;
  readonly act: (action: Standing) => void;
  readonly isBusy: boolean;
}

function MoreMenu({ release, mayChange, ask, act, isBusy }: MoreMenuProperties): ReactNode {
  const { t } = useLingui();
  const maySchedule = usePermission('change_set.schedule') && mayChange;
  const mayEnd = useMayEnd(release) && mayChange;
  const { state, entries, ends_at: endsAt } = release;
  const hasEntries = isEditable(release) && entries > 0;
  return (
    <Menu position="bottom-end" withinPortal={false} onOpen={SharePreview.preload}>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={t`More actions`} loading={isBusy}>
          <MoreIcon size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {maySchedule && (state === 'scheduled' || state === 'failed') && (
          <Menu.Item leftSection={<ClockIcon size={14} />} onClick={() => act('unschedule')}>
            {state === 'scheduled' ? (
              <Trans comment="Menu: a release does not go out by itself any more">Unschedule</Trans>
            ) : (
              <Trans comment="Menu: opens a release that could not go out again">Set back to open</Trans>
            )}
          </Menu.Item>
        )}
        {maySchedule && state === 'published' && endsAt !== null && (
          <Menu.Item leftSection={<ClockIcon size={14} />} onClick={() => act('unschedule')}>
            <Trans comment="Menu: a release is not taken back by itself any more">Remove the end</Trans>
          </Menu.Item>
        )}
        {hasEntries && (
          <Menu.Item leftSection={<ExternalIcon size={14} />} onClick={() => ask('share')}>
            <Trans comment="Menu: makes a link by which people without an account see it">Share a preview…</Trans>
          </Menu.Item>
        )}
        {hasEntries && mayChange && (
          <Menu.Item onClick={() => ask('move')}>
            <Trans>Move entries to another release…</Trans>
          </Menu.Item>
        )}
        {mayEnd && state === 'open' && (
          <Menu.Item leftSection={<ArchiveIcon size={14} />} onClick={() => act('close')}>
            <Trans comment="Menu: closes a release, so that nobody changes it">Close the release</Trans>
          </Menu.Item>
        )}
        {mayEnd && (
          <Menu.Item leftSection={<DeleteIcon size={14} />} c="var(--failed)" onClick={() => ask('delete')}>
            <Trans>Delete…</Trans>
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

interface ChosenDialogProperties {
  readonly release: Release;
  readonly dialog: Dialog | null;
  readonly onClose: () => void;
  /** Entries keep it from being scheduled. */
  readonly onBlocked: () => void;
}

function ChosenDialog({ release, dialog, onClose, onBlocked }: ChosenDialogProperties): ReactNode {
  switch (dialog?.kind) {
    case 'edit':
      return <EditRelease release={release} onClose={onClose} />;
    case 'share':
      return <SharePreview target={{ change_set: release.id }} name={release.name} onClose={onClose} />;
    case 'delete':
      return <DeleteRelease release={release} onClose={onClose} />;
    case 'move':
      return <MoveDialog release={release} onClose={onClose} />;
    case 'publish':
      return <PublishDialog release={release} onClose={onClose} />;
    case 'blocked':
      return <BlockedDialog release={release} onClose={onClose} />;
    case 'schedule':
      return <ReleaseSchedule release={release} onClose={onClose} onBlocked={onBlocked} />;
    case 'undo':
      return <UndoDialog release={release} kept={dialog.kept} onClose={onClose} />;
    default:
      return null;
  }
}

/** Tries what is asked for without writing, and opens the dialog that fits what was found. */
function useTrial(release: Release, open: (dialog: Dialog) => void) {
  const place = usePlace();
  const client = useQueryClient();
  const refresh = useRefreshReleases();
  return useMutation({
    mutationFn: async (action: 'publish' | 'undo'): Promise<Dialog> => {
      const body = { dry_run: true };
      if (action === 'undo') {
        const params = { path: { change_set_id: release.id } };
        const { kept } = await bodyOf(api.POST('/change-sets/{change_set_id}/undo', { params, body }));
        return { kind: 'undo', kept };
      }
      try {
        await sendOut(release, body);
      } catch (error) {
        if (!isInTheWay(error)) throw error;
        await refresh();
        const plan = await client.fetchQuery(releasePlanQuery(place, release.id));
        const { problems, conflicts } = countsOf(plan);
        if (problems + conflicts === 0) throw error;
        return { kind: 'blocked' };
      }
      await client.fetchQuery(releasePlanQuery(place, release.id));
      return { kind: 'publish' };
    },
    onSuccess: open,
    onError: () => void refresh(),
  });
}

type Standing = 'close' | 'reopen' | 'unschedule';

/** Closes and reopens it, and takes its times back. */
function useStanding(release: Release) {
  const refresh = useRefreshReleases();
  return useMutation({
    mutationFn: async (action: Standing) => {
      const params = { path: { change_set_id: release.id }, header: ifMatch(release) };
      if (action === 'close') await bodyOf(api.POST('/change-sets/{change_set_id}/close', { params }));
      else if (action === 'reopen') await bodyOf(api.POST('/change-sets/{change_set_id}/reopen', { params }));
      else await bodyOf(api.POST('/change-sets/{change_set_id}/unschedule', { params }));
      await refresh();
    },
    onError: () => void refresh(),
  });
}
