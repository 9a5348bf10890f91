/** Checks that no counter will give out a number that is already in use. */
import { sql } from 'kysely';
import { nextNumber, raiseCounter } from '../counters.ts';
import type { Database, Reader } from '../database.ts';
import { hasRowLocks } from '../locks.ts';
import { type Check, type Fault, REPAIR } from './check.ts';

/** Numbers that a counter gives to rows. */
export interface Sequence {
  /** What the numbers count, such as `entries of environment 3`. */
  readonly about: string;
  readonly counter: string;
  /** The highest number in use; 0 if there is none. */
  readonly last: (db: Reader) => Promise<number>;
}

/** @param sequences everything that is counted with `counters.ts` */
export function sequenceCheck(database: Database, sequences: () => AsyncIterable<Sequence>): Check {
  return {
    name: 'sequences',
    find: async function* () {
      for await (const sequence of sequences()) yield* await counterFaults(database, sequence);
      if (hasRowLocks(database.reader)) yield* identityFaults(database);
    },
  };
}

async function counterFaults(database: Database, { about, counter, last }: Sequence): Promise<Fault[]> {
  const [used, next] = await database.snapshot(async (db) => [await last(db), await nextNumber(db, counter)]);
  if (used < next) return [];
  const repair = () => database.write(async (writer) => raiseCounter(writer, counter, await last(writer)));
  return [{ about, problem: `continue with ${next}, but already have ${used}`, remedy: REPAIR, repair }];
}

/** Checks the columns that PostgreSQL numbers. SQLite never assigns a number below the highest one. */
async function* identityFaults(database: Database): AsyncGenerator<Fault> {
  const { rows: columns } = await sql<{ table: string; column: string; sequence: string }>`
    SELECT quote_ident(table_name) AS "table", quote_ident(column_name) AS "column",
      pg_get_serial_sequence(quote_ident(table_name), column_name) AS sequence
    FROM information_schema.columns WHERE table_schema = current_schema() AND is_identity = 'YES'`.execute(
    database.reader,
  );
  for (const { table, column, sequence } of columns) {
    const last = sql`(SELECT max(${sql.raw(column)}) FROM ${sql.raw(table)})`;
    const { rows } = await sql<{ last: number; given: number }>`SELECT ${last} AS last,
      CASE WHEN is_called THEN last_value ELSE 0 END AS given FROM ${sql.raw(sequence)}`.execute(database.reader);
    const [found] = rows;
    if (found === undefined || found.last === null || found.last <= found.given) continue;
    yield {
      about: `rows of ${table}`,
      problem: `continue after ${found.given}, but already have ${found.last}`,
      remedy: REPAIR,
      repair: () =>
        database.write(async (writer) => void (await sql`SELECT setval(${sequence}, ${last})`.execute(writer))),
    };
  }
}
