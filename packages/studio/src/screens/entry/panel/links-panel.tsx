/** What the entry links to, and what links to it. */
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, bodyOf } from '../../../api/client.ts';
import { inRelease } from '../../../api/in-release.ts';
import type { Entry } from '../../../api/types.ts';
import { titleSelection } from '../../../fields/links/entry-titles.ts';
import { LinkCard } from '../../../fields/links/link-card.tsx';
import type { LinkValue } from '../../../fields/links/link-value.ts';
import { SearchProblem } from '../../../fields/links/result-states.tsx';
import { useDraft, useOpenEntry } from '../../../fields/open-entry.tsx';
import { useSurroundings } from '../../../fields/surroundings.tsx';
import { LateSkeleton, Stack, Text } from '../../../ui/index.ts';
import styles from './entry-panel.module.css';
import { linksIn } from './links-in.ts';

const SHOWN_MOST = 50;
const CARD_HEIGHT = 56;

export function LinksPanel(): ReactNode {
  const { draft } = useOpenEntry();
  const entry = useDraft(draft, (now) => now.entry);
  if (entry === null)
    return (
      <Text size="sm" c="dimmed">
        <Trans>Links show here once something is written.</Trans>
      </Text>
    );
  const out = linksIn(entry.fields);
  return (
    <>
      <h3 className={styles.heading}>
        <Trans comment="Heading over a list of entries and files">Links to</Trans>
      </h3>
      {out.length === 0 ? (
        <Text size="sm" c="dimmed">
          <Trans>No entries or files. Choose some in the fields of this entry.</Trans>
        </Text>
      ) : (
        <Cards links={out.slice(0, SHOWN_MOST)} total={out.length} />
      )}
      <Incoming entry={entry} />
    </>
  );
}

function Incoming({ entry }: { readonly entry: Entry }): ReactNode {
  const { place, types } = useSurroundings();
  const { data, error, refetch } = useQuery({
    queryKey: [place.space, place.environment, 'links-to', entry.id, place.release],
    queryFn: () => {
      const path = { space_id: place.space, environment: place.environment };
      const query = {
        links_to: entry.id,
        limit: SHOWN_MOST,
        select: titleSelection(types),
        ...inRelease(place.release),
      };
      return bodyOf(api.GET('/spaces/{space_id}/environments/{environment}/entries', { params: { path, query } }));
    },
  });
  return (
    <>
      <h3 className={styles.heading}>
        <Trans comment="Heading over the entries that link to the open one">Linked from</Trans>
      </h3>
      <SearchProblem error={error} again={() => void refetch()} />
      {error === null && data === undefined && <LateSkeleton height={CARD_HEIGHT} />}
      {data?.total === 0 && (
        <Text size="sm" c="dimmed">
          <Trans>No other entry links here.</Trans>
        </Text>
      )}
      {data !== undefined && data.total > 0 && (
        <Cards links={data.items.map(({ id }) => ({ type: 'entry', id }))} total={data.total} />
      )}
    </>
  );
}

interface CardsProperties {
  readonly links: readonly LinkValue[];
  /** How many there are, of which some are shown. */
  readonly total: number;
}

function Cards({ links, total }: CardsProperties): ReactNode {
  const hidden = total - links.length;
  return (
    <Stack gap={6}>
      {links.map((link) => (
        <LinkCard key={link.id} link={link} />
      ))}
      {hidden > 0 && (
        <Text size="xs" c="dimmed">
          <Trans comment="Under a list: how many more there are">and {hidden} more</Trans>
        </Text>
      )}
    </Stack>
  );
}
