/** What is said of an entry in a release. */
import { useLingui } from '@lingui/react/macro';
import type { Entry } from '../../../api/types.ts';

/** What the release does with the entry. */
export function useStandingWords(): (change: NonNullable<Entry['change']> | null) => string {
  const { t } = useLingui();
  const words = {
    create: t({ message: 'In release: new', comment: 'The release creates the entry' }),
    change: t({ message: 'In release: changed', comment: 'The release changes the entry' }),
    publish: t({ message: 'In release: draft goes out', comment: 'The release publishes the draft of the entry' }),
    unpublish: t({ message: 'In release: taken down', comment: 'The release unpublishes the entry' }),
    archive: t({ message: 'In release: archived', comment: 'The release archives the entry' }),
    delete: t({ message: 'In release: deleted', comment: 'The release deletes the entry' }),
  };
  return (change) => (change === null ? t`Not in the release` : words[change]);
}
