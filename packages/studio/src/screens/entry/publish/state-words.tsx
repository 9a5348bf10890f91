/** What readers have of a language of an entry, in words. */
import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import styles from './publish-summary.module.css';
import type { LanguageSummary } from './summary.ts';

type StateWordsProperties = Pick<LanguageSummary, 'state' | 'changes'>;

export function StateWords({ state, changes }: StateWordsProperties): ReactNode {
  return (
    <span className={styles.state} data-state={state}>
      {state === 'changed' && <Plural value={changes.length} one="# change" other="# changes" />}
      {state === 'new' && (
        <Trans comment="A language of an entry, which readers do not have yet">Not published yet</Trans>
      )}
      {state === 'unchanged' && <Trans comment="A language of an entry, of which readers have all">Up to date</Trans>}
      {state === 'empty' && <Trans comment="A language of an entry in which nothing is written">Empty</Trans>}
    </span>
  );
}
