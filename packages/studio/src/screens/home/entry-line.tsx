/** An entry on the home screen. */
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import type { Entry } from '../../api/types.ts';
import { titleIn } from '../../fields/entry-title.ts';
import { StatusBadge } from '../../fields/status-badge.tsx';
import { Moment } from '../../frame/moments.tsx';
import { useNames } from '../../frame/people.ts';
import { useContentTypes, useDefaultLocale, usePlace } from '../../frame/use-place.ts';
import { Group, LinkAnchor, Stack, Text } from '../../ui/index.ts';

interface EntryLineProperties {
  readonly entry: Entry;
  /** Which moment of the entry the list is about. */
  readonly moment: 'updated_at' | 'published_at';
}

/** An entry in a list of a few: its title, which leads to it, its type, its status, and who changed or published it when. */
export function EntryLine({ entry, moment }: EntryLineProperties): ReactNode {
  const { t } = useLingui();
  const place = usePlace();
  const nameOf = useNames();
  const person = usePerson(entry, moment);
  const at = entry[moment];
  const type = useContentTypes().find(({ api_id: id }) => id === entry.content_type);
  const title = titleIn(entry, type, { locale: useDefaultLocale().code });
  return (
    <Group justify="space-between" wrap="nowrap" gap="xs">
      <Stack gap={0} miw={0}>
        <LinkAnchor
          to="/spaces/$space/$environment/content/$key"
          params={{ ...place, key: entry.key }}
          size="sm"
          truncate
          dir="auto"
        >
          {title?.text ?? t`Untitled`}
        </LinkAnchor>
        <Text size="xs" c="dimmed" truncate>
          {[type?.name ?? entry.content_type, title?.other, person === null ? '' : nameOf(person)]
            .filter(Boolean)
            .join(' · ')}
          {at !== null && ' · '}
          {at !== null && <Moment at={at} />}
        </Text>
      </Stack>
      <StatusBadge status={entry.status} />
    </Group>
  );
}

/**
 * Who did what the line is about; null as long as that is not known, or where it is not kept, as in a clone. Publishing
 * counts as a change, so whoever changed a published entry last is who published it. Once it is changed again, the version
 * that was published tells it.
 */
function usePerson(entry: Entry, moment: EntryLineProperties['moment']): string | null {
  const { id, published_version: version } = entry;
  const isChangedSince = moment === 'published_at' && entry.status === 'changed' && version !== null;
  const published = useQuery({
    queryKey: ['published version', id, version],
    queryFn: () => {
      const path = { entry_id: id, version: version ?? 0 };
      return bodyOf(api.GET('/entries/{entry_id}/versions/{version}', { params: { path } }));
    },
    enabled: isChangedSince,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return isChangedSince ? (published.data?.created_by ?? null) : entry.updated_by;
}
