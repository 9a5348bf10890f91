/** One release: what it is for, what is in it, what is in the way, and what can be done with it. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { isEditable } from '../../api/editable-releases.ts';
import { releasedEntriesQuery, releasePlanQuery, releaseQuery } from '../../api/releases.ts';
import type { Release, ReleasedEntry, ReleasePlan } from '../../api/types.ts';
import { Moment } from '../../frame/moments.tsx';
import { Pending } from '../../frame/pending.tsx';
import { useNames } from '../../frame/people.ts';
import { useTimeWords } from '../../frame/schedule/use-time-words.ts';
import { Screen } from '../../frame/screen.tsx';
import { usePlace } from '../../frame/use-place.ts';
import {
  Alert,
  Badge,
  Button,
  EmptyState,
  Group,
  LinkAnchor,
  LinkButton,
  Section,
  Stack,
  Text,
} from '../../ui/index.ts';
import { EntryPart } from './entry-part.tsx';
import { byEntry, countsOf, type EntryPlan, isBlocked } from './in-the-way.ts';
import { leadToEntry } from './lead-to-entry.ts';
import { MoveDialog } from './move-dialog.tsx';
import { ReleaseActions } from './release-actions.tsx';
import { ReleaseSurroundings } from './release-surroundings.tsx';
import styles from './releases.module.css';
import { TakeOutDialog } from './take-out-dialog.tsx';
import { Failure, Times } from './times.tsx';
import { useDecision } from './use-decision.ts';
import { useMayChange } from './use-may-change.ts';
import { isStillToCome, useStateWords } from './words.ts';

/** Up to so many entries show their differences without being asked to. */
const OPEN_MOST = 5;

export function ReleaseScreen(): ReactNode {
  const place = usePlace();
  const { release: id = '' } = useParams({ strict: false });
  const { data: release, error, refetch } = useQuery(releaseQuery(place, id));
  if (release === undefined) return <Pending error={error} again={() => void refetch()} />;
  return (
    <Screen
      title={release.name}
      about={
        <LinkAnchor to="/spaces/$space/$environment/releases" params={place} size="sm" underline="always">
          <Trans>All releases</Trans>
        </LinkAnchor>
      }
      actions={
        <>
          <WorkInIt release={release} />
          <ReleaseActions release={release} />
        </>
      }
    >
      <Facts release={release} />
      <ReleaseSurroundings>
        <Contents key={id} release={release} />
      </ReleaseSurroundings>
    </Screen>
  );
}

/** Leads to the content as it is in the release, to write there. */
function WorkInIt({ release }: { readonly release: Release }): ReactNode {
  const place = usePlace();
  const mayChange = useMayChange(release);
  if (!mayChange || !isEditable(release)) return null;
  return (
    <LinkButton variant="default" to="/spaces/$space/$environment/content" params={place} search={{ in: release.id }}>
      <Trans comment="Button: shows the content as it is in the release, to write there">Work in it</Trans>
    </LinkButton>
  );
}

/** Of states that differ from the others. */
const COLOURS: Readonly<Partial<Record<Release['state'], string>>> = {
  scheduled: 'petrol',
  failed: 'red',
  published: 'green',
};

/** Its state, when it goes or went out, who made it, and what for. */
function Facts({ release }: { readonly release: Release }): ReactNode {
  const time = useTimeWords();
  const nameOf = useNames();
  const { state, onto, description, planned_for: plannedFor, published_at: publishedAt, undone_at: undoneAt } = release;
  const { values_removed_at: valuesRemovedAt } = release;
  const isToCome = isStillToCome(release);
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Badge variant={isToCome ? 'outline' : 'light'} color={COLOURS[state] ?? 'gray'}>
          {useStateWords()[state]}
        </Badge>
        {onto === 'drafts' && (
          <Badge variant="light" color="blue">
            <Trans>Proposal for drafts</Trans>
          </Badge>
        )}
        <Text size="sm" c="dimmed">
          {isToCome && plannedFor !== null && state !== 'scheduled' && (
            <>
              <Trans>Planned for {time(plannedFor)}</Trans>
              {' · '}
            </>
          )}
          {undoneAt !== null && (
            <>
              <Trans>
                Undone <Moment at={undoneAt} inSentence />
              </Trans>
              {' · '}
            </>
          )}
          {undoneAt === null && publishedAt !== null && (
            <>
              {onto === 'drafts' ? (
                <Trans>
                  Applied <Moment at={publishedAt} inSentence />
                </Trans>
              ) : (
                <Trans>
                  Published <Moment at={publishedAt} inSentence />
                </Trans>
              )}
              {' · '}
            </>
          )}
          <Trans>Made by {nameOf(release.created_by)}</Trans>
        </Text>
      </Group>
      <Times release={release} />
      <Failure release={release} />
      {description !== '' && (
        <Text size="sm" className={styles.description} dir="auto">
          {description}
        </Text>
      )}
      {valuesRemovedAt !== null && (
        <Text size="sm">
          <Trans>What was in it was kept for 90 days and has been removed. What it published stays.</Trans>
        </Text>
      )}
      {state === 'closed' && valuesRemovedAt === null && (
        <Text size="sm">
          <Trans>It is closed: nobody can change what is in it, or publish it, until it is reopened.</Trans>
        </Text>
      )}
    </Stack>
  );
}

type Dialog = { readonly kind: 'move' | 'take-out'; readonly entry: ReleasedEntry };

