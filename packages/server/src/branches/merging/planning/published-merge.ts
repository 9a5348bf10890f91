/**
 * Merges what is published of an entry: what the source published since the common ancestor, value by value, into what
 * the target has published. Pure. No value comes from a draft: each one results from one that a side has published.
 */
import { sameJson } from '../../../model/fields/document/changes.ts';
import type { Decisions, Three } from './decisions.ts';
import { type Place, placesOf, refuseWithoutPlace, sameState, type ValuesState } from './values-state.ts';

/** What a merge publishes of an entry. */
export interface PublishedOutcome {
  /** The values that differ from those that the target has published, by place; undefined where the value is removed. */
  readonly values: ReadonlyMap<string, unknown>;
  /** The paths of these places, behind that of the entry, in order; with `status` if nothing of it is published yet. */
  readonly paths: readonly string[];
  /** By place, the published value after the merge, where the source has published its draft value since the ancestor. */
  readonly released: ReadonlyMap<string, unknown>;
}

/** What merging publications of one entry needs. */
interface PublishedMerge {
  readonly path: string;
  /** Whether the whole entry is taken from the source. */
  readonly takesSource: boolean;
  readonly placeOf: (place: string) => Place;
  readonly drafts: Three<ValuesState>;
  /** What is published; undefined where nothing is. */
  readonly published: Three<ValuesState>;
}

/** What is published; null if nothing is. Conflicts go to the decisions. */
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
    const { path: end, stands, show } = placeOf(place);
    if (!stands) {
      refuseWithoutPlace(`${path}.${end}`, three, show, decisions);
      continue;
    }
    const isNew = base === undefined && target !== undefined;
    const was = isNew ? draftBase?.values.get(place) : three.base;
    const merged = valueAt(`${path}.${end}`, { ...three, base: was });
    if (!sameJson(three.source, three.base) && sameJson(three.source, drafts.source?.values.get(place)))
      released.set(place, merged);
    if (sameJson(merged, three.target)) continue;
    values.set(place, merged);
    paths.push(end);

    function valueAt(at: string, one: Three<unknown>): unknown {
      if (target === undefined) {
        const isLeft = source?.unsaid?.has(place) === true || decisions.resolutionOf(at) === 'target';
        return isLeft ? undefined : one.source;
      }
      // Both sides published what the ancestor held as a draft: the source as it was, the target otherwise.
      const isOpen = isNew && one.source !== undefined && sameJson(one.source, one.base);
      if (!isOpen || sameJson(one.target, one.base)) return decisions.value(at, one, show);
      return decisions.settle(at, 'both_changed', one, show) === 'source' ? one.source : one.target;
    }
  }
  if (target === undefined) paths.push('status');
  return { values, paths, released };
}

/** The ancestor's state, unless the entry was made again since with another type. */
function sameTyped(base: ValuesState | undefined, source: ValuesState): ValuesState | undefined {
  return base?.type === source.type ? base : undefined;
}

/** Whether the source published the entry since, and the target has not taken it down meanwhile. */
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
  decisions.refuse(status, 'deleted', { base: 'published', target: 'draft', source: 'published' });
  return false;
}
