/** Merges one entry or asset: first its existence, then each of its values separately. Pure. */
import { sameJson } from '../../../../../contract/src/same-json.ts';
import type { Decisions, Show, ThreeWay } from './decisions.ts';
import { mergedDraft, mergedValue, pathsChanged } from './inner-merge.ts';
import { mergePublished, type PublishedOutcome } from './published-merge.ts';
import { addMissingPlaceConflict, nameOf, type Place, placesOf, sameState, type ValuesState } from './values-state.ts';

export type MergeAction = 'none' | 'create' | 'update' | 'delete';

export interface ValuesOutcome {
  readonly action: MergeAction;
  readonly archived: boolean;
  /** The values that differ from the target's, by place; undefined for a removed value. */
  readonly values: ReadonlyMap<string, unknown>;
  /** The paths of these places relative to the resource, in order. */
  readonly paths: readonly string[];
  /** The published state of an entry; null if nothing is published. */
  readonly published: PublishedOutcome | null;
}

/** What merging one resource needs. */
export interface ValuesMerge {
  /** Such as `entries.first`. */
  readonly path: string;
  readonly three: ThreeWay<ValuesState>;
  /** The published states of an entry; undefined if the merge publishes nothing. */
  readonly published?: ThreeWay<ValuesState> | undefined;
  readonly placeOf: (place: string) => Place;
  readonly show: Show<ValuesState>;
}

/** Merges a resource; conflicts are added to the decisions. */
export function mergeValues(merge: ValuesMerge, decisions: Decisions): ValuesOutcome {
  const { path, three } = merge;
  const { base, target, source } = three;
  const take = decisions.resolutionOf(path);
  if (take === 'target' || (source === undefined && target === undefined)) return unchanged(target);
  if (source === undefined) return withoutSource(merge, decisions);
  if (target === undefined) return withoutTarget(merge, source, decisions);
  if (source.type !== target.type) {
    if (base === undefined || !sameState(base, source)) decisions.addConflict(path, 'no_place', three, merge.show);
    return unchanged(target);
  }
  return bothThere(merge, { base: take === 'source' ? target : base, target, source }, decisions);

  function withoutSource({ show }: ValuesMerge, decided: Decisions): ValuesOutcome {
    if (base === undefined || target === undefined) return unchanged(target);
    if (sameState(base, target) || take === 'source') return { ...unchanged(target), action: 'delete' };
    decided.addConflict(path, 'deleted', three, show);
    return unchanged(target);
  }
}

/** Handles a resource that the target has deleted or never had. */
function withoutTarget(merge: ValuesMerge, source: ValuesState, decisions: Decisions): ValuesOutcome {
  const { path, three, show } = merge;
  const { base } = three;
  if (base !== undefined && sameState(base, source)) return unchanged(undefined);
  if (base !== undefined && decisions.resolve(path, 'deleted', three, show) !== 'source') return unchanged(undefined);
  const values = new Map<string, unknown>();
  const paths: string[] = [];
  for (const [place, value] of source.values) {
    const where = merge.placeOf(place);
    const { exists, show: showValue } = where;
    const end = nameOf(where);
    const alone = { base: undefined, target: undefined, source: value };
    if (exists) {
      values.set(place, where.inside === undefined ? value : mergedValue(path, alone, where, decisions));
      paths.push(end);
    } else if (decisions.resolutionOf(`${path}.${end}`) !== 'target')
      decisions.addConflict(`${path}.${end}`, 'no_place', alone, showValue);
  }
  const published = publishedOf(merge, three, decisions);
  return { action: 'create', archived: source.archived, values, paths, published: publishing(published) };
}

function bothThere(
  merge: ValuesMerge,
  three: ThreeWay<ValuesState> & Readonly<Record<'target' | 'source', ValuesState>>,
  decisions: Decisions,
): ValuesOutcome {
  const { path, placeOf } = merge;
  const { base, target, source } = three;
  const states = { base: base?.archived, target: target.archived, source: source.archived };
  const archived = decisions.value(`${path}.archived`, states) ?? target.archived;
  const published = archived ? null : publishedOf(merge, three, decisions);
  const known = base?.type === source.type ? base : undefined;
  const values = new Map<string, unknown>();
  const paths: string[] = [];
  for (const place of placesOf(known, target, source)) {
    const one = { base: known?.values.get(place), target: target.values.get(place), source: source.values.get(place) };
    if (sameJson(one.target, one.source)) continue;
    const where = placeOf(place);
    const at = `${path}.${nameOf(where)}`;
    if (!where.exists) {
      addMissingPlaceConflict(at, one, where.show, decisions);
      continue;
    }
    const isReleased = published?.released.has(place) === true;
    const merged = isReleased ? draftOfReleased(place, where, one) : mergedValue(path, one, where, decisions);
    if (sameJson(merged, one.target)) continue;
    values.set(place, merged);
    paths.push(...pathsChanged(where, one.target, merged));
  }
  if (archived !== target.archived) paths.push('archived');
  const isChanged = paths.length > 0 || publishing(published) !== null;
  return { action: isChanged ? 'update' : 'none', archived, values, paths, published: publishing(published) };

  /** A draft value of the target that nobody has published remains a draft. */
  function draftOfReleased(place: string, where: Place, one: ThreeWay<unknown>): unknown {
    const { inside } = where;
    const [shown, after] = [merge.published?.target, published?.released.get(place)];
    if (shown !== undefined && sameJson(one.target, shown.values.get(place))) return after;
    if (decisions.resolutionOf(`${path}.${nameOf(where)}`) === 'target') return one.target;
    if (inside !== undefined)
      return mergedDraft(path, one, { inside, shown: { before: shown?.values.get(place), after } }, decisions);
    return sameJson(one.target, one.base) ? one.source : one.target;
  }
}

function publishedOf(
  { path, placeOf, published }: ValuesMerge,
  drafts: ThreeWay<ValuesState>,
  decisions: Decisions,
): PublishedOutcome | null {
  const takesSource = decisions.resolutionOf(path) === 'source';
  return published === undefined ? null : mergePublished({ path, placeOf, takesSource, drafts, published }, decisions);
}

/** Null if the result publishes nothing. */
function publishing(published: PublishedOutcome | null): PublishedOutcome | null {
  return published === null || published.paths.length === 0 ? null : published;
}

function unchanged(target: ValuesState | undefined): ValuesOutcome {
  return { action: 'none', archived: target?.archived ?? false, values: new Map(), paths: [], published: null };
}
