/** All releases of an environment: what is being prepared first, then what has gone out. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import { releasesQuery } from '../../api/releases.ts';
import type { Release } from '../../api/types.ts';
import { FormDialog, textIn } from '../../frame/form-dialog.tsx';
import { Moment } from '../../frame/moments.tsx';
import { Pending } from '../../frame/pending.tsx';
import { useRefreshReleases } from '../../frame/releases/use-refresh-releases.ts';
import { useTimeWords } from '../../frame/schedule/use-time-words.ts';
import { Screen } from '../../frame/screen.tsx';
import { usePermission, usePlace } from '../../frame/use-place.ts';
import { AddIcon } from '../../ui/icons.ts';
import {
  Button,
  DataTable,
  EmptyState,
  Group,
  LinkAnchor,
  Radio,
  Section,
  Stack,
  Table,
  Text,
} from '../../ui/index.ts';
import { ReleaseFields, releaseIn } from './release-fields.tsx';
import { isStillToCome, useStateWords } from './words.ts';

const ICON_SIZE = 16;

export function Releases(): ReactNode {
  const { t } = useLingui();
  const mayCreate = usePermission('change_set.create');
  const [isMaking, setIsMaking] = useState(false);
  return (
    <Screen
      title={t`Releases`}
      about={<Trans>A release collects changes of many entries and publishes them together.</Trans>}
      actions={
        mayCreate && (
          <Button leftSection={<AddIcon size={ICON_SIZE} aria-hidden />} onClick={() => setIsMaking(true)}>
            <Trans>New release</Trans>
          </Button>
        )
      }
    >
      <Lists />
      {isMaking && <NewRelease onClose={() => setIsMaking(false)} />}
    </Screen>
  );
}

/** What needs somebody first, then what goes out by itself, then prepared ones by when they are planned for, and the others from the latest on. */
function useLists() {
  const { t } = useLingui();
  const words = useStateWords();
  const place = usePlace();
  const open = useInfiniteQuery(releasesQuery(place, { state: 'open', order: 'planned_for,name' }));
  const scheduled = useInfiniteQuery(releasesQuery(place, { state: 'scheduled', order: 'publish_at,name' }));
  const failed = useInfiniteQuery(releasesQuery(place, { state: 'failed', order: '-updated_at' }));
  const closed = useInfiniteQuery(releasesQuery(place, { state: 'closed', order: 'planned_for,name' }));
  const done = useInfiniteQuery(releasesQuery(place, { state: 'published,applied', order: '-updated_at' }));
  const undone = useInfiniteQuery(releasesQuery(place, { state: 'undone', order: '-updated_at' }));
  return [
    { title: words.failed, query: failed },
    { title: words.scheduled, query: scheduled },
    { title: words.open, query: open },
    { title: words.closed, query: closed },
    { title: t`Published and applied`, query: done },
    { title: words.undone, query: undone },
  ];
}

function Lists(): ReactNode {
  const { t } = useLingui();
  const lists = useLists();
  const waiting = lists.find(({ query }) => query.data === undefined);
  if (waiting !== undefined) {
    const again = () => {
      for (const { query } of lists) if (query.error !== null) void query.refetch();
    };
    return <Pending error={lists.find(({ query }) => query.error !== null)?.query.error ?? null} again={again} />;
  }
  const filled = lists.filter(({ query }) => (query.data?.pages[0]?.total ?? 0) > 0);
  if (filled.length === 0)
    return (
      <EmptyState
        title={t`No releases yet`}
        detail={t`Make one for what has to go out in the same moment, such as the pages of a campaign. Until it is published, readers see nothing of it.`}
      />
    );
  return filled.map(({ title, query }) => (
    <Section key={title} title={title}>
      <ReleaseTable releases={query.data?.pages.flatMap(({ items }) => items) ?? []} />
      {query.hasNextPage && (
        <Group>
          <Button
            variant="default"
            size="xs"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            <Trans>Show more</Trans>
          </Button>
        </Group>
      )}
    </Section>
  ));
}

function ReleaseTable({ releases }: { readonly releases: readonly Release[] }): ReactNode {
  const { t } = useLingui();
  const whenWords = useWhenWords();
  const state = releases[0]?.state ?? 'open';
  const isToCome = isStillToCome({ state });
  const headings = [t`Name`, whenWords[state], t`Entries`, ...(isToCome ? [t`In the way`] : [])];
  return (
    <DataTable headings={headings}>
      {releases.map((release) => (
        <ReleaseRow key={release.id} release={release} isToCome={isToCome} />
      ))}
    </DataTable>
  );
}

