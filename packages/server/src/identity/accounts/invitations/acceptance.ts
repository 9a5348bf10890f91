/**
 * Accepting an invitation: by its token, once, as the person whose address was invited. Responses do not distinguish tokens that
 * are unknown, used, expired, withdrawn or for another address. Whoever uses the token in the mail has proven that the address is
 * theirs.
 */
import type { Role } from '../../../../../contract/src/permissions.ts';
import type { Database, Reader, Writer } from '../../../platform/database/database.ts';
import { notFound } from '../../../platform/errors/domain-error.ts';
import type { Change } from '../../../platform/journal/change.ts';
import type { Journal } from '../../../platform/journal/journal.ts';
import { type Clock, isoTime } from '../../../platform/kit/clock.ts';
import { isToken, tokenHash } from '../../../platform/kit/token.ts';
import type { Outbox } from '../../../platform/outgoing/mail/outbox.ts';
import { type Person, rejectConfined, roleOf } from '../../actors/actors.ts';
import { readEmail } from '../../actors/email-address.ts';
import { accountSuspended, ssoRequired } from '../../actors/refusals.ts';
import { INVITATION_PREFIX } from '../../actors/token-kinds.ts';
import { shownAccount } from '../accounts.ts';
import { addMember } from '../members/membership.ts';
import type { Account } from '../schema.ts';
import { lockAccount, membershipsOf } from '../store.ts';
import { stateOf } from './invitation.ts';
import {
  findInvitationByToken,
  findInvitationsTo,
  findInvitingAccount,
  type InvitingAccount,
  type StoredInvitation,
  updateInvitation,
} from './store.ts';

/** What the holder of a token may learn about the invitation. */
export interface InvitationOffer {
  readonly email: string;
  readonly role: Role;
  readonly account: { readonly id: string; readonly name: string };
  /** Name of the inviter. */
  readonly invitedBy: string;
  readonly expiresAt: string;
}

/** An open invitation, locked until the write ends. */
export interface LockedInvitation {
  readonly id: string;
  readonly accountId: string;
  readonly accountName: string;
  readonly role: Role;
  /** Whether its token came from the mail. */
  readonly provesAddress: boolean;
}

interface AcceptanceParts {
  readonly database: Database;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly outbox: Outbox;
  /** The URL of the service for clients. */
  readonly address: { readonly url: string };
  /**
   * The account whose single sign-on started a session; null for any other session.
   * @throws `unauthenticated` if the session has ended
   */
  readonly ssoAccountOf: (db: Reader, sessionId: string) => Promise<string | null>;
  /** Proves the address of a user who accepts an invitation with the token in its mail. */
  readonly proveAddress: (writer: Writer, change: Change, by: InvitedBy) => Promise<void>;
}

/** Who accepts an invitation that was mailed. */
export interface InvitedBy {
  readonly userId: string;
  readonly accountId: string;
  /** The session that accepts it; undefined if none does. */
  readonly sessionId: string | undefined;
}

export class Acceptance {
  readonly #parts: AcceptanceParts;

  constructor(parts: AcceptanceParts) {
    this.#parts = parts;
  }

  /** The offer of an invitation, without accepting it; undefined if its token is not valid. */
  async look(token: string): Promise<InvitationOffer | undefined> {
    const { reader } = this.#parts.database;
    const found = await this.#find(reader, token);
    if (found === undefined) return undefined;
    const { row, account } = found;
    return {
      email: row.email,
      role: roleOf(row.role),
      account: { id: account.id, name: account.name },
      invitedBy: row.inviter_name ?? '',
      expiresAt: isoTime(row.expires_at),
    };
  }

  /**
   * Makes a logged-in person a member.
   * @returns the account as they see it
   * @throws `not_found`, `account_suspended`, `sso_required`, `insufficient_permission` for a session that is confined to
   * another account
   */
  async accept(person: Person, token: string): Promise<Account> {
    const folded = readEmail(person.name);
    return this.#parts.journal.write(person, async (writer, change) => {
      const ssoAccountId = await this.#parts.ssoAccountOf(writer, person.sessionId);
      const locked = await this.lock(writer, { token, folded, ssoAccountId });
      if (locked === undefined) throw notFound('invitation', 'the token');
      if (person.confinedTo !== locked.accountId) rejectConfined(person);
      await this.join(writer, change, locked, person.id, person.sessionId);
      const account = (await membershipsOf(writer, person.id)).find(({ id }) => id === locked.accountId);
      if (account === undefined) throw notFound('account');
      return shownAccount(account, account.role);
    });
  }

  /**
   * Locks the invitation of a token, so that nobody else uses it before the write ends.
   * @param by.folded the person's address, in the form used for comparison
   * @param by.ssoAccountId the account whose single sign-on vouches for the person
   * @returns undefined if the token is not valid for this person
   * @throws `account_suspended`, `sso_required` of the account they were invited to
   */
  async lock(
    writer: Writer,
    { token, folded, ssoAccountId = null }: { token: string; folded: string; ssoAccountId?: string | null },
  ): Promise<LockedInvitation | undefined> {
    const seen = await this.#find(writer, token);
    if (seen?.row.email_folded !== folded) return undefined;
    await lockAccount(writer, seen.row.account_id);
    const found = await this.#find(writer, token);
    if (found === undefined) return undefined;
    const { row, account } = found;
    if (account.suspended_at !== null) throw accountSuspended();
    if (account.sso_required === 1 && ssoAccountId !== account.id)
      throw ssoRequired(account.id, this.#parts.address.url);
    return {
      id: row.id,
      accountId: account.id,
      accountName: account.name,
      role: roleOf(row.role),
      provesAddress: row.mailed_hash === tokenHash(token),
    };
  }

  /** Locks the open invitation of an account to an address, for a person who logs in by its single sign-on. */
  async lockFor(writer: Writer, accountId: string, folded: string): Promise<LockedInvitation | undefined> {
    const account = await lockAccount(writer, accountId);
    const rows = await findInvitationsTo(writer, accountId, folded);
    const open = rows.find((row) => stateOf(row, this.#parts.clock()) === 'open');
    if (account === undefined || open === undefined) return undefined;
    return { id: open.id, accountId, accountName: account.name, role: roleOf(open.role), provesAddress: false };
  }

  /**
   * Makes a user a member with an invitation that this write has locked, and closes the invitation. If the token came from the
   * mail, this proves the address.
   * @param sessionId the session that accepts it, if any
   */
  async join(
    writer: Writer,
    change: Change,
    locked: LockedInvitation,
    userId: string,
    sessionId?: string,
  ): Promise<void> {
    const { id, accountId, role } = locked;
    if (locked.provesAddress) await this.#parts.proveAddress(writer, change, { userId, accountId, sessionId });
    await addMember(writer, change, { accountId, userId, role, joinedBy: 'invitation' });
    await updateInvitation(writer, id, { closed_at: change.at, accepted_by: userId, updated_at: change.at });
    await this.#parts.outbox.withdraw(writer, id);
    change.record({
      action: 'invitation.accept',
      target: { type: 'invitation', id },
      accountId,
      changes: { after: { user: userId, role } },
    });
  }

  async #find(db: Reader, token: string): Promise<{ row: StoredInvitation; account: InvitingAccount } | undefined> {
    if (!isToken(token, INVITATION_PREFIX)) return undefined;
    const row = await findInvitationByToken(db, tokenHash(token));
    if (row === undefined || stateOf(row, this.#parts.clock()) !== 'open') return undefined;
    const account = await findInvitingAccount(db, row.account_id);
    return account && { row, account };
  }
}
