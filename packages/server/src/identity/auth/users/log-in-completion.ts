/**
 * The last step of every way to log in: once a person has proven their identity, a session starts in the account that they have
 * belonged to longest. Using up the proof and starting the session are one write.
 */
import type { Database, Writer } from '../../../platform/database/database.ts';
import { DomainError } from '../../../platform/errors/domain-error.ts';
import type { RequestOrigin } from '../../../platform/journal/actor.ts';
import type { Change, ChangeRecord } from '../../../platform/journal/change.ts';
import type { Journal } from '../../../platform/journal/journal.ts';
import { type Membership, membershipsOf } from '../../accounts/accounts.ts';
import type { Acceptance } from '../../accounts/invitations/acceptance.ts';
import { isOpen } from '../../accounts/suspension.ts';
import { type Person, personActor } from '../../actors/actors.ts';
import { accountSuspended, ssoRequired } from '../../actors/refusals.ts';
import type { SessionTokens } from '../sessions/schema.ts';
import type { NewSession, Sessions } from '../sessions/sessions.ts';
import type { UserRow } from '../tables.ts';
import { startInvitedSession } from './invited-log-in.ts';

interface LogInCompletionParts {
  readonly database: Database;
  readonly journal: Journal;
  readonly sessions: Sessions;
  readonly acceptance: Acceptance;
  /** The URL of the service for clients. */
  readonly address: { readonly url: string };
}

/** Someone who has proven their identity, except perhaps for a second factor. */
export interface IdentifiedUser {
  readonly user: UserRow;
  /** Such as `password`. */
  readonly method: string;
  /** Whether a second factor was part of the proof. */
  readonly secondFactor: boolean;
  readonly origin: RequestOrigin;
  /** Token of an invitation that the log-in accepts. */
  readonly invitation?: string | undefined;
  /** Uses up the proof, in the write that starts the session. If it throws, the write is rolled back. */
  readonly useProof: (writer: Writer) => Promise<void>;
  /**
   * Runs after `useProof`, and returns the error that still keeps the session from starting, if any. It records the error in the
   * audit of the account, if there is one; the write is committed.
   */
  readonly lastCheck?: (writer: Writer, change: Change, accountId: string | null) => Promise<DomainError | undefined>;
}

export class LogInCompletion {
  readonly #parts: LogInCompletionParts;

  constructor(parts: LogInCompletionParts) {
    this.#parts = parts;
  }

  /**
   * @throws `account_suspended`, `sso_required`, `validation_failed` if the invitation is not good, `insufficient_permission` if the user
   * belongs to no account, what `lastCheck` returns
   */
  async complete(identified: IdentifiedUser): Promise<SessionTokens> {
    const memberships = await membershipsOf(this.#parts.database.reader, identified.user.id);
    const { invitation } = identified;
    const outcome =
      invitation === undefined
        ? await this.#enterOwn(identified, memberships)
        : await this.#enterInvited(identified, memberships, invitation);
    if (outcome instanceof DomainError) throw outcome;
    return this.#parts.sessions.tokens(outcome);
  }

  /** Records that the log-in of a known user was rejected, and does the related work, in one write. */
  async refuse(user: UserRow, origin: RequestOrigin, reason: string, work: (writer: Writer) => Promise<void>) {
    const [membership] = await membershipsOf(this.#parts.database.reader, user.id);
    if (membership === undefined) {
      await this.#parts.database.write(work);
      return;
    }
    await this.#parts.journal.write(personIn(user, membership, origin), async (writer, change) => {
      await work(writer);
      change.record(refusal(user, reason));
    });
  }

  async #enterOwn(identified: IdentifiedUser, memberships: readonly Membership[]): Promise<NewSession | DomainError> {
    const { user, origin } = identified;
    const membership = accountToActIn(user, memberships, this.#parts.address.url);
    if (membership instanceof DomainError) {
      await this.#recordRefusal(identified, memberships, membership);
      throw membership;
    }
    return this.#parts.journal.write(personIn(user, membership, origin), async (writer, change) => {
      await identified.useProof(writer);
      const refusal = await identified.lastCheck?.(writer, change, membership.id);
      return refusal ?? this.#begin(writer, change, identified, membership);
    });
  }

  async #enterInvited(
    identified: IdentifiedUser,
    [membership]: readonly Membership[],
    token: string,
  ): Promise<NewSession | DomainError> {
    const { user, method, secondFactor, origin, useProof, lastCheck } = identified;
    return startInvitedSession(this.#parts, {
      user,
      token,
      method,
      secondFactor,
      origin,
      useProof,
      lastCheck: async (writer, change) => lastCheck?.(writer, change, membership?.id ?? null),
    });
  }

  async #begin(
    writer: Writer,
    change: Change,
    identified: IdentifiedUser,
    membership: Membership,
  ): Promise<NewSession> {
    const { user, method, secondFactor, origin } = identified;
    const start = { userId: user.id, accountId: membership.id, method, secondFactor, at: change.at, origin };
    const begun = await this.#parts.sessions.begin(writer, start);
    change.record({
      action: 'session.create',
      target: { type: 'session', id: begun.id },
      changes: { after: { method, ...(secondFactor ? { second_factor: true } : {}) } },
    });
    return begun;
  }

  async #recordRefusal(
    { user, origin, useProof }: IdentifiedUser,
    [membership]: readonly Membership[],
    { code }: DomainError,
  ): Promise<void> {
    if (membership === undefined) return;
    await this.#parts.journal.write(personIn(user, membership, origin), async (writer, change) => {
      await useProof(writer);
      change.record(refusal(user, code === 'sso_required' ? 'single sign-on is required' : 'suspended'));
    });
  }
}

/**
 * The account that the user has belonged to longest, among those open to them without single sign-on; or why there is none:
 * `account_suspended`, `sso_required`, `insufficient_permission` if the user belongs to no account.
 */
function accountToActIn(
  user: UserRow,
  memberships: readonly Membership[],
  serviceUrl: string,
): Membership | DomainError {
  const open = user.suspended_at === null ? memberships.filter(isOpen) : [];
  // Accounts suspended for a late payment come after those in use.
  const inUse = [...open].sort((a, b) => Number(a.suspended_at !== null) - Number(b.suspended_at !== null));
  const usable = inUse.find(({ sso_required, break_glass }) => sso_required !== 1 || break_glass === 1);
  if (usable !== undefined) return usable;
  const [bySso] = inUse;
  if (bySso !== undefined) return ssoRequired(bySso.id, serviceUrl);
  if (user.suspended_at !== null || memberships.length > 0) return accountSuspended();
  const advice = 'You belong to no account any more; ask for an invitation to one.';
  return new DomainError('insufficient_permission', advice, { permission: 'account.read' });
}

/** The record of a rejected log-in. */
export function refusal(user: UserRow, reason: string): ChangeRecord {
  return { action: 'session.refuse', target: { type: 'user', id: user.id }, changes: { reason } };
}

function personIn(user: UserRow, membership: Membership, origin: RequestOrigin): Person {
  return personActor({
    userId: user.id,
    email: user.email,
    accountId: membership.id,
    role: membership.role,
    sessionId: '',
    origin,
  });
}
