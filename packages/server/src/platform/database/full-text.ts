/**
 * The full-text index of each engine: FTS5 on SQLite, `tsvector` on PostgreSQL. Both store tokens made elsewhere and
 * return the same rows for the same query; neither splits text into words. Tokens hold only letters, digits and marks.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Reader, Writer } from './database.ts';
import { hasRowLocks } from './locks.ts';
import { prepared } from './prepared.ts';

/** All of these must occur; for each, any one of several tokens. */
export type TokenQuery = readonly (readonly { readonly token: string; readonly isPrefix: boolean }[])[];

/** Inserts the tokens of a new row. */
export async function insertTokens(writer: Writer, row: number, tokens: readonly string[]): Promise<void> {
  const text = tokens.join(' ');
  const values = hasRowLocks(writer)
    ? sql`insert into search_index (id, tokens) values (${row}, array_to_tsvector(string_to_array(${text}, ' ')))`
    : sql`insert into search_index (rowid, tokens) values (${row}, ${text})`;
  await values.execute(writer);
}

/** Whether a row has tokens. */
export async function hasTokens(db: Reader, row: number): Promise<boolean> {
  const found = hasRowLocks(db)
    ? sql`select 1 from search_index where id = ${row}`
    : sql`select 1 from search_index_docsize where id = ${row}`;
  return (await found.execute(db)).rows.length > 0;
}

/** Deletes the tokens of rows. */
export async function deleteTokens(writer: Writer, rows: readonly number[]): Promise<void> {
  if (rows.length === 0) return;
  const column = hasRowLocks(writer) ? sql.ref('id') : sql.ref('rowid');
  await sql`delete from search_index where ${column} in (${sql.join([...rows])})`.execute(writer);
}

/** Most queries that can run in one statement. */
const QUERIES_MAX = 3;

type Found = Record<string, string | null>;
type Queries = Record<string, string>;

/** One statement for each number of queries. */
const statements = Array.from({ length: QUERIES_MAX }, (_, at) =>
  prepared<Queries, Found>((db, place) => {
    const columns = Array.from({ length: at + 1 }, (_, column) =>
      (hasRowLocks(db) ? foundInPostgres : foundInSqlite)(place(nameOf(column))).as(nameOf(column)),
    );
    return db.selectNoFrom(columns);
  }),
);

/**
 * The rows that match each of several queries, all from the same moment.
 * @param queries one to three
 */
export async function matchTokens(reader: Reader, queries: readonly TokenQuery[]): Promise<number[][]> {
  const write = hasRowLocks(reader) ? writeForPostgres : writeForSqlite;
  const questions = Object.fromEntries(queries.map((query, at) => [nameOf(at), write(query)]));
  const [row] = (await statements[queries.length - 1]?.(reader, questions)) ?? [];
  return queries.map((_, at) => JSON.parse(row?.[nameOf(at)] ?? '[]') as number[]);
}

/** All ids as one text: as rows, a hundred thousand cost the driver ten times as much. */
function foundInSqlite(question: string): RawBuilder<string | null> {
  return sql`(select json_group_array(rowid) from search_index where search_index match ${question})`;
}

function foundInPostgres(question: string): RawBuilder<string | null> {
  return sql`search_index_matches(${question}::text)`;
}

function writeForSqlite(query: TokenQuery): string {
  const token = ({ token, isPrefix }: TokenQuery[number][number]) =>
    `"${token.replaceAll('"', '""')}"${isPrefix ? ' *' : ''}`;
  return query.map((some) => `(${some.map(token).join(' OR ')})`).join(' AND ');
}

function writeForPostgres(query: TokenQuery): string {
  const token = ({ token, isPrefix }: TokenQuery[number][number]) =>
    `'${token.replaceAll(/['\\]/g, '$&$&')}'${isPrefix ? ':*' : ''}`;
  return query.map((some) => `(${some.map(token).join(' | ')})`).join(' & ');
}

function nameOf(column: number): string {
  return `found${column}`;
}
