/** Reads `limit`, `skip` and `cursor`: which part of a list to give. */
import type { PagePosition } from '../../query/query.ts';
import { readCursor } from './cursor.ts';
import type { QueryReading } from './query-reading.ts';

export const LIMIT_DEFAULT = 100;
export const LIMIT_MAX = 1_000;
export const SKIP_MAX = 100_000;

/** Parameters that say which part of a list to give. */
export const pageParameters = ['limit', 'skip', 'cursor'] as const;

export interface PageQuery {
  readonly limit: number;
  readonly skip: number;
  readonly after?: PagePosition;
}

/** Reads the page. `cursorScope` is what its cursors are bound to. */
export function readPage(reading: QueryReading, cursorScope: string): PageQuery {
  const limit = reading.integer('limit', { min: 1, max: LIMIT_MAX, otherwise: LIMIT_DEFAULT });
  const beyond = 'To go further, follow the Link header of each page, which carries a cursor.';
  const skip = reading.integer('skip', { min: 0, max: SKIP_MAX, otherwise: 0, beyond });
  const text = reading.value('cursor');
  if (text === undefined) return { limit, skip };
  if (reading.value('skip') !== undefined) reading.refuse('skip', 'exclusive', 'Send skip or cursor, not both.');
  const after = readCursor(text, cursorScope);
  if (after !== undefined) return { limit, skip: 0, after };
  const message =
    'Take the cursor from the Link header of the page before, and leave the other parameters as they were.';
  reading.refuse('cursor', 'cursor', message);
  return { limit, skip };
}
