/**
 * Merges the published state of an entry: what the source published since the common ancestor, value by value, into the published
 * state of the target. Pure. No value comes from a draft: each one comes from a side's published state.
 */
import { sameJson } from '../../../../../contract/src/same-json.ts';
import type { Decisions, ThreeWay } from './decisions.ts';
import { mergedValue, pathsChanged } from './inner-merge.ts';
import { addMissingPlaceConflict, nameOf, type Place, placesOf, sameState, type ValuesState } from './values-state.ts';

/** What a merge publishes for an entry. */
export interface PublishedOutcome {
  /** The values that differ from the target's published ones, by place; undefined for a removed value. */
  readonly values: ReadonlyMap<string, unknown>;
  /** The paths of these places relative to the entry, in order; including `status` if the entry is not yet published. */
  readonly paths: readonly string[];
  /** The published values after the merge, by place, where the source published its draft value since the ancestor. */
  readonly released: ReadonlyMap<string, unknown>;
}

/** The input for merging the published states of one entry. */
interface PublishedMerge {
  readonly path: string;
  /** Whether the whole entry is taken from the source. */
  readonly takesSource: boolean;
  readonly placeOf: (place: string) => Place;
  readonly drafts: ThreeWay<ValuesState>;
  /** The published states; undefined where nothing is published. */
  readonly published: ThreeWay<ValuesState>;
}

/** The merged published state; null if nothing is published. Conflicts are added to the decisions. */
export function mergePublished(merge: PublishedMerge, decisions: Decisions): PublishedOutcome | null {
  const { path, drafts, placeOf, published } = merge;
  const { source, target } = published;
  if (source === undefined || !publishes(merge, source, decisions)) return null;
  const base = merge.takesSource ? target : sameTyped(published.base, source);
  const draftBase = sameTyped(drafts.base, source);
  const values = new Map<string, unknown>();
  const released = new Map<string, unknown>();
  const paths: string[] = [];
  for (const place of placesOf(base, target, source)) {
    const three = {
      base: base?.values.get(place),
      target: target?.values.get(place),
      source: source.values.get(place),
    };
    const where = placeOf(place);
    const at = `${path}.${nameOf(where)}`;
    if (!where.exists) {
      addMissingPlaceConflict(at, three, where.show, decisions);
      continue;
    }
    const isNew = base === undefined && target !== undefined;
    const was = isNew ? draftBase?.values.get(place) : three.base;
    const merged = valueAt({ ...three, base: was });
    if (!sameJson(three.source, three.base) && sameJson(three.source, drafts.source?.values.get(place)))
      released.set(place, merged);
    if (sameJson(merged, three.target)) continue;
    values.set(place, merged);
    paths.push(...pathsChanged(where, three.target, merged));

    function valueAt(one: ThreeWay<unknown>): unknown {
      if (target === undefined) {
        if (decisions.resolutionOf(at) === 'target') return undefined;
        return source?.unsaid?.has(place) === true ? source.unsaid.get(place) : one.source;
      }
      // Both sides published a value that was a draft in the ancestor: the source unchanged, the target with changes.
      const isOpen = isNew && one.source !== undefined && sameJson(one.source, one.base);
      if (!isOpen || sameJson(one.target, one.base)) return mergedValue(path, one, where, decisions);
      return decisions.resolve(at, 'both_changed', one, where.show) === 'source' ? one.source : one.target;
    }
  }
  if (target === undefined) paths.push('status');
  return { values, paths, released };
}

/** The ancestor's state, unless the entry has since been recreated with another type. */
function sameTyped(base: ValuesState | undefined, source: ValuesState): ValuesState | undefined {
  return base?.type === source.type ? base : undefined;
}

/** Whether the source has published the entry since, and the target has not unpublished it in the meantime. */
function publishes(
  { path, takesSource, published }: PublishedMerge,
  source: ValuesState,
  decisions: Decisions,
): boolean {
  const { target } = published;
  const base = sameTyped(published.base, source);
  const status = `${path}.status`;
  const take = decisions.resolutionOf(status);
  if (take === 'target') return false;
  if (target !== undefined || base === undefined || take === 'source' || takesSource) return true;
  if (sameState(base, source)) return false;
  decisions.addConflict(status, 'deleted', { base: 'published', target: 'draft', source: 'published' });
  return false;
}
