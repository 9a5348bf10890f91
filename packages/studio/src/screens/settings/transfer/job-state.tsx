/** How far an export or import is: a word, a bar as long as it runs, and what it has done. */
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { ContentImport, Export } from '../../../api/types.ts';
import { Progress, Stack, Text } from '../../../ui/index.ts';

const BAR_WIDTH = 160;
const WHOLE = 100;

interface JobStateProperties {
  readonly words: string;
  /** Null once it has ended. */
  readonly progress: { readonly done: number; readonly total: number } | null;
  readonly children?: ReactNode;
}

export function JobState({ words, progress, children }: JobStateProperties): ReactNode {
  const { i18n } = useLingui();
  const percent = new Intl.NumberFormat(i18n.locale, { style: 'percent' });
  const share = progress === null || progress.total === 0 ? 0 : progress.done / progress.total;
  return (
    <Stack gap={4}>
      <span>
        {words}
        {progress !== null && ` ${percent.format(share)}`}
      </span>
      {progress !== null && <Progress w={BAR_WIDTH} value={share * WHOLE} aria-label={words} />}
      {children !== undefined && (
        <Text size="xs" c="dimmed" maw="44ch">
          {children}
        </Text>
      )}
    </Stack>
  );
}

/** What the states of both are called. */
export function useStatusWords(): Readonly<Record<Export['status'] | ContentImport['status'], string>> {
  const { t } = useLingui();
  return { running: t`Running`, ready: t`Ready`, done: t`Done`, failed: t`Failed`, cancelled: t`Stopped` };
}
