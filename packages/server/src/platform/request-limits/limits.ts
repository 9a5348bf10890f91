/**
 * How many requests are let in, and by what they are counted; limits of plans are in `accounts/`. Network addresses count as
 * networks (`platform/kit/network.ts`); nothing else that a caller can choose is part of a key.
 */
import { networkOf } from '../kit/network.ts';
import { type ThrottleKey, type ThrottleRule, throttleKey } from './throttle.ts';

const WINDOW_MS = 15 * 60_000;
/**
 * Requests without a token, per network and process. A request costs one unit, and more depending on the size of its body; a
 * body of unknown size counts as the largest possible one.
 */
export const WITHOUT_TOKEN = {
  unitsMax: 600,
  unitsPerSecond: 20,
  bytesPerUnit: 16_384,
  unitsOfUnknownSize: 64,
};

/** Attempts to guess a secret of one person. */
export const GUESSES: ThrottleRule = { windowMs: WINDOW_MS, free: 10, blocked: 'growing delay' };
const OF_NETWORK: ThrottleRule = { windowMs: WINDOW_MS, free: 100, blocked: 'rest of window' };
/** A code has a million values, and three of them are right: from one network, there is no eleventh guess in a window. */
const CODES: ThrottleRule = { windowMs: WINDOW_MS, free: 10, blocked: 'rest of window' };
/** Several people sign up behind one address. */
const SIGN_UPS: ThrottleRule = { windowMs: WINDOW_MS, free: 300, blocked: 'rest of window' };

const VERIFICATION_MAILS: ThrottleRule = { windowMs: WINDOW_MS, free: 5, blocked: 'rest of window' };
const HOUR_MS = 3_600_000;
/** Mails of invitations that an account sends. */
const MAILS_OF_ACCOUNT: ThrottleRule = { windowMs: HOUR_MS, free: 100, blocked: 'rest of window' };
/** Mails of invitations to one address, from one account and from all accounts. */
const MAILS_TO_ADDRESS: ThrottleRule = { windowMs: 24 * HOUR_MS, free: 5, blocked: 'rest of window' };
const MAILS_TO_ADDRESS_OF_ALL: ThrottleRule = { windowMs: 24 * HOUR_MS, free: 20, blocked: 'rest of window' };
/** Mails of invitations that are asked for from one network, whatever the account. */
const MAILS_OF_NETWORK: ThrottleRule = { windowMs: HOUR_MS, free: 300, blocked: 'rest of window' };
/** Single sign-on look-ups of log-in pages: a whole company may share one network. */
const DISCOVERIES: ThrottleRule = { windowMs: WINDOW_MS, free: 1_000, blocked: 'rest of window' };

/** Responses of SAML providers, which are slow to check: a whole company may share one network. */
const SAML_RESPONSES: ThrottleRule = { windowMs: WINDOW_MS, free: 1_000, blocked: 'rest of window' };

/** Samples and repeated deliveries of webhooks of a space. */
const WEBHOOK_SENDS: ThrottleRule = { windowMs: 60_000, free: 60, blocked: 'rest of window' };

/** The keys of an attempt at an e-mail address, whether or not it is known. */
export interface EmailAttempt {
  /** The e-mail address from this network. */
  readonly fromHere: ThrottleKey;
  /** The e-mail address from anywhere. One network alone cannot block it for the others. */
  readonly fromAnywhere: ThrottleKey;
  /** The network, whatever the e-mail address. */
  readonly network: ThrottleKey;
}

/** @param folded the e-mail address in the form used to compare */
export function emailAttempt(scope: string, folded: string, ip: string): EmailAttempt {
  const fromHere = throttleKey(GUESSES, [scope, 'email and network', folded, networkOf(ip)]);
  const fromAnywhere = throttleKey(GUESSES, [scope, 'email', folded], { sharedBy: fromHere });
  return { fromHere, fromAnywhere, network: networkAttempt(scope, ip) };
}

