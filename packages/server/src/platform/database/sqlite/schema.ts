/** The tables of an embedded database, next to those of an empty one that this program creates in memory. */
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { type SchemaPair, type SchemaRow, schemaOf } from '../schema.ts';
import { migrate } from './opening.ts';

const SCHEMA = `SELECT 'column ' || t.name || '.' || c.name AS name,
    c.type || iif(c."notnull", ' NOT NULL', '') || iif(c.pk, ' KEY', '') AS definition
  FROM sqlite_schema t JOIN pragma_table_info(t.name) c WHERE t.type = 'table'
  UNION ALL SELECT 'index ' || name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL
  UNION ALL SELECT 'trigger ' || name, sql FROM sqlite_schema WHERE type = 'trigger'`;

export async function sqliteSchemas({ reader }: Database): Promise<SchemaPair> {
  const { rows } = await sql<SchemaRow>`${sql.raw(SCHEMA)}`.execute(reader);
  const empty = new DatabaseSync(':memory:');
  try {
    await migrate(empty, null, async () => undefined);
    return { found: schemaOf(rows), wanted: schemaOf(empty.prepare(SCHEMA).all() as unknown as SchemaRow[]) };
  } finally {
    empty.close();
  }
}
