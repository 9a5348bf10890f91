/**
 * The first proof that an address is its user's. Invariant: until then, the user is whoever signed up with the address,
 * perhaps a stranger; so what was set up before does not outlive the proof.
 */
import type { Writer } from '../../../platform/database/database.ts';
import type { Change, ChangeRecord } from '../../../platform/journal/change.ts';
import type { Outbox } from '../../../platform/outgoing/mail/outbox.ts';
import type { InvitedBy } from '../../accounts/invitations/acceptance.ts';
import { endCredentialsMadeBy } from '../../keys/credentials-made-by.ts';
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

/** What proves an address. */
export interface AddressProof {
  /** For the audit, as in "proven by ...". */
  readonly by: string;
  /**
   * `stays`, with the keys that were made, if whoever proves the address is taken for the one who signed up. Otherwise the
   * password ends or is replaced, so do the keys, and a deletion that was asked for is cancelled.
   */
  readonly password: 'stays' | 'ends' | { readonly hash: string };
  /** The session that brought the proof: it stays. */
  readonly sessionId?: string;
}

/**
 * Marks an address as proven, and ends what was set up before. The user is mailed what ended, unless that is sessions
 * only. The caller records it.
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
  const factors = await dropFactors(writer, userId);
  // After the factors: a log-in with one of them has either started its session by now, or finds the factor gone.
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
  if (Object.keys(ended).some((kind) => kind !== 'sessions')) await outbox.add(writer, endedMail(user.email, ended));
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

/** How the audit shows a first proof. */
export function proofRecord(userId: string, by: string, ended: Ended): ChangeRecord {
  const before = Object.keys(ended).length === 0 ? {} : { before: ended };
  return {
    action: 'user.verify',
    target: { type: 'user', id: userId },
    changes: { ...before, reason: `proven by ${by}` },
  };
}

/**
 * Deletes the second factors of a user, with the recovery codes that came with them: all, or those older than a time.
 * @returns how many there were
 */
export async function dropFactors(writer: Writer, userId: string, before = Number.MAX_SAFE_INTEGER): Promise<Ended> {
  const passkeys = await deletePasskeysBefore(writer, userId, before);
  const apps = await deleteAppsBefore(writer, userId, before);
  if (passkeys + apps === 0) return {};
  await deleteRecoveryCodes(writer, userId);
  await unconfirmSessionsOf(writer, userId);
  return present({ authenticator_apps: apps, passkeys });
}

/** What a user made that acts without them. */
async function dropCredentials({ writer, change, outbox }: ProofWrite, userId: string, by: string): Promise<Ended> {
  await deleteResets(writer, userId);
  // The mail about a deletion that was asked for.
  await outbox.withdraw(writer, userId);
  return endCredentialsMadeBy(writer, change, {
    userId,
    reason: `made before the address of the user was proven by ${by}`,
  });
}
