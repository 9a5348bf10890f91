/** A field that finds entries by their words and screens by their names; arrows choose, Enter goes there. */
import { useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { fold } from '../../../contract/src/folded-text.ts';
import { readPage } from '../api/pages.ts';
import { searchedFor } from '../api/searched-for.ts';
import type { Entry } from '../api/types.ts';
import { titleIn } from '../fields/entry-title.ts';
import { titleSelection } from '../fields/links/entry-titles.ts';
import { useResultList } from '../fields/links/use-result-list.ts';
import { SearchIcon } from '../ui/icons.ts';
import { Modal, Stack, Text, TextInput, useDebouncedValue } from '../ui/index.ts';
import styles from './palette.module.css';
import { usePlaces } from './places.ts';
import { stringifySearch } from './search-params.ts';
import { useContentTypes, useDefaultLocale, usePermission, usePlace } from './use-place.ts';

const ASK_AFTER_MS = 120;
const ENTRIES_SHOWN = 8;
const ICON_SIZE = 16;

/** A line of the palette: where it leads, and what it says. */
interface Target {
  readonly id: string;
  readonly name: string;
  readonly detail: string;
  readonly go: () => void;
}

export function Palette({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useLingui();
  const [words, setWords] = useState('');
  const [asked] = useDebouncedValue(words.trim(), ASK_AFTER_MS);
  const places = useTargets().filter(({ name }) => fold(name).includes(fold(words.trim())));
  const entries = useEntries(asked);
  const targets = words.trim() === '' ? places : [...entries, ...places];
  const list = useResultList(
    targets.map(({ id }) => id),
    1,
    (index) => {
      targets[index]?.go();
      onClose();
    },
  );

  return (
    <Modal opened onClose={onClose} withCloseButton={false} title={t`Search and go to`} size="lg">
      <Stack gap="xs">
        <TextInput
          {...list.field}
          data-autofocus
          aria-label={t`Words of an entry, or the name of a screen`}
          placeholder={t`Words of an entry, or the name of a screen`}
          leftSection={<SearchIcon size={ICON_SIZE} aria-hidden />}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        <div id={list.id} role="listbox" tabIndex={-1} aria-label={t`Results`} className={styles.results}>
          {targets.map(({ id, name, detail }, index) => (
            <div key={id} {...list.option(index)} className={styles.result}>
              <Text size="sm" truncate dir="auto">
                {name}
              </Text>
              <Text size="xs" c="dimmed">
                {detail}
              </Text>
            </div>
          ))}
        </div>
        {targets.length === 0 && (
          <Text size="sm" c="dimmed" role="status">
            {t`No results for “${words.trim()}”`}
          </Text>
        )}
      </Stack>
    </Modal>
  );
}

/** The screens of this environment, and what one can begin. */
function useTargets(): readonly Target[] {
  const { t, i18n } = useLingui();
  const params = usePlace();
  const navigate = useNavigate();
  const types = useContentTypes();
  const mayWrite = usePermission('entry.create');
  const screens = usePlaces('side', 'settings', 'own').map(({ to, name }) => ({
    id: `screen ${to}`,
    name: i18n._(name),
    detail: t`Screen`,
    go: () => void navigate({ to, params }),
  }));
  const lists = types.map(({ api_id: type, name }) => ({
    id: `list ${type}`,
    name,
    detail: t`Entries of this type`,
    go: () => void navigate({ to: '/spaces/$space/$environment/content', params, search: { content_type: type } }),
  }));
  const beginnings = types.map(({ api_id: type, name }) => ({
    id: `new ${type}`,
    name: t`New ${name}`,
    detail: t`Write`,
    go: () => void navigate({ to: '/spaces/$space/$environment/content/new/$type', params: { ...params, type } }),
  }));
  return [...screens, ...lists, ...(mayWrite ? beginnings : [])];
}

/** The entries that have all of some words; none without words. */
function useEntries(words: string): readonly Target[] {
  const { t } = useLingui();
  const place = usePlace();
  const navigate = useNavigate();
  const types = useContentTypes();
  const locale = useDefaultLocale().code;
  const select = titleSelection(types);
  const path = `/spaces/${place.space}/environments/${place.environment}/entries${stringifySearch({ ...searchedFor(words), select, limit: ENTRIES_SHOWN })}`;
  const { data } = useQuery({
    queryKey: [place.space, place.environment, 'entries', path],
    queryFn: ({ signal }) => readPage<Entry>(path, signal),
    enabled: words !== '',
    placeholderData: keepPreviousData,
  });
  if (words === '') return [];
  return (data?.items ?? []).map((entry) => {
    const type = types.find(({ api_id: id }) => id === entry.content_type);
    const title = titleIn(entry, type, { locale, words });
    return {
      id: entry.id,
      name: title?.text ?? t`Untitled`,
      detail: [type?.name ?? entry.content_type, title?.other].filter(Boolean).join(' · '),
      go: () => void navigate({ to: '/spaces/$space/$environment/content/$key', params: { ...place, key: entry.key } }),
    };
  });
}
