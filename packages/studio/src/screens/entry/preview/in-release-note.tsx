/** Says which state of the release the page shows, and lets the person see all that is scheduled until it goes out. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { releaseQuery } from '../../../api/releases.ts';
import { useTimeWords } from '../../../frame/schedule/use-time-words.ts';
import { usePlace } from '../../../frame/use-place.ts';
import { SegmentedControl, Stack, Text } from '../../../ui/index.ts';

interface InReleaseNoteProperties {
  /** Id of the release. */
  readonly release: string;
  /** The time at which the site is shown; undefined for the release alone. */
  readonly asOf: string | undefined;
  onAsOf(at: string | undefined): void;
}

export function InReleaseNote({ release: id, asOf, onAsOf }: InReleaseNoteProperties): ReactNode {
  const { t } = useLingui();
  const time = useTimeWords();
  const { data: release } = useQuery(releaseQuery(usePlace(), id));
  const goesOut = release?.state === 'scheduled' ? release.publish_at : null;
  const choices = [
    { value: 'release', label: t({ message: 'This release', comment: 'What a preview shows: the release alone' }) },
    {
      value: 'then',
      label: t({ message: 'The site as of then', comment: 'What a preview shows: all that is scheduled until then' }),
    },
  ];
  return (
    <Stack gap={4}>
      {goesOut !== null && (
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={t({ message: 'What the preview shows', comment: 'Name of a choice' })}
          data={choices}
          value={asOf === undefined ? 'release' : 'then'}
          onChange={(chosen) => onAsOf(chosen === 'then' ? goesOut : undefined)}
        />
      )}
      <Text size="sm" c="dimmed">
        {asOf === undefined ? (
          <Trans>
            The page shows what is in the release, as readers will see it. Entries that are not in it are shown as
            drafts.
          </Trans>
        ) : (
          <Trans>The site as of {time(asOf)}: this release, and all others that are scheduled until then.</Trans>
        )}
      </Text>
    </Stack>
  );
}
