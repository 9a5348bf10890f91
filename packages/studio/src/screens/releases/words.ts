/** What is said of releases: their states, and what they do with entries. */
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Release } from '../../api/types.ts';
import type { Change } from '../../frame/releases/change-words.ts';

export function useStateWords(): Readonly<Record<Release['state'], string>> {
  const { t } = useLingui();
  return {
    open: t({ message: 'Open', context: 'release', comment: 'State of a release that is being prepared' }),
    scheduled: t({ message: 'Scheduled', comment: 'State of a release that goes out by itself' }),
    failed: t({ message: 'Failed', context: 'release', comment: 'State of a release that could not go out by itself' }),
    closed: t({ message: 'Closed', comment: 'State of a release that nobody can change' }),
    published: t({ message: 'Published', comment: 'State of a release' }),
    applied: t({ message: 'Applied to drafts', comment: 'State of a release that lay over drafts' }),
    undone: t({ message: 'Undone', context: 'release', comment: 'State of a release that was taken back' }),
  };
}

/** Whether it can still go out. */
export function isStillToCome({ state }: Pick<Release, 'state'>): boolean {
  return state !== 'published' && state !== 'applied' && state !== 'undone';
}

/** In the order in which they are told. */
export const CHANGES: readonly Change[] = ['create', 'change', 'publish', 'unpublish', 'archive', 'delete'];

/** What happens to so many entries when the release goes out. */
export function useOutcomeWords(onto: Release['onto']): (change: Change, count: number) => string {
  const { t } = useLingui();
  if (onto === 'drafts')
    return (change, count) => {
      if (change === 'create')
        return t`${plural(count, { one: '# new entry is saved as a draft', other: '# new entries are saved as drafts' })}`;
      if (change === 'archive')
        return t`${plural(count, { one: '# entry is archived', other: '# entries are archived' })}`;
      if (change === 'delete')
        return t`${plural(count, { one: '# entry is deleted', other: '# entries are deleted' })}`;
      return t`${plural(count, { one: 'The draft of # entry changes', other: 'The drafts of # entries change' })}`;
    };
  return (change, count) => {
    switch (change) {
      case 'create':
        return t`${plural(count, { one: '# new entry is published', other: '# new entries are published' })}`;
      case 'change':
        return t`${plural(count, { one: '# entry changes', other: '# entries change' })}`;
      case 'publish':
        return t`${plural(count, { one: '# entry is published as its draft stands', other: '# entries are published as their drafts stand' })}`;
      case 'unpublish':
        return t`${plural(count, { one: '# entry is unpublished', other: '# entries are unpublished' })}`;
      case 'archive':
        return t`${plural(count, { one: '# entry is archived', other: '# entries are archived' })}`;
      case 'delete':
        return t`${plural(count, { one: '# entry is deleted', other: '# entries are deleted' })}`;
    }
  };
}
