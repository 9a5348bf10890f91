/** What the release changes of a language of the entry, in words. */
import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useDraft, useOpenEntry } from '../../../fields/open-entry.tsx';
import { useSurroundings } from '../../../fields/surroundings.tsx';
import { summaryOf } from '../publish/use-publish-summary.ts';
import { useGround } from './ground.ts';
import styles from './release.module.css';

export function LanguageState({ locale: code }: { readonly locale: string }): ReactNode {
  const { draft, type } = useOpenEntry();
  const { locales, types } = useSurroundings();
  const entry = useDraft(draft, (now) => now.entry);
  const ground = useGround();
  if (entry === null || ground === undefined) return null;
  const summary = summaryOf(entry, [type, types, locales, ground?.values ?? null]);
  const language = summary.find(({ locale }) => locale.code === code);
  if (language === undefined) return null;
  const { state, changes } = language;
  return (
    <span className={styles.language} data-state={state}>
      {state === 'changed' && (
        <Plural value={changes.length} one="# change in the release" other="# changes in the release" />
      )}
      {state === 'new' && <Trans comment="A language of an entry, which the release adds">New in the release</Trans>}
      {state === 'unchanged' && (
        <Trans comment="A language of an entry that the release leaves as it is">Not changed in the release</Trans>
      )}
      {state === 'empty' && <Trans comment="A language of an entry in which nothing is written">Empty</Trans>}
    </span>
  );
}
