/** The columns that rooms list in their `tables.ts` are those that the migrations make. */
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Column, Columns } from '../../src/platform/database/columns.ts';
import { migrations } from '../../src/platform/database/migrations/all.ts';
import { statementsFor } from '../../src/platform/database/migrations/migration.ts';
import { inSqlite } from '../../src/platform/database/sqlite/migration-statements.ts';
import { ROOT } from './source-file.ts';

/** What a list says of a column, and what a database does. */
type Listed = Omit<Column<unknown>, 'value'>;

interface Place {
  readonly file: string;
  readonly columns: Readonly<Record<string, Listed>>;
}

/** Which columns stand in one place alone, or differ, as sentences that say what to do. */
function wrongColumns(listed: ReadonlyMap<string, Place>, made: ReadonlyMap<string, Place['columns']>): string[] {
  const unlisted = [...made.keys()].filter((table) => !listed.has(table));
  return [
    ...unlisted.map(
      (table) => `The table ${table} is made by a migration alone; list it in the tables.ts of its room.`,
    ),
    ...[...listed].flatMap(([table, { file, columns }]) => {
      const has = made.get(table);
      if (has === undefined) return [`${file} lists the table ${table}; make it in a migration.`];
      const names = new Set([...Object.keys(columns), ...Object.keys(has)]);
      return [...names].flatMap((name) =>
        wrongColumn(`${table}.${name}`, { file, listed: columns[name], made: has[name] }),
      );
    }),
  ];
}

function wrongColumn(
  column: string,
  { file, listed, made }: { file: string; listed: Listed | undefined; made: Listed | undefined },
): string[] {
  if (listed === undefined) return [`${column} is made by a migration alone; list it in ${file}.`];
  if (made === undefined) return [`${column} is listed in ${file} alone; make it in a migration.`];
  if (listed.type !== made.type) return [`${column} is ${made.type} in the database; list it so in ${file}.`];
  if (listed.isFilled && !made.isFilled) return [`${column} has no default; take \`filled\` from it in ${file}.`];
  if (listed.isNullable === made.isNullable) return [];
  return [`${column} may ${made.isNullable ? '' : 'not '}be null in the database; list it so in ${file}.`];
}

async function listedTables(): Promise<Map<string, Place>> {
  const files = globSync('packages/server/src/**/tables.ts', { cwd: ROOT }).toSorted();
  const listed = new Map<string, Place>();
  for (const file of files) {
    const { tables } = (await import(pathToFileURL(`${ROOT}/${file}`).href)) as { tables: Record<string, Columns> };
    for (const [table, columns] of Object.entries(tables)) listed.set(table, { file, columns });
  }
  return listed;
}

function madeTables(): Map<string, Place['columns']> {
  using database = new DatabaseSync(':memory:');
  for (const migration of migrations)
    for (const statement of statementsFor('sqlite', migration)) database.exec(inSqlite(statement));
  const tables = database.prepare("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'").all();
  const names = tables.map(({ name }) => String(name)).filter((name) => !name.startsWith('sqlite_'));
  return new Map(names.map((name) => [name, columnsIn(database, name)]));
}

function columnsIn(database: DatabaseSync, table: string): Place['columns'] {
  const rows = database.prepare('SELECT * FROM pragma_table_info(?)').all(table);
  const isAlone = rows.filter(({ pk }) => pk !== 0).length === 1;
  const columns = rows.map(({ name, type, notnull, dflt_value: value, pk }) => {
    const isNumbered = isAlone && pk === 1 && type === 'INTEGER';
    return [name, { type, isNullable: notnull === 0 && pk === 0, isFilled: value !== null || isNumbered }];
  });
  return Object.fromEntries(columns);
}

test('every column stands in the list of its room and in a migration', async () => {
  const [listed, made] = [await listedTables(), madeTables()];
  assert.deepEqual(wrongColumns(listed, made), []);

  const entries = listed.get('entries');
  assert.ok(entries);
  const { saved_at: _, ...others } = entries.columns;
  const but = (columns: Place['columns']) => new Map([...listed, ['entries', { ...entries, columns }] as const]);
  assert.match(wrongColumns(but(others), made).join(), /entries.saved_at is made by a migration alone; list it in/);
  const more = { ...entries.columns, lost: { type: 'TEXT', isNullable: true, isFilled: false } } as const;
  assert.match(wrongColumns(but(more), made).join(), /entries.lost is listed in .* alone; make it in a migration/);
  const never = { ...entries.columns, archived_at: { type: 'INTEGER', isNullable: false, isFilled: false } } as const;
  assert.match(wrongColumns(but(never), made).join(), /entries.archived_at may be null in the database/);
});
