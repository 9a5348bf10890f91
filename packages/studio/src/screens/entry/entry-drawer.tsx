/** An entry over the one that is open: one it links to, or a new one that it will link to. */
import { Trans } from '@lingui/react/macro';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { queryClient } from '../../api/queries.ts';
import type { ContentType, Entry } from '../../api/types.ts';
import type { Draft } from '../../drafts/types.ts';
import { pathOf } from '../../drafts/value-path.ts';
import { formLayout, tabOfField } from '../../fields/form-layout.ts';
import { OpenEntryProvider, useDraft } from '../../fields/open-entry.tsx';
import { useKnownModel } from '../../fields/use-known-model.ts';
import { ScreenError } from '../../frame/screen-error.tsx';
import { useDrafts } from '../../frame/use-drafts.ts';
import { useLocales, useModel, usePlace, useRelease } from '../../frame/use-place.ts';
import { ExternalIcon } from '../../ui/icons.ts';
import { Alert, Button, Drawer, Group, Stack } from '../../ui/index.ts';
import { AssistPlace } from './assist/assist-place.tsx';
import { useDrawerResult } from './drawer-result.ts';
import styles from './entry.module.css';
import { NEW_PREFIX } from './entry-drawer-address.ts';
import { EntryForm } from './entry-form.tsx';
import { EntrySkeleton } from './entry-skeleton.tsx';
import { jumpTo, placeToJump } from './jump.ts';
import { Notices } from './notices.tsx';
import { useReadOnly } from './read-only.tsx';
import { SaveState } from './save-state.tsx';
import { useEntryNavigation } from './use-entry-navigation.ts';
import { useEntryTitle } from './use-entry-title.ts';
import { useFirstFocus } from './use-first-focus.ts';
import { useFollowedTitle } from './use-followed-title.ts';
import { useOpenDraft } from './use-open-draft.ts';

const DIALOG = '[role=dialog]';

interface EntryDrawerProperties {
  /** What the address says of it. */
  readonly wanted: string;
  onClose(): void;
}

export function EntryDrawer({ wanted, onClose }: EntryDrawerProperties): ReactNode {
  const [shown, setShown] = useState<Draft | null>(null);
  const { finishing, finish, leave } = useFinishing(wanted, shown, onClose);
  // The library's own Escape closes the drawer together with what is open in it, such as the panel of a language model.
  const closeByKey = (event: KeyboardEvent<HTMLElement>) => {
    const { key, target, currentTarget, defaultPrevented, nativeEvent } = event;
    if (key !== 'Escape' || defaultPrevented || nativeEvent.isComposing || !(target instanceof Element)) return;
    const isOpenList = target.getAttribute('aria-expanded') === 'true';
    if (!isOpenList && target.closest(DIALOG) === currentTarget.querySelector(DIALOG)) void finish();
  };
  return (
    <Drawer
      opened
      onClose={() => void finish()}
      closeOnEscape={false}
      onKeyDown={closeByKey}
      position="right"
      size="xl"
      title={<Trans>Entry</Trans>}
    >
      <DrawerEntry
        key={wanted}
        wanted={wanted}
        onDraft={setShown}
        isFinishing={finishing === 'saving'}
        onDone={finish}
      />
      {finishing !== null && shown !== null && (
        <NotLinkedYet draft={shown} finishing={finishing} onLeave={() => leave(null)} />
      )}
    </Drawer>
  );
}

/** A new entry that is to be linked to is on its way to the server, or did not get there. */
type Finishing = 'saving' | 'not-saved';

/** Ends the drawer: at once where the server has the entry, which is saved by itself; else there is nothing to link to yet. */
function useFinishing(wanted: string, shown: Draft | null, onClose: () => void) {
  const tell = useDrawerResult();
  const { space, environment } = usePlace();
  const [finishing, setFinishing] = useState<Finishing | null>(null);
  const isOver = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another entry in the drawer begins anew
  useEffect(() => {
    isOver.current = false;
    setFinishing(null);
  }, [wanted]);

  function leave(entry: Entry | null): void {
    if (isOver.current) return;
    isOver.current = true;
    tell(entry === null ? null : { type: 'entry', id: entry.id });
    onClose();
  }

  async function finish(): Promise<void> {
    const saved = shown?.flush();
    const isUntouched = shown?.entry === null && shown.state.status === 'saved';
    if (shown === null || isUntouched) return leave(null);
    if (shown.entry === null) {
      setFinishing('saving');
      await saved;
    }
    if (shown.entry === null) return setFinishing('not-saved');
    const { id } = shown.entry;
    leave(shown.entry);
    await saved;
    // Its card may have been read before the last words were saved.
    await queryClient.invalidateQueries({ queryKey: [space, environment, 'card', 'entry', id] });
  }

  return { finishing, finish, leave };
}

