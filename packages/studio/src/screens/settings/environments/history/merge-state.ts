/** Whether a merge holds, in words. */
import { useLingui } from '@lingui/react/macro';
import type { MergeSummary } from '../../../../api/types.ts';

export function useMergeState(): (merge: Pick<MergeSummary, 'undone_at' | 'complete'>) => string {
  const { t } = useLingui();
  return ({ undone_at: undone, complete }) => {
    if (undone !== null) return complete ? t`Undone` : t`Partly undone`;
    return complete ? t({ message: 'Merged', comment: 'State of a merge of two environments' }) : t`Not finished`;
  };
}
