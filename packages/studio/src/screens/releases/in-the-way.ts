/** What keeps a release from going out, by entry, and the values that it changes, each with its name. Pure. */
import type { ReleaseConflict, ReleasedEntry, ReleasePlan } from '../../api/types.ts';
import { isStructured } from '../../fields/blocks/blocks-in.ts';
import { type EntryModel, linesOfField, type ValueLine } from '../../fields/lines-of-field.ts';
import { placeOf } from '../../fields/places.ts';

/** What is known of one entry of a plan. Paths begin inside of the entry: `fields.title.de`; they are empty for the entry as a whole. */
export interface EntryPlan {
  readonly problems: readonly ReleasePlan['items'][number]['problems'][number][];
  readonly conflicts: readonly InnerConflict[];
  readonly overlaps: readonly Overlap[];
}

export interface InnerConflict extends ReleaseConflict {
  readonly inner: string;
}

export interface Overlap {
  readonly inner: string;
  readonly release: string;
  readonly name: string;
}

/** A plan by the keys of its entries. @param keys of entries that are known beside those of the plan, such as deleted ones */
export function byEntry(plan: ReleasePlan, keys: readonly string[]): ReadonlyMap<string, EntryPlan> {
  const known = new Set([...plan.items.map(({ key }) => key), ...keys]);
  const found = new Map<string, { [Name in keyof EntryPlan]: EntryPlan[Name][number][] }>();
  const at = (key: string) => {
    const one = found.get(key) ?? { problems: [], conflicts: [], overlaps: [] };
    found.set(key, one);
    return one;
  };
  for (const { key, problems } of plan.items)
    for (const problem of problems) at(key).problems.push({ ...problem, path: placeOf(problem.path, known).inner });
  for (const conflict of plan.conflicts) {
    const { key, inner } = placeOf(conflict.path, known);
    at(key).conflicts.push({ ...conflict, inner });
  }
  for (const { path, change_set: release, name } of plan.overlaps) {
    const { key, inner } = placeOf(path, known);
    at(key).overlaps.push({ inner, release, name });
  }
  return found;
}

/** Whether the entry keeps its release from going out. */
export function isBlocked({ problems, conflicts }: EntryPlan): boolean {
  return problems.length + conflicts.length > 0;
}

/** How much of a plan is in the way. */
export function countsOf(plan: ReleasePlan): { readonly problems: number; readonly conflicts: number } {
  return {
    problems: plan.items.reduce((sum, { problems }) => sum + problems.length, 0),
    conflicts: plan.conflicts.length,
  };
}

/** A line of a comparison, or of a list of blocks that stand in another order. */
export interface ReleaseLine extends ValueLine {
  readonly isOrder: boolean;
}

/** The lines of what a release changes at one place of an entry. */
export function linesOfDifference(
  { path, before, value }: ReleasedEntry['differences'][number],
  model: EntryModel,
): readonly ReleaseLine[] {
  return linesAt(path, { base: before, target: before, source: value }, model);
}

/** The lines of a conflict: `target` is what stands there now, `source` what the release makes of it. */
export function linesOfConflict({ inner, base, current, value }: InnerConflict, model: EntryModel) {
  return linesAt(inner, { base, target: current, source: value }, model);
}

function linesAt(
  path: string,
  sides: { readonly base: unknown; readonly target: unknown; readonly source: unknown },
  model: EntryModel,
): readonly ReleaseLine[] {
  if (!path.startsWith('fields.')) return [];
  const lines = linesOfField({ path, ...sides }, path.split('.').slice(1), model);
  return lines.map((line) => ({ ...line, isOrder: isOrder(line) }));
}

/** The path of a list of blocks has their ids alone where only their order differs. */
function isOrder({ model, source }: ValueLine): boolean {
  return isStructured(model) && Array.isArray(source) && source.every((id) => typeof id === 'string');
}
