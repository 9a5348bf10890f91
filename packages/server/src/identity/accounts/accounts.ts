/**
 * Accounts: people see every account they belong to in the list, and act only in the account of the session. Any other
 * account, even their own, does not exist until they switch to it.
 */
import type { Database, Reader } from '../../platform/database/database.ts';
import type { AccountRow } from '../../platform/database/tables.ts';
import { checkVersion } from '../../platform/errors/check-version.ts';
import { notFound } from '../../platform/errors/domain-error.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import { isoTime } from '../../platform/kit/clock.ts';
import { asPerson } from '../actors.ts';
import type { Account, AccountChange } from './schema.ts';
import { addressesInRole, lockAccount, membershipsOf, updateAccount } from './store.ts';

export class Accounts {
  readonly #database: Database;
  readonly #journal: Journal;

  constructor(parts: { database: Database; journal: Journal }) {
    this.#database = parts.database;
    this.#journal = parts.journal;
  }

  /** All accounts that the person belongs to. */
  async list(actor: Actor): Promise<Account[]> {
    const person = asPerson(actor, 'account.read');
    const memberships = await membershipsOf(this.#database.reader, person.id);
    return memberships.map((membership) => shown(membership, membership.role));
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
      const row = await lockAccount(writer, id);
      if (row === undefined) throw notFound('account');
      checkVersion(expected, row.version);
      if (requested.name === undefined || requested.name === row.name) return shown(row, person.role);
      const next = { ...row, name: requested.name, version: row.version + 1, updated_at: change.at };
      await updateAccount(writer, id, { name: next.name, version: next.version, updated_at: next.updated_at });
      change.record({
        action: 'account.update',
        target: { type: 'account', id },
        changes: { before: { name: row.name }, after: { name: next.name } },
      });
      return shown(next, person.role);
    });
  }
}

/** E-mail addresses of the owners of an account, for messages from the service. */
export async function ownersOf(db: Reader, accountId: string): Promise<string[]> {
  return addressesInRole(db, accountId, 'owner');
}

function shown(row: AccountRow, role: string): Account {
  return {
    id: row.id,
    name: row.name,
    role,
    suspended: row.suspended_at !== null,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
    version: row.version,
  };
}