/** The entries, with what is in the way of each. */
function Contents({ release }: { readonly release: Release }): ReactNode {
  const { t } = useLingui();
  const place = usePlace();
  const mayChange = useMayChange(release) && isEditable(release);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const isToCome = isStillToCome(release);
  const plan = useQuery({ ...releasePlanQuery(place, release.id), enabled: isToCome });
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    releasedEntriesQuery(place, release.id),
  );
  const entries = data?.pages.flatMap(({ items }) => items);
  // What was in the way, or would be now, is nothing to a release that is out.
  const parts = isToCome && plan.data ? byEntry(plan.data, entries?.map(({ key }) => key) ?? []) : undefined;
  const last = entries?.at(-1)?.key ?? '';
  // Whoever has something to decide finds it without loading further pages.
  const isMissing = parts !== undefined && [...parts].some(([key, part]) => key > last && isBlocked(part));
  useEffect(() => {
    if (isMissing && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [isMissing, hasNextPage, isFetchingNextPage, fetchNextPage]);
  if (entries === undefined) return <Pending error={error} again={() => void refetch()} />;
  if (entries.length === 0) return <Empty release={release} />;
  const close = () => setDialog(null);
  return (
    <>
      {isToCome && plan.data === undefined && (
        <Pending error={plan.error} again={() => void plan.refetch()} height={56} />
      )}
      {plan.data !== undefined && parts !== undefined && (
        <Summary release={release} plan={plan.data} parts={parts} mayDecide={mayChange} known={entries} />
      )}
      <Section title={t`Entries`}>
        <div>
          {entries.map((entry) => (
            <EntryPart
              key={entry.key}
              release={release}
              entry={entry}
              plan={parts?.get(entry.key)}
              mayChange={mayChange}
              isOpen={entries.length <= OPEN_MOST}
              onMove={() => setDialog({ kind: 'move', entry })}
              onTakeOut={() => setDialog({ kind: 'take-out', entry })}
            />
          ))}
        </div>
        {hasNextPage && (
          <Group>
            <Button variant="default" size="xs" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              <Trans>Show more</Trans>
            </Button>
          </Group>
        )}
      </Section>
      {dialog?.kind === 'move' && <MoveDialog release={release} chosen={[dialog.entry.key]} onClose={close} />}
      {dialog?.kind === 'take-out' && <TakeOutDialog release={release} entry={dialog.entry} onClose={close} />}
    </>
  );
}

interface SummaryProperties {
  readonly release: Release;
  readonly plan: ReleasePlan;
  /** The plan by the keys of its entries. */
  readonly parts: ReadonlyMap<string, EntryPlan>;
  readonly mayDecide: boolean;
  readonly known: readonly ReleasedEntry[];
}

/** How much is in the way, where the first of it is, and, where many values are to be decided, all at once. */
function Summary({ release, plan, parts, mayDecide, known }: SummaryProperties): ReactNode {
  const { decide, isDeciding } = useDecision(release.id);
  const { problems, conflicts } = countsOf(plan);
  if (problems + conflicts === 0)
    return (
      <Text size="sm" role="status">
        <Trans>Nothing is in the way.</Trans>
      </Text>
    );
  const first = known.find(({ key }) => {
    const part = parts.get(key);
    return part !== undefined && isBlocked(part);
  });
  const open = plan.conflicts.filter(({ reason }) => reason === 'both_changed').map(({ path }) => path);
  return (
    <Alert color="orange" variant="light" role="status" title={<Trans>Something is in the way</Trans>}>
      <Stack gap="xs" align="flex-start">
        {conflicts > 0 && (
          <Text size="sm">
            <Plural
              value={conflicts}
              one="# value was changed outside of the release since it was written here. Choose which one stands."
              other="# values were changed outside of the release since they were written here. Choose which ones stand."
            />
          </Text>
        )}
        {problems > 0 && (
          <Text size="sm">
            <Plural
              value={problems}
              one="# problem has to be corrected, or its entry taken out."
              other="# problems have to be corrected, or their entries taken out."
            />
          </Text>
        )}
        <Group gap="xs">
          {first !== undefined && (
            <Button variant="default" size="xs" onClick={() => leadToEntry(first.key)}>
              <Trans>Show the first one</Trans>
            </Button>
          )}
          {mayDecide && open.length > 1 && (
            <>
              <Button variant="default" size="xs" loading={isDeciding} onClick={() => decide(open, 'current')}>
                {release.onto === 'drafts' ? (
                  <Trans>Keep all of the drafts</Trans>
                ) : (
                  <Trans>Keep all that is published</Trans>
                )}
              </Button>
              <Button variant="default" size="xs" loading={isDeciding} onClick={() => decide(open, 'set')}>
                <Trans>Take all of the release</Trans>
              </Button>
            </>
          )}
        </Group>
      </Stack>
    </Alert>
  );
}

/** How entries get in here. */
function Empty({ release }: { readonly release: Release }): ReactNode {
  const { t } = useLingui();
  if (!isEditable(release)) return <EmptyState title={t`No entries`} />;
  return (
    <EmptyState
      title={t`No entries yet`}
      detail={
        release.onto === 'drafts'
          ? t`Proposals for drafts are written by programs, through the API.`
          : t`“Work in it” opens the content as it is in the release, to write there. “Add to a release…” in the menu beside “Publish…” of an entry puts its draft in.`
      }
    />
  );
}
