/**
 * Finds the routes that a mistyped path was probably meant for. Paths are compared by their segments: one may be
 * misspelled, missing or superfluous, and the beginning may be missing, as in `/delivery/entries`.
 */
import { nearest } from '../kit/suggestion.ts';

/** How a route can be found. */
export interface NamedRoute {
  readonly method: string;
  /** Its pattern, such as `/spaces/:space_id`. */
  readonly url: string;
  /** The same, or another pattern that people expect the route at. */
  readonly pattern: string;
}

/** Longer paths are not compared. */
const SEGMENTS_MAX = 12;
const SUGGESTIONS_MAX = 2;

const OTHER_METHOD_COST = 1;
const BEGINNING_COST = 2;
const SEGMENT_COST = 1;
/** More than any suggestion may cost. */
const NEVER = 99;

/** The routes closest to a request that matches none, such as `POST /spaces/{space_id}`; none if all cost too much. */
export function nearestRoutes(
  routes: readonly NamedRoute[],
  request: { readonly method: string; readonly path: string },
  costMax: number,
): readonly string[] {
  const segments = segmentsOf(request.path);
  if (segments.length > SEGMENTS_MAX) return [];
  const spelling = nearestWords(routes, segments);
  const costs = new Map<string, number>();
  for (const { method, url, pattern } of routes) {
    const methodCost = method === request.method ? 0 : OTHER_METHOD_COST;
    const cost = methodCost + costBetween(segments, segmentsOf(pattern), spelling);
    const name = `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`;
    if (cost <= costMax && cost < (costs.get(name) ?? NEVER)) costs.set(name, cost);
  }
  const least = Math.min(...costs.values());
  return [...costs].flatMap(([name, cost]) => (cost === least ? [name] : [])).slice(0, SUGGESTIONS_MAX);
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

/** Maps each segment to the closest word of any route. */
function nearestWords(routes: readonly NamedRoute[], segments: readonly string[]): ReadonlyMap<string, string> {
  const words = new Set(routes.flatMap(({ pattern }) => segmentsOf(pattern).filter((word) => !isParameter(word))));
  return new Map(
    segments.flatMap((segment) => {
      const word = words.has(segment) ? segment : nearest(segment, words);
      return word === undefined ? [] : [[segment, word]];
    }),
  );
}

/** The cost of changing the segments so that the pattern matches. Both must end with the same word, or the same word and an id. */
function costBetween(
  segments: readonly string[],
  pattern: readonly string[],
  spelling: ReadonlyMap<string, string>,
): number {
  const last = segments.findLastIndex((segment) => spelling.has(segment));
  const lastInPattern = pattern.findLastIndex((word) => !isParameter(word));
  if (spelling.get(segments[last] ?? '') !== pattern[lastInPattern]) return NEVER;
  if (segments.length - last !== pattern.length - lastInPattern) return NEVER;
  let row = segments.map((_, index) => beginningCost(index + 1));
  row.unshift(0);
  for (const [index, word] of pattern.entries()) {
    const next = [beginningCost(index + 1)];
    for (const [column, segment] of segments.entries()) {
      const replaced = (row[column] ?? NEVER) + replacementCost(segment, word, spelling);
      const added = (row[column + 1] ?? NEVER) + SEGMENT_COST;
      const removed = (next[column] ?? NEVER) + SEGMENT_COST;
      next.push(Math.min(replaced, added, removed));
    }
    row = next;
  }
  return row.at(-1) ?? NEVER;
}

/** A missing or superfluous beginning costs the same however long it is. */
function beginningCost(segments: number): number {
  return Math.min(BEGINNING_COST, segments * SEGMENT_COST);
}

function replacementCost(segment: string, word: string, spelling: ReadonlyMap<string, string>): number {
  if (segment === word) return 0;
  // A word of the API is never an id.
  if (isParameter(word)) return spelling.get(segment) === segment ? NEVER : 0;
  return spelling.get(segment) === word ? SEGMENT_COST : NEVER;
}

function isParameter(word: string): boolean {
  return word.startsWith(':');
}
