/**
 * Finds the user of this service for a person whom an identity provider names, and whether they are a member of its account.
 * Invariant: an account's provider never gives access to a user who has nothing to do with the account: an existing user joins
 * only as a member, or with an address in a domain that the account has verified (decision 36). Nor does it give a stranger access
 * to the account: whoever signed up with such an address without proving it loses the user first (decision 70).
 */
import type { Writer } from '../../platform/database/database.ts';
import { type RequestOrigin, systemActor } from '../../platform/journal/actor.ts';
import type { Change } from '../../platform/journal/change.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import { newId } from '../../platform/kit/ids.ts';
import type { Outbox } from '../../platform/outgoing/mail/outbox.ts';
import { lockAccount } from '../accounts/accounts.ts';
import type { Acceptance } from '../accounts/invitations/acceptance.ts';
import {
  addMember,
  changeMember,
  findMember,
  type JoinMethod,
  lockMember,
  type MemberRow,
} from '../accounts/members/membership.ts';
import { isSuspendedFor } from '../accounts/suspension.ts';
import { roleOf } from '../actors/actors.ts';
import { readEmail } from '../actors/email-address.ts';
import { accountSuspended, accountUnpaid } from '../actors/refusals.ts';
import { NO_PASSWORD } from '../auth/no-password.ts';
import { proveAddress, recordProof } from '../auth/proof/address-proof.ts';
import type { UserRow } from '../auth/tables.ts';
import { findUserByEmail, insertUser, lockUser, updateUser } from '../auth/users/users.ts';
import { type Connection, mappedRole } from './connection.ts';
import type { Connections } from './connections.ts';
import { accountOfAddress, isOfOther } from './domains.ts';
import type { ProviderClaims } from './provider-claims.ts';
import { SsoRefusal } from './refusal.ts';
import type { SsoRoleRule, SsoTestPerson } from './schema.ts';
import { hasIdentity, type IdentityKey, saveIdentity, userOfIdentity } from './store.ts';

/** Issuers where anybody can have an account. */
const SHARED_ISSUERS = new Set(['https://accounts.google.com']);
const ACTOR = 'single sign-on';
const NAMES_SHOWN_MAX = 100;
const LEFT_OUT = 'the provider left out the claim of roles, because it has too many values';
/** Ways of joining by which the account chose this user, who then used their own credentials. */
const CHOSEN: ReadonlySet<string> = new Set<JoinMethod>(['sign_up', 'invitation']);

interface JoiningParts {
  readonly journal: Journal;
  readonly connections: Connections;
  readonly acceptance: Acceptance;
  readonly outbox: Outbox;
}

export class Joining {
  readonly #parts: JoiningParts;

  constructor(parts: JoiningParts) {
    this.#parts = parts;
  }

