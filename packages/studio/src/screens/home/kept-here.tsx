/** The entries of which this device keeps something that is not on the server, each a link to where it goes on. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { contentTypesQuery, localesQuery, spacesQuery } from '../../api/queries.ts';
import { titleOf } from '../../fields/entry-title.ts';
import { Moment } from '../../frame/moments.tsx';
import { usePlace } from '../../frame/use-place.ts';
import { OfflineIcon } from '../../ui/icons.ts';
import { Group, LinkAnchor, Paper, SimpleGrid, Stack, Text, Title } from '../../ui/index.ts';
import { type KeptEntry, useKeptHere } from './use-kept-here.ts';

/** Nothing where the server has everything, as it nearly always does. */
export function KeptHere(): ReactNode {
  const { t } = useLingui();
  const entries = useKeptHere();
  if (entries.length === 0) return null;
  return (
    <Paper withBorder p="md" component="section" aria-label={t`Not saved yet`}>
      <Stack gap="xs">
        <Group gap="xs">
          <OfflineIcon size={16} aria-hidden />
          <Title order={2}>
            <Trans>Not saved yet</Trans>
          </Title>
        </Group>
        <Text size="sm" c="dimmed">
          <Trans>This device keeps what you wrote here. Open an entry to go on: it is saved then.</Trans>
        </Text>
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md" verticalSpacing="xs">
          {entries.map((entry) => (
            <KeptLine key={Object.values(entry.address).join('/')} {...entry} />
          ))}
        </SimpleGrid>
      </Stack>
    </Paper>
  );
}

function KeptLine(entry: KeptEntry): ReactNode {
  const { address, at } = entry;
  const { title, typeName } = useTitle(entry);
  const place = usePlaceName(address);
  return (
    <Stack gap={0} miw={0}>
      <LinkAnchor to="/spaces/$space/$environment/content/$key" params={{ ...address }} size="sm" truncate>
        {title}
      </LinkAnchor>
      <Text size="xs" c="dimmed" truncate>
        {[typeName, place].filter((words) => words !== null).join(' · ')}
        {at !== null && ' · '}
        {at !== null && <Moment at={new Date(at).toISOString()} />}
      </Text>
    </Stack>
  );
}

/** The title as it was written here, else as the server has it; the key of an entry without one. */
function useTitle({ address, contentType, entry, kept }: KeptEntry): { title: string; typeName: string } {
  const { data: types = [] } = useQuery(contentTypesQuery(address));
  const { data: locales = [] } = useQuery(localesQuery(address.space));
  const type = types.find(({ api_id: id }) => id === contentType);
  const codes = locales.map(({ code }) => code);
  const field = type?.display_field ?? '';
  const written = Object.fromEntries(codes.map((code) => [code, kept(field, code)]));
  const titles = [{ fields: { [field]: written }, slug: null }, entry].map((one) => one && titleOf(one, type, codes));
  return { title: titles.find((title) => title !== null) ?? address.key, typeName: type?.name ?? contentType };
}

/** The space and environment, where they are others than those of the screen. */
function usePlaceName({ space, environment }: KeptEntry['address']): string | null {
  const here = usePlace();
  const { data: spaces = [] } = useQuery(spacesQuery);
  if (space === here.space && environment === here.environment) return null;
  return `${spaces.find(({ id }) => id === space)?.name ?? space}, ${environment}`;
}