/** The heading over the times of releases in a state. */
function useWhenWords(): Readonly<Record<Release['state'], string>> {
  const { t } = useLingui();
  const done = t({ message: 'When', comment: 'Column: when a release was published or undone' });
  return {
    open: t`Planned for`,
    closed: t`Planned for`,
    scheduled: t({ message: 'Goes out', comment: 'Column: when a release goes out by itself' }),
    failed: t({ message: 'Was to go out', comment: 'Column: when a release did not go out by itself' }),
    published: done,
    applied: done,
    undone: done,
  };
}

interface ReleaseRowProperties {
  readonly release: Release;
  readonly isToCome: boolean;
}

function ReleaseRow({ release, isToCome }: ReleaseRowProperties): ReactNode {
  const place = usePlace();
  const { id, name, onto, origin, entries } = release;
  return (
    <Table.Tr>
      <Table.Td>
        <LinkAnchor to="/spaces/$space/$environment/releases/$release" params={{ ...place, release: id }} dir="auto">
          {name}
        </LinkAnchor>
        {(onto === 'drafts' || origin === 'schedule') && (
          <Text size="xs" c="dimmed">
            {onto === 'drafts' ? <Trans>Proposal for drafts</Trans> : <Trans>Schedule of one entry</Trans>}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <When release={release} />
      </Table.Td>
      <Table.Td>{entries}</Table.Td>
      {isToCome && (
        <Table.Td>
          <Counts release={release} />
        </Table.Td>
      )}
    </Table.Tr>
  );
}

/** When it goes or went out, or is planned for; and when it ends by itself. */
function When({ release }: { readonly release: Release }): ReactNode {
  const time = useTimeWords();
  const { state, planned_for: plannedFor, publish_at: publishAt, ends_at: endsAt } = release;
  const doneAt = release.undone_at ?? release.published_at;
  const isTimed = state === 'scheduled' || state === 'failed';
  const at = isTimed ? publishAt : plannedFor;
  const hasEnd = endsAt !== null && (state === 'scheduled' || state === 'published');
  return (
    <>
      {isStillToCome(release) ? at !== null && <time dateTime={at}>{time(at)}</time> : doneAt && <Moment at={doneAt} />}
      {hasEnd && (
        <Text size="xs" c="dimmed">
          <Trans comment="Of a release, such as: until Fri 4 Dec, 18:00">until {time(endsAt)}</Trans>
        </Text>
      )}
    </>
  );
}

/** What kept it from going out when its entries were last written. */
function Counts({ release: { problems, conflicts } }: { readonly release: Release }): ReactNode {
  return (
    <>
      {conflicts > 0 && <Plural value={conflicts} one="# conflict" other="# conflicts" />}
      {conflicts > 0 && problems > 0 && ', '}
      {problems > 0 && <Plural value={problems} one="# problem" other="# problems" />}
    </>
  );
}

function NewRelease({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useLingui();
  const place = usePlace();
  const navigate = useNavigate();
  const refresh = useRefreshReleases();
  const make = async (given: FormData) => {
    const params = { path: { space_id: place.space, environment: place.environment } };
    const onto = textIn(given, 'onto') === 'drafts' ? 'drafts' : 'published';
    const body = { ...releaseIn(given), onto } as const;
    const made = await bodyOf(api.POST('/spaces/{space_id}/environments/{environment}/change-sets', { params, body }));
    void refresh();
    await navigate({ to: '/spaces/$space/$environment/releases/$release', params: { ...place, release: made.id } });
  };
  return (
    <FormDialog title={t`New release`} action={t`Create release`} onSubmit={make} onClose={onClose}>
      <ReleaseFields />
      <Radio.Group name="onto" label={t`What it changes`} defaultValue="published">
        <Stack gap="xs" mt={4}>
          <Radio value="published" label={t`What readers see`} description={t`It is published, all at once.`} />
          <Radio
            value="drafts"
            label={t`Drafts, as a proposal`}
            description={t`It is applied to the drafts. Nothing is published by that.`}
          />
        </Stack>
      </Radio.Group>
    </FormDialog>
  );
}
