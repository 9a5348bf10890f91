/** What the release that the person works in does with an entry of a list, as a small sign with its word. */
import { useLingui } from '@lingui/react/macro';
import type { ComponentType, ReactNode } from 'react';
import { loadWords } from '../../languages/languages.ts';
import { ReleaseIcon } from '../../ui/icons.ts';
import styles from './change-badge.module.css';
import { type Change, useChangeWords } from './change-words.ts';

const ICON_SIZE = 12;

interface ChangeBadgeProperties {
  readonly change: Change;
}

export async function loadChangeBadge(): Promise<ComponentType<ChangeBadgeProperties>> {
  await loadWords('releases');
  return ChangeBadge;
}

function ChangeBadge({ change }: ChangeBadgeProperties): ReactNode {
  const { t } = useLingui();
  return (
    <span className={styles.change} title={t`In the release that you work in`}>
      <ReleaseIcon size={ICON_SIZE} aria-hidden />
      {useChangeWords()[change]}
    </span>
  );
}
