/** What is said of an action with many entries of a release: on its button, over its question, and once it is done. */
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { BulkInRelease } from './bulk-in-release.ts';

interface BulkWords {
  readonly button: string;
  readonly title: string;
  readonly done: (count: number) => string;
}

export function useBulkWords(): Readonly<Record<BulkInRelease, BulkWords>> {
  const { t } = useLingui();
  return {
    publish: {
      button: t({ message: 'Publish drafts', comment: 'Button: the release publishes the drafts of entries' }),
      title: t`Publish the drafts with the release?`,
      done: (count) =>
        t`${plural(count, { one: 'The draft of # entry goes out with the release.', other: 'The drafts of # entries go out with the release.' })}`,
    },
    unpublish: {
      button: t({ message: 'Take down', comment: 'Button: the release unpublishes entries' }),
      title: t`Take down with the release?`,
      done: (count) =>
        t`${plural(count, { one: 'The release takes # entry down.', other: 'The release takes # entries down.' })}`,
    },
    archive: {
      button: t`Archive`,
      title: t`Archive with the release?`,
      done: (count) =>
        t`${plural(count, { one: 'The release archives # entry.', other: 'The release archives # entries.' })}`,
    },
    delete: {
      button: t`Delete`,
      title: t`Delete with the release?`,
      done: (count) =>
        t`${plural(count, { one: 'The release deletes # entry.', other: 'The release deletes # entries.' })}`,
    },
    'take-out': {
      button: t({ message: 'Take out', comment: 'Button of a dialog: takes an entry out of a release.' }),
      title: t`Take out of the release?`,
      done: (count) =>
        t`${plural(count, { one: '# entry taken out of the release.', other: '# entries taken out of the release.' })}`,
    },
  };
}
