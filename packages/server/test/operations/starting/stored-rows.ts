/** What stands in a database, read beside the service. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { DatabaseConfig } from '../../../src/platform/database/database.ts';

const TABLES = {
  sqlite: "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name",
  postgres: "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename",
} as const;

/** Reads rows by a query that both engines understand. */
export type Ask = (query: string) => Promise<Record<string, unknown>[]>;

/** All rows as text, by table. */
export async function storedRows(config: DatabaseConfig): Promise<ReadonlyMap<string, readonly string[]>> {
  return asking(config, async (ask) => {
    const tables = (await ask(TABLES[config.kind])).map(({ name }) => String(name));
    const rows = new Map<string, readonly string[]>();
    for (const table of tables) rows.set(table, (await ask(`SELECT * FROM "${table}"`)).map(textOf).sort());
    return rows;
  });
}

/** Reads beside a service, whose locks it neither takes nor waits for: a service of the same process could not give them back meanwhile. */
export async function asking<T>(config: DatabaseConfig, work: (ask: Ask) => Promise<T>): Promise<T> {
  if (config.kind === 'sqlite') {
    using database = new DatabaseSync(join(config.folder, 'lectern.db'), { readOnly: true });
    return await work(async (query) => database.prepare(query).all());
  }
  const client = new pg.Client({ connectionString: config.url });
  await client.connect();
  try {
    return await work(async (query) => (await client.query(query)).rows);
  } finally {
    await client.end();
  }
}

function textOf(row: object): string {
  return JSON.stringify(Object.values(row).map((value) => (value instanceof Uint8Array ? [...value] : value)));
}
