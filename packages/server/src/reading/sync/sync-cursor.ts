/**
 * Where a follower of an environment stands: in which environment and lifetime of it, up to which item of the journal, with which
 * model its copy was rendered, and how far it is in the walk through the whole state. Invariant: a cursor only says what its holder
 * knows already; what may be read is decided by the key, anew with each request.
 */
import { isCount, readOpaque, writeOpaque } from '../../platform/http/cursor.ts';
import { BEHIND_ITEMS } from '../../platform/journal/changed-items.ts';

/** How far the walk through the whole state is: the last row of a part of it; 0 at its beginning. */
export interface WalkPlace {
  readonly part: 'entries' | 'assets';
  readonly after: number;
}

/** A place in the journal: behind an item of a revision. */
export interface JournalPlace {
  readonly revision: number;
  readonly ordinal: number;
}

export interface SyncCursor extends JournalPlace {
  /** Number of the environment. */
  readonly environment: number;
  /** Code of the name by which it is reached, which all ids have. */
  readonly code: string;
  readonly epoch: string;
  /** The revision of the model with which all values of the copy were rendered; -1 while there are none. */
  readonly model: number;
  /** Numbers of the only content types whose entries are followed, in order; null for all. */
  readonly types: readonly number[] | null;
  /** Null once the copy has all of it. */
  readonly walk: WalkPlace | null;
}

/** What cursors are bound to: the plane and the space that they were given out on. */
export interface CursorScope {
  readonly kind: string;
  readonly spaceId: string;
}

/** Behind all items of a revision. */
export function behind(revision: number): JournalPlace {
  return { revision, ordinal: BEHIND_ITEMS };
}

/** Whether one place in the journal is behind another. */
export function isBehind(one: JournalPlace, other: JournalPlace): boolean {
  return one.revision > other.revision || (one.revision === other.revision && one.ordinal > other.ordinal);
}

export function writeSyncCursor(cursor: SyncCursor, scope: CursorScope): string {
  const { environment, code, epoch, revision, ordinal, model, types, walk } = cursor;
  // The end of a revision is by far the most frequent place.
  const inside = ordinal === BEHIND_ITEMS ? null : ordinal;
  const place = walk === null ? null : [walk.part === 'entries' ? 0 : 1, walk.after];
  return writeOpaque([environment, code, epoch, revision, inside, model, types, place], textOf(scope));
}

/** Reads a cursor; undefined if it is not one of ours, was changed, or was given out on another plane or in another space. */
export function readSyncCursor(text: string, scope: CursorScope): SyncCursor | undefined {
  const values = readOpaque(text, textOf(scope));
  // Characters that say nothing would be passed over.
  if (values === undefined || Buffer.from(text, 'base64url').toString('base64url') !== text) return undefined;
  const [environment, code, epoch, revision, inside, model, types, place] = values;
  const ordinal = inside === null ? BEHIND_ITEMS : inside;
  if (![environment, revision, ordinal].every(isCount) || !(isCount(model) || model === -1)) return undefined;
  if (typeof code !== 'string' || typeof epoch !== 'string') return undefined;
  if (types !== null && !isListOfCounts(types)) return undefined;
  const walk = place === null ? null : walkOf(place);
  if (walk === undefined) return undefined;
  const counts = { environment: Number(environment), revision: Number(revision), ordinal: Number(ordinal) };
  return { ...counts, code, epoch, model: Number(model), types, walk };
}

function walkOf(place: unknown): WalkPlace | undefined {
  if (!isListOfCounts(place) || place.length !== 2) return undefined;
  const [part, after] = place as [number, number];
  return part > 1 ? undefined : { part: part === 0 ? 'entries' : 'assets', after };
}

function isListOfCounts(value: unknown): value is number[] {
  return Array.isArray(value) && value.every(isCount);
}

function textOf({ kind, spaceId }: CursorScope): string {
  return `sync ${kind} ${spaceId}`;
}
