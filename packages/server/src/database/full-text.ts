/**
 * The full-text index of each engine: FTS5 on SQLite, `tsvector` on PostgreSQL. Both store tokens that others made and
 * find the same rows for the same question; neither takes words apart. Tokens hold letters, digits and marks alone.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Reader, Writer } from './database.ts';
import { hasRowLocks } from './locks.ts';

/** All of these have to occur; of each, one of several tokens. */
export type TokenQuery = readonly (readonly { readonly token: string; readonly isPrefix: boolean }[])[];

/** Puts the tokens of a new row. */
export async function insertTokens(writer: Writer, row: number, tokens: readonly string[]): Promise<void> {
  const text = tokens.join(' ');
  const values = hasRowLocks(writer)
    ? sql`insert into search_index (id, tokens) values (${row}, array_to_tsvector(string_to_array(${text}, ' ')))`
    : sql`insert into search_index (rowid, tokens) values (${row}, ${text})`;
  await values.execute(writer);
}

/** Removes the tokens of rows. */
export async function deleteTokens(writer: Writer, rows: readonly number[]): Promise<void> {
  if (rows.length === 0) return;
  const column = hasRowLocks(writer) ? sql.ref('id') : sql.ref('rowid');
  await sql`delete from search_index where ${column} in (${sql.join([...rows])})`.execute(writer);
}

/** The rows that answer each of some questions, all of one moment. */
export async function matchTokens(reader: Reader, queries: readonly TokenQuery[]): Promise<number[][]> {
  const isPostgres = hasRowLocks(reader);
  const columns = queries.map((query, at) =>
    (isPostgres ? matchInPostgres(query) : matchInSqlite(query)).as(`found${at}`),
  );
  const [row] = await reader
    .executeQuery<Record<string, string | null>>(reader.selectNoFrom(columns).compile())
    .then(({ rows }) => rows);
  return queries.map((_, at) => JSON.parse(row?.[`found${at}`] ?? '[]') as number[]);
}

/** One text of all ids: a hundred thousand rows cost the driver ten times as much. */
function matchInSqlite(query: TokenQuery): RawBuilder<string | null> {
  const question = query
    .map(
      (some) =>
        `(${some.map(({ token, isPrefix }) => `"${token.replaceAll('"', '""')}"${isPrefix ? ' *' : ''}`).join(' OR ')})`,
    )
    .join(' AND ');
  return sql`(select json_group_array(rowid) from search_index where search_index match ${question})`;
}

function matchInPostgres(query: TokenQuery): RawBuilder<string | null> {
  const question = query
    .map(
      (some) =>
        `(${some.map(({ token, isPrefix }) => `'${token.replaceAll(/['\\]/g, '$&$&')}'${isPrefix ? ':*' : ''}`).join(' | ')})`,
    )
    .join(' & ');
  return sql`(select json_agg(id)::text from search_index where tokens @@ cast(${question} as tsquery))`;
}
