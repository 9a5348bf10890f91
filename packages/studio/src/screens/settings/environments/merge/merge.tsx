/**
 * The changes of one environment merged into another one: what goes, what has to be decided, what the plan is. Nothing is
 * merged before everything is decided and the plan of exactly that has been seen.
 */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { environmentsQuery } from '../../../../api/queries.ts';
import type { ComparedResource, MergeConflict, MergeResult } from '../../../../api/types.ts';
import { useAddress, useChangeAddress } from '../../../../frame/use-address.ts';
import { useLeaveGuard } from '../../../../frame/use-leave-guard.ts';
import { usePlace } from '../../../../frame/use-place.ts';
import {
  Button,
  EmptyState,
  Group,
  LateSkeleton,
  LinkAnchor,
  Radio,
  Section,
  Stack,
  Text,
} from '../../../../ui/index.ts';
import { SettingsPage } from '../../page/settings-page.tsx';
import { NotComparable } from '../compare/not-comparable.tsx';
import { PairSelects } from '../compare/pair-selects.tsx';
import { PairSurroundings, usePairModel } from '../compare/pair-surroundings.tsx';
import { type Pair, useComparison } from '../compare/use-comparison.ts';
import { usePair } from '../compare/use-pair.ts';
import { ConflictList, LeftToDecide } from './conflict-list.tsx';
import { type Decisions, type Take, withAll } from './decisions.ts';
import { MergeDialog } from './merge-dialog.tsx';
import { Merged } from './merged.tsx';
import { PlanSummary } from './plan-summary.tsx';
import { ScopeChoice, scopeOfTicked } from './scope-choice.tsx';
import { type Planned, planQuery, useMergePlan } from './use-merge-plan.ts';

const NOTHING_TICKED: ReadonlySet<string> = new Set();
const NOTHING_DECIDED: Decisions = new Map();

export function MergeScreen(): ReactNode {
  const { t } = useLingui();
  const pair = usePair('into');
  return (
    <SettingsPage
      title={t`Merge environments`}
      about={
        <Trans>
          Brings what one environment changed into another one. Values that only one of them changed need no decision;
          you see everything before anything is written.
        </Trans>
      }
      guide="branches"
      permission="merge.create"
    >
      <PairSelects names={['from', 'into']} />
      {pair === null ? (
        <EmptyState
          title={t`Choose two environments`}
          detail={t`First the one with the changes, then where they go.`}
        />
      ) : (
        <PairSurroundings key={`${pair.from} ${pair.to}`} pair={pair}>
          <Merge pair={pair} />
        </PairSurroundings>
      )}
    </SettingsPage>
  );
}

/** The steps, or what came of them. */
function Merge({ pair }: { readonly pair: Pair }): ReactNode {
  const comparison = useComparison(pair);
  const [merged, setMerged] = useState<MergeResult | null>(null);
  if (merged !== null) return <Merged merge={merged} onAgain={() => setMerged(null)} />;
  if (comparison.items === undefined)
    return comparison.error === null ? (
      <Comparing pair={pair} />
    ) : (
      <NotComparable error={comparison.error} again={comparison.again} />
    );
  return <Steps pair={pair} items={comparison.items} more={comparison.more} onMerged={setMerged} />;
}

/** The plan of everything is made at the same time, as the steps begin with it. */
function Comparing({ pair }: { readonly pair: Pair }): ReactNode {
  const { t } = useLingui();
  useQuery(planQuery(pair, { from: pair.from, publish: usePublishing() }));
  return <LateSkeleton height={320} aria-label={t`Comparing`} />;
}

/** Whether the merge publishes what its source has published: the address says so. */
function usePublishing(): 'as_source' | 'none' {
  return useAddress().publish === 'as_source' ? 'as_source' : 'none';
}

interface StepsProperties {
  readonly pair: Pair;
  readonly items: readonly ComparedResource[];
  readonly more: () => void;
  readonly onMerged: (merge: MergeResult) => void;
}

function Steps({ pair, items, more, onMerged }: StepsProperties): ReactNode {
  const { t } = useLingui();
  const { from, to } = pair;
  const publish = usePublishing();
  const change = useChangeAddress();
  const [isPart, setIsPart] = useState(false);
  const [ticked, setTicked] = useState(NOTHING_TICKED);
  const [decisions, setDecisions] = useState(NOTHING_DECIDED);
  useLeaveGuard(decisions.size > 0, t`Leave without merging? Your decisions are lost.`);
  const scope = useMemo(
    () => ({
      ...(isPart ? scopeOfTicked(items, ticked) : {}),
      publish,
    }),
    [isPart, items, ticked, publish],
  );
  const hasNothing = isPart && ticked.size === 0;
  return (
    <Stack gap="lg">
      <Section title={t`What to merge`}>
        <ScopeChoice
          isPart={isPart}
          choosePart={setIsPart}
          items={items}
          more={more}
          ticked={ticked}
          onTick={(some, isTicked) => setTicked((now) => withTicked(now, some, isTicked))}
        />
      </Section>
      <Section title={t`What readers see`}>
        <Radio.Group
          aria-label={t`What readers see`}
          value={scope.publish}
          onChange={(value) => change({ publish: value === 'as_source' ? value : undefined })}
        >
          <Stack gap="xs">
            <Radio
              value="none"
              label={t`Merge drafts, publish nothing`}
              description={t`Entries are published by hand afterwards. Media and the model have no drafts: readers see them at once.`}
            />
            <Radio
              value="as_source"
              label={t`Publish what ${from} has published`}
              description={t`Value by value, as far as it was published there since. Drafts of both stay drafts.`}
            />
          </Stack>
        </Radio.Group>
      </Section>
      {hasNothing ? (
        <EmptyState title={t`Nothing is chosen`} detail={t`Tick what is to be merged into ${to}.`} />
      ) : (
        <Decided
          pair={pair}
          scope={scope}
          items={items}
          decisions={decisions}
          decide={setDecisions}
          onMerged={onMerged}
        />
      )}
    </Stack>
  );
}

