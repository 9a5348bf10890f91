/** An entry on the home screen. */
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Entry } from '../../api/types.ts';
import { titleOf } from '../../fields/entry-title.ts';
import { StatusBadge } from '../../fields/status-badge.tsx';
import { Moment } from '../../frame/moments.tsx';
import { useNames } from '../../frame/people.ts';
import { useContentTypes, useDefaultLocale, usePlace } from '../../frame/use-place.ts';
import { Group, LinkAnchor, Stack, Text } from '../../ui/index.ts';

interface EntryLineProperties {
  readonly entry: Entry;
  /** When what the list is about happened. */
  readonly moment: string | null;
}

/** An entry in a list of a few: its title, which leads to it, its type, its status, and who changed it when. */
export function EntryLine({ entry, moment }: EntryLineProperties): ReactNode {
  const { t } = useLingui();
  const place = usePlace();
  const nameOf = useNames();
  const type = useContentTypes().find(({ api_id: id }) => id === entry.content_type);
  const title = titleOf(entry, type, [useDefaultLocale().code]) ?? t`Untitled`;
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
          {title}
        </LinkAnchor>
        <Text size="xs" c="dimmed" truncate>
          {type?.name ?? entry.content_type} · {nameOf(entry.updated_by)}
          {moment !== null && ' · '}
          {moment !== null && <Moment at={moment} />}
        </Text>
      </Stack>
      <StatusBadge status={entry.status} />
    </Group>
  );
}
