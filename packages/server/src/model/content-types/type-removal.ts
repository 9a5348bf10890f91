/** Removes the content types of a deleted environment. */
import type { Writer } from '../../platform/database/database.ts';
import { deleteRemovals } from './field-removal-store.ts';
import { deleteTypes } from './store.ts';

/** There are so few that one step removes them all; always returns that none is left. */
export async function removeTypes(writer: Writer, environment: number): Promise<boolean> {
  await deleteRemovals(writer, environment);
  await deleteTypes(writer, environment);
  return true;
}
