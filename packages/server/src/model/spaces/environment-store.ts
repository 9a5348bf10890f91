/** Writes the rows of environments and their names, and reads what writes need from them; `named-environment-store.ts` reads the rest. */
import { takeNumbers } from '../../platform/database/counters.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { lockForUpdate } from '../../platform/database/locks.ts';
import { numbersOf } from '../../platform/database/number-list.ts';
import { type Build, prepared, preparedNow } from '../../platform/database/prepared.ts';
import type { Head, MovedEnvironment } from '../../platform/journal/environment-heads.ts';
import { type EnvironmentMetric, environmentMetrics, type MetricSums } from '../../platform/journal/usage-changes.ts';
import { FIRST_REVISION } from './environment.ts';
import type { EnvironmentRow } from './tables.ts';

/** Scope of the counter that numbers environments. */
const ENVIRONMENT_COUNTER = 'environment';

/** A number that no environment and no alias has ever had. */
export async function takeEnvironmentNumber(writer: Writer): Promise<number> {
  return takeNumbers(writer, ENVIRONMENT_COUNTER);
}

/** Several such numbers in a row. @returns the first of them */
export async function takeEnvironmentNumbers(writer: Writer, count: number): Promise<number> {
  return takeNumbers(writer, ENVIRONMENT_COUNTER, count);
}

export async function insertEnvironment(
  writer: Writer,
  row: Pick<EnvironmentRow, 'number' | 'id' | 'space_id' | 'name' | 'source' | 'status' | 'epoch' | 'created_at'> & {
    readonly cloned_from: number | null;
  } & EnvironmentUsage,
): Promise<void> {
  await writer
    .insertInto('environments')
    .values({
      ...row,
      cloned_revision: null,
      model_locked_by: null,
      revision: 0,
      published_revision: 0,
      model_revision: 0,
      names_revision: 0,
      past_from: FIRST_REVISION,
      next_type_number: 1,
      version: 1,
    })
    .execute();
}

