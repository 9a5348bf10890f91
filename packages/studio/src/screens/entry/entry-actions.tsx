/** What can be done with a whole entry beside publishing it. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import { inRelease } from '../../api/in-release.ts';
import type { ContentType, Entry } from '../../api/types.ts';
import { useDraft, useOpenEntry } from '../../fields/open-entry.tsx';
import { usePermission, usePlace } from '../../frame/use-place.ts';
import {
  ArchiveIcon,
  CodeIcon,
  CopyIcon,
  DeleteIcon,
  LinkIcon,
  MoreIcon,
  OfflineIcon,
  UndoIcon,
} from '../../ui/icons.ts';
import { ActionIcon, Menu, onDemand } from '../../ui/index.ts';
import { AssistTool } from './assist/assist-place.tsx';
import type { EntryDialog } from './chosen-dialog.tsx';
import { PartBoundary } from './part-boundary.tsx';
import { useReadOnly } from './read-only.tsx';
import type { Transition } from './transition.ts';
import type { EntryNavigation } from './use-entry-navigation.ts';
import { useTransition } from './use-transition.ts';
import type { Withdrawal } from './withdrawal-dialog.tsx';

const ActionFailureDialog = onDemand(async () => (await import('./action-failure-dialog.tsx')).ActionFailureDialog);
const ChosenDialog = onDemand(async () => (await import('./chosen-dialog.tsx')).ChosenDialog);

export function EntryActions({ go }: { readonly go: EntryNavigation }): ReactNode {
  const { t } = useLingui();
  const { draft, type } = useOpenEntry();
  const entry = useDraft(draft, (now) => now.entry);
  // What a release does with the entry stands beside this menu.
  const isDraft = draft.address.release === undefined;
  const mayPublish = usePermission('entry.publish') && isDraft;
  const mayDelete = usePermission('entry.delete') && isDraft;
  const [dialog, setDialog] = useState<EntryDialog | null>(null);
  const transition = useTransition();
  const duplicate = useDuplicate(go);
  const failure = transition.error ?? duplicate.error;
  const forget = () => {
    transition.reset();
    duplicate.reset();
  };
  if (entry === null) return null;
  return (
    <>
      <Menu position="bottom-end" withinPortal={false} onOpen={ChosenDialog.preload}>
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label={t`More actions`} loading={transition.isPending}>
            <MoreIcon size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<CopyIcon size={14} />} onClick={() => duplicate.mutate({ entry, type })}>
            <Trans>Duplicate</Trans>
          </Menu.Item>
          <Menu.Item
            leftSection={<LinkIcon size={14} />}
            onClick={() => void navigator.clipboard.writeText(location.href)}
          >
            <Trans>Copy link</Trans>
          </Menu.Item>
          <ShareItem ask={() => setDialog('share')} />
          <Menu.Item leftSection={<CodeIcon size={14} />} onClick={() => setDialog('json')}>
            <Trans>Open as JSON</Trans>
          </Menu.Item>
          <AssistTool at="entry" />
          {isDraft && entry.status === 'changed' && <DiscardItem ask={() => setDialog('discard')} />}
          {mayPublish && <StatusItems status={entry.status} ask={setDialog} move={transition.mutate} />}
          {mayDelete && (
            <Menu.Item leftSection={<DeleteIcon size={14} />} c="var(--failed)" onClick={() => setDialog('delete')}>
              <Trans>Delete…</Trans>
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {failure !== null && (
        <PartBoundary>
          <ActionFailureDialog error={failure} onRead={forget} />
        </PartBoundary>
      )}
      {dialog !== null && (
        <PartBoundary>
          <ChosenDialog
            entry={entry}
            dialog={dialog}
            go={go}
            withdraw={transition.mutate}
            onClose={() => setDialog(null)}
          />
        </PartBoundary>
      )}
    </>
  );
}

/** Nothing where no page of the site takes a token. */
function ShareItem({ ask }: { readonly ask: () => void }): ReactNode {
  const { type } = useOpenEntry();
  if (type.preview_url?.includes('{preview}') !== true) return null;
  return (
    <Menu.Item leftSection={<LinkIcon size={14} />} onClick={ask}>
      <Trans comment="Menu: makes a link by which people without an account see it">Share a preview…</Trans>
    </Menu.Item>
  );
}

/** Nothing for who may not change the entry. */
function DiscardItem({ ask }: { readonly ask: () => void }): ReactNode {
  const { draft } = useOpenEntry();
  if (useReadOnly(draft) !== null) return null;
  return (
    <Menu.Item leftSection={<UndoIcon size={14} />} onClick={ask}>
      <Trans>Discard changes…</Trans>
    </Menu.Item>
  );
}

interface StatusItemsProperties {
  readonly status: Entry['status'];
  readonly ask: (withdrawal: Withdrawal) => void;
  readonly move: (transition: Transition) => void;
}

/** The other statuses that an entry can be moved to. What takes it away from readers or from the list is asked about first. */
function StatusItems({ status, ask, move }: StatusItemsProperties): ReactNode {
  return (
    <>
      <Menu.Divider />
      {(status === 'published' || status === 'changed') && (
        <Menu.Item leftSection={<OfflineIcon size={14} />} onClick={() => ask('unpublish')}>
          <Trans>Unpublish…</Trans>
        </Menu.Item>
      )}
      {status === 'archived' ? (
        <Menu.Item leftSection={<ArchiveIcon size={14} />} onClick={() => move('unarchive')}>
          <Trans>Unarchive</Trans>
        </Menu.Item>
      ) : (
        <Menu.Item leftSection={<ArchiveIcon size={14} />} onClick={() => ask('archive')}>
          <Trans>Archive…</Trans>
        </Menu.Item>
      )}
    </>
  );
}

interface Original {
  readonly entry: Entry;
  readonly type: ContentType;
}

/** Makes an entry with the same values, but those that no two entries may share. */
function useDuplicate(go: EntryNavigation) {
  const { draft } = useOpenEntry();
  const { space, environment } = usePlace();
  return useMutation({
    mutationFn: async ({ entry, type }: Original) => {
      await draft.flush();
      const alone = new Set(type.fields.filter((field) => field.unique).map(({ id }) => id));
      if (type.slug_field !== null) alone.add(type.slug_field);
      const current = draft.entry ?? entry;
      const fields = Object.fromEntries(Object.entries(current.fields).filter(([id]) => !alone.has(id)));
      const params = { path: { space_id: space, environment }, query: inRelease(draft.address.release) };
      const body = { content_type_id: type.api_id, fields };
      return bodyOf(api.POST('/spaces/{space_id}/environments/{environment}/entries', { params, body }));
    },
    onSuccess: (made) => go.toEntry(made.key),
  });
}
