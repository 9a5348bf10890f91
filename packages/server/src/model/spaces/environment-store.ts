/** The rows of environments and their names. Reads leave out environments whose rows are being removed. */
import { takeNumbers } from '../../platform/database/counters.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { lockForUpdate } from '../../platform/database/locks.ts';
import { type Build, prepared, preparedNow } from '../../platform/database/prepared.ts';
import type { EnvironmentRow } from '../../platform/database/tables.ts';
import type { Head, MovedEnvironment } from '../../platform/journal/environment-heads.ts';
import { type EnvironmentMetric, environmentMetrics, type MetricSums } from '../../platform/journal/usage-changes.ts';
import { deleteClone } from './clone-store.ts';
import { type Environment, type EnvironmentStatus, FIRST_REVISION } from './environment.ts';

/** Scope of the counter that numbers environments. */
const ENVIRONMENT_COUNTER = 'environment';

const environmentColumns = [
  'environments.number',
  'environments.id',
  'environments.name',
  'environments.space_id as spaceId',
  'environments.source',
  'environments.status',
  'environments.epoch',
  'environments.version',
  'environments.created_at as createdAt',
  'environments.cloned_revision as clonedRevision',
  'environment_names.code',
  'spaces.account_id as accountId',
] as const;

/** Every environment with its name and account, but those whose rows are being removed. */
function standing(db: Reader) {
  return db
    .selectFrom('environment_names')
    .innerJoin('environments', 'environments.number', 'environment_names.environment')
    .innerJoin('spaces', 'spaces.id', 'environments.space_id')
    .select(environmentColumns)
    .where('environments.status', '!=', 'deleting');
}

type FoundEnvironment = Omit<Environment, 'status'> & { readonly status: string };

const selectEnvironment = prepared<{ spaceId: string; name: string }, FoundEnvironment>((db, place) =>
  standing(db)
    .where('environment_names.space_id', '=', place('spaceId'))
    .where('environment_names.name', '=', place('name')),
);

const selectEnvironmentByCode = prepared<{ code: string }, FoundEnvironment>((db, place) =>
  standing(db).where('environment_names.code', '=', place('code')),
);

export async function findEnvironment(db: Reader, spaceId: string, name: string): Promise<Environment | undefined> {
  const [row] = await selectEnvironment(db, { spaceId, name });
  return row === undefined ? undefined : asEnvironment(row);
}

export async function findEnvironmentByCode(db: Reader, code: string): Promise<Environment | undefined> {
  const [row] = await selectEnvironmentByCode(db, { code });
  return row === undefined ? undefined : asEnvironment(row);
}

/** The environment with that number. */
export async function findByNumber(db: Reader, number: number): Promise<Environment | undefined> {
  const row = await standing(db).where('environments.number', '=', number).executeTakeFirst();
  return row === undefined ? undefined : asEnvironment(row);
}

/** The environments of a space, by number. */
export async function listEnvironments(db: Reader, spaceId: string): Promise<Environment[]> {
  const rows = await standing(db)
    .where('environment_names.space_id', '=', spaceId)
    .orderBy('environments.number')
    .execute();
  return rows.map(asEnvironment);
}

/** A number that no environment has ever had. */
export async function takeEnvironmentNumber(writer: Writer): Promise<number> {
  return takeNumbers(writer, ENVIRONMENT_COUNTER);
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
      revision: 0,
      published_revision: 0,
      model_revision: 0,
      next_type_number: 1,
      version: 1,
    })
    .execute();
}

/** The code of an environment's name in the space, and the environment that has the name now. */
export async function findName(
  writer: Writer,
  spaceId: string,
  name: string,
): Promise<{ code: string; environment: number | null } | undefined> {
  return writer
    .selectFrom('environment_names')
    .select(['code', 'environment'])
    .where('space_id', '=', spaceId)
    .where('name', '=', name)
    .executeTakeFirst();
}

