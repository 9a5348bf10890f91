/** Numbers of content types: counted in the row of their environment, so that none is ever given twice. */
import type { Writer } from '../../platform/database/database.ts';
import { raiseTypeNumber } from './environment-store.ts';

/** A number that no content type of the environment ever had. */
export async function takeTypeNumber(writer: Writer, environment: number): Promise<number> {
  return raiseTypeNumber(writer, environment);
}
