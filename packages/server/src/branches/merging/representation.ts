/** Merges and plans as the management plane shows them. */

import type { Violation } from '../../../../contract/src/violations.ts';
import type { ValuePlural } from '../../content/kinds/value-merge.ts';
import { isoTime } from '../../platform/kit/clock.ts';
import { byPlural, isEmpty, type MergePlan, type PublishMode, type ShownChanges, shownChanges } from './plan.ts';
import type { Conflict } from './planning/decisions.ts';
import { unpacked } from './record.ts';
import type { MergeSummaryRow } from './store.ts';
import type { MergeRow } from './tables.ts';

/** How many resources of each kind a merge changed. The columns have the same names. */
export type MergeCounts = Pick<MergeRow, 'content_types' | 'entries' | ValuePlural>;

/** An applied merge, in a list. */
export interface MergeSummary {
  readonly id: string;
  readonly from: string;
  readonly into: string;
  readonly publish: PublishMode;
  readonly created_at: string;
  readonly created_by: string;
  readonly undone_at: string | null;
  readonly undone_by: string | null;
  /** How many writes it took, or will take. */
  readonly parts: number;
  /** False while not all of its parts are written, or only some of them are undone. */
  readonly complete: boolean;
  /** How many resources of each kind it changed. */
  readonly changed: MergeCounts;
}

/** An applied merge. */
export type MergedView = MergeSummary & ShownChanges;

/** A merge, or a plan, which has no id. */
export interface MergeView extends Omit<MergedView, 'id' | 'created_at' | 'created_by'> {
  readonly id: string | null;
  readonly created_at: string | null;
  readonly created_by: string | null;
  readonly conflicts: Conflict[];
  readonly errors: Violation[];
}

export function mergeSummary(row: MergeSummaryRow, into: string): MergeSummary {
  const { id, content_types, entries } = row;
  return {
    id,
    from: row.source_name,
    into,
    publish: row.publish as PublishMode,
    created_at: isoTime(row.created_at),
    created_by: row.created_by,
    undone_at: isoTime(row.undone_at),
    undone_by: row.undone_by,
    parts: row.parts,
    complete: row.is_complete === 1 && (row.undone === 0 || row.undone === row.parts),
    changed: { content_types, entries, ...byPlural(({ merge }) => row[merge.plural]) },
  };
}

type Kept = Omit<ShownChanges, 'becomes_visible'> & Partial<ShownChanges>;

/** @param parts of one merge, in order */
export function mergedView(parts: readonly MergeRow[], into: string): MergedView {
  const [first] = parts as readonly [MergeRow];
  const views = parts.map(({ result }) => unpacked<Kept>(result));
  const shown: ShownChanges = {
    model: views.flatMap(({ model }) => model),
    entries: views.flatMap(({ entries }) => entries),
    ...byPlural(({ merge }) => views.flatMap((view) => view[merge.plural])),
    // Merges stored by an earlier release do not record what became visible.
    becomes_visible: views.flatMap(({ becomes_visible: paths = [] }) => paths),
  };
  const undone = parts.filter(({ undone_at }) => undone_at !== null).length;
  const row = { ...first, ...countsOf(shown), parts: parts.length, undone };
  return { ...mergeSummary(row, into), ...shown };
}

export function plannedView(plan: MergePlan, publish: PublishMode): MergeView {
  const shown = shownChanges(plan);
  return {
    id: null,
    from: plan.relation.source.environment.name,
    into: plan.relation.target.environment.name,
    publish,
    created_at: null,
    created_by: null,
    undone_at: null,
    undone_by: null,
    parts: isEmpty(plan) ? 0 : plan.parts.length,
    complete: false,
    changed: countsOf(shown),
    ...shown,
    conflicts: [...plan.conflicts],
    errors: [...plan.errors],
  };
}

export function countsOf(shown: ShownChanges): MergeCounts {
  const { model, entries } = shown;
  return {
    content_types: model.length,
    entries: entries.length,
    ...byPlural(({ merge }) => shown[merge.plural].length),
  };
}
