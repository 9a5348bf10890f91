/** The rows of single sign-on: connections, identities, domains. */
import type { Reader, Writer } from '../../platform/database/database.ts';
import { lockForUpdate } from '../../platform/database/locks.ts';
import type { SsoConnectionRow, SsoDomainRow, SsoIdentityRow } from './tables.ts';

/** The provider's identification of a person. */
export type IdentityKey = Pick<SsoIdentityRow, 'account_id' | 'protocol' | 'issuer' | 'subject'>;

export async function findConnection(db: Reader, accountId: string): Promise<SsoConnectionRow | undefined> {
  return db.selectFrom('sso_connections').selectAll().where('account_id', '=', accountId).executeTakeFirst();
}

/** The connection, locked until the transaction ends. */
export async function lockConnection(db: Writer, accountId: string): Promise<SsoConnectionRow | undefined> {
  const query = db.selectFrom('sso_connections').selectAll().where('account_id', '=', accountId);
  return lockForUpdate(db, query).executeTakeFirst();
}

/** @returns whether the account had none */
export async function insertConnection(db: Writer, row: SsoConnectionRow): Promise<boolean> {
  const inserted = await db
    .insertInto('sso_connections')
    .values(row)
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .returning('account_id')
    .execute();
  return inserted.length === 1;
}

export async function updateConnection(
  db: Writer,
  accountId: string,
  values: Partial<SsoConnectionRow>,
): Promise<void> {
  await db.updateTable('sso_connections').set(values).where('account_id', '=', accountId).execute();
}

export async function deleteConnection(db: Writer, accountId: string): Promise<void> {
  await db.deleteFrom('sso_connections').where('account_id', '=', accountId).execute();
}

/** The user whom the provider names; undefined if they have not logged in through it. */
export async function userOfIdentity(db: Reader, key: IdentityKey): Promise<string | undefined> {
  const row = await db
    .selectFrom('sso_identities')
    .select('user_id')
    .where('account_id', '=', key.account_id)
    .where('protocol', '=', key.protocol)
    .where('issuer', '=', key.issuer)
    .where('subject', '=', key.subject)
    .executeTakeFirst();
  return row?.user_id;
}

/** Whether the user has ever logged in through single sign-on of the account. */
export async function hasIdentity(db: Reader, accountId: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('sso_identities')
    .select('user_id')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Records the use of an identity, the first time or again. */
export async function saveIdentity(db: Writer, row: SsoIdentityRow): Promise<void> {
  await db
    .insertInto('sso_identities')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'protocol', 'issuer', 'subject']).doUpdateSet({ last_used_at: row.last_used_at }),
    )
    .execute();
}

/** The domains of an account, in alphabetical order. */
export async function listDomains(db: Reader, accountId: string): Promise<SsoDomainRow[]> {
  return db.selectFrom('sso_domains').selectAll().where('account_id', '=', accountId).orderBy('domain').execute();
}

export async function findDomain(db: Reader, accountId: string, domain: string): Promise<SsoDomainRow | undefined> {
  const query = db.selectFrom('sso_domains').selectAll().where('account_id', '=', accountId);
  return query.where('domain', '=', domain).executeTakeFirst();
}

/** The domain of an account, locked until the transaction ends. */
export async function lockDomain(db: Writer, accountId: string, domain: string): Promise<SsoDomainRow | undefined> {
  const query = db.selectFrom('sso_domains').selectAll().where('account_id', '=', accountId);
  return lockForUpdate(db, query.where('domain', '=', domain)).executeTakeFirst();
}

/** The rows of all accounts that have the domain, locked until the transaction ends, always in the same order. */
export async function lockClaims(db: Writer, domain: string): Promise<SsoDomainRow[]> {
  const query = db.selectFrom('sso_domains').selectAll().where('domain', '=', domain).orderBy('account_id');
  return lockForUpdate(db, query).execute();
}

/** The domain's row in the account that has verified it. */
export async function findVerifiedDomain(db: Reader, domain: string): Promise<SsoDomainRow | undefined> {
  return db.selectFrom('sso_domains').selectAll().where('verified_domain', '=', domain).executeTakeFirst();
}

/** @returns whether the account did not have it yet */
export async function insertDomain(db: Writer, row: SsoDomainRow): Promise<boolean> {
  const inserted = await db
    .insertInto('sso_domains')
    .values(row)
    .onConflict((conflict) => conflict.columns(['account_id', 'domain']).doNothing())
    .returning('domain')
    .execute();
  return inserted.length === 1;
}

export async function updateDomain(
  db: Writer,
  { account_id, domain }: Pick<SsoDomainRow, 'account_id' | 'domain'>,
  values: Partial<SsoDomainRow>,
): Promise<void> {
  const update = db.updateTable('sso_domains').set(values).where('account_id', '=', account_id);
  await update.where('domain', '=', domain).execute();
}

export async function deleteDomain(db: Writer, accountId: string, domain: string): Promise<void> {
  await db.deleteFrom('sso_domains').where('account_id', '=', accountId).where('domain', '=', domain).execute();
}
