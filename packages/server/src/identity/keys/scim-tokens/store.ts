/** The rows of SCIM tokens. Tokens are only looked up by their hash. */
import type { Reader, Writer } from '../../../platform/database/database.ts';
import { lockForUpdate } from '../../../platform/database/locks.ts';
import { prepared } from '../../../platform/database/prepared.ts';
import type { ScimTokenRow } from '../tables.ts';

/** A token with what its use depends on. */
export interface ScimTokenInUse {
  readonly id: string;
  readonly name: string;
  readonly account_id: string;
  readonly last_used_at: number | null;
  readonly last_four: string;
  readonly account_suspended_at: number | null;
  /** Id of the plan of the account; null without a subscription. */
  readonly plan: string | null;
}

const selectInUse = prepared<{ hash: string }, ScimTokenInUse>((db, place) =>
  db
    .selectFrom('scim_tokens')
    .innerJoin('accounts', 'accounts.id', 'scim_tokens.account_id')
    .leftJoin('subscriptions', 'subscriptions.account_id', 'scim_tokens.account_id')
    .select([
      'scim_tokens.id',
      'scim_tokens.name',
      'scim_tokens.account_id',
      'scim_tokens.last_used_at',
      'scim_tokens.last_four',
      'accounts.suspended_at as account_suspended_at',
      'subscriptions.plan',
    ])
    .where('scim_tokens.token_hash', '=', place('hash')),
);

const setLastUsed = prepared<{ id: string; at: number }, unknown>((db, place) =>
  db
    .updateTable('scim_tokens')
    .set({ last_used_at: place('at') })
    .where('id', '=', place('id'))
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', place('at'))])),
);

export async function findScimTokenInUse(db: Reader, tokenHash: string): Promise<ScimTokenInUse | undefined> {
  const [token] = await selectInUse(db, { hash: tokenHash });
  return token;
}

export async function saveScimTokenUse(db: Writer, id: string, at: number): Promise<void> {
  await setLastUsed(db, { id, at });
}

export async function listScimTokens(db: Reader, accountId: string): Promise<ScimTokenRow[]> {
  return db.selectFrom('scim_tokens').selectAll().where('account_id', '=', accountId).execute();
}

export async function findScimToken(db: Reader, accountId: string, id: string): Promise<ScimTokenRow | undefined> {
  const query = db.selectFrom('scim_tokens').selectAll().where('account_id', '=', accountId).where('id', '=', id);
  return query.executeTakeFirst();
}

/** The row, locked until the transaction ends. */
export async function lockScimToken(db: Writer, accountId: string, id: string): Promise<ScimTokenRow | undefined> {
  const query = db.selectFrom('scim_tokens').selectAll().where('account_id', '=', accountId).where('id', '=', id);
  return lockForUpdate(db, query).executeTakeFirst();
}

export async function insertScimToken(db: Writer, row: ScimTokenRow): Promise<void> {
  await db.insertInto('scim_tokens').values(row).execute();
}

export async function deleteScimToken(db: Writer, id: string): Promise<void> {
  await db.deleteFrom('scim_tokens').where('id', '=', id).execute();
}
