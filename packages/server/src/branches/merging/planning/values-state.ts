/**
 * An entry or asset on one side of a merge. Values are stored by place, `<slot> <locale>`, which means the same on all sides,
 * whatever the names and numbers of the fields. Pure.
 */
import { sameJson } from '../../../../../contract/src/same-json.ts';
import type { Decisions, Show, ThreeWay } from './decisions.ts';
import type { Inside } from './shapes.ts';

/** An entry or asset on one side. */
export interface ValuesState {
  /** The `api_id` of an entry's content type; absent for other kinds. */
  readonly type?: string;
  readonly archived: boolean;
  /** Values by place. */
  readonly values: ReadonlyMap<string, unknown>;
  /**
   * Places with the ancestor's value, or with some of it inside, because this side has no such field or locale: with what the side
   * has there itself.
   */
  readonly unsaid?: ReadonlyMap<string, unknown>;
}

/** A place of the merged resource. */
export interface Place {
  /** Relative to the path of the resource, such as `fields.title.en-US`. */
  readonly path: string;
  /** Whether the place exists in the merged model. */
  readonly exists: boolean;
  /** How its values are shown. */
  readonly show: Show<unknown>;
  /** For values of blocks or components. */
  readonly inside?: Inside | undefined;
}

/**
 * How a place is named in differences, conflicts and resolutions. One with blocks inside has no locale that is no choice, as one of
 * the blocks may have it as its id.
 */
export function nameOf({ path, exists, inside }: Place): string {
  return exists && inside !== undefined ? inside.root : path;
}

/** Whether two states are equal in everything that is merged. */
export function sameState(one: ValuesState, other: ValuesState): boolean {
  if (one.type !== other.type || one.archived !== other.archived) return false;
  return placesOf(one, other).every((place) => sameJson(one.values.get(place), other.values.get(place)));
}

/** The distinct places of the states. */
export function placesOf(...states: readonly (ValuesState | undefined)[]): string[] {
  return [...new Set(states.flatMap((state) => (state === undefined ? [] : [...state.values.keys()])))];
}

/** Adds a conflict for a change by the source in a field or locale that the target does not have. */
export function addMissingPlaceConflict(
  path: string,
  three: ThreeWay<unknown>,
  show: Show<unknown>,
  decisions: Decisions,
): void {
  if (three.source === undefined || sameJson(three.source, three.base)) return;
  if (decisions.resolutionOf(path) !== 'target') decisions.addConflict(path, 'no_place', three, show);
}

/** Renders a whole entry or asset for a conflict or a comparison. */
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
