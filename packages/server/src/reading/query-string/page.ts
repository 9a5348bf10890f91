/** Reads `limit`, `skip` and `cursor`: the requested part of a list. */
import { LIMIT_DEFAULT, LIMIT_MAX, SKIP_MAX } from '../../../../contract/src/queries.ts';
import { readCursor } from '../../platform/http/cursor.ts';
import { FOREIGN_CURSOR } from '../../platform/http/paging.ts';
import type { PagePosition } from '../../platform/kit/page-position.ts';
import type { QueryReading } from './query-reading.ts';

/** Parameters that select a part of a list. */
export const pageParameters = ['limit', 'skip', 'cursor'] as const;

export interface PageQuery {
  readonly limit: number;
  readonly skip: number;
  readonly after?: PagePosition;
}

/**
 * Reads the page.
 * @param list `scope`: what its cursors are bound to; `fits`: whether a position is possible in its order
 */
export function readPage(
  reading: QueryReading,
  { scope, fits }: { scope: string; fits: (position: PagePosition) => boolean },
): PageQuery {
  const limit = reading.integer('limit', { min: 1, max: LIMIT_MAX, otherwise: LIMIT_DEFAULT });
  const beyond = 'To go further, follow the Link header of each page, which carries a cursor.';
  const skip = reading.integer('skip', { min: 0, max: SKIP_MAX, otherwise: 0, beyond });
  const text = reading.value('cursor');
  if (text === undefined) return { limit, skip };
  if (reading.value('skip') !== undefined) reading.refuse('skip', 'exclusive', 'Send skip or cursor, not both.');
  const after = readCursor(text, scope);
  const isOfRevision = after?.since === null || Number.isSafeInteger(after?.since);
  if (after !== undefined && isOfRevision && fits(after)) return { limit, skip: 0, after };
  reading.refuse('cursor', 'cursor', FOREIGN_CURSOR);
  return { limit, skip };
}
