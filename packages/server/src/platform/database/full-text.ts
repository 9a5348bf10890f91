/**
 * The full-text index of each engine: FTS5 on SQLite, `tsvector` on PostgreSQL. Both store tokens made elsewhere and
 * return the same rows for the same query; neither splits text into words. Tokens hold only letters, digits and marks.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Reader, Writer } from './database.ts';
import { hasRowLocks } from './locks.ts';
import { prepared } from './prepared.ts';

/** Every group of tokens must occur. For each group, any one of its tokens is enough. */
export type TokenQuery = readonly (readonly { readonly token: string; readonly isPrefix: boolean }[])[];

/** Rows inserted with one statement. */
const ROWS_AT_ONCE = 16;

/** The tokens of a row. */
export interface RowTokens {
  readonly row: number;
  readonly tokens: readonly string[];
}

/** Inserts the tokens of new rows. */
export async function insertTokens(writer: Writer, rows: readonly RowTokens[]): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    const some = rows.slice(start, start + ROWS_AT_ONCE);
    const ids = some.map(({ row }) => row);
    const texts = some.map(({ tokens }) => tokens.join(' '));
    if (hasRowLocks(writer))
      await sql`insert into search_index (id, tokens)
        select id, array_to_tsvector(string_to_array(text, ' '))
        from unnest(${ids}::bigint[], ${texts}::text[]) as added (id, text)`.execute(writer);
    else
      await sql`insert into search_index (rowid, tokens)
        values ${sql.join(some.map((_, at) => sql`(${ids[at]}, ${texts[at]})`))}`.execute(writer);
  }
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

/** The most queries that can run in one statement. */
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

/** Returns all ids as one text: as separate rows, a hundred thousand cost the driver ten times as much. */
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
