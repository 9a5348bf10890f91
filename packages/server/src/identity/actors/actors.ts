/**
 * Makes the `Actor` of a logged-in person and of a management key. What an actor may do is decided here, once per
 * request; rules only call `permits`.
 */
import type { Role } from '../../../../contract/src/permissions.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import type { RequestCaller } from '../../platform/http/served-request.ts';
import type { Actor, RequestOrigin } from '../../platform/journal/actor.ts';
import { isRole, type KeyWrites, permissionsOfKey, permissionsOfPerson } from './permissions.ts';

/** Who makes a request, and whose limits count it. */
export interface Caller extends Actor {
  /** Id of the plan of the account; null without a subscription. */
  readonly plan: string | null;
  /** As logs and metrics show it. */
  readonly caller: RequestCaller;
}

/** A logged-in person: an actor who also has a session. */
export interface Person extends Actor {
  readonly type: 'user';
  readonly sessionId: string;
  /**
   * The account whose single sign-on started the session; null for any other session. Whoever runs that account's identity
   * provider can act as this person there, so the session shows nothing of the person's other accounts.
   */
  readonly confinedTo: string | null;
}

/** The actor of a person in one account. */
export function personActor(parts: {
  userId: string;
  email: string;
  accountId: string;
  role: string;
  sessionId: string;
  confinedTo?: string | null;
  origin: RequestOrigin | null;
}): Person {
  const held: ReadonlySet<string> = permissionsOfPerson(roleOf(parts.role));
  return {
    type: 'user',
    id: parts.userId,
    name: parts.email,
    accountId: parts.accountId,
    spaceId: null,
    environments: null,
    role: parts.role,
    expiresAt: null,
    permits: (permission) => held.has(permission),
    origin: parts.origin,
    sessionId: parts.sessionId,
    confinedTo: parts.confinedTo ?? null,
  };
}

/** The actor of a management key. */
export function keyActor(parts: {
  keyId: string;
  name: string;
  accountId: string;
  spaceId: string;
  environments: readonly number[] | null;
  role: string | null;
  writes: KeyWrites;
  expiresAt: number | null;
  origin: RequestOrigin | null;
}): Actor {
  const role = roleOf(parts.role ?? '');
  const { writes } = parts;
  const held: ReadonlySet<string> = permissionsOfKey(role, { isBound: parts.environments !== null, writes });
  return {
    type: 'key',
    id: parts.keyId,
    name: parts.name,
    accountId: parts.accountId,
    spaceId: parts.spaceId,
    environments: parts.environments,
    role,
    proposes: writes === 'proposal',
    expiresAt: parts.expiresAt,
    permits: (permission) => held.has(permission),
    origin: parts.origin,
  };
}

/**
 * The actor as a person.
 * @throws `insufficient_permission` for a key: keys have no sessions and no password
 */
export function asPerson(actor: Actor, permission: string): Person {
  if (actor.type === 'user' && 'sessionId' in actor) return actor as Person;
  throw new DomainError('insufficient_permission', 'Only a logged-in person can do this; log in and use that token.', {
    permission,
  });
}

/** Id of the session of a logged-in person; null for any other actor. */
export function sessionOf(actor: Actor): string | null {
  return actor.type === 'user' && 'sessionId' in actor ? (actor as Person).sessionId : null;
}

/**
 * Rejects a confined session for actions that change a person everywhere: their password, factors, deletion, other accounts.
 * Whoever runs an account's identity provider can start a session by single sign-on, so it may act in that account alone.
 * @throws `insufficient_permission` for a session that is confined to an account
 */
export function rejectConfined({ confinedTo }: Pick<Person, 'confinedTo'>): void {
  if (confinedTo === null) return;
  const advice =
    'This session was started by single sign-on and acts in its account alone; log in with your password to do this.';
  throw new DomainError('insufficient_permission', advice, { permission: 'account.read' });
}

/** A stored role. One that no longer exists counts as the lowest role. */
export function roleOf(text: string): Role {
  return isRole(text) ? text : 'viewer';
}
