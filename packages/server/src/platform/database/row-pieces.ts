/**
 * Reads rows by size, because the number of rows says nothing about their bytes. Code that reads documents or other
 * unbounded values first asks for their sizes, for which no engine reads the values, and then reads the rows in pieces.
 * Invariant: no statement returns more than `PIECE_BYTES` of values, unless a single row is larger.
 */
import { type RawBuilder, sql } from 'kysely';
import { Pace } from '../kit/pace.ts';
import { inPieces } from '../kit/pieces.ts';
import type { Reader } from './database.ts';
import { hasRowLocks } from './locks.ts';

/** What one statement reads: this much is read and parsed within some milliseconds. */
export const PIECE_BYTES = 1_048_576;

/** The size of a text or bytes column, without reading its value. */
export function bytesOf(column: string): RawBuilder<number> {
  return sql<number>`octet_length(${sql.ref(column)})`;
}

/**
 * Reads rows of known sizes in pieces, and rests between them.
 * @param sized what to read, in order, each with its size in bytes
 * @param read reads one piece
 * @param pace the pace of the work that processes the rows
 */
export async function* readInPieces<T extends { readonly bytes: number }, R>(
  sized: readonly T[],
  read: (piece: readonly T[]) => Promise<R>,
  pace: Pace = new Pace(),
): AsyncGenerator<R> {
  // Engines return sums as text if they could be too large for a number.
  for (const piece of inPieces(sized, ({ bytes }) => Number(bytes), PIECE_BYTES)) {
    yield await read(piece);
    await pace.restIfDue();
  }
}

/**
 * Some members of a column of JSON objects, as an object with only these, for `parseMembers`.
 * @param names each once, without quotation marks
 */
export function jsonMembers(db: Reader, column: string, names: readonly string[]): RawBuilder<string> {
  const ref = sql.ref(column);
  const member = (name: string): RawBuilder<string> =>
    hasRowLocks(db)
      ? sql`coalesce((${ref}::json -> ${sql.lit(name)})::text, 'null')`
      : sql`coalesce(${ref} -> ${sql.lit(`$."${name}"`)}, 'null')`;
  const parts = names.map((name, at) => sql`${sql.lit(`${at === 0 ? '{' : ','}"${name}":`)} || ${member(name)}`);
  return names.length === 0 ? sql<string>`'{}'` : sql<string>`${sql.join(parts, sql` || `)} || '}'`;
}

/** What `jsonMembers` gave. */
export function parseMembers<T extends object>(text: string): T {
  const members = JSON.parse(text) as Record<string, unknown>;
  for (const [name, value] of Object.entries(members)) if (value === null) delete members[name];
  return members as T;
}
