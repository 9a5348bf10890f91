/** What can be done with the entry in the release: it stands where the button that publishes stands outside. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { api, bodyOf } from '../../../api/client.ts';
import { ifMatch } from '../../../api/if-match.ts';
import { releaseQuery } from '../../../api/releases.ts';
import type { Entry } from '../../../api/types.ts';
import { useDraft, useOpenEntry } from '../../../fields/open-entry.tsx';
import { DangerDialog } from '../../../frame/form-dialog.tsx';
import { type ReleaseAction as Action, canBePut, isActionOf } from '../../../frame/releases/release-action.ts';
import { useRefreshReleases } from '../../../frame/releases/use-refresh-releases.ts';
import { WhatIsLost } from '../../../frame/releases/what-is-lost.tsx';
import { showToast } from '../../../frame/toasts.ts';
import { usePermission, usePlace } from '../../../frame/use-place.ts';
import { ArchiveIcon, ChevronDownIcon, DeleteIcon, OfflineIcon, ReleaseIcon, UndoIcon } from '../../../ui/icons.ts';
import { Button, Menu } from '../../../ui/index.ts';
import { actOnShown } from '../act-on-shown.ts';
import { ActionFailureDialog } from '../action-failure-dialog.tsx';
import type { EntryNavigation } from '../use-entry-navigation.ts';
import { useInRelease } from './in-release.ts';
import { useTakeOut } from './use-take-out.ts';
import { useStandingWords } from './words.ts';

const ICON_SIZE = 14;

export function ReleaseActions({ go }: { readonly go: EntryNavigation }): ReactNode {
  const { draft } = useOpenEntry();
  const entry = useDraft(draft, (now) => now.entry);
  const [isAsking, setIsAsking] = useState(false);
  const action = useReleaseAction();
  const words = useStandingWords();
  useFreshReleases(entry);
  return (
    <>
      <Menu position="bottom-end" withinPortal={false}>
        <Menu.Target>
          <Button
            size="xs"
            variant={entry?.change == null ? 'default' : 'filled'}
            loading={action.isPending}
            leftSection={<ReleaseIcon size={ICON_SIZE} aria-hidden />}
            rightSection={<ChevronDownIcon size={ICON_SIZE} aria-hidden />}
          >
            {words(entry?.change ?? null)}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <ReleaseItem />
          {entry !== null && <Items entry={entry} put={action.mutate} takeOut={() => setIsAsking(true)} />}
        </Menu.Dropdown>
      </Menu>
      {action.error !== null && <ActionFailureDialog error={action.error} onRead={() => action.reset()} />}
      {isAsking && entry !== null && <TakeOutDialog entry={entry} go={go} onClose={() => setIsAsking(false)} />}
    </>
  );
}

/** How many entries it has, and what is in it, is another with what is saved here. */
function useFreshReleases(entry: Entry | null): void {
  const refresh = useRefreshReleases();
  const [version, change] = [entry?.version, entry?.change];
  // biome-ignore lint/correctness/useExhaustiveDependencies: each save is another state of the release, and `refresh` another function each time
  useEffect(() => {
    if (version !== undefined) void refresh();
  }, [version, change]);
}

function ReleaseItem(): ReactNode {
  const { draft } = useOpenEntry();
  const place = usePlace();
  const navigate = useNavigate();
  const params = { ...place, release: draft.address.release ?? '' };
  return (
    <Menu.Item
      leftSection={<ReleaseIcon size={ICON_SIZE} aria-hidden />}
      onClick={() => void navigate({ to: '/spaces/$space/$environment/releases/$release', params })}
    >
      <Trans>Go to the release</Trans>
    </Menu.Item>
  );
}

interface ItemsProperties {
  readonly entry: Entry;
  readonly put: (action: Action) => void;
  readonly takeOut: () => void;
}

