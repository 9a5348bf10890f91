/** Asks before a release is taken back, and lists what was changed since: it stays, unless the person takes it back too. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import { releasedEntriesQuery } from '../../api/releases.ts';
import type { Release, ReleaseConflict } from '../../api/types.ts';
import { nameOfPlace, placeOf } from '../../fields/places.ts';
import { FormDialog } from '../../frame/form-dialog.tsx';
import { showToast } from '../../frame/toasts.ts';
import { useLocales, useModel, usePlace } from '../../frame/use-place.ts';
import { Checkbox, List, Stack, Text } from '../../ui/index.ts';
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
  const nameOf = useNamesOfPlaces(release);
  const [back, setBack] = useState<string[]>([]);
  const { id, name, version, onto } = release;
  const undo = async () => {
    const params = { path: { change_set_id: id } };
    const resolutions = back.map((path) => ({ path, take: 'set' as const }));
    const body = { version, ...(resolutions.length > 0 ? { resolutions } : {}) };
    await bodyOf(api.POST('/change-sets/{change_set_id}/undo', { params, body }));
    showToast({ words: t`“${name}” was undone.`, undo: null });
    await client.invalidateQueries({ queryKey: [place.space, place.environment] });
  };
  const ofValues = kept.filter(({ reason }) => reason === 'both_changed');
  const ofEntries = kept.filter(({ reason }) => reason === 'gone');
  return (
    <FormDialog title={t`Undo “${name}”?`} action={t`Undo release`} onSubmit={undo} onClose={onClose}>
      <Text size="sm">
        {onto === 'drafts' ? (
          <Trans>What it changed in drafts goes back to what was there before.</Trans>
        ) : (
          <Trans>What it changed goes back to what was there before, and readers see that at once.</Trans>
        )}
      </Text>
      {ofValues.length > 0 && (
        <Checkbox.Group
          value={back}
          onChange={setBack}
          label={
            <Plural
              value={ofValues.length}
              one="# value was changed since, and stays"
              other="# values were changed since, and stay"
            />
          }
          description={t`Check those that are to go back all the same.`}
        >
          <Stack gap="xs" mt={4} className={styles.list}>
            {ofValues.map(({ path }) => (
              <Checkbox key={path} value={path} label={nameOf(path)} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      {ofEntries.length > 0 && (
        <div>
          <Text size="sm">
            <Trans>These stay as they are, because they were published, archived or deleted since:</Trans>
          </Text>
          <List size="sm" className={styles.list}>
            {ofEntries.map(({ path }) => (
              <List.Item key={path}>{nameOf(path)}</List.Item>
            ))}
          </List>
        </div>
      )}
    </FormDialog>
  );
}

/** Gives the name of a place in an entry of the release, with that of the entry. */
function useNamesOfPlaces({ id }: Release): (path: string) => string {
  const { t } = useLingui();
  const types = useModel();
  const locales = useLocales().map(({ code }) => code);
  const { data } = useInfiniteQuery(releasedEntriesQuery(usePlace(), id));
  const entries = new Map(data?.pages.flatMap(({ items }) => items).map((entry) => [entry.key, entry]));
  const keys = new Set(entries.keys());
  return (path) => {
    const { key, inner } = placeOf(path, keys);
    const entry = entries.get(key);
    const type = types.find(({ api_id }) => api_id === entry?.content_type);
    const value = nameOfPlace(inner, { type, naming: { types, locales, fields: undefined } });
    const title = entry === undefined ? key : (entry.title ?? t`Untitled`);
    return value === '' ? title : `${title} · ${value}`;
  };
}
