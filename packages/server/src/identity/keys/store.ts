/** The rows of API keys. Tokens are only looked up by their hash. */

import type { Reader, Writer } from '../../platform/database/database.ts';
import { lockForUpdate } from '../../platform/database/locks.ts';
import { textsOf } from '../../platform/database/number-list.ts';
import { inOrderOf } from '../../platform/database/pages.ts';
import { type Build, prepared, preparedNow } from '../../platform/database/prepared.ts';
import type { RowsWanted } from '../../platform/kit/page-position.ts';
import type { ApiKeyRow } from './tables.ts';

/** A key with what its use depends on. */
export interface KeyInUse {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly space_id: string;
  readonly account_id: string;
  readonly environments: string | null;
  readonly role: string | null;
  readonly writes: string | null;
  readonly history: number;
  readonly expires_at: number | null;
  readonly last_used_at: number | null;
  readonly last_four: string;
  readonly account_suspended_at: number | null;
  /** Id of the plan of its account; null without a subscription. */
  readonly plan: string | null;
}

const keysInUse = (db: Reader) =>
  db
    .selectFrom('api_keys')
    .innerJoin('spaces', 'spaces.id', 'api_keys.space_id')
    .innerJoin('accounts', 'accounts.id', 'spaces.account_id')
    .leftJoin('subscriptions', 'subscriptions.account_id', 'spaces.account_id')
    .select([
      'api_keys.id',
      'api_keys.name',
      'api_keys.kind',
      'api_keys.space_id',
      'spaces.account_id',
      'api_keys.environments',
      'api_keys.role',
      'api_keys.writes',
      'api_keys.history',
      'api_keys.expires_at',
      'api_keys.last_used_at',
      'api_keys.last_four',
      'accounts.suspended_at as account_suspended_at',
      'subscriptions.plan',
    ]);
const keyInUse: Build<{ hash: string }, KeyInUse> = (db, place) =>
  keysInUse(db).where('api_keys.token_hash', '=', place('hash'));
const selectInUse = prepared(keyInUse);
const selectInUseById = prepared<{ id: string }, KeyInUse>((db, place) =>
  keysInUse(db).where('api_keys.id', '=', place('id')),
);
const selectInUseNow = preparedNow(keyInUse);
const selectAllInUse = prepared<{ hashes: string }, KeyInUse & { readonly token_hash: string }>((db, place) =>
  keysInUse(db)
    .select('api_keys.token_hash')
    .where('api_keys.token_hash', 'in', textsOf(db, place('hashes'))),
);

const setLastUsed = prepared<{ id: string; at: number }, unknown>((db, place) =>
  db
    .updateTable('api_keys')
    .set({ last_used_at: place('at') })
    .where('id', '=', place('id'))
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', place('at'))])),
);

export async function findKeyInUse(db: Reader, tokenHash: string): Promise<KeyInUse | undefined> {
  const [key] = await selectInUse(db, { hash: tokenHash });
  return key;
}

/** The key with that id, whatever its token is. */
export async function findKeyInUseById(db: Reader, id: string): Promise<KeyInUse | undefined> {
  const [key] = await selectInUseById(db, { id });
  return key;
}

/** The result of `findKeyInUse` if the reader has it without waiting; undefined otherwise. */
export function findKeyInUseNow(db: Reader, tokenHash: string): { readonly key: KeyInUse | undefined } | undefined {
  const rows = selectInUseNow(db, { hash: tokenHash });
  return rows && { key: rows[0] };
}

/** The keys with these hashes, by hash; unknown hashes are missing. */
export async function findKeysInUse(db: Reader, hashes: readonly string[]): Promise<Map<string, KeyInUse>> {
  const rows = await selectAllInUse(db, { hashes: JSON.stringify(hashes) });
  return new Map(rows.map((row) => [row.token_hash, row]));
}

export async function saveLastUse(db: Writer, id: string, at: number): Promise<void> {
  await setLastUsed(db, { id, at });
}

/** The columns by which keys are sorted. */
export type ListedKey = Pick<
  ApiKeyRow,
  'id' | 'name' | 'kind' | 'created_at' | 'updated_at' | 'last_used_at' | 'expires_at'
>;

/** All keys of a space, for sorting. */
export async function listedKeys(db: Reader, spaceId: string): Promise<ListedKey[]> {
  const columns = ['id', 'name', 'kind', 'created_at', 'updated_at', 'last_used_at', 'expires_at'] as const;
  return db.selectFrom('api_keys').select(columns).where('space_id', '=', spaceId).execute();
}

/** The keys of a space that a page in the order of their ids shows. */
export async function keysOfPage(db: Reader, spaceId: string, wanted: RowsWanted): Promise<ApiKeyRow[]> {
  const all = db.selectFrom('api_keys').selectAll().where('space_id', '=', spaceId);
  return all.$call(inOrderOf('id', wanted)).execute();
}

/** The keys of a space with those ids. */
export async function keysWithIds(db: Reader, spaceId: string, ids: readonly string[]): Promise<ApiKeyRow[]> {
  return db.selectFrom('api_keys').selectAll().where('space_id', '=', spaceId).where('id', 'in', ids).execute();
}

export async function countKeys(db: Reader, spaceId: string): Promise<number> {
  const query = db.selectFrom('api_keys').select((eb) => eb.fn.countAll<number>().as('count'));
  const { count } = await query.where('space_id', '=', spaceId).executeTakeFirstOrThrow();
  return Number(count);
}

/** How many keys each space of an account has; a space without any is left out. */
export async function keysBySpace(db: Reader, accountId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('api_keys')
    .innerJoin('spaces', 'spaces.id', 'api_keys.space_id')
    .select((eb) => ['api_keys.space_id', eb.fn.countAll<number>().as('count')])
    .where('spaces.account_id', '=', accountId)
    .groupBy('api_keys.space_id')
    .execute();
  return new Map(rows.map(({ space_id, count }) => [space_id, Number(count)]));
}

/** The names of those of the keys that there still are, by id. */
export async function keyNames(db: Reader, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('api_keys').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export async function findKey(db: Reader, spaceId: string, id: string): Promise<ApiKeyRow | undefined> {
  return db.selectFrom('api_keys').selectAll().where('space_id', '=', spaceId).where('id', '=', id).executeTakeFirst();
}

/** The row, locked until the transaction ends. */
export async function lockKey(db: Writer, spaceId: string, id: string): Promise<ApiKeyRow | undefined> {
  const query = db.selectFrom('api_keys').selectAll().where('space_id', '=', spaceId).where('id', '=', id);
  return lockForUpdate(db, query).executeTakeFirst();
}

export async function insertKey(db: Writer, row: ApiKeyRow): Promise<void> {
  await db.insertInto('api_keys').values(row).execute();
}

export async function updateKey(db: Writer, id: string, values: Partial<ApiKeyRow>): Promise<void> {
  await db.updateTable('api_keys').set(values).where('id', '=', id).execute();
}

export async function deleteKey(db: Writer, id: string): Promise<void> {
  await db.deleteFrom('api_keys').where('id', '=', id).execute();
}
