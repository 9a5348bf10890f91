/** The versions of the entry by day. One that is chosen is compared with what is shown now. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Entry, EntryVersion } from '../../../api/types.ts';
import { SearchProblem } from '../../../fields/links/result-states.tsx';
import { useDraft, useOpenEntry } from '../../../fields/open-entry.tsx';
import { useSurroundings } from '../../../fields/surroundings.tsx';
import { useNames } from '../../../frame/people.ts';
import { Button, LateSkeleton, Stack, Text, UnstyledButton } from '../../../ui/index.ts';
import styles from '../entry.module.css';
import type { EntrySearch } from '../entry-search.ts';
import type { EntryNavigation } from '../use-entry-navigation.ts';
import { actionWords } from './action-words.ts';
import { useReleaseOfVersion } from './release-of-version.ts';
import { versionsQuery } from './versions.ts';

const LINES_HEIGHT = 160;

interface HistoryListProperties {
  readonly search: EntrySearch;
  readonly go: EntryNavigation;
  remember(): void;
}

export function HistoryList(properties: HistoryListProperties): ReactNode {
  const { draft } = useOpenEntry();
  const entry = useDraft(draft, (now) => now.entry);
  if (entry === null)
    return (
      <Text size="sm" c="dimmed">
        <Trans>The history starts with the first save.</Trans>
      </Text>
    );
  return <StoredHistory {...properties} entry={entry} />;
}

interface StoredHistoryProperties extends HistoryListProperties {
  readonly entry: Entry;
}

function StoredHistory({ search, go, remember, entry }: StoredHistoryProperties): ReactNode {
  const { i18n } = useLingui();
  const { place } = useSurroundings();
  const nameOf = useNames();
  const releaseOf = useReleaseOfVersion(entry.id);
  const history = useInfiniteQuery(versionsQuery(place, entry));
  const { data, error, hasNextPage, fetchNextPage, isFetching, refetch } = history;
  // On a phone the panel lies over what is compared; where there is room for both, the history stays.
  const compare = (version: number) => {
    remember();
    go.show({ a: version, b: undefined, panel: undefined });
  };
  const versions = data?.pages.flatMap(({ items }) => items) ?? [];
  if (error !== null && data === undefined) return <SearchProblem error={error} again={() => void refetch()} />;
  if (data === undefined) return <LateSkeleton height={LINES_HEIGHT} />;
  return (
    <Stack gap="sm">
      {byDay(versions).map(([day, ofDay]) => (
        <section key={day}>
          <Text size="xs" fw={600} c="dimmed" component="h3">
            {i18n.date(ofDay[0]?.created_at ?? day, { dateStyle: 'full' })}
          </Text>
          <ul className={styles.rows}>
            {ofDay.map((version) => (
              <li key={version.version}>
                <UnstyledButton
                  className={styles.version}
                  aria-current={search.a === version.version || undefined}
                  onClick={() => compare(version.version)}
                >
                  <span>{i18n.date(version.created_at, { timeStyle: 'short' })}</span>
                  <span>
                    {i18n._(actionWords(version.action))}
                    <Text component="span" size="xs" c="dimmed">
                      {' '}
                      · {nameOf(version.created_by)}
                      <Release words={releaseOf(version.created_at)} />
                    </Text>
                  </span>
                  <Text component="span" size="xs" c="dimmed" ms="auto">
                    {version.version}
                  </Text>
                </UnstyledButton>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <SearchProblem error={error} again={() => void fetchNextPage()} />
      {hasNextPage && error === null && (
        <Button variant="subtle" size="xs" loading={isFetching} onClick={() => void fetchNextPage()}>
          <Trans>Earlier versions</Trans>
        </Button>
      )}
    </Stack>
  );
}

/** The release that made a version; nothing for others. */
function Release({ words }: { readonly words: string | null }): ReactNode {
  return (
    words !== null && (
      <>
        {' · '}
        <bdi>{words}</bdi>
      </>
    )
  );
}

function byDay(versions: readonly EntryVersion[]): readonly (readonly [string, readonly EntryVersion[]])[] {
  return [...Map.groupBy(versions, ({ created_at }) => new Date(created_at).toDateString())];
}
