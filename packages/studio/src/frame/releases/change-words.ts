/** What a release does with an entry, in the same words wherever it is said. */
import { useLingui } from '@lingui/react/macro';
import type { Entry } from '../../api/types.ts';

export type Change = NonNullable<Entry['change']>;

export function useChangeWords(): Readonly<Record<Change, string>> {
  const { t } = useLingui();
  return {
    create: t({ message: 'New', context: 'in a release', comment: 'The release creates the entry' }),
    change: t({ message: 'Changed', context: 'in a release', comment: 'The release changes the entry' }),
    publish: t({
      message: 'Draft goes out',
      context: 'in a release',
      comment: 'The release publishes the draft of the entry',
    }),
    unpublish: t({ message: 'Taken down', context: 'in a release', comment: 'The release unpublishes the entry' }),
    archive: t({ message: 'Archived', context: 'in a release', comment: 'The release archives the entry' }),
    delete: t({ message: 'Deleted', context: 'in a release', comment: 'The release deletes the entry' }),
  };
}
