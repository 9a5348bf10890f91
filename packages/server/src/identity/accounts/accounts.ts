/**
 * Accounts: people see every account they belong to in the list, and act only in the account of the session. Any other
 * account, even their own, does not exist until they switch to it.
 */

import type { Permission } from '../../../../contract/src/permissions.ts';
import type { Database, Reader, Writer } from '../../platform/database/database.ts';
import { checkVersion } from '../../platform/errors/check-version.ts';
import { DomainError, notFound } from '../../platform/errors/domain-error.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import type { Change } from '../../platform/journal/change.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import { isoTime } from '../../platform/kit/clock.ts';
import { storedLanguage } from '../../platform/kit/language.ts';
import type { AccountOwners } from '../../platform/outgoing/mail/mailer.ts';
import { asPerson, type Person } from '../actors/actors.ts';
import type { Account, AccountChange } from './schema.ts';
import { findAccount, lockAccount, type Membership, membershipsOf, membersInRole, updateAccount } from './store.ts';
import { isSuspendedFor, setSuspension } from './suspension.ts';
import type { AccountRow } from './tables.ts';

export {
  allMembershipsOf,
  deleteAccount,
  insertAccount,
  lockAccount,
  type Membership,
  membershipsOf,
} from './store.ts';

const REQUIRE_SECOND_FACTOR: Permission = 'second_factor.require';

/** The result of suspending an account or lifting a suspension. */
export interface SuspensionOutcome {
  readonly changed: boolean;
  readonly suspended: boolean;
}

export class Accounts {
  readonly #database: Database;
  readonly #journal: Journal;

  constructor(parts: { database: Database; journal: Journal }) {
    this.#database = parts.database;
    this.#journal = parts.journal;
  }

  /** All accounts that the person belongs to, as far as their session shows them. */
  async list(actor: Actor): Promise<Account[]> {
    const memberships = await membershipsShownTo(this.#database.reader, asPerson(actor, 'account.read'));
    return memberships.map((membership) => shownAccount(membership, membership.role));
  }

  /** The account that the person acts in. @throws `not_found` for any other */
  async get(actor: Actor, id: string): Promise<Account> {
    const account = id === actor.accountId ? (await this.list(actor)).find((one) => one.id === id) : undefined;
    if (account === undefined) throw notFound('account');
    return account;
  }

  async update(actor: Actor, id: string, requested: AccountChange, expected?: number): Promise<Account> {
    const person = asPerson(actor, 'account.update');
    if (id !== person.accountId) throw notFound('account');
    return this.#journal.write(person, async (writer, change) => {
      const row = await lockExisting(writer, id);
      checkVersion(expected, row.version);
      const { name = row.name, second_factor = row.second_factor, ai = row.ai } = requested;
      if (second_factor !== row.second_factor && !person.permits(REQUIRE_SECOND_FACTOR)) throw ownersAlone();
      if (name === row.name && second_factor === row.second_factor && ai === row.ai)
        return shownAccount(row, person.role);
      const after = await changeAccount(writer, change, row, { name, second_factor, ai });
      change.record({
        action: 'account.update',
        target: { type: 'account', id },
        changes: { before: audited(row), after: audited(after) },
      });
      return shownAccount(after, person.role);
    });
  }

  /** Whether AI helpers may be used in an account. */
  async allowsAi(id: string): Promise<boolean> {
    return (await findAccount(this.#database.reader, id))?.ai === 'on';
  }

  /**
   * Suspends an account for the operator, or lifts the suspension.
   * @returns what changed; a suspension for a late payment stays as it is
   * @throws `not_found`
   */
  async suspend(actor: Actor, isSuspended: boolean): Promise<SuspensionOutcome> {
    const id = actor.accountId;
    return this.#journal.write(actor, async (writer, change) => {
      const row = await lockExisting(writer, id);
      const changed = await setSuspension(writer, change, row, { reason: 'operator', isOn: isSuspended });
      return { changed, suspended: isSuspended || isSuspendedFor(row, 'billing') };
    });
  }
}

/** The accounts of a person that their session may show, the longest membership first. */
export async function membershipsShownTo(db: Reader, { id, confinedTo }: Person): Promise<Membership[]> {
  const memberships = await membershipsOf(db, id);
  return memberships.filter((membership) => confinedTo === null || membership.id === confinedTo);
}

/** The owners of an account, for mails from the service: each in the language in which they logged in last. */
export async function ownersOf(db: Reader, accountId: string): Promise<AccountOwners> {
  const [account, owners] = [await findAccount(db, accountId), await membersInRole(db, accountId, 'owner')];
  const recipients = owners.map(({ email, language }) => ({ to: email, language: storedLanguage(language) }));
  return { accountName: account?.name ?? accountId, recipients };
}

/** The name of an account; undefined if there is no such account. */
export async function nameOfAccount(db: Reader, id: string): Promise<string | undefined> {
  return (await findAccount(db, id))?.name;
}

/** The account, locked until the write ends. @throws `not_found` */
export async function lockExisting(writer: Writer, id: string): Promise<AccountRow> {
  const row = await lockAccount(writer, id);
  if (row === undefined) throw notFound('account', 'its id');
  return row;
}

/** Saves changes of a locked account as its next version. */
export async function changeAccount(
  writer: Writer,
  change: Change,
  row: AccountRow,
  values: Partial<AccountRow>,
): Promise<AccountRow> {
  const saved = { ...values, version: row.version + 1, updated_at: change.at };
  await updateAccount(writer, row.id, saved);
  return { ...row, ...saved };
}

/** The account as a member sees it. */
export function shownAccount(row: AccountRow, role: string): Account {
  return {
    id: row.id,
    name: row.name,
    role,
    suspended: row.suspended_at !== null,
    second_factor: row.second_factor === 'required' ? 'required' : 'optional',
    ai: row.ai === 'off' ? 'off' : 'on',
    deletion_at: isoTime(row.deletion_at),
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
    version: row.version,
  };
}

function audited({ name, second_factor, ai }: AccountRow): object {
  return { name, second_factor, ai };
}

function ownersAlone(): DomainError {
  return new DomainError('insufficient_permission', 'Only an owner decides whether a second factor is required.', {
    permission: REQUIRE_SECOND_FACTOR,
  });
}
