/** Numbers of content types: counted in the row of their environment, so that none is ever given twice. */
import type { Reader, Writer } from '../../platform/database/database.ts';
import { nextTypeNumber, setNextTypeNumber } from './checkup-store.ts';
import { lockEnvironment, raiseTypeNumber } from './environment-store.ts';

/** A number that no content type of the environment ever had. */
export async function takeTypeNumber(writer: Writer, environment: number): Promise<number> {
  return raiseTypeNumber(writer, environment);
}

/** Keeps others from adding content types to the environment or enlarging its model until the write ends. */
export async function lockTypeNumbers(writer: Writer, environment: number): Promise<void> {
  await lockEnvironment(writer, environment);
}

/** The number that the next content type of the environment gets. */
export async function nextTypeNumberOf(db: Reader, environment: number): Promise<number> {
  return nextTypeNumber(db, environment);
}

/** Lets the numbers go on there. */
export async function raiseTypeNumberTo(writer: Writer, environment: number, next: number): Promise<void> {
  await setNextTypeNumber(writer, environment, next);
}
