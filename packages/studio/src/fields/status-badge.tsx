/** The status of an entry as a small sign with its word. */
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { EntryStatus } from '../api/types.ts';
import styles from './fields.module.css';

export function StatusBadge({ status }: { readonly status: EntryStatus }): ReactNode {
  return (
    <span className={styles.status} data-status={status}>
      {useStatusWords()[status]}
    </span>
  );
}

/** The words for the states of an entry. */
export function useStatusWords(): Readonly<Record<EntryStatus, string>> {
  const { t } = useLingui();
  return { draft: t`Draft`, changed: t`Changed`, published: t`Published`, archived: t`Archived` };
}
