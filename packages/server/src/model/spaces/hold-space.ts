/** What belongs to a space is made while the space is held, so that none is left behind by a removal at the same time. */
import type { Writer } from '../../platform/database/database.ts';
import { notFound } from '../../platform/errors/domain-error.ts';
import { holdSpaceRow } from './store.ts';

/**
 * Keeps the space from being removed until the write ends.
 * @throws `not_found` where it is gone
 */
export async function holdSpace(writer: Writer, spaceId: string): Promise<void> {
  if (!(await holdSpaceRow(writer, spaceId))) throw notFound('space');
}
