/** Asks before a merge is undone: what goes back, and what stands in the way of it. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../../../api/client.ts';
import { ApiProblem } from '../../../../api/problem.ts';
import type { Merge } from '../../../../api/types.ts';
import { DangerDialog } from '../../../../frame/form-dialog.tsx';
import { usePlace } from '../../../../frame/use-place.ts';
import { Stack, Text } from '../../../../ui/index.ts';
import { useForgetMerged } from '../forget-merged.ts';
import { ChangedCounts } from '../merge/changed-counts.tsx';
import { Lines } from '../merge/plan-summary.tsx';
import { usePlaceNames } from '../merge/use-place-names.ts';

interface UndoDialogProperties {
  readonly merge: Merge;
  readonly onClose: () => void;
}

/** What keeps a merge from being undone. */
interface UndoConflict {
  readonly path: string;
  readonly rule: string;
}

export function UndoDialog({ merge, onClose }: UndoDialogProperties): ReactNode {
  const { t } = useLingui();
  const { space } = usePlace();
  const { into } = merge;
  const forget = useForgetMerged();
  const [conflicts, setConflicts] = useState<readonly UndoConflict[]>([]);
  const undo = async () => {
    const params = { path: { space_id: space, environment: into, merge_id: merge.id } };
    try {
      await bodyOf(api.POST('/spaces/{space_id}/environments/{environment}/merges/{merge_id}/undo', { params }));
    } catch (error) {
      if (!(error instanceof ApiProblem && Array.isArray(error.detail.conflicts))) throw error;
      setConflicts(error.detail.conflicts as readonly UndoConflict[]);
      throw new Error(t`Nothing was undone, because some of it was changed since the merge, or is in use.`);
    }
    await forget({ space, to: into });
  };
  return (
    <DangerDialog title={t`Undo this merge`} action={t`Undo merge`} nameToType={into} onSubmit={undo} onClose={onClose}>
      <Stack gap="sm">
        <Text size="sm">
          <Trans>
            In {into}, this goes back to what it was before the merge, and readers see that at once:{' '}
            <ChangedCounts changed={merge.changed} />.
          </Trans>
        </Text>
        <Text size="sm">
          <Trans>
            What others changed there besides stays. If something of the merge itself was changed since, nothing is
            undone.
          </Trans>
        </Text>
        {conflicts.length > 0 && <InTheWay merge={merge} conflicts={conflicts} />}
      </Stack>
    </DangerDialog>
  );
}

interface InTheWayProperties {
  readonly merge: Merge;
  readonly conflicts: readonly UndoConflict[];
}

function InTheWay({ merge, conflicts }: InTheWayProperties): ReactNode {
  const { t } = useLingui();
  const nameOf = usePlaceNames(merge);
  const wordsOf = ({ path: reached, rule }: UndoConflict) => {
    if (reached.startsWith('merges.')) return t`A later merge of the same two environments: undo that one first.`;
    const path = nameOf(reached);
    return rule === 'data_loss' ? t`${path}: entries use it` : t`${path}: changed since`;
  };
  return (
    <div role="alert">
      <Text size="sm" fw={600}>
        <Plural value={conflicts.length} one="This stands in the way:" other="These # stand in the way:" />
      </Text>
      <Lines lines={conflicts.map(wordsOf)} />
    </div>
  );
}