  /**
   * Finds or creates the user and their membership.
   * @returns the user's id
   * @throws SsoRefusal, `account_suspended`
   */
  async join(connection: Connection, claims: ProviderClaims, origin: RequestOrigin): Promise<string> {
    return this.#write(connection, origin, async (writer, change) => {
      const { user } = await this.#joinIn(writer, change, { connection, claims });
      const key = keyOf(connection, claims);
      await saveIdentity(writer, { ...key, user_id: user.id, created_at: change.at, last_used_at: change.at });
      return user.id;
    });
  }

  /**
   * Does everything that `join` does, and rolls it back: nobody is created, changed or notified.
   * @param byUser id of the person who started the test
   * @throws SsoRefusal, `account_suspended`
   */
  async rehearse(
    connection: Connection,
    claims: ProviderClaims,
    { byUser, origin }: { readonly byUser: string; readonly origin: RequestOrigin },
  ): Promise<SsoTestPerson> {
    const takenBack = this.#write(connection, origin, async (writer, change): Promise<SsoTestPerson> => {
      throw new Rehearsed(await this.#joinIn(writer, change, { connection, claims }), change.at);
    });
    return takenBack.catch((error: unknown) => {
      if (error instanceof Rehearsed) return personOf(error, { connection, claims, byUser });
      throw error;
    });
  }

  #write<T>(
    { accountId }: Connection,
    origin: RequestOrigin,
    work: (writer: Writer, change: Change) => Promise<T>,
  ): Promise<T> {
    return this.#parts.journal.write({ ...systemActor(ACTOR, accountId), origin }, work);
  }

  async #joinIn(
    writer: Writer,
    change: Change,
    { connection, claims }: { readonly connection: Connection; readonly claims: ProviderClaims },
  ): Promise<Joined> {
    const { connections, acceptance, outbox } = this.#parts;
    const account = await lockAccount(writer, connection.accountId);
    if (account === undefined || isSuspendedFor(account, 'operator')) throw accountSuspended();
    const current = await connections.find(writer, connection.accountId);
    if (current?.version !== connection.version) throw changedMeanwhile();
    const joining = { writer, change, acceptance, outbox, connection, claims };
    const known = (await knownUser(joining)) ?? (await linkedUser(joining));
    const user = known ?? (await newUser(joining));
    if (user.suspended_at !== null) throw accountSuspended();
    await followRole(joining, user);
    const member = await findMember(writer, account.id, user.id);
    // Nobody new joins an account that is suspended for a late payment.
    if (account.suspended_at !== null && member?.created_at === change.at) throw accountUnpaid();
    return { user, member, isNewUser: known === undefined };
  }

  /** Records in the account's audit that somebody was rejected. */
  async recordRefusal(accountId: string, reason: string, origin: RequestOrigin): Promise<void> {
    await this.#parts.journal.write({ ...systemActor(ACTOR, accountId), origin }, async (_writer, change) => {
      change.record({ action: 'session.refuse', target: { type: 'account', id: accountId }, changes: { reason } });
    });
  }
}

/** A log-in at its end: who it is, and as what. */
interface Joined {
  readonly user: UserRow;
  readonly member: MemberRow | undefined;
  readonly isNewUser: boolean;
}

/** Rolls back the write of a rehearsal, and carries its result out of it. */
class Rehearsed extends Error {
  readonly joined: Joined;
  readonly at: number;

  constructor(joined: Joined, at: number) {
    super('a rehearsal of single sign-on has ended');
    this.name = 'Rehearsed';
    this.joined = joined;
    this.at = at;
  }
}

interface Rehearsal {
  readonly connection: Connection;
  readonly claims: ProviderClaims;
  readonly byUser: string;
}

function personOf({ joined, at }: Rehearsed, { connection, claims, byUser }: Rehearsal): SsoTestPerson {
  const { user, member, isNewUser } = joined;
  const isNewMember = member?.created_at === at;
  return {
    user_id: isNewUser ? null : user.id,
    is_you: user.id === byUser,
    is_new_member: isNewMember,
    subject: claims.subject,
    email: claims.email,
    email_verified: claims.isEmailVerified,
    name: claims.name,
    role: member?.role ?? connection.defaultRole,
    role_rule: roleRule(connection, claims, isNewMember ? { joinedBy: member.joined_by } : { role: member?.role }),
    role_values: claims.roleValues === null ? null : [...claims.roleValues],
    claim_names: claims.names.slice(0, NAMES_SHOWN_MAX),
  };
}

function roleRule(
  connection: Connection,
  { roleValues }: ProviderClaims,
  { role, joinedBy }: { readonly role?: string | undefined; readonly joinedBy?: string },
): SsoRoleRule {
  if (role === 'owner') return 'owner';
  if (connection.role_claim !== null && roleValues !== null)
    return mappedRole(connection, roleValues) === undefined ? 'default_role' : 'role_mapping';
  if (joinedBy === 'invitation') return 'invitation';
  return joinedBy === undefined ? 'unchanged' : 'default_role';
}

