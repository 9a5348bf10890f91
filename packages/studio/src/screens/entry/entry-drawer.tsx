/** An entry over the one that is open: one it links to, or a new one that it will link to. */
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useState } from 'react';
import type { ContentType } from '../../api/types.ts';
import type { Draft } from '../../drafts/types.ts';
import { OpenEntryProvider, useDraft } from '../../fields/open-entry.tsx';
import { ScreenError } from '../../frame/screen-error.tsx';
import { useDrafts } from '../../frame/use-drafts.ts';
import { useContentTypes, useLocales, usePlace } from '../../frame/use-place.ts';
import { ExternalIcon } from '../../ui/icons.ts';
import { Button, Drawer, Group, Stack } from '../../ui/index.ts';
import { useDrawerResult } from './drawer-result.ts';
import { NEW_PREFIX } from './entry-drawer-address.ts';
import { EntryForm } from './entry-form.tsx';
import { EntrySkeleton } from './entry-skeleton.tsx';
import { Notices } from './notices.tsx';
import { SaveState } from './save-state.tsx';
import { useEntryTitle } from './use-entry-title.ts';
import { useFollowedTitle } from './use-followed-title.ts';
import { useGo } from './use-go.ts';
import { useOpenDraft } from './use-open-draft.ts';

interface EntryDrawerProperties {
  /** What the address says of it. */
  readonly wanted: string;
  onClose(): void;
}

export function EntryDrawer({ wanted, onClose }: EntryDrawerProperties): ReactNode {
  const tell = useDrawerResult();
  const [shown, setShown] = useState<Draft | null>(null);

  /** Saves what was written, so that there is something to link to. */
  async function close(): Promise<void> {
    await shown?.flush();
    const entry = shown?.entry ?? null;
    tell(entry === null ? null : { type: 'entry', id: entry.id });
    onClose();
  }

  return (
    <Drawer opened onClose={() => void close()} position="right" size="xl" title={<Trans>Entry</Trans>}>
      <DrawerEntry key={wanted} wanted={wanted} onDraft={setShown} onDone={() => void close()} />
    </Drawer>
  );
}

interface DrawerEntryProperties {
  readonly wanted: string;
  onDraft(draft: Draft): void;
  onDone(): void;
}

function DrawerEntry({ wanted, onDraft, onDone }: DrawerEntryProperties): ReactNode {
  const place = usePlace();
  const newOf = wanted.startsWith(NEW_PREFIX) ? wanted.slice(NEW_PREFIX.length) : null;
  const [writtenKey, setWrittenKey] = useState<string | null>(null);
  const key = writtenKey ?? wanted;
  const opened = useOpenDraft(useDrafts(), { ...place, key, newOf: writtenKey === null ? newOf : null });
  if (opened.status === 'failed') return <ScreenError error={opened.error} reset={opened.retry} />;
  if (opened.status === 'opening') return <EntrySkeleton />;
  return (
    <DrawerForm
      draft={opened.draft}
      onDraft={onDraft}
      onDone={onDone}
      onStored={setWrittenKey}
      isNew={newOf !== null}
    />
  );
}

interface DrawerFormProperties {
  readonly draft: Draft;
  readonly isNew: boolean;
  onDraft(draft: Draft): void;
  /** Is told the key of a new entry once it is on the server. */
  onStored(key: string): void;
  onDone(): void;
}

function DrawerForm({ draft, isNew, onDraft, onStored, onDone }: DrawerFormProperties): ReactNode {
  const type = useContentTypes().find(({ api_id }) => api_id === draft.contentType);
  const locales = useLocales();
  const go = useGo();
  const isStored = useDraft(draft, ({ entry }) => entry !== null);
  useFollowedTitle(draft, type ?? null);
  useEffect(() => onDraft(draft), [draft, onDraft]);
  useEffect(() => {
    if (isNew && isStored) onStored(draft.address.key);
  }, [isNew, isStored, draft, onStored]);
  if (type === undefined) return null;
  return (
    <OpenEntryProvider value={{ draft, type }}>
      <Stack gap="md">
        <Group justify="space-between">
          <DrawerTitle draft={draft} type={type} />
          <SaveState draft={draft} />
        </Group>
        <Notices />
        <EntryForm shownLocales={locales.slice(0, 1)} readOnly={draft.entry?.status === 'archived'} />
        <Group justify="flex-end" gap="xs">
          {isStored && (
            <Button
              variant="subtle"
              leftSection={<ExternalIcon size={16} aria-hidden />}
              onClick={() => go.toEntry(draft.address.key)}
            >
              <Trans>Open in full</Trans>
            </Button>
          )}
          <Button onClick={onDone}>{isNew ? <Trans>Link to it</Trans> : <Trans>Done</Trans>}</Button>
        </Group>
      </Stack>
    </OpenEntryProvider>
  );
}

interface DrawerTitleProperties {
  readonly draft: Draft;
  readonly type: ContentType;
}

function DrawerTitle({ draft, type }: DrawerTitleProperties): ReactNode {
  const { title } = useEntryTitle(draft, type);
  return <bdi>{title}</bdi>;
}
