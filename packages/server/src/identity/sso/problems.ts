/**
 * What can be wrong with a log-in by single sign-on, by what has to be fixed, and what an owner of the account does about it.
 */

/** Kinds of problems with what an owner does about each. */
export const problemAdvice = {
  unreachable: 'Check the issuer: its configuration could not be read. This service has to be able to reach it.',
  client: 'Check the client id and the client secret: the provider refused them. A secret may have expired.',
  denied:
    'The provider did not let this person in. Assign them to the application at the provider, or log in as somebody else.',
  provider: 'The provider reported an error. Its log says more.',
  clock: 'Set the clocks right: the provider and this service may differ by a minute at most.',
  signature:
    'Copy the signing certificate (SAML) or the issuer (OpenID Connect) again: somebody else signed the response.',
  audience: 'Copy the addresses of this service to the provider again: the response was meant for another service.',
  issuer: 'Copy the issuer or entity id of the provider again: the response names a different one.',
  email: 'Have the provider send an e-mail address; the reason lists what it sent instead.',
  unverified: 'Have the provider say that the address is verified (email_verified), or verify its domain here.',
  groups:
    'Have the provider send only the groups that are assigned to the application: there were too many, so it sent none.',
  domain: 'Verify the domain of the address here, or invite the person.',
  foreign_domain: 'Log in with an address in a domain of this account: another account has verified that domain.',
  deactivated: 'Activate the person at the provider: SCIM has deactivated them here.',
  removed: 'Invite the person again: they were removed from the account.',
  changed: 'Start the test again: the connection or the user was changed, or the log-in took too long.',
  other: 'Look at the reason, and at the log of the provider.',
} as const;

/** The kind of a problem with a log-in. */
export type SsoProblemKind = keyof typeof problemAdvice;

/** Names of the kinds, as a response shows them. */
export const problemKinds = Object.keys(problemAdvice) as SsoProblemKind[];

/** The codes of OAuth with which a provider refuses. Every other one is its own affair. */
const CODES: ReadonlyMap<string | undefined, SsoProblemKind> = new Map([
  ['invalid_client', 'client'],
  ['unauthorized_client', 'client'],
  ['access_denied', 'denied'],
]);

/** The kind of problem that a provider reports by a code. */
export function kindOfCode(code: string | undefined): SsoProblemKind {
  return CODES.get(code) ?? 'provider';
}

/** How libraries word what they reject, which give no code for it; the first that matches counts. */
const LIBRARY_SIGNS: readonly (readonly [RegExp, SsoProblemKind])[] = [
  [/timed out/i, 'unreachable'],
  [/www-authenticate/i, 'client'],
  [/expired|expiration|not yet valid|timestamp|clock|too old|valid subject confirmation/i, 'clock'],
  [/audience/i, 'audience'],
  [/issuer|"iss"/i, 'issuer'],
  [/signature|signed|signing|\bkeys?\b|"alg"/i, 'signature'],
];

/** The kind of problem that the message of a library for OpenID Connect or SAML describes. */
export function kindOfLibrary(message: string): SsoProblemKind {
  return LIBRARY_SIGNS.find(([sign]) => sign.test(message))?.[1] ?? 'other';
}
