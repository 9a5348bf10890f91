/**
 * Pages of lists. A cursor says where a page ended and in which turn of the copy the list began: what moved since in an order by time
 * comes last, as in lists of the service. Invariant: a cursor goes on with its own list alone.
 */
import { Finding, type Place, type Query, type Source } from '../evaluator/finding.ts';
import { type Kept, keyOfKept, thenOf } from './copy-contents.ts';
import type { PageAsked } from './copy-query.ts';
import { refused } from './query-parameters.ts';

/** A page, and where the next one begins. */
export interface FoundPage<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly next: string | null;
}

interface Cursor {
  /** The turn in which the list began. */
  readonly turn: number;
  /** Whether the page ended among what has moved since then. */
  readonly isMoved: boolean;
  readonly place: Place;
}

/** The page of a list that is asked for. @throws LecternError */
export function pageOf<Row extends Kept>(
  source: Source<Row>,
  query: Query<Row>,
  { limit, skip, cursor, scope, turn: now }: PageAsked & { readonly turn: number },
): FoundPage<Row> {
  const finding = new Finding(source, query);
  const after = cursor === undefined ? undefined : readCursor(cursor, scope);
  const turn = after?.turn ?? now;
  const { stayed, moved } =
    after === undefined ? { stayed: finding.found(), moved: [] } : finding.behind(after.place, thenOf(turn));
  const left = after?.isMoved ? moved.filter((row) => keyOfKept(row) > after.place.key) : [...stayed, ...moved];
  const rows = left.slice(skip, skip + limit);
  const last = rows.at(-1);
  const isOver = last === undefined || left.length <= skip + limit;
  const next = isOver
    ? null
    : writeCursor({ turn, isMoved: moved.includes(last), place: finding.placeOf(last) }, scope);
  return { rows, total: finding.total, next };
}

function writeCursor({ turn, isMoved, place: { values, key } }: Cursor, scope: string): string {
  const bytes = new TextEncoder().encode(JSON.stringify([checkOf(scope), turn, isMoved ? 1 : 0, key, ...values]));
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

function readCursor(text: string, scope: string): Cursor {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
    const [check, turn, isMoved, key, ...values] = JSON.parse(new TextDecoder().decode(bytes));
    if (check === checkOf(scope) && Number.isSafeInteger(turn) && typeof key === 'string')
      return { turn, isMoved: isMoved === 1, place: { rank: 0, values, key } };
  } catch {
    // What is no cursor at all is refused like that of another list.
  }
  throw refused('cursor', 'Give next as it came, with the same copy and the same query, or begin the list anew.');
}

/** A number that tells lists from each other. */
function checkOf(scope: string): number {
  let hash = 0;
  for (const character of scope) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) | 0;
  return hash;
}