/** Assigns an environment a name that was used before. */
export async function pointName(writer: Writer, code: string, environment: number): Promise<void> {
  await writer.updateTable('environment_names').set({ environment }).where('code', '=', code).execute();
}

/** Assigns a new name its code; false if the code belongs to another name already. */
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

/** A number that no content type of the environment ever had. */
export async function raiseTypeNumber(writer: Writer, environment: number): Promise<number> {
  const row = await writer
    .updateTable('environments')
    .set((eb) => ({ next_type_number: eb('next_type_number', '+', 1) }))
    .where('number', '=', environment)
    .returning('next_type_number as next')
    .executeTakeFirstOrThrow();
  return row.next - 1;
}

const head: Build<{ number: number }, Head> = (db, place) =>
  db
    .selectFrom('environments')
    .select(['number', 'status', 'revision', 'published_revision', 'model_revision', 'epoch'])
    .where('number', '=', place('number'));

/** How far an environment is; no row where it is gone. */
export const selectHead = prepared(head);
/** The same, where the database need not be waited for. */
export const selectHeadNow = preparedNow(head);

/** What an environment holds, as plans count it. */
export type EnvironmentUsage = Record<EnvironmentMetric, number>;

/** Raises the counters of an environment; gives no row where it is gone. */
export const raiseEnvironment = prepared<
  { number: number; published: number; model: number } & EnvironmentUsage,
  MovedEnvironment & { readonly status: string }
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
    .returning(['number', 'revision', 'published_revision', 'model_revision', 'status']),
);

/** The values that add to what an environment holds. */
export function usageValues(sums: MetricSums): EnvironmentUsage {
  const sum = (metric: EnvironmentMetric) => sums.get(metric) ?? 0;
  return {
    entries: sum('entries'),
    assets: sum('assets'),
    asset_bytes: sum('asset_bytes'),
    content_types: sum('content_types'),
  };
}

/** What an environment holds at a moment; nothing without one. */
export function usageIn(moment: EnvironmentUsage | undefined): EnvironmentUsage {
  if (moment === undefined) return usageValues(new Map());
  const { entries, assets, asset_bytes, content_types } = moment;
  return { entries, assets, asset_bytes, content_types };
}

/**
 * Hides an environment: its name is free again, its rows are left to be removed.
 * @returns what it holds
 */
export async function markDeleting(writer: Writer, number: number): Promise<EnvironmentUsage> {
  const usage = await writer
    .updateTable('environments')
    .set({ status: 'deleting' })
    .where('number', '=', number)
    .returning(environmentMetrics)
    .executeTakeFirstOrThrow();
  await writer.updateTable('environment_names').set({ environment: null }).where('environment', '=', number).execute();
  await deleteClone(writer, number);
  return usage;
}

/** An environment at a moment, as a clone begins or ends with it. */
export type EnvironmentMoment = EnvironmentUsage & Pick<EnvironmentRow, 'status' | 'revision' | 'next_type_number'>;

/** An environment as it is at this moment; undefined if it is gone. */
export async function momentOf(db: Reader, number: number): Promise<EnvironmentMoment | undefined> {
  return db
    .selectFrom('environments')
    .select(['status', 'revision', 'next_type_number', ...environmentMetrics])
    .where('number', '=', number)
    .where('status', '!=', 'deleting')
    .executeTakeFirst();
}

/** Makes a clone ready: it holds what its source holds at that moment. */
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

/** Gives a clone up: it counts nothing any more. */
export async function markFailed(writer: Writer, number: number): Promise<void> {
  await writer
    .updateTable('environments')
    .set((eb) => ({ ...usageValues(new Map()), status: 'failed', version: eb('version', '+', 1) }))
    .where('number', '=', number)
    .execute();
}

/** The number of one environment whose rows are to be removed. */
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

function asEnvironment(row: FoundEnvironment): Environment {
  return { ...row, status: row.status as EnvironmentStatus };
}
