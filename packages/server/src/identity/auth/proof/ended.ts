/** What ended when an address was proven. */

/** What was set up with an address before. */
export type EndedKind = 'sessions' | 'passwords' | 'authenticator_apps' | 'passkeys' | 'api_keys' | 'scim_tokens';

/** How many of each kind ended; kinds with none are missing. */
export type Ended = Readonly<Partial<Record<EndedKind, number>>>;

/** The kinds that have at least one. */
export function present(counts: Ended): Ended {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}
