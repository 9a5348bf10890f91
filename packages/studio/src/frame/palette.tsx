/** A field that finds entries by their words and screens by their names; arrows choose, Enter goes there. */
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { fold } from '../../../contract/src/folded-text.ts';
import { inRelease } from '../api/in-release.ts';
import { readPage } from '../api/pages.ts';
import { environmentsQuery, meQuery } from '../api/queries.ts';
import { releasesToWorkInQuery } from '../api/releases.ts';
import { searchedFor } from '../api/searched-for.ts';
import type { Entry } from '../api/types.ts';
import { type Card, cardSelection, entryCard } from '../fields/links/cards.ts';
import { NoResults, SearchProblem } from '../fields/links/result-states.tsx';
import { SmallPicture } from '../fields/links/small-picture.tsx';
import { type ResultOption, useResultList } from '../fields/links/use-result-list.ts';
import { StatusBadge } from '../fields/status-badge.tsx';
import { SearchIcon } from '../ui/icons.ts';
import { Modal, Stack, Text, TextInput, useColorScheme, useDebouncedValue } from '../ui/index.ts';
import styles from './palette.module.css';
import { usePlaces } from './places.ts';
import { useGoToRelease } from './releases/use-go-to-release.ts';
import { stringifySearch } from './search-params.ts';
import { useContentTypes, useDefaultLocale, usePermission, usePlace, useRelease } from './use-place.ts';

const ASK_AFTER_MS = 120;
const ENTRIES_SHOWN = 8;
/** So many of a kind are offered before anything is typed. */
const UNASKED_MAX = 6;
const ICON_SIZE = 16;

/** A line of the palette: where it leads, and what it says. */
interface Target {
  readonly id: string;
  readonly name: string;
  readonly detail: string;
  /** Of an entry: its picture and state. */
  readonly card?: Card;
  readonly go: () => void;
}

/** Lines of one kind. */
interface Group {
  readonly name: string;
  readonly targets: readonly Target[];
}

export function Palette({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useLingui();
  const [words, setWords] = useState('');
  const typed = words.trim();
  const [asked] = useDebouncedValue(typed, ASK_AFTER_MS);
  const entries = useEntries(asked);
  const commands = useCommands().map(({ name, targets }) => {
    const found = targets.filter((target) => fold(target.name).includes(fold(typed)));
    return { name, targets: typed === '' ? found.slice(0, UNASKED_MAX) : found };
  });
  const recent = { name: typed === '' ? t`Recent` : t`Entries`, targets: entries.targets };
  const groups = [recent, ...commands].filter(({ targets }) => targets.length > 0);
  const targets = groups.flatMap((group) => group.targets);
  const list = useResultList({
    ids: targets.map(({ id }) => id),
    columns: 1,
    isBehind: typed !== asked || entries.isBehind,
    take: (index) => {
      targets[index]?.go();
      onClose();
    },
  });

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
        <SearchProblem error={entries.error} again={entries.again} />
        <div id={list.id} role="listbox" tabIndex={-1} aria-label={t`Results`} className={styles.results}>
          {groups.map(({ name, targets: lines }) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of options is no group of fields
            <div key={name} role="group" aria-label={name}>
              <div className={styles.group} aria-hidden>
                {name}
              </div>
              {lines.map((target) => (
                <Line key={target.id} target={target} option={list.option(targets.indexOf(target))} />
              ))}
            </div>
          ))}
        </div>
        {targets.length === 0 && !entries.waiting && entries.error === null && (
          <NoResults words={words} detail={<Trans>Look for other words, or for fewer of them.</Trans>} />
        )}
      </Stack>
    </Modal>
  );
}

interface LineProperties {
  readonly target: Target;
  readonly option: ResultOption;
}

function Line({ target: { name, detail, card }, option }: LineProperties): ReactNode {
  const place = usePlace();
  const locale = useDefaultLocale().code;
  return (
    <div {...option} className={styles.result}>
      {card !== undefined && <SmallPicture place={place} locale={locale} card={card} />}
      <Text size="sm" truncate dir="auto" flex={1}>
        {name}
      </Text>
      <Text size="xs" c="dimmed" className={styles.detail}>
        {detail}
      </Text>
      {card?.status && <StatusBadge status={card.status} />}
    </div>
  );
}