interface JoinIn {
  readonly writer: Writer;
  readonly change: Change;
  readonly acceptance: Acceptance;
  readonly outbox: Outbox;
  readonly connection: Connection;
  readonly claims: ProviderClaims;
}

function keyOf({ accountId, protocol }: Connection, { issuer, subject }: ProviderClaims): IdentityKey {
  return { account_id: accountId, protocol, issuer, subject };
}

/** Finds somebody who logged in this way before, by the provider's id for them, whatever their address is now. */
async function knownUser(joining: JoinIn): Promise<UserRow | undefined> {
  const { writer, connection, claims } = joining;
  const id = await userOfIdentity(writer, keyOf(connection, claims));
  const user = id === undefined ? undefined : await lockUser(writer, id);
  if (
    user !== undefined &&
    (await memberNow(joining, user.id)) === undefined &&
    !(await joinByInvitation(joining, user))
  )
    throw noLongerMember();
  return user;
}

/** Finds a user with the address who has not logged in this way before. */
async function linkedUser(joining: JoinIn): Promise<UserRow | undefined> {
  const { writer, connection, claims } = joining;
  const found = await findUserByEmail(writer, readEmail(claims.email));
  const user = found && (await lockUser(writer, found.id));
  if (user === undefined) return undefined;
  const isOwnDomain = await requireAddress(joining);
  const member = await memberNow(joining, user.id);
  if (isOwnDomain) await prove(joining, user, member);
  if (member === undefined) {
    if (!isOwnDomain) throw unrelatedUser();
    const isInvited = await joinByInvitation(joining, user);
    if (!isInvited && (await hasIdentity(writer, connection.accountId, user.id))) throw noLongerMember();
    if (!isInvited) await becomeMember(joining, user);
  }
  return user;
}

/**
 * The owner of the domain says who has the address. A member whom the account chose is assumed to be the intended person; any
 * other user may be a stranger who signed up.
 */
async function prove({ writer, change, outbox }: JoinIn, user: UserRow, member: MemberRow | undefined): Promise<void> {
  if (user.email_verified_at !== null) return;
  if (member !== undefined && CHOSEN.has(member.joined_by)) {
    await updateUser(writer, user.id, { email_verified_at: change.at, version: user.version + 1 });
    return;
  }
  const proof = { by: 'single sign-on of a verified domain', password: 'ends' } as const;
  const ended = await proveAddress({ writer, change, outbox }, user.id, proof);
  if (ended !== undefined) recordProof(change, user.id, { ...proof, ended });
}

async function newUser(joining: JoinIn): Promise<UserRow> {
  const { writer, change, connection, claims } = joining;
  const isOwnDomain = await requireAddress(joining);
  if (await isOfOther(writer, readEmail(claims.email), connection.accountId)) throw foreignDomain();
  const user: UserRow = {
    id: newId('usr', change.at),
    email: claims.email,
    email_folded: readEmail(claims.email),
    name: claims.name ?? claims.email.slice(0, claims.email.lastIndexOf('@')),
    password_hash: NO_PASSWORD,
    email_verified_at: isOwnDomain ? change.at : null,
    language: null,
    suspended_at: null,
    deletion_at: null,
    version: 1,
    created_at: change.at,
    updated_at: change.at,
  };
  if (!(await insertUser(writer, user))) throw changedMeanwhile();
  if (await joinByInvitation(joining, user)) return user;
  if (!isOwnDomain && SHARED_ISSUERS.has(claims.issuer)) throw outsider();
  await becomeMember(joining, user);
  return user;
}

/** @returns whether the address is in a domain of the account. @throws SsoRefusal if nothing proves that it is theirs */
async function requireAddress({ writer, connection, claims }: JoinIn): Promise<boolean> {
  const isOwnDomain = (await accountOfAddress(writer, readEmail(claims.email))) === connection.accountId;
  if (claims.isEmailVerified === true || (claims.isEmailVerified === null && isOwnDomain)) return isOwnDomain;
  throw new SsoRefusal(
    'the provider does not say that the e-mail address is verified',
    'Your identity provider has not verified your e-mail address. Verify it there, or ask an owner of the account to.',
    'unverified',
  );
}

