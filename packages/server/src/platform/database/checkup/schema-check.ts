/** Checks that tables, columns and indexes match those that this program creates. Anything else in the database is ignored. */
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { hasRowLocks } from '../locks.ts';
import type { SchemaPair } from '../schema.ts';
import { type Check, type Fault, REPAIR, RESTORE } from './check.ts';

const INDEX = 'index ';

export function schemaCheck(database: Database): Check {
  return { name: 'schema', find: () => faults(database) };
}

async function* faults(database: Database): AsyncGenerator<Fault> {
  const { found, wanted } = await schemasOf(database);
  for (const [name, definition] of wanted) {
    const actual = found.get(name);
    if (actual === definition) continue;
    const isRepairable = actual === undefined && name.startsWith(INDEX);
    yield {
      about: name,
      problem: actual === undefined ? 'is missing' : `differs from what this program creates (${actual})`,
      remedy: isRepairable ? REPAIR : RESTORE,
      repair: isRepairable
        ? () => database.write(async (writer) => void (await sql.raw(definition).execute(writer)), { long: true })
        : null,
    };
  }
}

/** The engine that is not used is not loaded. */
async function schemasOf(database: Database): Promise<SchemaPair> {
  if (hasRowLocks(database.reader)) return (await import('../postgres/schema.ts')).postgresSchemas(database);
  return (await import('../sqlite/schema.ts')).sqliteSchemas(database);
}
