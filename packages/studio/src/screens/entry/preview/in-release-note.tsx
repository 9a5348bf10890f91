/** Says which state of the release the page shows, and lets the person see the draft, or all that is scheduled until it goes out. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useTimeWords } from '../../../frame/schedule/use-time-words.ts';
import { SegmentedControl, Stack, Text } from '../../../ui/index.ts';

/** The release, the draft without it, or the site once it goes out. */
export type Shown = 'release' | 'draft' | 'then';

interface InReleaseNoteProperties {
  /** When the release goes out by itself; null where it does not. */
  readonly goesOut: string | null;
  readonly shown: Shown;
  onChange(shown: Shown): void;
}

export function InReleaseNote({ goesOut, shown, onChange }: InReleaseNoteProperties): ReactNode {
  const { t } = useLingui();
  const time = useTimeWords();
  const then = t({ message: 'The site as of then', comment: 'What a preview shows: all that is scheduled until then' });
  const choices = [
    { value: 'release', label: t({ message: 'This release', comment: 'What a preview shows: the release alone' }) },
    { value: 'draft', label: t({ message: 'Draft', comment: 'What a preview shows: the draft, without the release' }) },
    ...(goesOut === null ? [] : [{ value: 'then', label: then }]),
  ];
  return (
    <Stack gap={4} mb="xs">
      <SegmentedControl
        size="xs"
        aria-label={t({ message: 'What the preview shows', comment: 'Name of a choice' })}
        data={choices}
        value={shown}
        onChange={(chosen) => onChange(chosen as Shown)}
      />
      <Text size="sm" c="dimmed">
        {shown === 'draft' && <Trans>The page shows the draft, as it is without the release.</Trans>}
        {shown === 'then' && goesOut !== null && (
          <Trans>The site as of {time(goesOut)}: this release, and all others that are scheduled until then.</Trans>
        )}
        {shown === 'release' && (
          <Trans>
            The page shows what is in the release, as readers will see it. Entries that are not in it are shown as
            drafts.
          </Trans>
        )}
      </Text>
    </Stack>
  );
}
