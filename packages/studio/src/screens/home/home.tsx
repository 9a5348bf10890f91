/** Where work goes on: what is not saved yet, what I changed last, what waits to be published, and what readers got to see last. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { readPage } from '../../api/pages.ts';
import { meQuery } from '../../api/queries.ts';
import type { Entry } from '../../api/types.ts';
import { titleSelection } from '../../fields/links/entry-titles.ts';
import { Screen } from '../../frame/screen.tsx';
import { ScreenError } from '../../frame/screen-error.tsx';
import { type SearchParams, stringifySearch } from '../../frame/search-params.ts';
import { useContentTypes, usePlace } from '../../frame/use-place.ts';
import { LinkAnchor, Paper, SimpleGrid, Skeleton, Stack, Text, Title, useDelayed } from '../../ui/index.ts';
import { EntryLine } from './entry-line.tsx';
import { FirstStepsLink } from './first-steps-link.tsx';
import { UnsentEdits } from './unsent-edits.tsx';

const LINES = 8;

export function Home(): ReactNode {
  const { t } = useLingui();
  const { user } = useSuspenseQuery(meQuery).data;
  return (
    <Screen title={t`Home`} actions={<FirstStepsLink />}>
      <UnsentEdits />
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
        <Lately
          title={t`What I worked on`}
          query={{ updated_by: user.id, order: '-updated_at' }}
          empty={<Trans>You have not changed anything here yet.</Trans>}
          moment="updated_at"
        />
        <Lately
          title={t`Waiting to be published`}
          query={{ status: 'draft,changed', order: '-updated_at' }}
          empty={<Trans>Readers see everything as it stands.</Trans>}
          moment="updated_at"
        />
        <Lately
          title={t`Published last`}
          query={{ status: 'published,changed', order: '-published_at' }}
          empty={<Trans>Nothing is published yet.</Trans>}
          moment="published_at"
        />
      </SimpleGrid>
    </Screen>
  );
}

interface LatelyProperties {
  readonly title: string;
  /** The query of the list, which its heading leads to. */
  readonly query: SearchParams;
  readonly empty: ReactNode;
  /** Which moment of an entry its line shows. */
  readonly moment: 'updated_at' | 'published_at';
}

function Lately({ title, query, empty, moment }: LatelyProperties): ReactNode {
  const place = usePlace();
  const select = titleSelection(useContentTypes());
  const asked = stringifySearch({ ...query, select, limit: LINES });
  const path = `/spaces/${place.space}/environments/${place.environment}/entries${asked}`;
  const lines = useQuery({
    queryKey: [place.space, place.environment, 'entries', path],
    queryFn: ({ signal }) => readPage<Entry>(path, signal),
  });
  const waiting = useDelayed(lines.isPending);
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Stack gap="xs">
        <Title order={2}>
          <LinkAnchor to="/spaces/$space/$environment/content" params={place} search={query} c="inherit" inherit>
            {title}
          </LinkAnchor>
        </Title>
        {waiting && <Skeleton height={LINES * 12} />}
        {lines.isError && <ScreenError error={lines.error} reset={() => void lines.refetch()} />}
        {lines.data?.items.length === 0 && (
          <Text size="sm" c="dimmed">
            {empty}
          </Text>
        )}
        {lines.data?.items.map((entry) => (
          <EntryLine key={entry.id} entry={entry} moment={moment} />
        ))}
      </Stack>
    </Paper>
  );
}