/** What can be done and shown besides entries, by kind. */
function useCommands(): readonly Group[] {
  const { t, i18n } = useLingui();
  const params = usePlace();
  const navigate = useNavigate();
  const types = useContentTypes();
  const mayWrite = usePermission('entry.create');
  const screens = usePlaces('side', 'space', 'account', 'own').map(({ to, name }) => ({
    id: `screen ${to}`,
    name: i18n._(name),
    detail: '',
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
    detail: '',
    go: () => void navigate({ to: '/spaces/$space/$environment/content/new/$type', params: { ...params, type } }),
  }));
  return [
    { name: t`New entry`, targets: mayWrite ? beginnings : [] },
    {
      name: t({ message: 'Go to', comment: 'Above the names of screens in the palette' }),
      targets: [...screens, ...lists],
    },
    {
      name: t({ message: 'Work in', comment: 'Heading over the drafts and the releases that one can work in' }),
      targets: useReleases(),
    },
    { name: t`Environments`, targets: useEnvironments() },
    { name: t`Theme`, targets: useThemes() },
  ];
}

/** The drafts and the releases that the person could work in instead. */
function useReleases(): readonly Target[] {
  const { t } = useLingui();
  const here = useRelease();
  const goTo = useGoToRelease();
  const all = useQuery(releasesToWorkInQuery(usePlace())).data ?? [];
  const others = all.filter(({ id }) => id !== here);
  const drafts = here === undefined ? [] : [{ id: undefined, name: t`Drafts` }];
  return [...drafts, ...others].map(({ id, name }) => ({
    id: `release ${id ?? ''}`,
    name,
    detail: id === undefined ? '' : t`Release`,
    go: () => goTo(id),
  }));
}

/** The other environments of the space. */
function useEnvironments(): readonly Target[] {
  const { space, environment } = usePlace();
  const navigate = useNavigate();
  const all = useQuery(environmentsQuery(space)).data ?? [];
  return all
    .filter(({ name }) => name !== environment)
    .map(({ name }) => ({
      id: `environment ${name}`,
      name,
      detail: '',
      go: () =>
        void navigate({
          to: '/spaces/$space/$environment',
          params: { space, environment: name },
          search: { in: undefined },
        }),
    }));
}

function useThemes(): readonly Target[] {
  const { t } = useLingui();
  const { setColorScheme } = useColorScheme();
  const themes = { auto: t`Same as system`, light: t`Light`, dark: t`Dark` } as const;
  return (['auto', 'light', 'dark'] as const).map((theme) => ({
    id: `theme ${theme}`,
    name: themes[theme],
    detail: '',
    go: () => setColorScheme(theme),
  }));
}

/** The entries that have all of some words; without words, the most recent of the person. */
function useEntries(words: string) {
  const place = usePlace();
  const navigate = useNavigate();
  const types = useContentTypes();
  const locale = useDefaultLocale().code;
  const { user } = useSuspenseQuery(meQuery).data;
  const which = words === '' ? { updated_by: user.id, order: '-updated_at' } : searchedFor(words);
  const query = {
    ...which,
    ...inRelease(useRelease()),
    select: cardSelection(types),
    limit: words === '' ? UNASKED_MAX : ENTRIES_SHOWN,
  };
  const path = `/spaces/${place.space}/environments/${place.environment}/entries${stringifySearch(query)}`;
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: [place.space, place.environment, 'entries', path],
    queryFn: ({ signal }) => readPage<Entry>(path, signal),
    placeholderData: keepPreviousData,
  });
  const targets = (data?.items ?? []).map((entry): Target => {
    const card = entryCard(entry, types, { locale, words });
    return {
      id: entry.id,
      name: card.title,
      detail: card.detail,
      card,
      go: () => void navigate({ to: '/spaces/$space/$environment/content/$key', params: { ...place, key: entry.key } }),
    };
  });
  return { targets, error, isBehind: isPlaceholderData, waiting: isFetching, again: () => void refetch() };
}
