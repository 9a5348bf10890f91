/** The rows of sessions. A session without a row has ended, whatever tokens say. */
import type { Reader, Writer } from '../../../platform/database/database.ts';
import { lockForUpdate, lockSkippingLocked } from '../../../platform/database/locks.ts';
import { prepared } from '../../../platform/database/prepared.ts';
import type { Language } from '../../../platform/kit/language.ts';
import { networkOf } from '../../../platform/kit/network.ts';
import type { SessionRow, UserRow } from '../tables.ts';

/** A session with what its use depends on. `role` is null if its user may not use its account, for now or for ever. */
export interface SessionInUse {
  readonly id: string;
  readonly user_id: string;
  readonly account_id: string;
  readonly created_at: number;
  readonly expires_at: number;
  /** About when a request last used it. */
  readonly last_used_at: number;
  readonly email: string;
  readonly user_name: string;
  readonly user_version: number;
  readonly email_verified_at: number | null;
  readonly user_suspended_at: number | null;
  readonly account_name: string;
  readonly account_suspended_at: number | null;
  /** The reason for the suspension, as in the account. */
  readonly account_suspended_for: string | null;
  /** Whether it was started or confirmed with a second factor. */
  readonly second_factor: number;
  /** `optional`, or `required` by the account. */
  readonly second_factor_rule: string;
  /** The account whose single sign-on started it. */
  readonly sso_account_id: string | null;
  /** Whether the account requires single sign-on; null if it has none. */
  readonly sso_required: number | null;
  readonly role: string | null;
  readonly break_glass: number | null;
  /** About when the member last used the account. */
  readonly last_seen_at: number | null;
  /** Id of the plan of the account; null without a subscription. */
  readonly plan: string | null;
}

const selectInUse = prepared<{ id: string }, SessionInUse>((db, place) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .leftJoin('memberships', (join) =>
      join
        .onRef('memberships.account_id', '=', 'sessions.account_id')
        .onRef('memberships.user_id', '=', 'sessions.user_id')
        .on('memberships.suspended_at', 'is', null),
    )
    .leftJoin('sso_connections', 'sso_connections.account_id', 'sessions.account_id')
    .leftJoin('subscriptions', 'subscriptions.account_id', 'sessions.account_id')
    .select([
      'sessions.id',
      'sessions.user_id',
      'sessions.account_id',
      'sessions.created_at',
      'sessions.expires_at',
      'sessions.last_used_at',
      'users.email',
      'users.name as user_name',
      'users.version as user_version',
      'users.email_verified_at',
      'users.suspended_at as user_suspended_at',
      'accounts.name as account_name',
      'accounts.suspended_at as account_suspended_at',
      'accounts.suspended_for as account_suspended_for',
      'sessions.second_factor',
      'accounts.second_factor as second_factor_rule',
      'sessions.sso_account_id',
      'sso_connections.required as sso_required',
      'memberships.role',
      'memberships.break_glass',
      'memberships.last_seen_at',
      'subscriptions.plan',
    ])
    .where('sessions.id', '=', place('id')),
);

const selectByFamily = prepared<{ family: string }, SessionRow>((db, place) =>
  db.selectFrom('sessions').selectAll().where('family', '=', place('family')),
);

/** Stores the language of a person, of which no version tells. */
export async function saveLanguage(db: Writer, userId: string, language: Language): Promise<void> {
  await db
    .updateTable('users')
    .set({ language })
    .where('id', '=', userId)
    .where((is) => is.or([is('language', 'is', null), is('language', '!=', language)]))
    .execute();
}

export async function findSessionInUse(db: Reader, id: string): Promise<SessionInUse | undefined> {
  const [session] = await selectInUse(db, { id });
  return session;
}

export async function findSessionByFamily(db: Reader, family: string): Promise<SessionRow | undefined> {
  const [session] = await selectByFamily(db, { family });
  return session;
}

/** Which sessions: those of a user that have not expired, in one account or, if it is null, in all. */
export interface SessionsOf {
  readonly userId: string;
  readonly accountId: string | null;
  readonly now: number;
}

/** What sessions are sorted by. */
export type ListedSession = Pick<SessionRow, 'id' | 'created_at' | 'last_used_at'>;

/** All of some sessions, for sorting. */
export async function listedSessions(db: Reader, which: SessionsOf): Promise<ListedSession[]> {
  return sessions(db, which).select(['id', 'created_at', 'last_used_at']).execute();
}

/** Those of some sessions that have these ids. */
export async function sessionsWithIds(db: Reader, which: SessionsOf, ids: readonly string[]): Promise<SessionRow[]> {
  return sessions(db, which).selectAll().where('id', 'in', ids).execute();
}

function sessions(db: Reader, { userId, accountId, now }: SessionsOf) {
  const all = db
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .where('idle_expires_at', '>', now);
  return accountId === null ? all : all.where('account_id', '=', accountId);
}

