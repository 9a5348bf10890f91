/** Writes rows that come from a copy into the database, by the names of their tables and columns. */
import { sql } from 'kysely';
import type { Tables } from '../columns.ts';
import type { Reader, Writer } from '../database.ts';
import { textsOf } from '../number-list.ts';
import type { StoredRow } from './backup-rows.ts';

/** Engines take some 32,000 values a statement. */
const VALUES_AT_ONCE = 8_000;

/** Inserts rows, which all have the same columns. */
export async function placeRows(writer: Writer, table: keyof Tables, rows: readonly StoredRow[]): Promise<void> {
  const names = Object.keys(rows[0] ?? {});
  const atOnce = Math.max(1, Math.floor(VALUES_AT_ONCE / Math.max(1, names.length)));
  const columns = sql.join(names.map((name) => sql.ref(name)));
  for (let from = 0; from < rows.length; from += atOnce) {
    const lines = rows.slice(from, from + atOnce).map((row) => sql`(${sql.join(names.map((name) => row[name]))})`);
    await sql`insert into ${sql.table(table)} (${columns}) values ${sql.join(lines)}`.execute(writer);
  }
}

/** Which of the texts are in a column already. */
export async function takenTexts(
  db: Reader,
  { table, column }: { readonly table: keyof Tables; readonly column: string },
  texts: readonly string[],
): Promise<Set<string>> {
  const name = sql.ref(column);
  const { rows } = await sql<{
    text: string;
  }>`select ${name} as text from ${sql.table(table)} where ${name} in ${textsOf(db, JSON.stringify(texts))}`.execute(
    db,
  );
  return new Set(rows.map(({ text }) => text));
}
