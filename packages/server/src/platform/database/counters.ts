/**
 * Named counters: numbers that are given once and never again, and turns that one of all processes takes once a period.
 * Only this file touches their table; each caller keeps its own names.
 */
import { sql } from 'kysely';
import type { Writer } from './database.ts';
import { prepared } from './prepared.ts';

const raise = prepared<{ scope: string; first: number; count: number }, { next: number }>((db, place) =>
  db
    .insertInto('counters')
    .values({ scope: place('scope'), next: place('first') })
    .onConflict((conflict) =>
      conflict.column('scope').doUpdateSet({ next: sql<number>`counters.next + ${place('count')}` }),
    )
    .returning('next'),
);

/**
 * Takes the next numbers of a counter, from 1 on.
 * @returns the first of them
 */
export async function takeNumbers(writer: Writer, scope: string, count = 1): Promise<number> {
  const [row] = await raise(writer, { scope, first: 1 + count, count });
  if (row === undefined) throw new Error('A counter gave no number.');
  return row.next - count;
}

/** Removes a counter whose numbers name nothing any more. */
export async function removeCounter(writer: Writer, scope: string): Promise<void> {
  await writer.deleteFrom('counters').where('scope', '=', scope).execute();
}

/** When a turn is taken, and the last time of the turn before at which it is due again. In milliseconds. */
export interface TurnTimes {
  readonly now: number;
  readonly before: number;
}

/** Begins the period of a turn that nobody has taken yet; false where it has begun. */
export async function beginTurns(writer: Writer, scope: string, now: number): Promise<boolean> {
  const begun = await writer
    .insertInto('counters')
    .values({ scope, next: now })
    .onConflict((conflict) => conflict.column('scope').doNothing())
    .returning('scope')
    .executeTakeFirst();
  return begun !== undefined;
}

/** Takes a turn where nobody has since `before`; true for one caller in each period. */
export async function takeTurn(writer: Writer, scope: string, { now, before }: TurnTimes): Promise<boolean> {
  const taken = await writer
    .insertInto('counters')
    .values({ scope, next: now })
    .onConflict((conflict) => conflict.column('scope').doUpdateSet({ next: now }).where('counters.next', '<=', before))
    .returning('next')
    .executeTakeFirst();
  return taken !== undefined;
}
