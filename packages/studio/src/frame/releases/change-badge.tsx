/** What the release that the person works in does with an entry of a list, as a small sign with its word. */
import { useLingui } from '@lingui/react/macro';
import type { ComponentType, ReactNode } from 'react';
import type { Entry } from '../../api/types.ts';
import { loadWords } from '../../languages/languages.ts';
import { ReleaseIcon } from '../../ui/icons.ts';
import styles from './change-badge.module.css';

const ICON_SIZE = 12;

interface ChangeBadgeProperties {
  readonly change: NonNullable<Entry['change']>;
}

export async function loadChangeBadge(): Promise<ComponentType<ChangeBadgeProperties>> {
  await loadWords('releases');
  return ChangeBadge;
}

function ChangeBadge({ change }: ChangeBadgeProperties): ReactNode {
  const { t } = useLingui();
  const words = {
    create: t({ message: 'New', context: 'in a release', comment: 'The release creates the entry' }),
    change: t({ message: 'Changes', context: 'in a release', comment: 'The release changes the entry' }),
    publish: t({
      message: 'Goes out',
      context: 'in a release',
      comment: 'The release publishes the draft of the entry',
    }),
    unpublish: t({ message: 'Taken down', context: 'in a release', comment: 'The release unpublishes the entry' }),
    archive: t({ message: 'Archived', context: 'in a release', comment: 'The release archives the entry' }),
    delete: t({ message: 'Deleted', context: 'in a release', comment: 'The release deletes the entry' }),
  };
  return (
    <span className={styles.change} title={t`In the release that you work in`}>
      <ReleaseIcon size={ICON_SIZE} aria-hidden />
      {words[change]}
    </span>
  );
}