/** The number of environments in a space. Those being deleted do not count. */
export async function countEnvironments(db: Reader, spaceId: string): Promise<number> {
  const { count } = await db
    .selectFrom('environments')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('space_id', '=', spaceId)
    .where('status', '!=', 'deleting')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The numbers of all environments. */
export async function environmentNumbers(writer: Reader): Promise<number[]> {
  const rows = await writer.selectFrom('environments').select('number').orderBy('number').execute();
  return rows.map(({ number }) => number);
}

export async function setEpoch(writer: Writer, number: number, epoch: string): Promise<void> {
  await writer.updateTable('environments').set({ epoch }).where('number', '=', number).execute();
}

/** A name of the space that is or was in use. */
export interface UsedName {
  readonly code: string;
  /** Number of the environment that it points to now; null if none. */
  readonly environment: number | null;
  /** The revision of its environment when the name was last taken away; 0 if it never was. */
  readonly revision: number;
}

/** Finds a name of the space; undefined if it was never used. */
export async function findName(writer: Writer, spaceId: string, name: string): Promise<UsedName | undefined> {
  return writer
    .selectFrom('environment_names')
    .select(['code', 'environment', 'revision'])
    .where('space_id', '=', spaceId)
    .where('name', '=', name)
    .executeTakeFirst();
}

/** Points a name that was used before to an environment. @param leadsFrom the revision of the environment from which it does */
export async function pointName(writer: Writer, code: string, environment: number, leadsFrom = 0): Promise<void> {
  const values = { environment, leads_from: leadsFrom };
  await writer.updateTable('environment_names').set(values).where('code', '=', code).execute();
}

/** Assigns a new name its code; false if another name already has the code. */
export async function insertName(
  writer: Writer,
  row: { code: string; spaceId: string; name: string; environment: number },
): Promise<boolean> {
  const inserted = await writer
    .insertInto('environment_names')
    .values({ code: row.code, space_id: row.spaceId, name: row.name, environment: row.environment })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning('code')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Makes a name point to nothing. @param revision the revision of its environment at that time */
export async function freeName(writer: Writer, code: string, revision: number): Promise<void> {
  await writer.updateTable('environment_names').set({ environment: null, revision }).where('code', '=', code).execute();
}

/** Renames an environment. */
export async function renameEnvironment(writer: Writer, number: number, name: string): Promise<void> {
  await writer
    .updateTable('environments')
    .set((eb) => ({ name, version: eb('version', '+', 1) }))
    .where('number', '=', number)
    .execute();
}

/** Says where the model of an environment is kept; null for nowhere else. */
export async function lockModel(writer: Writer, number: number, by: string | null): Promise<void> {
  await writer
    .updateTable('environments')
    .set((eb) => ({ model_locked_by: by, version: eb('version', '+', 1) }))
    .where('number', '=', number)
    .execute();
}

/** Where the model of an environment is kept; null if it is not locked. */
export async function modelLock(db: Reader, number: number): Promise<string | null> {
  const query = db.selectFrom('environments').select('model_locked_by').where('number', '=', number);
  return (await query.executeTakeFirst())?.model_locked_by ?? null;
}

/** Records that the names of an environment change with its next revision, the one after `revision`. */
export async function markNamesMoved(writer: Writer, number: number, revision: number): Promise<void> {
  const values = { revision, names_revision: revision + 1 };
  await writer.updateTable('environments').set(values).where('number', '=', number).execute();
}

/** Lets the past of an environment begin at a revision, or where it begins already if that is later. */
export async function beginPast(writer: Writer, number: number, revision: number): Promise<void> {
  await writer
    .updateTable('environments')
    .set({ past_from: revision })
    .where('number', '=', number)
    .where('past_from', '<', revision)
    .execute();
}

/** The oldest revision of an environment that can be read. */
export async function pastFrom(db: Reader, number: number): Promise<number> {
  const row = await db.selectFrom('environments').select('past_from').where('number', '=', number).executeTakeFirst();
  return row?.past_from ?? 0;
}

/** Takes the next content type number of the environment. */
export async function raiseTypeNumber(writer: Writer, environment: number): Promise<number> {
  const row = await writer
    .updateTable('environments')
    .set((eb) => ({ next_type_number: eb('next_type_number', '+', 1) }))
    .where('number', '=', environment)
    .returning('next_type_number as next')
    .executeTakeFirstOrThrow();
  return row.next - 1;
}

const headColumns = [
  'number',
  'status',
  'revision',
  'published_revision',
  'model_revision',
  'names_revision',
  'epoch',
] as const;

const head: Build<{ number: number }, Head> = (db, place) =>
  db.selectFrom('environments').select(headColumns).where('number', '=', place('number'));

/** The revisions of an environment; no row if it is gone. */
export const selectHead = prepared(head);
/** The same, when the database can respond without waiting. */
export const selectHeadNow = preparedNow(head);

const headsIn = prepared<{ numbers: string }, Head>((db, place) =>
  db
    .selectFrom('environments')
    .select(headColumns)
    .where('number', 'in', numbersOf(db, place('numbers'))),
);

/** The heads of those of the environments that still exist. */
export function selectHeads(db: Reader, numbers: readonly number[]): Promise<Head[]> {
  return headsIn(db, { numbers: JSON.stringify(numbers) });
}

/** The usage of an environment, as plans count it. */
export type EnvironmentUsage = Record<EnvironmentMetric, number>;

/** Increases the counters of an environment; returns no row if it is gone. */
export const raiseEnvironment = prepared<
  { number: number; published: number; model: number } & EnvironmentUsage,
  MovedEnvironment & { readonly status: string; readonly name: string }
>((db, place) =>
  db
    .updateTable('environments')
    .set((eb) => ({
      revision: eb('revision', '+', 1),
      published_revision: eb
        .case()
        .when(eb.val(place('published')), '=', 1)
        .then(eb('revision', '+', 1))
        .else(eb.ref('published_revision'))
        .end(),
      model_revision: eb
        .case()
        .when(eb.val(place('model')), '=', 1)
        .then(eb('revision', '+', 1))
        .else(eb.ref('model_revision'))
        .end(),
      entries: eb('entries', '+', place('entries')),
      assets: eb('assets', '+', place('assets')),
      asset_bytes: eb('asset_bytes', '+', place('asset_bytes')),
      content_types: eb('content_types', '+', place('content_types')),
    }))
    .where('number', '=', place('number'))
    .returning(['number', 'revision', 'published_revision', 'model_revision', 'names_revision', 'status', 'name']),
);

/** The values to add to the usage of an environment. */
export function usageValues(sums: MetricSums): EnvironmentUsage {
  const sum = (metric: EnvironmentMetric) => sums.get(metric) ?? 0;
  return {
    entries: sum('entries'),
    assets: sum('assets'),
    asset_bytes: sum('asset_bytes'),
    content_types: sum('content_types'),
  };
}

/** The usage of an environment at a moment; zero if there is none. */
export function usageIn(moment: EnvironmentUsage | undefined): EnvironmentUsage {
  if (moment === undefined) return usageValues(new Map());
  const { entries, assets, asset_bytes, content_types } = moment;
  return { entries, assets, asset_bytes, content_types };
}

/**
 * Hides an environment: its name becomes free, and its rows remain to be removed.
 * @returns its usage
 */
export async function markDeleting(writer: Writer, number: number): Promise<EnvironmentUsage> {
  const usage = await writer
    .updateTable('environments')
    .set({ status: 'deleting' })
    .where('number', '=', number)
    .returning(environmentMetrics)
    .executeTakeFirstOrThrow();
  await writer.updateTable('environment_names').set({ environment: null }).where('environment', '=', number).execute();
  return usage;
}

/** An environment at one moment, when a clone starts or finishes. */
export type EnvironmentMoment = EnvironmentUsage & Pick<EnvironmentRow, 'status' | 'revision' | 'next_type_number'>;

/** An environment as it is now; undefined if it is gone. */
export async function momentOf(db: Reader, number: number): Promise<EnvironmentMoment | undefined> {
  return db
    .selectFrom('environments')
    .select(['status', 'revision', 'next_type_number', ...environmentMetrics])
    .where('number', '=', number)
    .where('status', '!=', 'deleting')
    .executeTakeFirst();
}

/** Marks a clone as ready, with the usage of its source at that moment. */
export async function markReady(writer: Writer, number: number, moment: EnvironmentMoment): Promise<void> {
  const { status, revision, ...same } = moment;
  await writer
    .updateTable('environments')
    .set((eb) => ({
      ...same,
      status: 'ready',
      cloned_revision: revision,
      model_revision: FIRST_REVISION,
      version: eb('version', '+', 1),
    }))
    .where('number', '=', number)
    .execute();
}

/** Marks a clone as failed. It no longer counts towards the usage. */
export async function markFailed(writer: Writer, number: number): Promise<void> {
  await writer
    .updateTable('environments')
    .set((eb) => ({ ...usageValues(new Map()), status: 'failed', version: eb('version', '+', 1) }))
    .where('number', '=', number)
    .execute();
}

/** The status of an environment whose rows are being restored: it has no name yet, and its space is not there. */
const RESTORING = 'restoring';

/** Adds environments whose rows will be restored, under numbers that were taken for them. */
export async function addRestoring(writer: Writer, rows: readonly Omit<EnvironmentRow, 'status'>[]): Promise<void> {
  const values = rows.map((row) => ({ ...row, status: RESTORING }));
  await writer.insertInto('environments').values(values).execute();
}

/** The environments that a restore has left behind: of that space, or begun before a time (in milliseconds). */
export async function leftRestoring(
  db: Reader,
  { spaceId, before }: { spaceId: string; before: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('environments')
    .select('number')
    .where('status', '=', RESTORING)
    .where((eb) => eb.or([eb('space_id', '=', spaceId), eb('created_at', '<', before)]))
    .execute();
  return rows.map(({ number }) => number);
}

/** Whether an environment is still being restored; locks it until the write ends. */
export async function lockRestoring(writer: Writer, number: number): Promise<boolean> {
  const query = writer.selectFrom('environments').select('status').where('number', '=', number);
  return (await lockForUpdate(writer, query).executeTakeFirst())?.status === RESTORING;
}

/** Makes a restored environment usable. */
export async function markRestored(
  writer: Writer,
  number: number,
  values: Pick<EnvironmentRow, 'revision' | 'created_at'>,
): Promise<void> {
  await writer
    .updateTable('environments')
    .set({ ...values, status: 'ready' })
    .where('number', '=', number)
    .execute();
}

/** The number of an environment whose rows are to be removed. */
export async function nextDeleting(db: Reader): Promise<number | undefined> {
  const row = await db
    .selectFrom('environments')
    .select('number')
    .where('status', '=', 'deleting')
    .limit(1)
    .executeTakeFirst();
  return row?.number;
}

/** Waits for open writes in the environment and blocks new ones. */
export async function lockEnvironment(writer: Writer, number: number): Promise<void> {
  await lockForUpdate(
    writer,
    writer.selectFrom('environments').select('number').where('number', '=', number),
  ).execute();
}

/** Removes the environment's own row, once nothing else of it is left. */
export async function deleteEnvironment(writer: Writer, number: number): Promise<void> {
  await writer.deleteFrom('environments').where('number', '=', number).execute();
}
