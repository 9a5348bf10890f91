/**
 * The rows of clones that are being made, and what the journal of a source names as changed. Invariant: a step locks the
 * row of its clone first and works on from what it says, so that two processes never do the same step.
 */
import type { Reader, Writer } from '../../platform/database/database.ts';
import { lockForUpdate } from '../../platform/database/locks.ts';
import type { RowPair } from '../../platform/database/row-id.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import type { ChangedResource } from './content-copy.ts';
import type { EnvironmentCloneRow } from './tables.ts';

/** Behind every item of a revision. */
export const BEHIND_ITEMS = Number.MAX_SAFE_INTEGER;

/** Notes a clone that is to be made of a source at that revision or later. */
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

/** The next clone that is to be worked on, behind one of them. */
export async function nextClone(db: Reader, after: number): Promise<EnvironmentCloneRow | undefined> {
  return db
    .selectFrom('environment_clones')
    .selectAll()
    .where('environment', '>', after)
    .orderBy('environment')
    .limit(1)
    .executeTakeFirst();
}

/** The clone as it is being made; undefined if it is not. */
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

/** Counts one more failed step. @returns how many there were in a row; undefined if there is no such clone */
export async function addFailure(writer: Writer, environment: number): Promise<number | undefined> {
  const row = await writer
    .updateTable('environment_clones')
    .set((eb) => ({ failures: eb('failures', '+', 1) }))
    .where('environment', '=', environment)
    .returning('failures')
    .executeTakeFirst();
  return row?.failures;
}

/** Ends the work on a clone. */
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

/** A stretch of the journal of an environment: behind an item, up to all of a revision. */
export interface JournalStretch {
  readonly environment: number;
  readonly revision: number;
  readonly ordinal: number;
  readonly until: number;
}

/** An item of the journal. */
export interface ChangedItem extends ChangedResource {
  readonly revision: number;
  readonly ordinal: number;
}

/** The next items of a stretch, in order. */
export async function changedItems(db: Reader, stretch: JournalStretch, limit: number): Promise<ChangedItem[]> {
  const { environment, revision, ordinal, until } = stretch;
  return db
    .selectFrom('journal_items')
    .select(['revision', 'ordinal', 'kind', 'key', 'resource'])
    .where('environment', '=', environment)
    .where('revision', '>=', revision)
    .where('revision', '<=', until)
    .where((eb) => eb.or([eb('revision', '>', revision), eb('ordinal', '>', ordinal)]))
    .orderBy('revision')
    .orderBy('ordinal')
    .limit(limit)
    .execute();
}

/** Whether content types or locales changed behind a revision, up to another. */
export async function hasModelChange(
  db: Reader,
  { environment, revision, until }: Omit<JournalStretch, 'ordinal'>,
): Promise<boolean> {
  const item = await db
    .selectFrom('journal_items')
    .select('revision')
    .where('environment', '=', environment)
    .where('revision', '>', revision)
    .where('revision', '<=', until)
    .where('kind', 'in', ['content_type', 'locale'])
    .limit(1)
    .executeTakeFirst();
  return item !== undefined;
}
