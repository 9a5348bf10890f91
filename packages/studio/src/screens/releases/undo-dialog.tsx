/**
 * Asks before a release is taken back, and shows what was changed since beside what would come back: it stays, unless the person takes
 * it back too.
 */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import { releasedEntriesQuery } from '../../api/releases.ts';
import type { Release, ReleaseConflict, ReleasedEntry } from '../../api/types.ts';
import { placeOf } from '../../fields/places.ts';
import { FormDialog } from '../../frame/form-dialog.tsx';
import { showToast } from '../../frame/toasts.ts';
import { usePlace } from '../../frame/use-place.ts';
import { List, Stack, Text } from '../../ui/index.ts';
import { KeptValue } from './kept-value.tsx';
import styles from './releases.module.css';

interface UndoDialogProperties {
  readonly release: Release;
  /** Values that were changed since. */
  readonly kept: readonly ReleaseConflict[];
  readonly onClose: () => void;
}

export function UndoDialog({ release, kept, onClose }: UndoDialogProperties): ReactNode {
  const { t } = useLingui();
  const place = usePlace();
  const client = useQueryClient();
  const located = useEntriesOf(release, kept);
  const [back, setBack] = useState<ReadonlySet<string>>(new Set());
  const { id, name, version, onto } = release;
  const undo = async () => {
    const params = { path: { change_set_id: id } };
    const resolutions = [...back].map((path) => ({ path, take: 'set' as const }));
    const body = { version, ...(resolutions.length > 0 ? { resolutions } : {}) };
    await bodyOf(api.POST('/change-sets/{change_set_id}/undo', { params, body }));
    showToast({ words: t`“${name}” was undone.`, undo: null });
    await client.invalidateQueries({ queryKey: [place.space, place.environment] });
  };
  const choose = (path: string, isBack: boolean) =>
    setBack((now) => new Set(isBack ? [...now, path] : [...now].filter((one) => one !== path)));
  const ofValues = located.filter(({ conflict }) => conflict.reason === 'both_changed');
  const ofEntries = located.filter(({ conflict }) => conflict.reason === 'gone');
  return (
    <FormDialog
      title={t`Undo “${name}”?`}
      action={t`Undo release`}
      size={ofValues.length > 0 ? 'xl' : 'md'}
      onSubmit={undo}
      onClose={onClose}
    >
      <Text size="sm">
        {onto === 'drafts' ? (
          <Trans>What it changed in drafts goes back to what was there before.</Trans>
        ) : (
          <Trans>What it changed goes back to what was there before, and readers see that at once.</Trans>
        )}
      </Text>
      {ofValues.length > 0 && (
        <>
          <Text size="sm" fw={600}>
            <Plural
              value={ofValues.length}
              one="# value was changed since. Choose what becomes of it:"
              other="# values were changed since. Choose what becomes of them:"
            />
          </Text>
          <Stack gap="sm" className={styles.kept}>
            {ofValues.map(({ conflict, entry, title }) => (
              <KeptValue
                key={conflict.path}
                conflict={conflict}
                entry={entry}
                title={title}
                isBack={back.has(conflict.path)}
                onChoose={(isBack) => choose(conflict.path, isBack)}
              />
            ))}
          </Stack>
        </>
      )}
      {ofEntries.length > 0 && <LeftEntries entries={ofEntries} />}
    </FormDialog>
  );
}

function LeftEntries({ entries }: { readonly entries: ReturnType<typeof useEntriesOf> }): ReactNode {
  return (
    <div>
      <Text size="sm">
        <Trans>These stay as they are, because they were published, archived or deleted since:</Trans>
      </Text>
      <List size="sm" className={styles.list}>
        {entries.map(({ conflict, title }) => (
          <List.Item key={conflict.path}>{title}</List.Item>
        ))}
      </List>
    </div>
  );
}

/** Gives for each of the values the entry that it is in, once that is read, and how the entry is called. */
function useEntriesOf({ id }: Release, kept: readonly ReleaseConflict[]) {
  const { t } = useLingui();
  const { data, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery(releasedEntriesQuery(usePlace(), id));
  const entries = new Map<string, ReleasedEntry>(
    data?.pages.flatMap(({ items }) => items).map((entry) => [entry.key, entry]),
  );
  const keys = new Set(entries.keys());
  const located = kept.map((conflict) => {
    const { key, inner } = placeOf(conflict.path, keys);
    const entry = entries.get(key);
    return { conflict: { ...conflict, inner }, entry, title: entry === undefined ? key : (entry.title ?? t`Untitled`) };
  });
  const isMissing = located.some(({ entry }) => entry === undefined);
  useEffect(() => {
    if (isMissing && hasNextPage && !isFetching) void fetchNextPage();
  }, [isMissing, hasNextPage, isFetching, fetchNextPage]);
  return located;
}
