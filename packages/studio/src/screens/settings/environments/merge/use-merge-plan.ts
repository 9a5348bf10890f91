/** The plan of a merge with the decisions so far: what it would change, what is still to be decided, and what would be refused. */
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { api, bodyOf } from '../../../../api/client.ts';
import type { MergeConflict, MergeRequest, MergeResult } from '../../../../api/types.ts';
import type { Pair } from '../compare/use-comparison.ts';
import { allConflicts, type Decisions, resolutionsOf, undecidedOf } from './decisions.ts';

/** What of a merge is asked for, besides decisions. */
export type Scope = Pick<MergeRequest, 'content_types' | 'entries' | 'publish'>;

const NONE: readonly MergeConflict[] = [];

export interface Planned {
  /** Undefined until the first plan is there. */
  readonly plan: MergeResult | undefined;
  /** All that were found, decided or not. */
  readonly conflicts: readonly MergeConflict[];
  readonly undecided: readonly MergeConflict[];
  /** Whether the plan is that of the decisions as they are now. */
  readonly isCurrent: boolean;
  /** What the merge would be asked for. */
  readonly request: MergeRequest;
  readonly error: unknown;
  again(): void;
}

/** The plan of a merge that would be asked for so. */
export function planQuery({ space, to }: Pick<Pair, 'space' | 'to'>, request: MergeRequest) {
  return queryOptions({
    queryKey: [space, to, 'merge-plan', JSON.stringify(request)],
    queryFn: () => {
      const params = { path: { space_id: space, environment: to } };
      const body = { ...request, dry_run: true };
      return bodyOf(api.POST('/spaces/{space_id}/environments/{environment}/merges', { params, body }));
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** A new plan is asked for once everything is decided that is known to need it, and then with each change of a decision. */
export function useMergePlan({ space, from, to }: Pair, scope: Scope, decisions: Decisions): Planned {
  const name = JSON.stringify(scope);
  const [found, setFound] = useState({ name, conflicts: NONE });
  const conflicts = found.name === name ? found.conflicts : NONE;
  const undecided = useMemo(() => undecidedOf(conflicts, decisions), [conflicts, decisions]);
  const [applied, setApplied] = useState<{ name: string; resolutions: MergeRequest['resolutions'] }>({
    name,
    resolutions: [],
  });
  const wanted = useMemo(() => [...resolutionsOf(conflicts, decisions)], [conflicts, decisions]);
  const isDecided = undecided.length === 0;
  useEffect(() => {
    if (isDecided) setApplied({ name, resolutions: wanted });
  }, [isDecided, wanted, name]);
  const resolutions = applied.name === name ? applied.resolutions : [];
  const request = { from, ...scope, ...(resolutions?.length ? { resolutions } : {}) };
  const query = useQuery({ ...planQuery({ space, to }, request), placeholderData: keepPreviousData });
  const { data: plan, isPlaceholderData } = query;
  useEffect(() => {
    if (plan === undefined || isPlaceholderData) return;
    setFound((before) => {
      const earlier = before.name === name ? before.conflicts : NONE;
      const all = allConflicts(earlier, plan.conflicts);
      return before.name === name && all === earlier ? before : { name, conflicts: all };
    });
  }, [plan, isPlaceholderData, name]);
  return {
    plan,
    conflicts,
    undecided,
    isCurrent: !isPlaceholderData && isDecided && JSON.stringify(resolutions) === JSON.stringify(wanted),
    request,
    error: query.error,
    again: () => void query.refetch(),
  };
}
