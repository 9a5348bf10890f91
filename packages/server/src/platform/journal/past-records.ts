/**
 * The only changes that a journal row may undergo after its commit, and only by the rules of `events/audit`: its details
 * are erased, or it is removed after its retention period. Nothing else in a row ever changes.
 */
import type { Writer } from '../database/database.ts';

/** Empties the details of a record. @param digest what stands for them in the record's proof */
export async function emptyDetails(writer: Writer, id: number, digest: Uint8Array | null): Promise<void> {
  const nothing = { actor_name: null, ip: null, user_agent: null, changes: null, packed_changes: null };
  await writer
    .updateTable('journal')
    .set({ ...nothing, erased_digest: digest })
    .where('id', '=', id)
    .execute();
}

export async function removeRecords(writer: Writer, ids: readonly number[]): Promise<void> {
  await writer
    .deleteFrom('journal')
    .where('id', 'in', [...ids])
    .execute();
}