interface DecidedProperties extends Omit<StepsProperties, 'more'> {
  readonly scope: Parameters<typeof useMergePlan>[1];
  readonly decisions: Decisions;
  readonly decide: (change: (now: Decisions) => Decisions) => void;
}

function Decided({ pair, scope, items, decisions, decide, onMerged }: DecidedProperties): ReactNode {
  const { t } = useLingui();
  const planned = useMergePlan(pair, scope, decisions);
  const { plan, conflicts, error, again } = planned;
  const decideOne = useCallback(
    ({ path }: MergeConflict, take: Take) => decide((now) => new Map([...now, [path, take]])),
    [decide],
  );
  const stillThere = useMemo(() => new Set(plan?.conflicts.map(({ path }) => path)), [plan]);
  if (plan === undefined)
    return error === null ? (
      <LateSkeleton height={160} aria-label={t`Planning`} />
    ) : (
      <NotComparable error={error} again={again} />
    );
  return (
    <>
      {conflicts.length > 0 && (
        <Section
          title={t`Needs a decision`}
          about={
            <Trans>
              Both environments changed these since one was copied. Nothing is merged until you have decided each of
              them.
            </Trans>
          }
        >
          <ConflictList
            conflicts={conflicts}
            stillThere={planned.isCurrent ? stillThere : NOTHING_TICKED}
            decisions={decisions}
            items={items}
            decide={decideOne}
            decideAll={(take) => decide((now) => withAll(now, conflicts, take))}
          />
        </Section>
      )}
      <Section title={t`The plan`} about={<Trans>Nothing has been written yet.</Trans>}>
        <PlanSummary plan={plan} isCurrent={planned.isCurrent} />
        {error !== null && <NotComparable error={error} again={again} />}
        <MergeButton pair={pair} planned={planned} plan={plan} onMerged={onMerged} />
      </Section>
    </>
  );
}

interface MergeButtonProperties {
  readonly pair: Pair;
  readonly planned: Planned;
  readonly plan: MergeResult;
  readonly onMerged: (merge: MergeResult) => void;
}

/** Live once nothing is left to decide and the service would refuse nothing. */
function MergeButton({ pair, planned, plan, onMerged }: MergeButtonProperties): ReactNode {
  const place = usePlace();
  const [asked, setAsked] = useState(false);
  const { to } = usePairModel();
  const { undecided, isCurrent, error } = planned;
  const { content_types: types, entries, assets } = plan.changed;
  const isEmpty = isCurrent && types + entries + assets === 0;
  const environments = useSuspenseQuery(environmentsQuery(pair.space)).data;
  const keptAt = environments.find(({ name }) => name === to)?.model_locked?.by;
  const isLocked = keptAt !== undefined && types > 0;
  const isReady =
    isCurrent && error === null && !isEmpty && !isLocked && plan.conflicts.length === 0 && plan.errors.length === 0;
  return (
    <Group gap="sm">
      <Button disabled={!isReady} onClick={() => setAsked(true)}>
        <Trans>Merge into {to}…</Trans>
      </Button>
      <Text size="sm" c="dimmed" role="status" style={{ overflowWrap: 'anywhere' }}>
        {undecided.length > 0 ? (
          <LeftToDecide count={undecided.length} />
        ) : isEmpty ? (
          <Trans>There is nothing to merge.</Trans>
        ) : plan.errors.length > 0 && isCurrent ? (
          <Plural
            value={plan.errors.length}
            one="# problem has to be solved first."
            other="# problems have to be solved first."
          />
        ) : isLocked ? (
          <Trans>
            The model of {to} is kept at {keptAt}. Push these changes of the model from there first; then the entries
            can be merged here.
          </Trans>
        ) : null}
      </Text>
      <LinkAnchor
        size="sm"
        to="/spaces/$space/$environment/settings/environments/compare"
        params={place}
        search={{ from: pair.from, to: pair.to } as never}
      >
        <Trans>Compare all values</Trans>
      </LinkAnchor>
      {asked && (
        <MergeDialog
          pair={pair}
          plan={plan}
          request={planned.request}
          onMerged={onMerged}
          onChanged={planned.again}
          onClose={() => setAsked(false)}
        />
      )}
    </Group>
  );
}

function withTicked(
  now: ReadonlySet<string>,
  items: readonly ComparedResource[],
  isTicked: boolean,
): ReadonlySet<string> {
  const next = new Set(now);
  for (const { path } of items) {
    if (isTicked) next.add(path);
    else next.delete(path);
  }
  return next;
}
