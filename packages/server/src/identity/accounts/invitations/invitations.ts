/**
 * The invitations of an account, as its admins see and change them. Nobody invites to a role above their own, and an address has
 * at most one open invitation to an account. The transaction that creates an invitation also queues its mail. The number of mails
 * is limited, including those of withdrawn invitations, as they go to people who did not ask for them.
 */

import type { Role } from '../../../../../contract/src/permissions.ts';
import type { Database, Writer } from '../../../platform/database/database.ts';
import { checkVersion } from '../../../platform/errors/check-version.ts';
import { DomainError, notFound } from '../../../platform/errors/domain-error.ts';
import type { Actor } from '../../../platform/journal/actor.ts';
import type { Change } from '../../../platform/journal/change.ts';
import type { Journal } from '../../../platform/journal/journal.ts';
import { type Clock, isAhead } from '../../../platform/kit/clock.ts';
import { newId } from '../../../platform/kit/ids.ts';
import type { RowsWanted } from '../../../platform/kit/page-position.ts';
import type { Outbox } from '../../../platform/outgoing/mail/outbox.ts';
import { invitationAttempt } from '../../../platform/request-limits/limits.ts';
import type { Throttle } from '../../../platform/request-limits/throttle.ts';
import { rejectWhileBlocked, tooManyAttempts } from '../../../platform/request-limits/too-many-attempts.ts';
import { roleOf } from '../../actors/actors.ts';
import { readEmail } from '../../actors/email-address.ts';
import { permissionsOfPerson } from '../../actors/permissions.ts';
import { lockExisting } from '../accounts.ts';
import { requireOwnAccount } from '../members/members.ts';
import { currentRole, requireNotAbove } from '../members/membership.ts';
import { findMemberByEmail } from '../members/store.ts';
import {
  INVITATION_LIFE_MS,
  type InvitationState,
  type InvitationTokens,
  invitationMail,
  newTokens,
  shownInvitation,
  stateOf,
} from './invitation.ts';
import type { Invitation, InvitationChange, InvitationWithToken, NewInvitation } from './schema.ts';
import {
  countInvitations,
  countOpen,
  findInvitation,
  findInvitationsTo,
  insertInvitation,
  invitationsOfPage,
  invitationsWithIds,
  type ListedInvitation,
  listedInvitations,
  type StoredInvitation,
  updateInvitation,
} from './store.ts';

export { deleteInvitationsBefore, deleteInvitationsTo, hasInvitationsBefore, listedInvitations } from './store.ts';

const MANAGE = 'invitation.manage';
const SCOPE = 'invitation';
const DAY_MS = 86_400_000;
const RESENDS_A_DAY_MAX = 3;
const OPEN_MAX = 10_000;

/** Identifies an invitation. */
export interface InvitationAddress {
  readonly accountId: string;
  readonly id: string;
}

interface InvitationsParts {
  /** Whether there is a mail server: without one, mails end in files. */
  readonly sendsMail: boolean;
  readonly database: Database;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly throttle: Throttle;
  readonly outbox: Outbox;
  /** The URL of the service for clients. */
  readonly address: { readonly url: string };
}

export class Invitations {
  readonly #parts: InvitationsParts;

  constructor(parts: InvitationsParts) {
    this.#parts = parts;
  }

