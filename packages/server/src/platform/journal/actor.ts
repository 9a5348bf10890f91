/**
 * Who makes a request. Every rule that reads or writes takes an `Actor`; leaving it out never means full power.
 */
import type { Language } from '../kit/language.ts';

/** The parts of a request that the audit keeps, that make it idempotent, and the state of its writes. */
export interface RequestOrigin {
  readonly requestId: string;
  readonly ip: string;
  readonly userAgent: string;
  /** What whoever sends the request reads, and gets mails in. */
  readonly language?: Language;
  /** The environment that the request reads or changes, once it has been looked up. */
  environment?: { readonly number: number; readonly name: string; readonly spaceId: string };
  /** Environment number → the revision created by this request's writes; undefined while none of them changed anything. */
  committed?: Map<number, number>;
  /** Set if the request has an `Idempotency-Key`. */
  readonly idempotency?: IdempotentRequest;
}

/** A request that can be sent again without being executed again. */
export interface IdempotentRequest {
  /** Hash of principal, route and key. */
  readonly scope: string;
  readonly bodyHash: string;
  /** Number of writes of this request so far; each has its own record. */
  writes: number;
}

export interface Actor {
  readonly type: 'user' | 'key' | 'system';
  /** Id of the user or key. */
  readonly id: string;
  /** The user's e-mail address or the key's name, as the audit shows it. */
  readonly name: string;
  /** The account that the actor acts in; it cannot see any other. */
  readonly accountId: string;
  /** The only space that the actor may see; null for all spaces of the account. */
  readonly spaceId: string | null;
  /** Numbers of the only environments and aliases that the actor may see; null for all of the space's. */
  readonly environments: readonly number[] | null;
  readonly role: string;
  /** Whether it writes content in change sets onto drafts alone, which somebody else applies. */
  readonly proposes?: boolean;
  /** When the key expires, in milliseconds since the epoch; null for never, and for all actors except keys. */
  readonly expiresAt: number | null;
  /** Whether its role has the permission, such as `entry.publish`. */
  readonly permits: (permission: string) => boolean;
  readonly origin: RequestOrigin | null;
}

/**
 * The service itself, for work that no user or key requested: background jobs, and operator commands.
 * @param name the name shown in the audit
 * @param accountId the account it acts in, with every permission
 */
export function systemActor(name: string, accountId: string): Actor {
  return {
    type: 'system',
    id: 'system',
    name,
    accountId,
    spaceId: null,
    environments: null,
    role: 'owner',
    expiresAt: null,
    permits: () => true,
    origin: null,
  };
}
