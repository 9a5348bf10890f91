/** Whatever belongs to a space is created under a lock on it, so that a concurrent deletion leaves nothing behind. */
import type { Writer } from '../../platform/database/database.ts';
import { notFound } from '../../platform/errors/domain-error.ts';
import { holdSpaceRow } from './store.ts';

/**
 * Locks the space's row, so that it is not deleted before the write ends, and so that what is counted to stay below a ceiling
 * is not added to by another write.
 * @throws `not_found` if it does not exist
 */
export async function holdSpace(writer: Writer, spaceId: string): Promise<void> {
  if (!(await holdSpaceRow(writer, spaceId))) throw notFound('space');
}