/** @throws SsoRefusal if the membership is suspended */
async function memberNow({ writer, connection }: JoinIn, userId: string): Promise<MemberRow | undefined> {
  const member = await findMember(writer, connection.accountId, userId);
  if (member !== undefined && member.suspended_at !== null) throw switchedOff();
  return member;
}

/** Gives the user the role of an open invitation to their address. @returns false if there is none */
async function joinByInvitation({ writer, change, acceptance, connection }: JoinIn, user: UserRow): Promise<boolean> {
  const held = await acceptance.lockFor(writer, connection.accountId, user.email_folded);
  if (held === undefined) return false;
  await acceptance.join(writer, change, held, user.id);
  change.endPart();
  return true;
}

async function becomeMember({ writer, change, connection, claims }: JoinIn, { id: userId }: UserRow): Promise<void> {
  const { accountId, defaultRole } = connection;
  if (claims.roleValues === null) throw rolesLeftOut();
  const role = mappedRole(connection, claims.roleValues) ?? roleOf(defaultRole);
  await addMember(writer, change, { accountId, userId, role, joinedBy: 'sso' });
  change.record({ action: 'member.create', target: { type: 'member', id: userId }, changes: { after: { role } } });
  change.endPart();
}

/**
 * If a claim for roles is configured, the provider decides the role at each log-in; owners stay owners, and so does everybody of whom
 * the provider left the claim out.
 */
async function followRole({ writer, change, connection, claims }: JoinIn, { id: userId }: UserRow): Promise<void> {
  if (connection.role_claim === null) return;
  const member = await lockMember(writer, { accountId: connection.accountId, userId });
  if (member.role === 'owner') return;
  if (claims.roleValues === null) {
    const changes = { reason: LEFT_OUT, role: member.role };
    change.record({ action: 'member.keep_role', target: { type: 'member', id: userId }, changes });
    change.endPart();
    return;
  }
  const role = mappedRole(connection, claims.roleValues) ?? roleOf(connection.defaultRole);
  await changeMember(writer, change, member, { role, breakGlass: false });
  change.endPart();
}

function rolesLeftOut(): SsoRefusal {
  return new SsoRefusal(
    LEFT_OUT,
    'Your identity provider left out your groups because there are too many. Ask an owner of the account to have it send only those that are assigned to this application.',
    'groups',
  );
}

function outsider(): SsoRefusal {
  return new SsoRefusal(
    'anybody can have an address at this provider, and its domain is not verified for the account',
    'Ask an owner of the account to verify the domain of your address, or to invite you; then log in here again.',
    'domain',
  );
}

function foreignDomain(): SsoRefusal {
  return new SsoRefusal(
    'the domain of the address is verified for another account',
    'The domain of your e-mail address belongs to another account here. Sign up or log in with a password, or ask an owner of this account to invite you.',
    'foreign_domain',
  );
}

function changedMeanwhile(): SsoRefusal {
  return new SsoRefusal(
    'the connection or the user was changed during the log-in',
    'Start the log-in again.',
    'changed',
  );
}

function switchedOff(): SsoRefusal {
  return new SsoRefusal(
    'the identity provider has deactivated the member',
    'You are deactivated in this account. Ask an admin of your identity provider to activate you.',
    'deactivated',
  );
}

function noLongerMember(): SsoRefusal {
  return new SsoRefusal(
    'the user is no longer a member of the account',
    'You are no longer a member of this account. Ask an admin of the account for an invitation.',
    'removed',
  );
}

function unrelatedUser(): SsoRefusal {
  return new SsoRefusal(
    'there is a user with this address who is no member, and its domain is not verified for the account',
    'There is a user with your e-mail address who is not a member of this account yet. Ask an owner of the account to verify the domain of your address, or to invite you while single sign-on is not required; then log in here again.',
    'domain',
  );
}
