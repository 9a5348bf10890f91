/**
 * The rows of clones in progress. Invariant: a step locks the row of its clone first and continues from there, so that two
 * processes never do the same step.
 */

import type { Reader, Writer } from '../../platform/database/database.ts';
import { lockForUpdate } from '../../platform/database/locks.ts';
import type { RowPair } from '../../platform/database/row-id.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import { BEHIND_ITEMS } from '../../platform/journal/changed-items.ts';
import type { EnvironmentCloneRow } from './tables.ts';

/** Records a clone to be made from a source at that revision or later. */
export async function insertClone(
  writer: Writer,
  { source, clone }: RowPair,
  { revision, actor }: { revision: number; actor: Pick<Actor, 'type' | 'id' | 'name'> },
): Promise<void> {
  await writer
    .insertInto('environment_clones')
    .values({
      environment: clone,
      source,
      stage: 'content',
      part: 0,
      place: null,
      revision,
      ordinal: BEHIND_ITEMS,
      until: revision,
      passes: 0,
      failures: 0,
      actor_type: actor.type,
      actor_id: actor.id,
      actor_name: actor.name,
    })
    .execute();
}

/** The next clone to work on, after the given one. */
export async function nextClone(db: Reader, after: number): Promise<EnvironmentCloneRow | undefined> {
  return db
    .selectFrom('environment_clones')
    .selectAll()
    .where('environment', '>', after)
    .orderBy('environment')
    .limit(1)
    .executeTakeFirst();
}

/** The clone in progress; undefined if there is none. */
export async function findClone(db: Reader, environment: number): Promise<EnvironmentCloneRow | undefined> {
  return db.selectFrom('environment_clones').selectAll().where('environment', '=', environment).executeTakeFirst();
}

/** The clone, locked until the write ends; undefined if it is ready, has failed or was deleted. */
export async function lockClone(writer: Writer, environment: number): Promise<EnvironmentCloneRow | undefined> {
  const query = writer.selectFrom('environment_clones').selectAll().where('environment', '=', environment);
  return lockForUpdate(writer, query).executeTakeFirst();
}

export async function updateClone(
  writer: Writer,
  environment: number,
  values: Partial<Omit<EnvironmentCloneRow, 'environment'>>,
): Promise<void> {
  await writer.updateTable('environment_clones').set(values).where('environment', '=', environment).execute();
}

/** Counts one more failed step. @returns the number of consecutive failures; undefined if there is no such clone */
export async function addFailure(writer: Writer, environment: number): Promise<number | undefined> {
  const row = await writer
    .updateTable('environment_clones')
    .set((eb) => ({ failures: eb('failures', '+', 1) }))
    .where('environment', '=', environment)
    .returning('failures')
    .executeTakeFirst();
  return row?.failures;
}

/** Deletes the row of a clone in progress. */
export async function deleteClone(writer: Writer, environment: number): Promise<void> {
  await writer.deleteFrom('environment_clones').where('environment', '=', environment).execute();
}

/** Name of an environment that is being cloned from the source; undefined if there is none. */
export async function findCloneOf(db: Reader, source: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('environment_clones')
    .innerJoin('environments', 'environments.number', 'environment_clones.environment')
    .select('environments.name')
    .where('environment_clones.source', '=', source)
    .limit(1)
    .executeTakeFirst();
  return row?.name;
}
