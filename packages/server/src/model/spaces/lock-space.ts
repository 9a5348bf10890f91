/** Anything that belongs to a space is created under a lock on it, so that a concurrent deletion leaves nothing behind. */
import type { Writer } from '../../platform/database/database.ts';
import { notFound } from '../../platform/errors/domain-error.ts';
import { lockSpaceRow } from './store.ts';

/**
 * Locks the space's row until the write ends, so that the space is not deleted in the meantime, and no other write adds to a count
 * that is being compared with a limit.
 * @throws `not_found` if it does not exist
 */
export async function lockExistingSpace(writer: Writer, spaceId: string): Promise<void> {
  if (!(await lockSpaceRow(writer, spaceId))) throw notFound('space');
}
