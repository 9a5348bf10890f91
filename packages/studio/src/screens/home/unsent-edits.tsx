/** What this device keeps because it is not on the server, of entries, files and content types: each a link to where it goes on. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { assetQuery, contentTypesQuery, localesQuery, spacesQuery } from '../../api/queries.ts';
import { entryName } from '../../drafts/entry-name.ts';
import { assetName } from '../../fields/asset-name.ts';
import { Moment } from '../../frame/moments.tsx';
import { type KeptWorkAddress, useKeptEdits } from '../../frame/use-kept-edits.ts';
import { useKeptTitle } from '../../frame/use-kept-title.ts';
import { usePlace } from '../../frame/use-place.ts';
import { OfflineIcon } from '../../ui/icons.ts';
import { Group, LinkAnchor, Paper, SimpleGrid, Stack, Text, Title } from '../../ui/index.ts';
import { type KeptEntry, useUnsentEdits } from './use-unsent-edits.ts';

/** Nothing where the server has everything, as it nearly always does. */
export function UnsentEdits(): ReactNode {
  const { t } = useLingui();
  const entries = useUnsentEdits();
  const edits = useKeptEdits();
  if (entries.length === 0 && edits.length === 0) return null;
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
          <Trans>What you wrote is kept on this device. Open it to continue.</Trans>
        </Text>
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md" verticalSpacing="xs">
          {entries.map((entry) => (
            <KeptEntryLine key={entryName(entry.address)} {...entry} />
          ))}
          {edits.map(({ kind, address, at }) => {
            const Line = kind === 'file' ? KeptFileLine : KeptTypeLine;
            return <Line key={entryName(address)} address={address} at={at} />;
          })}
        </SimpleGrid>
      </Stack>
    </Paper>
  );
}

function KeptEntryLine(entry: KeptEntry): ReactNode {
  const { address, at } = entry;
  const { title, typeName } = useKeptTitle(entry);
  return (
    <KeptLine kind={typeName} address={address} at={at}>
      <LinkAnchor
        to="/spaces/$space/$environment/content/$key"
        params={{ ...address }}
        search={{ in: address.release }}
        size="sm"
        truncate
      >
        {title ?? address.key}
      </LinkAnchor>
    </KeptLine>
  );
}

type KeptEditProperties = Pick<KeptWorkAddress, 'address' | 'at'>;

function KeptFileLine({ address, at }: KeptEditProperties): ReactNode {
  const { t } = useLingui();
  const { data: locales = [] } = useQuery(localesQuery(address.space));
  const { data: file } = useQuery(assetQuery(address.key));
  return (
    <KeptLine kind={t`File`} address={address} at={at}>
      <LinkAnchor
        to="/spaces/$space/$environment/media"
        params={{ ...address }}
        search={{ asset: address.key }}
        size="sm"
        truncate
      >
        {(file && assetName(file, locales[0]?.code ?? '')) ?? address.key}
      </LinkAnchor>
    </KeptLine>
  );
}

/** Nothing for a type that is gone. */
function KeptTypeLine({ address, at }: KeptEditProperties): ReactNode {
  const { t } = useLingui();
  const { data: types = [] } = useQuery(contentTypesQuery(address));
  const type = types.find(({ id }) => id === address.key);
  if (type === undefined) return null;
  return (
    <KeptLine kind={t`Content type`} address={address} at={at}>
      <LinkAnchor
        to="/spaces/$space/$environment/model/$type"
        params={{ ...address, type: type.api_id }}
        size="sm"
        truncate
      >
        {type.name}
      </LinkAnchor>
    </KeptLine>
  );
}

interface KeptLineProperties extends Pick<KeptEntry, 'address' | 'at'> {
  readonly kind: string;
  /** The link. */
  readonly children: ReactNode;
}

function KeptLine({ kind, address, at, children }: KeptLineProperties): ReactNode {
  const place = usePlaceName(address);
  return (
    <Stack gap={0} miw={0}>
      {children}
      <Text size="xs" c="dimmed" truncate>
        {[kind, place].filter((words) => words !== null).join(' · ')}
        {at !== null && ' · '}
        {at !== null && <Moment at={new Date(at).toISOString()} />}
      </Text>
    </Stack>
  );
}

/** The space and environment, where they are others than those of the screen. */
function usePlaceName({ space, environment }: KeptEntry['address']): string | null {
  const here = usePlace();
  const { data: spaces = [] } = useQuery(spacesQuery);
  if (space === here.space && environment === here.environment) return null;
  return `${spaces.find(({ id }) => id === space)?.name ?? space}, ${environment}`;
}
