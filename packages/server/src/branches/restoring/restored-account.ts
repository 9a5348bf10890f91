/**
 * The account of a restored space. If it is still there, its members stay as they are. If it was removed, it comes back with the
 * members that it had; users who were removed come back without a password and without second factors, and prove their address
 * by mail when they set a new one.
 */
import { NO_PASSWORD } from '../../identity/auth/no-password.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import type { BackupRows, StoredRow } from '../../platform/database/restoring/backup-rows.ts';
import { placeRows } from '../../platform/database/restoring/placed-rows.ts';
import { findAccountMembers, findUsers } from './store.ts';

/** An account in the backup, and what of it has to be restored. */
export interface RestoredAccount {
  readonly id: string;
  /** Its row; null if the account is there. */
  readonly row: StoredRow | null;
  readonly subscription: StoredRow | null;
  readonly users: readonly StoredRow[];
  readonly memberships: readonly StoredRow[];
  /** User id in the backup → id here, of all who belong to the account. */
  readonly members: ReadonlyMap<string, string>;
  /** Addresses of those who belonged to it then and do not now. */
  readonly formerMembers: readonly string[];
}

/** Reads what has to be restored of an account. */
export async function readAccount(db: Reader, rows: BackupRows, id: string): Promise<RestoredAccount> {
  const memberships = rows.list('memberships', 'account_id', [id]);
  const users = memberships.flatMap((membership) => rows.list('users', 'id', [String(membership.user_id)]));
  const present = await findAccountMembers(db, id);
  if (present !== undefined) {
    const former = users.filter((user) => !present.has(String(user.id)));
    return {
      ...{ id, row: null, subscription: null, users: [], memberships: [] },
      members: new Map([...present].map((user) => [user, user])),
      formerMembers: former.map(({ email }) => String(email)),
    };
  }
  const known = await knownUsers(db, users);
  const idOf = (user: string) => known.get(user) ?? user;
  const [row = null] = rows.list('accounts', 'id', [id]);
  const [subscription = null] = rows.list('subscriptions', 'account_id', [id]);
  return {
    id,
    row,
    subscription,
    users: users.filter((user) => !known.has(String(user.id))),
    memberships: memberships.map((membership) => ({ ...membership, user_id: idOf(String(membership.user_id)) })),
    members: new Map(users.map((user) => [String(user.id), idOf(String(user.id))])),
    formerMembers: [],
  };
}

/** Writes an account that was removed. */
export async function restoreAccount(
  writer: Writer,
  { row, subscription, users, memberships }: RestoredAccount,
  at: number,
): Promise<void> {
  if (row === null) return;
  const inUse = { suspended_at: null, suspended_for: null, deletion_at: null, updated_at: at };
  await placeRows(writer, 'accounts', [{ ...row, ...inUse, version: Number(row.version) + 1 }]);
  const withoutProof = { password_hash: NO_PASSWORD, email_verified_at: null, suspended_at: null, deletion_at: null };
  const restored = users.map((user) => ({
    ...user,
    ...withoutProof,
    version: Number(user.version) + 1,
    updated_at: at,
  }));
  await placeRows(writer, 'users', restored);
  await placeRows(writer, 'memberships', memberships);
  // What it pays for elsewhere has ended with it.
  const unpaid = { status: 'active', stripe_subscription: null, grace_until: null, current_period_end: null };
  if (subscription !== null) await placeRows(writer, 'subscriptions', [{ ...subscription, ...unpaid, updated_at: at }]);
}

/** User id in the backup → id here, by the same id or the same address. */
async function knownUsers(db: Reader, users: readonly StoredRow[]): Promise<Map<string, string>> {
  const named = users.map(({ id, email_folded: address }) => ({ id: String(id), email_folded: String(address) }));
  const found = await findUsers(db, named);
  const ids = new Set(found.map(({ id }) => id));
  const byAddress = new Map(found.map(({ id, email_folded: address }) => [address, id]));
  const pairs = named.map(({ id, email_folded: address }) => [id, ids.has(id) ? id : byAddress.get(address)] as const);
  return new Map(pairs.filter((pair): pair is readonly [string, string] => pair[1] !== undefined));
}
