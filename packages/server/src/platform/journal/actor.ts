/**
 * Who is asking. Every rule that reads or writes takes an `Actor`; nobody is full-powered by leaving it out.
 */

/** What the audit keeps of the request that asked, and what makes its repetition harmless. */
export interface RequestOrigin {
  readonly requestId: string;
  readonly ip: string;
  readonly userAgent: string;
  /** Set where the request carries an `Idempotency-Key`. */
  readonly idempotency?: IdempotentRequest;
}

/** A request that may be sent again without happening again. */
export interface IdempotentRequest {
  /** Hash of principal, route and key. */
  readonly scope: string;
  readonly bodyHash: string;
  /** Writes of this request so far: each has a record of its own. */
  writes: number;
}

export interface Actor {
  readonly type: 'user' | 'key' | 'system';
  /** Id of the user or key. */
  readonly id: string;
  /** The user's e-mail address or the key's name, as the audit shows it. */
  readonly name: string;
  /** The account it acts in; everything of another account does not exist for it. */
  readonly accountId: string;
  /** The only space it may see; null where it may see all of the account's. */
  readonly spaceId: string | null;
  /** Numbers of the only environments it may see; null where it may see all of the space's. */
  readonly environments: readonly number[] | null;
  readonly role: string;
  /** Whether its role holds the permission, such as `entry.publish`. */
  readonly permits: (permission: string) => boolean;
  readonly origin: RequestOrigin | null;
}
