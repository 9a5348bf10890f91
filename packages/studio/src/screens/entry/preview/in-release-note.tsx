/** Says which state of the release the page shows, and lets the person see all that is scheduled until it goes out. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useTimeWords } from '../../../frame/schedule/use-time-words.ts';
import { SegmentedControl, Stack, Text } from '../../../ui/index.ts';

interface InReleaseNoteProperties {
  /** When the release goes out by itself; null where it does not. */
  readonly goesOut: string | null;
  /** Whether the site is to be shown as of then, rather than the release alone. */
  readonly isThen: boolean;
  onChange(isThen: boolean): void;
}

export function InReleaseNote({ goesOut, isThen, onChange }: InReleaseNoteProperties): ReactNode {
  const { t } = useLingui();
  const time = useTimeWords();
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
          value={isThen ? 'then' : 'release'}
          onChange={(chosen) => onChange(chosen === 'then')}
        />
      )}
      <Text size="sm" c="dimmed">
        {isThen && goesOut !== null ? (
          <Trans>The site as of {time(goesOut)}: this release, and all others that are scheduled until then.</Trans>
        ) : (
          <Trans>
            The page shows what is in the release, as readers will see it. Entries that are not in it are shown as
            drafts.
          </Trans>
        )}
      </Text>
    </Stack>
  );
}