interface NotLinkedYetProperties {
  readonly draft: Draft;
  readonly finishing: Finishing;
  onLeave(): void;
}

function NotLinkedYet({ draft, finishing, onLeave }: NotLinkedYetProperties): ReactNode {
  const isStored = useDraft(draft, ({ entry }) => entry !== null);
  if (isStored) return null;
  const isFailed = finishing === 'not-saved';
  return (
    <Alert mt="md" color={isFailed ? 'red' : 'gray'} variant="light" role={isFailed ? 'alert' : 'status'}>
      <Stack gap="xs" align="flex-start">
        {isFailed ? (
          <Trans>The new entry is not saved yet, so it cannot be linked.</Trans>
        ) : (
          <Trans>Saving the new entry…</Trans>
        )}
        <Button size="xs" variant="default" onClick={onLeave}>
          <Trans>Close without the link</Trans>
        </Button>
      </Stack>
    </Alert>
  );
}

interface DrawerEntryProperties {
  readonly wanted: string;
  readonly isFinishing: boolean;
  onDraft(draft: Draft): void;
  onDone(): void;
}

function DrawerEntry({ wanted, ...drawer }: DrawerEntryProperties): ReactNode {
  const place = { ...usePlace(), release: useRelease() };
  const newOf = wanted.startsWith(NEW_PREFIX) ? wanted.slice(NEW_PREFIX.length) : null;
  const [writtenKey, setWrittenKey] = useState<string | null>(null);
  const key = writtenKey ?? wanted;
  const opened = useOpenDraft(useDrafts(), { ...place, key, newOf: writtenKey === null ? newOf : null });
  if (opened.status === 'failed') return <ScreenError error={opened.error} reset={opened.retry} />;
  if (opened.status === 'opening') return <EntrySkeleton />;
  return <DrawerForm {...drawer} draft={opened.draft} onStored={setWrittenKey} isNew={newOf !== null} />;
}

interface DrawerFormProperties extends Omit<DrawerEntryProperties, 'wanted'> {
  readonly draft: Draft;
  readonly isNew: boolean;
  /** Is told the key of a new entry once it is on the server. */
  onStored(key: string): void;
}

function DrawerForm({ draft, isNew, isFinishing, onDraft, onStored, onDone }: DrawerFormProperties): ReactNode {
  const types = useModel();
  const type = types.find(({ api_id }) => api_id === draft.contentType);
  const locales = useLocales();
  const go = useEntryNavigation();
  const isStored = useDraft(draft, ({ entry }) => entry !== null);
  const readOnly = useReadOnly(draft) !== null;
  useFollowedTitle(draft, type ?? null);
  useKnownModel(draft, type, types);
  useFirstFocus(draft, type, locales[0]?.code);
  useEffect(() => onDraft(draft), [draft, onDraft]);
  useEffect(() => {
    if (isNew && isStored) onStored(draft.address.key);
  }, [isNew, isStored, draft, onStored]);
  const [tab, setTab] = useState<string | undefined>();
  if (type === undefined) return null;
  const jump = (field: string, locale: string, path: string = pathOf(field, locale)) => {
    const to = placeToJump(path, draft, { type, types, locales });
    setTab((shown) => tabOfField(formLayout(type), to.field) ?? shown);
    jumpTo(draft.address.key, to);
  };
  return (
    <OpenEntryProvider value={{ draft, type }}>
      <AssistPlace shownLocales={locales.slice(0, 1)} onLocales={() => undefined}>
        <Stack gap="md" className={styles.inDrawer}>
          <Group justify="space-between">
            <DrawerTitle draft={draft} type={type} />
            <SaveState draft={draft} />
          </Group>
          <Notices />
          <EntryForm shownLocales={locales.slice(0, 1)} readOnly={readOnly} tab={tab} onTab={setTab} jump={jump} />
          <Group justify="flex-end" gap="xs">
            {isStored && (
              <Button
                variant="subtle"
                leftSection={<ExternalIcon size={16} aria-hidden />}
                onClick={() => go.toEntry(draft.address.key)}
              >
                <Trans>Open as page</Trans>
              </Button>
            )}
            <Button loading={isFinishing} onClick={onDone}>
              {isNew ? <Trans>Save and link</Trans> : <Trans>Done</Trans>}
            </Button>
          </Group>
        </Stack>
      </AssistPlace>
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
