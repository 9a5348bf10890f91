/** What stands in the place of something that is read, until it is there: its room, or why it could not be read. */
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { LateSkeleton } from '../ui/index.ts';
import { ScreenError } from './screen-error.tsx';

interface PendingProperties {
  /** Why it could not be read; null while it is on its way. */
  readonly error: unknown;
  /** Reads it once more. */
  readonly again: () => void;
  /** Room for it, in pixels. */
  readonly height?: number;
}

export function Pending({ error, again, height = 160 }: PendingProperties): ReactNode {
  const { t } = useLingui();
  if (error !== null) return <ScreenError error={error} reset={again} />;
  return <LateSkeleton height={height} aria-label={t`Loading`} />;
}
