/**
 * Named counters: numbers that are given out once and never again. Only this file touches their table; each caller uses its
 * own names.
 */
import { sql } from 'kysely';
import type { Reader, Writer } from './database.ts';
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

/** The next number of a counter; 1 if none was taken yet. */
export async function nextNumber(db: Reader, scope: string): Promise<number> {
  const counter = await db.selectFrom('counters').select('next').where('scope', '=', scope).executeTakeFirst();
  return counter?.next ?? 1;
}

/** Makes a counter continue after a number, unless it is already beyond it. */
export async function raiseCounter(writer: Writer, scope: string, last: number): Promise<void> {
  const behind = last + 1 - (await nextNumber(writer, scope));
  if (behind > 0) await takeNumbers(writer, scope, behind);
}

/** Makes a counter continue from where another one is. Replaces the counter if it exists. */
export async function copyCounter(writer: Writer, { from, to }: { from: string; to: string }): Promise<void> {
  const counter = await writer.selectFrom('counters').select('next').where('scope', '=', from).executeTakeFirst();
  if (counter === undefined) return;
  await writer
    .insertInto('counters')
    .values({ scope: to, next: counter.next })
    .onConflict((conflict) => conflict.column('scope').doUpdateSet({ next: counter.next }))
    .execute();
}

/** Removes a counter whose numbers are no longer used. */
export async function removeCounter(writer: Writer, scope: string): Promise<void> {
  await writer.deleteFrom('counters').where('scope', '=', scope).execute();
}
