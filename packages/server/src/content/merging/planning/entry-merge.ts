/**
 * Merges one entry or asset: its existence first, then each of its values on its own. Pure. A value stands in a place,
 * `<slot> <locale>`, that means the same on all sides, however the fields are named and numbered there.
 */
import { sameJson } from '../../../model/fields/document/changes.ts';
import type { Decisions, Show, Three } from './decisions.ts';

/** An entry or asset as one side has it. */
export interface ValuesState {
  /** The `api_id` of an entry's content type; nothing for assets. */
  readonly type?: string;
  readonly archived: boolean;
  /** Values by place. */
  readonly values: ReadonlyMap<string, unknown>;
}

/** A place of the merged resource. */
export interface Place {
  /** Behind the path of the resource, such as `fields.title.en-US`. */
  readonly path: string;
  /** Whether the merged model has it. */
  readonly stands: boolean;
  /** How its values are shown. */
  readonly show: Show<unknown>;
}

export type MergeAction = 'none' | 'create' | 'update' | 'delete';

export interface ValuesOutcome {
  readonly action: MergeAction;
  readonly archived: boolean;
  /** What differs from the target, by place; undefined where the value goes. */
  readonly values: ReadonlyMap<string, unknown>;
  /** The paths of these places, behind that of the resource, in order. */
  readonly paths: readonly string[];
}

/** What merging one resource needs. */
export interface ValuesMerge {
  /** Such as `entries.first`. */
  readonly path: string;
  readonly three: Three<ValuesState>;
  readonly placeOf: (place: string) => Place;
  readonly show: Show<ValuesState>;
}

/** The outcome for a resource; conflicts go to the decisions. */
export function mergeValues(merge: ValuesMerge, decisions: Decisions): ValuesOutcome {
  const { path, three } = merge;
  const { base, target, source } = three;
  const take = decisions.resolutionOf(path);
  if (take === 'target' || (source === undefined && target === undefined)) return unchanged(target);
  if (source === undefined) return withoutSource(merge, decisions);
  if (target === undefined) return withoutTarget(merge, source, decisions);
  if (source.type !== target.type) {
    if (base === undefined || !sameState(base, source)) decisions.refuse(path, 'no_place', three, merge.show);
    return unchanged(target);
  }
  const whole = take === 'source' ? { ...three, base: target } : three;
  return bothThere({ ...merge, three: whole }, { base: whole.base, target, source }, decisions);

  function withoutSource({ show }: ValuesMerge, decided: Decisions): ValuesOutcome {
    if (base === undefined || target === undefined) return unchanged(target);
    if (sameState(base, target) || take === 'source') return { ...unchanged(target), action: 'delete' };
    decided.refuse(path, 'deleted', three, show);
    return unchanged(target);
  }
}

/** The target has deleted the resource, or never had it. */
function withoutTarget(merge: ValuesMerge, source: ValuesState, decisions: Decisions): ValuesOutcome {
  const { path, three, show } = merge;
  const { base } = three;
  if (base !== undefined && sameState(base, source)) return unchanged(undefined);
  if (base !== undefined && decisions.settle(path, 'deleted', three, show) !== 'source') return unchanged(undefined);
  const values = new Map<string, unknown>();
  const paths: string[] = [];
  for (const [place, value] of source.values) {
    const { path: end, stands, show: showValue } = merge.placeOf(place);
    if (stands) {
      values.set(place, value);
      paths.push(end);
    } else if (decisions.resolutionOf(`${path}.${end}`) !== 'target')
      decisions.refuse(`${path}.${end}`, 'no_place', { base: undefined, target: undefined, source: value }, showValue);
  }
  return { action: 'create', archived: source.archived, values, paths };
}

function bothThere(
  { path, placeOf }: ValuesMerge,
  { base, target, source }: { base: ValuesState | undefined; target: ValuesState; source: ValuesState },
  decisions: Decisions,
): ValuesOutcome {
  const values = new Map<string, unknown>();
  const paths: string[] = [];
  for (const place of placesOf(base, target, source)) {
    const three = { base: base?.values.get(place), target: target.values.get(place), source: source.values.get(place) };
    if (sameJson(three.target, three.source)) continue;
    const { path: end, stands, show } = placeOf(place);
    const merged = stands ? decisions.value(`${path}.${end}`, three, show) : three.target;
    if (!stands) refuseWithoutPlace(`${path}.${end}`, three, show, decisions);
    if (sameJson(merged, three.target)) continue;
    values.set(place, merged);
    paths.push(end);
  }
  const states = { base: base?.archived, target: target.archived, source: source.archived };
  const archived = decisions.value(`${path}.archived`, states) ?? target.archived;
  if (archived !== target.archived) paths.push('archived');
  return { action: paths.length === 0 ? 'none' : 'update', archived, values, paths };
}

/** A change of the source in a field or locale that the target does not have. */
function refuseWithoutPlace(path: string, three: Three<unknown>, show: Show<unknown>, decisions: Decisions): void {
  if (three.source === undefined || sameJson(three.source, three.base)) return;
  if (decisions.resolutionOf(path) !== 'target') decisions.refuse(path, 'no_place', three, show);
}

/** Shows an entry or asset as a whole, in a conflict or a comparison. */
export function shownState(placeOf: (place: string) => Place): Show<ValuesState> {
  return ({ type, archived, values }) => {
    const shown: Record<string, unknown> = type === undefined ? {} : { content_type: type, archived };
    for (const [place, value] of values) {
      const { path, show } = placeOf(place);
      const names = path.split('.');
      const last = names.pop() as string;
      let inner = shown;
      for (const name of names) {
        inner[name] ??= {};
        inner = inner[name] as Record<string, unknown>;
      }
      inner[last] = show(value);
    }
    return shown;
  };
}

/** Whether two states are the same in everything that is merged. */
export function sameState(one: ValuesState, other: ValuesState): boolean {
  if (one.type !== other.type || one.archived !== other.archived) return false;
  return placesOf(one, other).every((place) => sameJson(one.values.get(place), other.values.get(place)));
}

/** The places of any of the states, each once. */
export function placesOf(...states: readonly (ValuesState | undefined)[]): string[] {
  return [...new Set(states.flatMap((state) => (state === undefined ? [] : [...state.values.keys()])))];
}

function unchanged(target: ValuesState | undefined): ValuesOutcome {
  return { action: 'none', archived: target?.archived ?? false, values: new Map(), paths: [] };
}