/** The key of a network, whatever is tried. */
export function networkAttempt(scope: string, ip: string): ThrottleKey {
  return throttleKey(OF_NETWORK, [scope, 'network', networkOf(ip)]);
}

/** The keys of a sign-up: all sign-ups, and those with an e-mail address that is known. */
export function signUpAttempt(ip: string): { readonly all: ThrottleKey; readonly known: ThrottleKey } {
  return {
    all: throttleKey(SIGN_UPS, ['signup', 'network', networkOf(ip)]),
    known: throttleKey(OF_NETWORK, ['signup', 'network, known e-mail', networkOf(ip)]),
  };
}

/** The key of a request for another verification mail. */
export function verificationAttempt(userId: string): ThrottleKey {
  return throttleKey(VERIFICATION_MAILS, ['verification', 'user', userId]);
}

/**
 * The keys of a mail that invites somebody, whatever becomes of the invitation.
 * @param by the account, and where the request came from
 */
export function invitationAttempt(folded: string, { accountId, ip }: { accountId: string; ip: string }): ThrottleKey[] {
  const fromHere = throttleKey(MAILS_TO_ADDRESS, ['invitation', 'account and email', accountId, folded]);
  return [
    fromHere,
    throttleKey(MAILS_TO_ADDRESS_OF_ALL, ['invitation', 'email', folded], { sharedBy: fromHere }),
    throttleKey(MAILS_OF_ACCOUNT, ['invitation', 'account', accountId]),
    throttleKey(MAILS_OF_NETWORK, ['invitation', 'network', networkOf(ip)]),
  ];
}

/** The key of an identity provider's attempt to add a user whom its account may not add: they reveal who has an account. */
export function scimAttempt(accountId: string): ThrottleKey {
  return throttleKey(OF_NETWORK, ['scim', 'account, known e-mail', accountId]);
}

/** The keys of a guess at the password of a preview link. */
export function previewLinkAttempt(linkId: string, ip: string): EmailAttempt {
  const scope = 'preview_link';
  const fromHere = throttleKey(GUESSES, [scope, 'link and network', linkId, networkOf(ip)]);
  const fromAnywhere = throttleKey(GUESSES, [scope, 'link', linkId], { sharedBy: fromHere });
  return { fromHere, fromAnywhere, network: networkAttempt(scope, ip) };
}

/** The key of a guess at the current password by someone who is logged in. */
export function passwordChangeAttempt(userId: string): ThrottleKey {
  return throttleKey(GUESSES, ['password_change', 'user', userId]);
}

/** The keys of a guess at a user's second factor, or of an assertion by one of their passkeys. */
export function secondFactorAttempt(userId: string, ip: string): { fromHere: ThrottleKey; fromAnywhere: ThrottleKey } {
  const fromHere = throttleKey(CODES, ['second_factor', 'user and network', userId, networkOf(ip)]);
  return { fromHere, fromAnywhere: throttleKey(GUESSES, ['second_factor', 'user', userId], { sharedBy: fromHere }) };
}

/** The keys of a response of a SAML provider: all that come from a network, and those that were refused in an account. */
export function samlAttempt(
  accountId: string,
  ip: string,
): { readonly all: ThrottleKey; readonly refused: ThrottleKey } {
  return {
    all: throttleKey(SAML_RESPONSES, ['saml', 'network', networkOf(ip)]),
    refused: throttleKey(OF_NETWORK, ['saml', 'account and network, refused', accountId, networkOf(ip)]),
  };
}

/** The key of a single sign-on look-up for an address. */
export function discoveryAttempt(ip: string): ThrottleKey {
  return throttleKey(DISCOVERIES, ['sso_discover', 'network', networkOf(ip)]);
}

/** The key of a sample, or of a delivery that is sent again. */
export function webhookSendAttempt(spaceId: string): ThrottleKey {
  return throttleKey(WEBHOOK_SENDS, ['webhook sends', spaceId]);
}