  async list(
    actor: Actor,
    accountId: string,
    state?: InvitationState,
  ): Promise<(ListedInvitation & { state: InvitationState })[]> {
    requireOwnAccount(actor, accountId);
    const rows = await listedInvitations(this.#parts.database.reader, accountId);
    const now = this.#parts.clock();
    const listed = rows.map((row) => ({ ...row, state: stateOf(row, now) }));
    return state === undefined ? listed : listed.filter((row) => row.state === state);
  }

  /** Some of the invitations returned by `list`, by id. */
  async read(accountId: string, ids: readonly string[]): Promise<Map<string, Invitation>> {
    const rows = await invitationsWithIds(this.#parts.database.reader, accountId, ids);
    return new Map(rows.map((row) => [row.id, this.#show(row)]));
  }

  /** The invitations to the actor's account that a page in the order of their ids shows. @throws `not_found` for another account */
  async page(actor: Actor, accountId: string, wanted: RowsWanted): Promise<{ rows: Invitation[]; total: number }> {
    requireOwnAccount(actor, accountId);
    const { reader } = this.#parts.database;
    const rows = await invitationsOfPage(reader, accountId, wanted);
    return { rows: rows.map((row) => this.#show(row)), total: await countInvitations(reader, accountId) };
  }

  async get(actor: Actor, at: InvitationAddress): Promise<Invitation> {
    requireOwnAccount(actor, at.accountId);
    return this.#show(existing(await findInvitation(this.#parts.database.reader, at.accountId, at.id)));
  }

  /**
   * Invites an address. The inviter's token is only in this response.
   * @throws `conflict` if the address is already invited or belongs to a member; `api_quota_exceeded`
   */
  async create(actor: Actor, accountId: string, { email, role }: NewInvitation): Promise<InvitationWithToken> {
    requireOwnAccount(actor, accountId);
    const folded = readEmail(email);
    return this.#parts.journal.grow(actor, async (writer, change) => {
      const account = await lockExisting(writer, accountId);
      requireNotAbove(await managerRole(writer, actor), role, MANAGE);
      await this.#requireFree(writer, accountId, folded, change.at);
      await this.#countMail(writer, actor, folded);
      const tokens = newTokens();
      const row = {
        id: newId('inv', change.at),
        account_id: accountId,
        email,
        email_folded: folded,
        role,
        ...tokens.hashes,
        invited_by: actor.id,
        expires_at: change.at + INVITATION_LIFE_MS,
        closed_at: null,
        accepted_by: null,
        resends: 0,
        resends_since: change.at,
        version: 1,
        created_at: change.at,
        updated_at: change.at,
      };
      await insertInvitation(writer, row);
      change.record({ action: 'invitation.create', target: targetOf(row.id), changes: { after: { role } } });
      return this.#mail(writer, actor, { accountId, id: row.id }, { accountName: account.name, tokens });
    });
  }

  /** Changes the role of an invitation that can still be accepted. */
  async update(
    actor: Actor,
    at: InvitationAddress,
    { role }: InvitationChange,
    expected?: number,
  ): Promise<Invitation> {
    return this.#change(actor, at, expected, async (writer, change, row, own) => {
      if (role === undefined || role === row.role) return this.#show(row);
      requireNotAbove(own, role, MANAGE);
      requireState(row, ['open', 'expired'], change.at);
      await save(writer, change, row, { role, invited_by: actor.id });
      const changes = { before: { role: row.role }, after: { role } };
      change.record({ action: 'invitation.update', target: targetOf(row.id), changes });
      return this.#show(existing(await findInvitation(writer, at.accountId, at.id)));
    });
  }

  /** Mails the invitation again with new tokens, valid for another week. The old tokens stop working. */
  async resend(actor: Actor, at: InvitationAddress, expected?: number): Promise<InvitationWithToken> {
    return this.#change(actor, at, expected, async (writer, change, row) => {
      requireState(row, ['open', 'expired'], change.at);
      if (stateOf(row, change.at) === 'expired')
        await this.#requireFree(writer, row.account_id, row.email_folded, change.at);
      const { name } = await lockExisting(writer, at.accountId);
      const tokens = newTokens();
      const values = { ...tokens.hashes, ...resendOf(row, change.at), invited_by: actor.id };
      await this.#countMail(writer, actor, row.email_folded);
      await save(writer, change, row, { ...values, expires_at: change.at + INVITATION_LIFE_MS });
      change.record({ action: 'invitation.resend', target: targetOf(row.id) });
      await this.#parts.outbox.withdraw(writer, row.id);
      return this.#mail(writer, actor, at, { accountName: name, tokens });
    });
  }

  /** Withdraws an invitation, and its mail if that was not sent yet. */
  async withdraw(actor: Actor, at: InvitationAddress, expected?: number): Promise<void> {
    await this.#change(actor, at, expected, async (writer, change, row) => {
      requireState(row, ['open', 'expired'], change.at);
      await save(writer, change, row, { closed_at: change.at });
      await this.#parts.outbox.withdraw(writer, row.id);
      change.record({ action: 'invitation.delete', target: targetOf(row.id), changes: { before: { role: row.role } } });
    });
  }

  async #change<T>(
    actor: Actor,
    at: InvitationAddress,
    expected: number | undefined,
    work: (writer: Writer, change: Change, row: StoredInvitation, own: Role) => Promise<T>,
  ): Promise<T> {
    requireOwnAccount(actor, at.accountId);
    return this.#parts.journal.write(actor, async (writer, change) => {
      await lockExisting(writer, at.accountId);
      const row = existing(await findInvitation(writer, at.accountId, at.id));
      const own = await managerRole(writer, actor);
      requireNotAbove(own, roleOf(row.role), MANAGE);
      checkVersion(expected, row.version);
      return work(writer, change, row, own);
    });
  }

  /** @throws `conflict` if the address belongs to a member, or has an open invitation */
  async #requireFree(writer: Writer, accountId: string, folded: string, now: number): Promise<void> {
    if ((await findMemberByEmail(writer, accountId, folded)) !== undefined)
      throw new DomainError('conflict', 'This address belongs to a member; change their role instead.');
    const others = await findInvitationsTo(writer, accountId, folded);
    if (others.some((row) => stateOf(row, now) === 'open'))
      throw new DomainError('conflict', 'This address has an open invitation; resend, change or withdraw that one.');
    if ((await countOpen(writer, accountId, now)) >= OPEN_MAX)
      throw new DomainError('conflict', `The account has ${OPEN_MAX} open invitations; withdraw some first.`);
  }

  /** @throws `api_quota_exceeded` */
  async #countMail(writer: Writer, { accountId, origin }: Actor, folded: string): Promise<void> {
    const attempts = invitationAttempt(folded, { accountId, ip: origin?.ip ?? '' });
    rejectWhileBlocked(SCOPE, await this.#parts.throttle.takeIn(writer, attempts));
  }

  async #mail(
    writer: Writer,
    { origin }: Actor,
    at: InvitationAddress,
    { accountName, tokens: { shown, mailed } }: { accountName: string; tokens: InvitationTokens },
  ): Promise<InvitationWithToken> {
    // Nothing is known of whoever is invited: most read what the inviter reads.
    const language = origin?.language ?? 'en';
    const row = existing(await findInvitation(writer, at.accountId, at.id));
    const serviceUrl = this.#parts.address.url;
    await this.#parts.outbox.add(
      writer,
      invitationMail(row, { accountName, token: mailed, serviceUrl, language }),
      row.id,
    );
    return { ...this.#show(row), token: shown, mailed: this.#parts.sendsMail };
  }

  #show(row: StoredInvitation): Invitation {
    return shownInvitation(row, this.#parts.clock());
  }
}

