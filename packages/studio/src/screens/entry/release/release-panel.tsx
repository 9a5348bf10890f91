/** What the release changes of the entry, language by language, and what is in the way of that. */
import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { releasePlanQuery } from '../../../api/releases.ts';
import type { Entry } from '../../../api/types.ts';
import { publishProblems } from '../../../fields/kept-problems.ts';
import { useDraft, useOpenEntry } from '../../../fields/open-entry.tsx';
import { useSurroundings } from '../../../fields/surroundings.tsx';
import { Moment } from '../../../frame/moments.tsx';
import { Pending } from '../../../frame/pending.tsx';
import { useNames } from '../../../frame/people.ts';
import { Alert, LinkAnchor, Stack, Text } from '../../../ui/index.ts';
import type { PanelProperties } from '../panel/panel-properties.ts';
import { UnseenNews } from '../panel/unseen-news.tsx';
import { PublishSummary } from '../publish/publish-summary.tsx';
import { NO_PROBLEMS, summaryOf } from '../publish/use-publish-summary.ts';
import { useGround } from './ground.ts';

export function ReleasePanel({ jump }: PanelProperties): ReactNode {
  const { draft } = useOpenEntry();
  const entry = useDraft(draft, (now) => now.entry);
  const hasNews = useDraft(draft, ({ news }) => news.length > 0);
  if (entry === null)
    return (
      <Text size="sm">
        <Trans>Nobody sees this entry yet. Your first words save it in the release.</Trans>
      </Text>
    );
  return (
    <Stack gap="sm">
      <div>
        <Text size="sm" fw={500}>
          <WhatHappens change={entry.change ?? null} />
        </Text>
        {entry.change != null && <LastChange entry={entry} />}
      </div>
      {hasNews && <UnseenNews jump={jump} />}
      {entry.change != null && <Summary entry={entry} jump={jump} />}
    </Stack>
  );
}

function WhatHappens({ change }: { readonly change: NonNullable<Entry['change']> | null }): ReactNode {
  switch (change) {
    case 'create':
      return <Trans>The release creates this entry. Until it goes out, it is nowhere else.</Trans>;
    case 'change':
      return <Trans>The release changes this entry. Its draft stays as it is until the release goes out.</Trans>;
    case 'publish':
      return (
        <Trans>The draft goes out with the release, as it stands then. What you write here stays in the release.</Trans>
      );
    case 'unpublish':
      return <Trans>Readers no longer see this entry once the release is out.</Trans>;
    case 'archive':
      return <Trans>This entry is archived once the release is out.</Trans>;
    case 'delete':
      return <Trans>This entry is deleted once the release is out.</Trans>;
    default:
      return (
        <Trans>The release does nothing with this entry yet. What you write here goes into the release alone.</Trans>
      );
  }
}

function LastChange({ entry }: { readonly entry: Entry }): ReactNode {
  const name = useNames()(entry.updated_by);
  return (
    <Text size="xs" c="dimmed">
      <Trans comment="By whom and when, such as: Last changed by Ada, 5 minutes ago">
        Last changed by <bdi>{name}</bdi>, <Moment at={entry.updated_at} />
      </Trans>
    </Text>
  );
}

interface SummaryProperties extends Pick<PanelProperties, 'jump'> {
  readonly entry: Entry;
}

/** Nothing for an action, which changes no values. */
function Summary({ entry, jump }: SummaryProperties): ReactNode {
  const { draft, type } = useOpenEntry();
  const { place, locales, types } = useSurroundings();
  const ground = useGround();
  const plan = useQuery(releasePlanQuery(place, draft.address.release ?? ''));
  const violations = plan.data?.items.find(({ key }) => key === entry.key)?.problems;
  const values = ground === null ? null : ground?.values;
  const summary = useMemo(() => {
    if (values === undefined) return null;
    const problems = publishProblems(violations ?? NO_PROBLEMS, draft, type, locales);
    return summaryOf(entry, [type, types, locales, values]).map((language) => ({
      ...language,
      problems: problems.filter((problem) => problem.language === language.locale.code),
    }));
  }, [values, violations, draft, type, types, locales, entry]);
  if (entry.change !== 'create' && entry.change !== 'change' && entry.change !== 'publish') return null;
  return (
    <>
      {summary !== null && <PublishSummary summary={summary} jump={jump} />}
      {plan.error !== null && <Pending error={plan.error} again={() => void plan.refetch()} />}
      <Conflicts count={plan.data?.conflicts.filter(({ path }) => isOf(path, entry)).length ?? 0} />
    </>
  );
}

function isOf(path: string, { key }: Entry): boolean {
  return path.startsWith(`entries.${key}.`);
}

/** Which value stands is decided where both are shown side by side. */
function Conflicts({ count }: { readonly count: number }): ReactNode {
  const { draft } = useOpenEntry();
  const { place } = useSurroundings();
  const { space, environment } = place;
  if (count === 0) return null;
  return (
    <Alert color="orange" variant="light" p="xs">
      <Text size="sm">
        <Plural
          value={count}
          one="# value was changed outside of the release since it was written here."
          other="# values were changed outside of the release since they were written here."
        />{' '}
        <LinkAnchor
          to="/spaces/$space/$environment/releases/$release"
          params={{ space, environment, release: draft.address.release ?? '' }}
          inherit
          underline="always"
        >
          <Trans>Decide in the release</Trans>
        </LinkAnchor>
      </Text>
    </Alert>
  );
}
