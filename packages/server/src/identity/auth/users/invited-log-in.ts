/**
 * Log-in with an invitation: makes the user a member and starts the session in the account that invited them, in one write. People
 * who no longer belong to any account come back this way.
 */
import type { Writer } from '../../../platform/database/database.ts';
import type { DomainError } from '../../../platform/errors/domain-error.ts';
import type { RequestOrigin } from '../../../platform/journal/actor.ts';
import type { Change } from '../../../platform/journal/change.ts';
import type { Journal } from '../../../platform/journal/journal.ts';
import type { Acceptance } from '../../accounts/invitations/acceptance.ts';
import { unknownInvitation } from '../../accounts/invitations/unknown-invitation.ts';
import { personActor } from '../../actors/actors.ts';
import { accountSuspended } from '../../actors/refusals.ts';
import type { NewSession, Sessions } from '../sessions/sessions.ts';
import type { UserRow } from '../tables.ts';

interface InvitedLogInParts {
  readonly journal: Journal;
  readonly sessions: Sessions;
  readonly acceptance: Acceptance;
}

/** A user who has proven their identity, with an invitation. */
export interface InvitedLogIn {
  readonly user: UserRow;
  readonly token: string;
  /** How they proved it, such as `password`. */
  readonly method: string;
  readonly secondFactor?: boolean;
  readonly origin: RequestOrigin;
  /** Runs in the write, and rejects the log-in if something changed meanwhile. */
  readonly useProof: (writer: Writer) => Promise<void>;
  /**
   * Runs after `useProof`, and returns the error that still keeps the session from starting, if any. It records the error; the write
   * is committed.
   */
  readonly lastCheck?: (writer: Writer, change: Change) => Promise<DomainError | undefined>;
}

/**
 * @returns the session, or what `lastCheck` returned
 * @throws `validation_failed` if the invitation is not valid for the user, `account_suspended`, `sso_required`
 */
export async function startInvitedSession(
  { journal, sessions, acceptance }: InvitedLogInParts,
  { user, token, method, secondFactor = false, origin, useProof, lastCheck }: InvitedLogIn,
): Promise<NewSession | DomainError> {
  if (user.suspended_at !== null) throw accountSuspended();
  const actor = personActor({ userId: user.id, email: user.email, accountId: '', role: '', sessionId: '', origin });
  return journal.write(actor, async (writer, change) => {
    const locked = await acceptance.lock(writer, { token, folded: user.email_folded });
    if (locked === undefined) throw unknownInvitation();
    await useProof(writer);
    const refusal = await lastCheck?.(writer, change);
    if (refusal !== undefined) return refusal;
    await acceptance.join(writer, change, locked, user.id);
    change.endPart();
    const { accountId } = locked;
    const start = { userId: user.id, accountId, method, secondFactor, at: change.at, origin };
    const begun = await sessions.begin(writer, start);
    change.record({
      action: 'session.create',
      target: { type: 'session', id: begun.id },
      accountId,
      changes: { after: { method, ...(secondFactor ? { second_factor: true } : {}) } },
    });
    return begun;
  });
}
