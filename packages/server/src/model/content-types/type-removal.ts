/** Removes the content types of a deleted environment. */
import type { Writer } from '../../platform/database/database.ts';
import { deleteRemovals } from './field-removal-store.ts';
import { deleteModelVersions, deleteTypes } from './store.ts';

/** Removes them all in one step, as there are few. Always returns true: nothing is left. */
export async function removeTypes(writer: Writer, environment: number): Promise<boolean> {
  await deleteRemovals(writer, environment);
  await deleteTypes(writer, environment);
  await deleteModelVersions(writer, environment);
  return true;
}
