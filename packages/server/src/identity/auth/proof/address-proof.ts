/**
 * The first proof that an address belongs to its user. Invariant: before the proof, the user may be a stranger who signed up with
 * the address, so whatever was set up before does not outlive the proof.
 */
import type { Writer } from '../../../platform/database/database.ts';
import type { Change, ChangeRecord } from '../../../platform/journal/change.ts';
import type { Outbox } from '../../../platform/outgoing/mail/outbox.ts';
import type { InvitedBy } from '../../accounts/invitations/acceptance.ts';
import { endCredentialsMadeBy } from '../../keys/credentials-made-by.ts';
import { languageFor } from '../mail-language.ts';
import { NO_PASSWORD } from '../no-password.ts';
import { deleteSessionsOf, lockPerson, unconfirmSessionsOf } from '../sessions/store.ts';
import { type Ended, present } from './ended.ts';
import { endedMail } from './mails.ts';
import { deleteAppsBefore, deletePasskeysBefore, deleteRecoveryCodes, deleteResets, updatePerson } from './store.ts';

/** A write in which an address is proven. */
export interface ProofWrite {
  readonly writer: Writer;
  readonly change: Change;
  readonly outbox: Outbox;
}

/** How an address is proven. */
export interface AddressProof {
  /** For the audit, as in "proven by ...". */
  readonly by: string;
  /**
   * `stays` keeps the password and the keys, if whoever proves the address is assumed to be the person who signed up. Otherwise
   * the password is removed or replaced, the keys are deleted, and a requested deletion is cancelled.
   */
  readonly password: 'stays' | 'ends' | { readonly hash: string };
  /** The session that brought the proof: it is kept. */
  readonly sessionId?: string;
}

/**
 * Marks an address as proven, and ends what was set up before. The user gets a mail about what ended, unless only sessions did.
 * The caller records the proof.
 * @returns what ended; undefined if the address was proven before, or there is no such user
 */
export async function proveAddress(
  open: ProofWrite,
  userId: string,
  { by, password, sessionId }: AddressProof,
): Promise<Ended | undefined> {
  const { writer, change, outbox } = open;
  const user = await lockPerson(writer, userId);
  if (user === undefined || user.email_verified_at !== null) return undefined;
  const factors = await deleteFactors(writer, userId);
  // Runs after the factors are dropped: by now a concurrent log-in with a factor has either started its session or finds the
  // factor gone.
  const sessions = await deleteSessionsOf(writer, userId, { exceptId: sessionId });
  const credentials = password === 'stays' ? {} : await dropCredentials(open, userId, by);
  const endsPassword = password === 'ends' && user.password_hash !== NO_PASSWORD;
  await updatePerson(writer, userId, {
    email_verified_at: change.at,
    version: user.version + 1,
    updated_at: change.at,
    ...(password === 'stays'
      ? {}
      : { password_hash: password === 'ends' ? NO_PASSWORD : password.hash, deletion_at: null }),
  });
  const ended = present({ sessions, passwords: endsPassword ? 1 : 0, ...factors, ...credentials });
  if (Object.keys(ended).some((kind) => kind !== 'sessions'))
    await outbox.add(writer, endedMail(user.email, ended, languageFor(user, change)));
  return ended;
}

/** Records a first proof, as a separate part of the write. @param accountId the account whose audit shows it, if not the actor's */
export function recordProof(
  change: Change,
  userId: string,
  { by, ended, accountId }: { readonly by: string; readonly ended: Ended; readonly accountId?: string },
): void {
  change.record({ ...proofRecord(userId, by, ended), ...(accountId === undefined ? {} : { accountId }) });
  change.endPart();
}

/** Proves the address of a user who accepts an invitation that came by mail. */
export async function proveByInvitation(open: ProofWrite, { userId, accountId, sessionId }: InvitedBy): Promise<void> {
  const proof = { by: 'the mail of an invitation', password: 'stays' } as const;
  const ended = await proveAddress(open, userId, sessionId === undefined ? proof : { ...proof, sessionId });
  if (ended !== undefined && Object.keys(ended).length > 0)
    recordProof(open.change, userId, { ...proof, ended, accountId });
}

/** A first proof, as the audit shows it. */
export function proofRecord(userId: string, by: string, ended: Ended): ChangeRecord {
  const before = Object.keys(ended).length === 0 ? {} : { before: ended };
  return {
    action: 'user.verify',
    target: { type: 'user', id: userId },
    changes: { ...before, reason: `proven by ${by}` },
  };
}

/**
 * Deletes the second factors of a user and their recovery codes: all, or those created before a time.
 * @returns how many there were
 */
export async function deleteFactors(writer: Writer, userId: string, before = Number.MAX_SAFE_INTEGER): Promise<Ended> {
  const passkeys = await deletePasskeysBefore(writer, userId, before);
  const apps = await deleteAppsBefore(writer, userId, before);
  if (passkeys + apps === 0) return {};
  await deleteRecoveryCodes(writer, userId);
  await unconfirmSessionsOf(writer, userId);
  return present({ authenticator_apps: apps, passkeys });
}

/** Deletes the keys and tokens that a user created. */
async function dropCredentials({ writer, change, outbox }: ProofWrite, userId: string, by: string): Promise<Ended> {
  await deleteResets(writer, userId);
  // Withdraws the mail about a requested deletion.
  await outbox.withdraw(writer, userId);
  return endCredentialsMadeBy(writer, change, {
    userId,
    reason: `made before the address of the user was proven by ${by}`,
  });
}
