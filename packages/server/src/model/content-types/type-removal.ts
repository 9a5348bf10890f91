/** Removes the content types of an environment that is deleted. */
import type { Writer } from '../../platform/database/database.ts';
import { deleteTypes } from './store.ts';

/** There are few of them, so that one step takes all; the response is always that none is left. */
export async function removeTypes(writer: Writer, environment: number): Promise<boolean> {
  await deleteTypes(writer, environment);
  return true;
}
