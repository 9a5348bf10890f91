/** The entries that link to a file. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { readPage } from '../../api/pages.ts';
import type { Asset, Entry } from '../../api/types.ts';
import { titleOf } from '../../fields/entry-title.ts';
import { titleSelection } from '../../fields/links/entry-titles.ts';
import { SearchProblem } from '../../fields/links/result-states.tsx';
import { stringifySearch } from '../../frame/search-params.ts';
import { useContentTypes, useDefaultLocale, usePlace } from '../../frame/use-place.ts';
import { LateSkeleton, LinkAnchor, Stack, Text, Title } from '../../ui/index.ts';

const SHOWN = 20;
const LINE_HEIGHT = 20;

export function UsedIn({ asset }: { readonly asset: Asset }): ReactNode {
  const { t } = useLingui();
  const place = usePlace();
  const types = useContentTypes();
  const locale = useDefaultLocale().code;
  const select = titleSelection(types);
  const asked = stringifySearch({ links_to: asset.id, select, limit: SHOWN });
  const path = `/spaces/${place.space}/environments/${place.environment}/entries${asked}`;
  const {
    data: users,
    error,
    refetch,
  } = useQuery({
    queryKey: [place.space, place.environment, 'entries', path],
    queryFn: ({ signal }) => readPage<Entry>(path, signal),
  });
  return (
    <Stack gap={4} component="section" aria-label={t`Used in`}>
      <Title order={2}>
        <Trans>Used in</Trans>
      </Title>
      <SearchProblem error={error} again={() => void refetch()} />
      {users === undefined && error === null && <LateSkeleton height={LINE_HEIGHT} />}
      {users?.total === 0 && (
        <Text size="sm" c="dimmed">
          <Trans>Not used in any entry.</Trans>
        </Text>
      )}
      {users?.items.map((entry) => {
        const type = types.find(({ api_id: id }) => id === entry.content_type);
        return (
          <LinkAnchor
            key={entry.id}
            to="/spaces/$space/$environment/content/$key"
            params={{ ...place, key: entry.key }}
            size="sm"
          >
            {titleOf(entry, type, [locale]) ?? t`Untitled`}
          </LinkAnchor>
        );
      })}
      {users !== undefined && users.total > SHOWN && (
        <Text size="sm" c="dimmed">
          <Trans>and {users.total - SHOWN} more</Trans>
        </Text>
      )}
    </Stack>
  );
}
