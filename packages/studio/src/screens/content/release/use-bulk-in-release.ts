/** Does something with many entries of a release: those that it fits, the others stay as they are. */
import { useLingui } from '@lingui/react/macro';
import { api, bodyOf } from '../../../api/client.ts';
import { ifMatch, isVersionConflict } from '../../../api/if-match.ts';
import { ApiProblem } from '../../../api/problem.ts';
import type { Entry } from '../../../api/types.ts';
import type { BulkResult } from '../../../frame/selection/use-bulk.ts';
import { type Chosen, type RefusedEntry, useBulkAction, useBulkRun } from '../use-bulk-action.ts';
import { type BulkInRelease, fitting } from './bulk-in-release.ts';

/**
 * @param entries those that the list shows
 * @param release id of the one that they are listed in
 */
export function useBulkInRelease(
  entries: readonly Entry[],
  release: string,
): (chosen: Chosen<BulkInRelease>) => Promise<BulkResult> {
  const { t } = useLingui();
  const act = useBulkAction(entries, release);
  const run = useBulkRun(entries, release);
  const takeOut = async (shown: readonly Entry[], versions: Readonly<Record<string, number>>) => {
    const refused: RefusedEntry[] = [];
    for (const { id, key } of shown) {
      const version = versions[id];
      if (version === undefined) continue;
      try {
        const params = { path: { change_set_id: release, key }, header: ifMatch({ version }) };
        await bodyOf(api.DELETE('/change-sets/{change_set_id}/entries/{key}', { params }));
      } catch (error) {
        if (!(error instanceof ApiProblem)) throw error;
        const changed = t`Someone else has changed it since it was listed. Check it, then try again.`;
        refused.push({ id, message: isVersionConflict(error) ? changed : error.message });
      }
    }
    return refused;
  };
  return ({ action, shown: all, gone }) => {
    const shown = fitting(action, all);
    if (action === 'take-out') return run({ action, shown, gone }, (versions) => takeOut(shown, versions));
    return act({ action, shown, gone, into: release });
  };
}