/** An entry that the release has already is taken out of it first. */
function Items({ entry, put, takeOut }: ItemsProperties): ReactNode {
  const mayUpdate = usePermission('change_set.update');
  const mayPublish = usePermission('entry.publish');
  const mayArchive = usePermission('entry.archive');
  const mayDelete = usePermission('entry.delete');
  const isEditable = useInRelease()?.mayWrite(null) === true;
  const { draft } = useOpenEntry();
  const { data: release } = useQuery(releaseQuery(usePlace(), draft.address.release ?? ''));
  const fits = (action: Action) => isActionOf(action, release?.onto ?? 'published') && canBePut(action, entry);
  if (!mayUpdate || !isEditable) return null;
  if (entry.change != null)
    return (
      <Menu.Item leftSection={<UndoIcon size={ICON_SIZE} aria-hidden />} onClick={takeOut}>
        <Trans>Take the entry out…</Trans>
      </Menu.Item>
    );
  return (
    <>
      {mayPublish && fits('publish') && (
        <Menu.Item leftSection={<ReleaseIcon size={ICON_SIZE} aria-hidden />} onClick={() => put('publish')}>
          <Trans>Publish the draft with the release</Trans>
        </Menu.Item>
      )}
      {mayPublish && fits('unpublish') && (
        <Menu.Item leftSection={<OfflineIcon size={ICON_SIZE} aria-hidden />} onClick={() => put('unpublish')}>
          <Trans>Take down with the release</Trans>
        </Menu.Item>
      )}
      {mayArchive && fits('archive') && (
        <Menu.Item leftSection={<ArchiveIcon size={ICON_SIZE} aria-hidden />} onClick={() => put('archive')}>
          <Trans>Archive with the release</Trans>
        </Menu.Item>
      )}
      {mayDelete && fits('delete') && (
        <Menu.Item
          leftSection={<DeleteIcon size={ICON_SIZE} aria-hidden />}
          c="var(--failed)"
          onClick={() => put('delete')}
        >
          <Trans>Delete with the release</Trans>
        </Menu.Item>
      )}
    </>
  );
}

/** Puts an action on the entry into the release. Until that goes out, it can be taken out again. */
function useReleaseAction() {
  const { t } = useLingui();
  const { draft } = useOpenEntry();
  const takeOut = useTakeOut();
  const refresh = useRefreshReleases();
  const words: Readonly<Record<Action, string>> = {
    publish: t`The draft goes out with the release.`,
    unpublish: t`The release takes it down.`,
    archive: t`The release archives it.`,
    delete: t`The release deletes it.`,
  };
  return useMutation({
    mutationFn: async (action: Action) => {
      await actOnShown(draft, (shown) => put(action, shown, draft.address.release ?? ''));
      await Promise.all([draft.refresh(true), refresh()]);
      showToast({ words: words[action], undo: () => takeOut.entry(draft) });
    },
  });
}

async function put(action: Action, { id, version }: Entry, release: string): Promise<void> {
  const params = { path: { entry_id: id }, query: { change_set: release } };
  const body = { version };
  const calls = {
    publish: () => api.POST('/entries/{entry_id}/publish', { params, body }),
    unpublish: () => api.POST('/entries/{entry_id}/unpublish', { params, body }),
    archive: () => api.POST('/entries/{entry_id}/archive', { params, body }),
    delete: () => api.DELETE('/entries/{entry_id}', { params: { ...params, header: ifMatch({ version }) } }),
  };
  await bodyOf<unknown>(calls[action]());
}

interface TakeOutDialogProperties {
  readonly entry: Entry;
  readonly go: EntryNavigation;
  readonly onClose: () => void;
}

function TakeOutDialog({ entry, go, onClose }: TakeOutDialogProperties): ReactNode {
  const { t } = useLingui();
  const { draft } = useOpenEntry();
  const takeOut = useTakeOut();
  const isNew = entry.change === 'create';
  const run = async () => {
    await takeOut.entry(draft);
    if (isNew) go.toList();
  };
  return (
    <DangerDialog title={t`Take the entry out of the release?`} action={t`Take out`} onSubmit={run} onClose={onClose}>
      <WhatIsLost change={entry.change} />
    </DangerDialog>
  );
}
