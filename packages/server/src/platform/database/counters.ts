/**
 * Named counters: numbers that are given once and never again. Only this file touches their table; each caller keeps its
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

/** The next number of a counter; 1 if none was taken. */
export async function nextNumber(db: Reader, scope: string): Promise<number> {
  const counter = await db.selectFrom('counters').select('next').where('scope', '=', scope).executeTakeFirst();
  return counter?.next ?? 1;
}

/** Lets a counter go on behind a number, if it is not beyond it. */
export async function raiseCounter(writer: Writer, scope: string, last: number): Promise<void> {
  const behind = last + 1 - (await nextNumber(writer, scope));
  if (behind > 0) await takeNumbers(writer, scope, behind);
}

/** Lets a counter go on from where another one is, replacing it if it is there. */
export async function copyCounter(writer: Writer, { from, to }: { from: string; to: string }): Promise<void> {
  const counter = await writer.selectFrom('counters').select('next').where('scope', '=', from).executeTakeFirst();
  if (counter === undefined) return;
  await writer
    .insertInto('counters')
    .values({ scope: to, next: counter.next })
    .onConflict((conflict) => conflict.column('scope').doUpdateSet({ next: counter.next }))
    .execute();
}

/** Removes a counter whose numbers name nothing any more. */
export async function removeCounter(writer: Writer, scope: string): Promise<void> {
  await writer.deleteFrom('counters').where('scope', '=', scope).execute();
}
