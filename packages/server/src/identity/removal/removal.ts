/**
 * Removes accounts and users whose grace period is over, with everything that is theirs, and old invitations. Each
 * removal goes in steps that are safe to repeat, and the account or user itself goes last: a stop in between loses
 * nothing, and the next run goes on.
 */
import type { Database } from '../../platform/database/database.ts';
import type { Clock } from '../../platform/kit/clock.ts';
import { deleteInvitationsBefore, hasInvitationsBefore } from '../accounts/invitations/invitations.ts';
import { type AccountRemovalParts, removeAccount } from './account-removal.ts';
import { accountsToRemove, usersToRemove } from './store.ts';
import { removeUser, type UserRemovalParts } from './user-removal.ts';

const DAY_MS = 86_400_000;
/** How long an invitation stays listed after its expiry. */
const INVITATIONS_KEPT_MS = 90 * DAY_MS;

interface RemovalParts extends AccountRemovalParts, UserRemovalParts {
  readonly database: Database;
  readonly clock: Clock;
}

export class Removal {
  readonly #parts: RemovalParts;

  constructor(parts: RemovalParts) {
    this.#parts = parts;
  }

  async hasWork(): Promise<boolean> {
    const { reader } = this.#parts.database;
    const now = this.#parts.clock();
    if ((await accountsToRemove(reader, now)).length > 0) return true;
    if ((await usersToRemove(reader, now)).length > 0) return true;
    return hasInvitationsBefore(reader, now - INVITATIONS_KEPT_MS);
  }

  /** Accounts first: their last owners can only be removed after them. */
  async run(signal: AbortSignal): Promise<void> {
    const { database, clock } = this.#parts;
    for (const id of await accountsToRemove(database.reader, clock())) await removeAccount(this.#parts, id, signal);
    for (const id of await usersToRemove(database.reader, clock())) await removeUser(this.#parts, id, signal);
    await database.write((writer) => deleteInvitationsBefore(writer, clock() - INVITATIONS_KEPT_MS));
  }
}
