/** The tables of a PostgreSQL database, next to those that this program creates in a temporary schema for comparison. */
import { sql } from 'kysely';
import type { Database, Reader } from '../database.ts';
import { runMigrations } from '../migrations/run-migrations.ts';
import { type SchemaPair, type SchemaRow, schemaOf } from '../schema.ts';
import { inPostgres } from './migration-statements.ts';

const OWN_SCHEMA = 'lectern_as_new';

/** Undoes the write that made the schema. */
class Seen extends Error {}

export async function postgresSchemas(database: Database): Promise<SchemaPair> {
  const found = schemaOf(await selectSchema(database.reader));
  let wanted: SchemaPair['wanted'] = new Map();
  const look = database.write(
    async (writer) => {
      await sql`CREATE SCHEMA ${sql.id(OWN_SCHEMA)}`.execute(writer);
      await sql`SET LOCAL search_path = ${sql.id(OWN_SCHEMA)}`.execute(writer);
      await runMigrations(
        {
          engine: 'postgres',
          run: async (statement) => void (await sql.raw(inPostgres(statement)).execute(writer)),
          done: () => [],
          note: () => undefined,
        },
        null,
      );
      wanted = schemaOf(await selectSchema(writer));
      throw new Seen();
    },
    { long: true },
  );
  await look.catch((error: unknown) => {
    if (!(error instanceof Seen)) throw error;
  });
  return { found, wanted };
}

/** An operator may have partitioned a table, in which case its indexes are `ON ONLY`. */
async function selectSchema(db: Reader): Promise<SchemaRow[]> {
  const { rows } = await sql<SchemaRow>`SELECT 'column ' || table_name || '.' || column_name AS name,
      data_type || ' ' || is_nullable AS definition
    FROM information_schema.columns WHERE table_schema = current_schema()
    UNION ALL SELECT 'index ' || indexname, regexp_replace(indexdef, ' ON (ONLY )?' || schemaname || '\\.', ' ON ')
    FROM pg_indexes WHERE schemaname = current_schema()`.execute(db);
  return rows;
}
