/** What has to be decided before a merge, and what was: nothing of it is merged until nothing is left. */
import type { ComparedResource, MergeConflict, MergeResolution } from '../../../../api/types.ts';

export type Take = MergeResolution['take'];
/** The side that each conflict takes, by its path. */
export type Decisions = ReadonlyMap<string, Take>;

/** Conflicts that only the values of the target resolve, as the source's have no place there. */
const TARGET_ONLY: ReadonlySet<MergeConflict['rule']> = new Set(['no_place', 'in_use']);

export function takesOf({ rule }: Pick<MergeConflict, 'rule'>): readonly Take[] {
  return TARGET_ONLY.has(rule) ? ['target'] : ['target', 'source'];
}

/** Those without a decision. */
export function undecidedOf(conflicts: readonly MergeConflict[], decisions: Decisions): readonly MergeConflict[] {
  return conflicts.filter(({ path }) => !decisions.has(path));
}

/** Decides all conflicts that may take a side, and leaves the others as they are. */
export function withAll(decisions: Decisions, conflicts: readonly MergeConflict[], take: Take): Decisions {
  const taken = conflicts.filter((conflict) => takesOf(conflict).includes(take));
  return new Map([...decisions, ...taken.map(({ path }) => [path, take] as const)]);
}

/** The decisions about some conflicts, as the API takes them. */
export function resolutionsOf(conflicts: readonly MergeConflict[], decisions: Decisions): readonly MergeResolution[] {
  return conflicts.flatMap(({ path }) => {
    const take = decisions.get(path);
    return take === undefined ? [] : [{ path, take }];
  });
}

/** The conflicts of two plans: what was decided stays in sight, and what a decision brings up comes after it. */
export function allConflicts(
  earlier: readonly MergeConflict[],
  now: readonly MergeConflict[],
): readonly MergeConflict[] {
  const known = new Set(earlier.map(({ path }) => path));
  const added = now.filter(({ path }) => !known.has(path));
  return added.length === 0 ? earlier : [...earlier, ...added];
}

/** The resource that a path is in, of those that differ; null where it is not among them. */
export function resourceOf(path: string, byPath: ReadonlyMap<string, ComparedResource>): ComparedResource | null {
  for (let end = path.length; end > 0; end = path.lastIndexOf('.', end - 1)) {
    const found = byPath.get(path.slice(0, end));
    if (found !== undefined) return found;
  }
  return null;
}