async function managerRole(writer: Writer, actor: Actor): Promise<Role> {
  const own = await currentRole(writer, actor);
  if (permissionsOfPerson(own).has(MANAGE)) return own;
  throw new DomainError('insufficient_permission', 'Your role does not let you invite; ask an owner or admin.', {
    permission: MANAGE,
  });
}

function existing(row: StoredInvitation | undefined): StoredInvitation {
  if (row === undefined) throw notFound('invitation');
  return row;
}

/** @throws `conflict` */
function requireState(row: StoredInvitation, states: readonly InvitationState[], now: number): void {
  const state = stateOf(row, now);
  if (!states.includes(state)) throw new DomainError('conflict', `The invitation is ${state}; create a new one.`);
}

async function save(writer: Writer, change: Change, row: StoredInvitation, values: object): Promise<void> {
  await updateInvitation(writer, row.id, { ...values, version: row.version + 1, updated_at: change.at });
}

/** @throws `api_quota_exceeded` */
function resendOf({ resends, resends_since: since }: StoredInvitation, now: number) {
  if (now - since >= DAY_MS || isAhead(since, now)) return { resends: 1, resends_since: now };
  if (resends >= RESENDS_A_DAY_MAX) throw tooManyAttempts(SCOPE, since + DAY_MS - now);
  return { resends: resends + 1, resends_since: since };
}

function targetOf(id: string) {
  return { type: 'invitation', id };
}
