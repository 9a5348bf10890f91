/** What the entry links to, and what links to it. */
import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, bodyOf } from '../../../api/client.ts';
import type { Entry } from '../../../api/types.ts';
import { titleSelection } from '../../../fields/links/entry-titles.ts';
import { LinkCard } from '../../../fields/links/link-card.tsx';
import { type LinkValue, linkOf } from '../../../fields/links/link-value.ts';
import { useDraft, useOpenEntry } from '../../../fields/open-entry.tsx';
import { useSurroundings } from '../../../fields/surroundings.tsx';
import { Alert, Stack, Text } from '../../../ui/index.ts';

const SHOWN = 50;

export function LinksPanel(): ReactNode {
  const { draft } = useOpenEntry();
  const entry = useDraft(draft, (now) => now.entry);
  if (entry === null)
    return (
      <Text size="sm" c="dimmed">
        <Trans>Nothing yet.</Trans>
      </Text>
    );
  const out = linksIn(entry.fields);
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600} component="h3">
        <Plural value={out.length} _0="It links to nothing" one="It links to" other="It links to #" />
      </Text>
      {out.slice(0, SHOWN).map((link) => (
        <LinkCard key={link.id} link={link} />
      ))}
      <Incoming entry={entry} />
    </Stack>
  );
}

function Incoming({ entry }: { readonly entry: Entry }): ReactNode {
  const { place, types } = useSurroundings();
  const { data, error } = useQuery({
    queryKey: [place.space, place.environment, 'links-to', entry.id],
    queryFn: () => {
      const path = { space_id: place.space, environment: place.environment };
      const query = { links_to: entry.id, limit: SHOWN, select: titleSelection(types) };
      return bodyOf(api.GET('/spaces/{space_id}/environments/{environment}/entries', { params: { path, query } }));
    },
  });
  if (error !== null) return <Alert color="red">{error.message}</Alert>;
  if (data === undefined) return null;
  return (
    <>
      <Text size="sm" fw={600} component="h3" mt="xs">
        <Plural value={data.total} _0="Nothing links to it" one="One entry links to it" other="# entries link to it" />
      </Text>
      {data.items.map(({ id }) => (
        <LinkCard key={id} link={{ type: 'entry', id }} />
      ))}
    </>
  );
}

/** Every link anywhere in a value, each once. */
function linksIn(value: unknown, found = new Map<string, LinkValue>()): readonly LinkValue[] {
  const link = linkOf(value);
  if (link !== null) found.set(link.id, link);
  else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) linksIn(part, found);
  return [...found.values()];
}
