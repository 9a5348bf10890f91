/** The last look before a merge: how much goes where, and what readers see of it. Then how far it is. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../../../api/client.ts';
import { ApiProblem } from '../../../../api/problem.ts';
import type { MergeRequest, MergeResult } from '../../../../api/types.ts';
import { FormDialog } from '../../../../frame/form-dialog.tsx';
import { Progress, Text } from '../../../../ui/index.ts';
import type { Pair } from '../compare/use-comparison.ts';
import { useForgetMerged } from '../forget-merged.ts';
import { ChangedCounts } from './changed-counts.tsx';

/** How often it is looked how far a merge in parts is. */
const WHILE_MERGING_MS = 1_000;
const WHOLE_PERCENT = 100;

interface MergeDialogProperties {
  readonly pair: Pair;
  readonly plan: MergeResult;
  readonly request: MergeRequest;
  readonly onMerged: (merge: MergeResult) => void;
  /** Plans again: the environments are not what they were when the plan was made. */
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

export function MergeDialog({ pair, plan, request, onMerged, onChanged, onClose }: MergeDialogProperties): ReactNode {
  const { t } = useLingui();
  const { space, from, to } = pair;
  const [isRunning, setIsRunning] = useState(false);
  const forget = useForgetMerged();
  const merge = async () => {
    setIsRunning(true);
    try {
      const params = { path: { space_id: space, environment: to } };
      const body = { ...request, dry_run: false };
      const merged = await bodyOf(api.POST('/spaces/{space_id}/environments/{environment}/merges', { params, body }));
      onMerged(merged);
      void forget(pair);
    } catch (error) {
      if (!(error instanceof ApiProblem && error.code === 'conflict')) throw error;
      onChanged();
      void forget(pair);
      const left = typeof error.detail.merge === 'string';
      throw new Error(
        left
          ? t`Others changed the same values during the merge. What was written so far is in the list of merges; decide about the rest here.`
          : t`Nothing was merged, because others have just changed something. Here is a new plan; check it again.`,
      );
    } finally {
      setIsRunning(false);
    }
  };
  return (
    <FormDialog title={t`Merge ${from} into ${to}`} action={t`Merge`} onSubmit={merge} onClose={onClose}>
      <Text size="sm">
        <ChangedCounts changed={plan.changed} />
      </Text>
      <Text size="sm">
        {plan.becomes_visible.length === 0 ? (
          <Trans>Readers see no difference. It can be undone as long as nothing of it is changed afterwards.</Trans>
        ) : (
          <Plural
            value={plan.becomes_visible.length}
            one="Readers see # value differently at once. It can be undone as long as nothing of it is changed afterwards."
            other="Readers see # values differently at once. It can be undone as long as nothing of it is changed afterwards."
          />
        )}
      </Text>
      {isRunning && plan.parts > 1 && <MergeProgress pair={pair} plan={plan} />}
    </FormDialog>
  );
}

/** How much of a merge in parts is written. */
function MergeProgress({ pair: { space, to }, plan }: Pick<MergeDialogProperties, 'pair' | 'plan'>): ReactNode {
  const { t, i18n } = useLingui();
  const { data: latest } = useQuery({
    queryKey: [space, to, 'merges', 'latest'],
    queryFn: async () => {
      const params = { path: { space_id: space, environment: to }, query: { limit: 1 } };
      const { items } = await bodyOf(api.GET('/spaces/{space_id}/environments/{environment}/merges', { params }));
      return items[0] ?? null;
    },
    refetchInterval: WHILE_MERGING_MS,
    gcTime: 0,
  });
  const sum = ({ content_types: types, entries, assets }: MergeResult['changed']) => types + entries + assets;
  const whole = sum(plan.changed);
  const written = latest && !latest.complete ? sum(latest.changed) : 0;
  const words = new Intl.NumberFormat(i18n.locale);
  return (
    <>
      <Progress value={(WHOLE_PERCENT * written) / Math.max(whole, 1)} aria-label={t`How much is merged`} />
      <Text size="sm" c="dimmed" role="status">
        <Trans>
          {words.format(written)} of {words.format(whole)}
        </Trans>
      </Text>
    </>
  );
}