/** Whether the user has a session that was started from the network of that address. */
export async function isKnownNetwork(db: Reader, userId: string, ip: string, now: number): Promise<boolean> {
  const network = networkOf(ip);
  const addresses = await selectAddresses(db, { userId, now });
  return addresses.some((address) => networkOf(address.ip) === network);
}

const selectAddresses = prepared<{ userId: string; now: number }, { ip: string }>((db, place) =>
  db
    .selectFrom('sessions')
    .select('ip')
    .distinct()
    .where('user_id', '=', place('userId'))
    .where('expires_at', '>', place('now'))
    .where('idle_expires_at', '>', place('now')),
);

/** The user, locked until the transaction ends, so that their sessions begin and end one after the other. */
export async function lockPerson(db: Writer, userId: string): Promise<UserRow | undefined> {
  return lockForUpdate(db, db.selectFrom('users').selectAll().where('id', '=', userId)).executeTakeFirst();
}

export async function insertSession(db: Writer, row: SessionRow): Promise<void> {
  await db.insertInto('sessions').values(row).execute();
}

/** Marks the session as confirmed by a second factor. */
export async function confirmSession(db: Writer, id: string): Promise<void> {
  await db.updateTable('sessions').set({ second_factor: 1 }).where('id', '=', id).execute();
}

/** Marks all sessions of a user as not confirmed by a second factor, because the user no longer has one. */
export async function unconfirmSessionsOf(db: Writer, userId: string): Promise<void> {
  await db.updateTable('sessions').set({ second_factor: 0 }).where('user_id', '=', userId).execute();
}

/** Replaces a refresh token by the next one. @returns whether it was still the current one */
export async function rotateSession(
  db: Writer,
  id: string,
  change: { spent: string; next: string; at: number; idleExpiresAt: number },
): Promise<boolean> {
  const rotated = await db
    .updateTable('sessions')
    .set({
      refresh_hash: change.next,
      spent_hash: change.spent,
      spent_at: change.at,
      last_used_at: change.at,
      idle_expires_at: change.idleExpiresAt,
    })
    .where('id', '=', id)
    .where('refresh_hash', '=', change.spent)
    .returning('id')
    .execute();
  return rotated.length === 1;
}

/** @returns when the session was started and last renewed; undefined if the user had no such session */
export async function deleteSession(
  db: Writer,
  userId: string,
  id: string,
): Promise<Pick<SessionRow, 'created_at' | 'spent_at'> | undefined> {
  const deleted = await db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(['created_at', 'spent_at'])
    .execute();
  return deleted[0];
}

/** Deletes the sessions of a user: all, all but one, or those in one account. @returns how many there were */
export async function deleteSessionsOf(
  db: Writer,
  userId: string,
  { exceptId, accountId }: { exceptId?: string | undefined; accountId?: string | undefined } = {},
): Promise<number> {
  let query = db.deleteFrom('sessions').where('user_id', '=', userId);
  if (exceptId !== undefined) query = query.where('id', '<>', exceptId);
  if (accountId !== undefined) query = query.where('account_id', '=', accountId);
  return (await query.returning('id').execute()).length;
}

/** Saves a use of a session, unless its row is locked: whoever locks it renews or ends the session. */
export async function saveSessionUse(db: Writer, id: string, at: number): Promise<void> {
  const earlier = db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_used_at', '<', at), eb('last_used_at', '=', eb.ref('created_at'))]));
  await db
    .updateTable('sessions')
    .set((eb) => ({
      // A use at the moment of creation must not look like no use at all.
      last_used_at: eb
        .case()
        .when('created_at', '>=', at)
        .then(eb('created_at', '+', 1))
        .else(at)
        .end(),
    }))
    .where('id', 'in', lockSkippingLocked(db, earlier))
    .execute();
}

/** Deletes the sessions in an account, of one member or of all. @returns how many there were */
export async function deleteSessionsIn(db: Writer, accountId: string, userId?: string): Promise<number> {
  const ofAccount = db.deleteFrom('sessions').where('account_id', '=', accountId);
  const query = userId === undefined ? ofAccount : ofAccount.where('user_id', '=', userId);
  return (await query.returning('id').execute()).length;
}

/** Deletes the expired sessions of a user. @returns how many are left */
export async function deleteSessionsThatAreOver(db: Writer, userId: string, now: number): Promise<number> {
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('expires_at', '<=', now), eb('idle_expires_at', '<=', now)]))
    .execute();
  const query = db.selectFrom('sessions').select((eb) => eb.fn.countAll<number>().as('count'));
  const { count } = await query.where('user_id', '=', userId).executeTakeFirstOrThrow();
  return Number(count);
}

/** Deletes sessions of a user beyond a number: first those that were never used, then those unused for longest. */
export async function deleteLeastUsedSessions(db: Writer, userId: string, kept: number): Promise<void> {
  const used = db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy((eb) => eb.case().when('last_used_at', '>', eb.ref('created_at')).then(1).else(0).end(), 'desc')
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(kept);
  await db.deleteFrom('sessions').where('user_id', '=', userId).where('id', 'not in', used).execute();
}
