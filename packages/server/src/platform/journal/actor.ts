/**
 * Who makes a request. Every rule that reads or writes takes an `Actor`; leaving it out never means full power.
 */

/** The part of a request that the audit keeps, that makes it idempotent, and what its writes have come to. */
export interface RequestOrigin {
  readonly requestId: string;
  readonly ip: string;
  readonly userAgent: string;
  /** The environment that the request reads or changes, once it was looked up. */
  environment?: { readonly number: number; readonly name: string; readonly spaceId: string };
  /** Number of an environment → the revision to which its writes brought it; undefined while none of them changed anything. */
  committed?: Map<number, number>;
  /** Set if the request has an `Idempotency-Key`. */
  readonly idempotency?: IdempotentRequest;
}

/** A request that can be sent again without being executed again. */
export interface IdempotentRequest {
  /** Hash of principal, route and key. */
  readonly scope: string;
  readonly bodyHash: string;
  /** Writes of this request so far: each has its own record. */
  writes: number;
}

export interface Actor {
  readonly type: 'user' | 'key' | 'system';
  /** Id of the user or key. */
  readonly id: string;
  /** The user's e-mail address or the key's name, as the audit shows it. */
  readonly name: string;
  /** The account it acts in; other accounts do not exist for it. */
  readonly accountId: string;
  /** The only space it may see; null for all of the account's. */
  readonly spaceId: string | null;
  /** Numbers of the only environments, and of aliases of them, that it may see; null for all of the space's. */
  readonly environments: readonly number[] | null;
  readonly role: string;
  /** When the key expires, in milliseconds since the epoch; null for never, and for everyone but keys. */
  readonly expiresAt: number | null;
  /** Whether its role has the permission, such as `entry.publish`. */
  readonly permits: (permission: string) => boolean;
  readonly origin: RequestOrigin | null;
}

/**
 * The service itself, for work that no user or key requested: background jobs, and commands of the operator.
 * @param name shown in the audit
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
