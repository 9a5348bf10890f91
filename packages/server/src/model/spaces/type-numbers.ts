/** Numbers of content types: counted in the row of their environment, so that no number is used twice. */
import type { Reader, Writer } from '../../platform/database/database.ts';
import { nextTypeNumber, setNextTypeNumber } from './checkup-store.ts';
import { lockEnvironment, raiseTypeNumber } from './environment-store.ts';

/** A number that no content type of the environment ever had. */
export async function takeTypeNumber(writer: Writer, environment: number): Promise<number> {
  return raiseTypeNumber(writer, environment);
}

/** Prevents other writes from adding, changing and deleting content types of the environment until this write ends. */
export async function lockTypeNumbers(writer: Writer, environment: number): Promise<void> {
  await lockEnvironment(writer, environment);
}

/** The number that the next content type of the environment gets. */
export async function nextTypeNumberOf(db: Reader, environment: number): Promise<number> {
  return nextTypeNumber(db, environment);
}

/** Continues the numbering at `next`. */
export async function raiseTypeNumberTo(writer: Writer, environment: number, next: number): Promise<void> {
  await setNextTypeNumber(writer, environment, next);
}
