/**
 * Reads `include` and `follow`: how many levels of links are resolved, and along which paths of fields. A component on a path costs no
 * level.
 */
import { INCLUDE_DEFAULT, INCLUDE_MAX } from '../../../../contract/src/queries.ts';
import type { ContentType } from '../../model/content-types/content-type.ts';
import type { Model } from '../../model/content-types/model.ts';
import { quoted } from '../../platform/kit/suggestion.ts';
import { behind, fieldsNamed, mayLink, type Reached } from './linked-fields.ts';
import type { QueryReading } from './query-reading.ts';

/** The parameter that names the paths. */
export const FOLLOW = 'follow';
export const FOLLOW_PATHS_MAX = 100;
/** Names of fields that a message lists. */
const NAMES_SHOWN_MAX = 20;

/** What is followed from one place on. */
export interface Follow {
  /** Whether a path ends here: in a field with components, all links in these are followed then. */
  readonly isEnd: boolean;
  /** What follows, by the id of a field as it was given. */
  readonly next: ReadonlyMap<string, Follow>;
}

export interface Included {
  /** How many levels of links are resolved. */
  readonly include: number;
  /** Null for all links. */
  readonly follow: Follow | null;
}

/** Reads both. @param types those of the entries that are shown */
export function readIncluded(reading: QueryReading, types: readonly ContentType[]): Included {
  const include = reading.integer('include', { min: 0, max: INCLUDE_MAX, otherwise: INCLUDE_DEFAULT });
  const text = reading.value(FOLLOW);
  if (text === undefined) return { include, follow: null };
  const paths = [...new Set(text.split(','))];
  if (paths.length > FOLLOW_PATHS_MAX) {
    const limits = { limit: FOLLOW_PATHS_MAX, given: paths.length };
    reading.refuse(FOLLOW, 'max_items', `Follow at most ${FOLLOW_PATHS_MAX} paths.`, limits);
    return { include, follow: null };
  }
  const isGiven = reading.value('include') !== undefined;
  const limit = isGiven ? include : INCLUDE_MAX;
  const roots = types.map((type) => ({ type, links: 0 }));
  const deepest = Math.max(...paths.map((path) => readPath(path, { roots, limit, reading })));
  return { include: isGiven ? include : Math.min(deepest, limit), follow: followOf(paths) };
}

/** How many links deep a path goes at most; 0 if it was refused. */
function readPath(
  path: string,
  { roots, limit, reading }: { roots: readonly Reached[]; limit: number; reading: QueryReading },
): number {
  const { model } = reading;
  let reached: readonly Reached[] = roots;
  let depths: number[] = [];
  for (const name of path.split('.')) {
    const named = fieldsNamed(reached, name);
    const linking = named.filter(({ field }) => mayLink(field, model));
    if (linking.length === 0) return refuseName(name, { path, reached, isKnown: named.length > 0 }, reading);
    depths = linking.map(({ links }) => links + 1);
    const least = Math.min(...depths);
    if (least > limit) return refuseDepth(path, { limit, given: least }, reading);
    reached = behind(linking, model);
  }
  return Math.max(...depths);
}

function refuseName(
  name: string,
  { path, reached, isKnown }: { path: string; reached: readonly Reached[]; isKnown: boolean },
  reading: QueryReading,
): number {
  const where = path === name ? '' : ` in ${quoted(path)}`;
  const names = linkingNames(reached, reading.model);
  const problem = isKnown
    ? `The field ${quoted(name)}${where} holds no links`
    : `There is no field ${quoted(name)}${where} to follow`;
  const message = `${problem}; ${adviceOf(names)}.${reading.similar(name, () => names)}`;
  reading.refuse(FOLLOW, isKnown ? 'type' : 'unknown', message);
  return 0;
}

function adviceOf(names: readonly string[]): string {
  const [first] = names;
  if (first === undefined) return 'end the path before it, as nothing there links any further';
  if (names.length === 1) return `follow ${first}`;
  const more = names.length > NAMES_SHOWN_MAX ? ' or others' : '';
  return `follow one of ${names.slice(0, NAMES_SHOWN_MAX).join(', ')}${more}`;
}

function refuseDepth(path: string, limits: { limit: number; given: number }, reading: QueryReading): number {
  const { limit, given } = limits;
  const advice =
    given <= INCLUDE_MAX ? `give include=${given}, or leave include out` : `follow at most ${INCLUDE_MAX} links`;
  reading.refuse(
    FOLLOW,
    'depth',
    `The path ${quoted(path)} goes ${given} links deep, beyond ${limit}; ${advice}.`,
    limits,
  );
  return 0;
}

/** The ids of the fields with links, each once. */
function linkingNames(reached: readonly Reached[], model: Model): string[] {
  const fields = reached.flatMap(({ type }) => type.fields.filter((field) => mayLink(field, model)));
  return [...new Set(fields.map(({ id }) => id))];
}

/** `Follow` while paths are added. */
interface Paths {
  isEnd: boolean;
  readonly next: Map<string, Paths>;
}

function followOf(paths: readonly string[]): Follow {
  const root: Paths = { isEnd: false, next: new Map() };
  for (const path of paths) {
    let at = root;
    for (const name of path.split('.')) {
      const next: Paths = at.next.get(name) ?? { isEnd: false, next: new Map() };
      at.next.set(name, next);
      at = next;
    }
    at.isEnd = true;
  }
  return root;
}
