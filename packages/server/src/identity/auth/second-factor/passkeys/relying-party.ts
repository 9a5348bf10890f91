/**
 * The service as a relying party of Web Authentication: it builds the options for authenticators, and verifies their responses.
 * Passkeys belong to the host of the public URL, and only pages of its origin can use them.
 */
import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { DomainError } from '../../../../platform/errors/domain-error.ts';
import type { PasskeyRow, UserRow } from '../../tables.ts';
import type { Assertion, Registration } from './schema.ts';

const NAME = 'Lectern';
const CHALLENGE_BYTES = 32;
/** How long a browser waits for the person. */
const TIMEOUT_MS = 5 * 60_000;
/** COSE algorithm numbers: Ed25519, ECDSA with P-256, RSA. */
const ALGORITHMS = [-8, -7, -257];
const LOOPBACK = ['127.0.0.1', '[::1]'];

/** Whether the authenticator has to verify the person, by PIN or fingerprint. */
export type Verification = 'required' | 'preferred';

/** A registered credential, as it is stored. */
export type NewCredential = Pick<PasskeyRow, 'credential_id' | 'public_key' | 'counter' | 'transports' | 'backed_up'>;

export class RelyingParty {
  readonly #address: { readonly url: string };

  /** @param address the URL of the service for clients */
  constructor(address: { readonly url: string }) {
    this.#address = address;
  }

  /** Whether browsers can use passkeys with this public URL. */
  get isPossible(): boolean {
    const { protocol, hostname } = this.#url;
    if (isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0) return false;
    return protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost');
  }

  /** @throws `conflict` if browsers cannot use passkeys with this public URL */
  requirePossible(): void {
    if (this.isPossible) return;
    throw new DomainError(
      'conflict',
      'Passkeys need a public URL with https and a domain name, or with localhost; ask the operator to set LECTERN_PUBLIC_URL.',
    );
  }

  /** A new challenge, used in options and to verify the response to them. */
  newChallenge(): string {
    return randomBytes(CHALLENGE_BYTES).toString('base64url');
  }

  /** Options to create a passkey for a user who already has these. */
  creationOptions(challenge: string, user: UserRow, passkeys: readonly PasskeyRow[]): object {
    return {
      challenge,
      rp: { name: NAME, id: this.#id },
      user: { id: handleOf(user.id), name: user.email, displayName: user.name },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
      timeout: TIMEOUT_MS,
      attestation: 'none',
      excludeCredentials: descriptors(passkeys),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    };
  }

  /** Options to use one of these passkeys; if there are none, any that the browser finds. */
  requestOptions(challenge: string, passkeys: readonly PasskeyRow[], userVerification: Verification): object {
    return {
      challenge,
      rpId: this.#id,
      timeout: TIMEOUT_MS,
      userVerification,
      allowCredentials: descriptors(passkeys),
    };
  }

  /** The credential created for that challenge; undefined if it is not valid. */
  async registered(challenge: string, credential: Registration): Promise<NewCredential | undefined> {
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...credential, clientExtensionResults: {} } as never,
      expectedChallenge: challenge,
      expectedOrigin: this.#origin,
      expectedRPID: this.#id,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    }).catch(() => ({ verified: false as const, registrationInfo: undefined }));
    if (!verified || registrationInfo === undefined) return undefined;
    return {
      credential_id: registrationInfo.credential.id,
      public_key: registrationInfo.credential.publicKey,
      counter: registrationInfo.credential.counter,
      transports: JSON.stringify(credential.response.transports ?? []),
      backed_up: registrationInfo.credentialBackedUp ? 1 : 0,
    };
  }

  /** The signed response of an authenticator; undefined if this passkey did not sign it for this challenge. */
  async asserted(
    challenge: string,
    { passkey, assertion }: { passkey: PasskeyRow; assertion: Assertion },
    verification: Verification,
  ): Promise<{ counter: number; backedUp: boolean } | undefined> {
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...assertion, clientExtensionResults: {} } as never,
      expectedChallenge: challenge,
      expectedOrigin: this.#origin,
      expectedRPID: this.#id,
      requireUserVerification: verification === 'required',
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.counter,
      },
    }).catch(() => ({ verified: false, authenticationInfo: undefined }));
    const handle = assertion.response.userHandle ?? undefined;
    const isOwners = handle === undefined ? verification !== 'required' : handle === handleOf(passkey.user_id);
    if (!verified || authenticationInfo === undefined || !isOwners) return undefined;
    return { counter: authenticationInfo.newCounter, backedUp: authenticationInfo.credentialBackedUp };
  }

  get #id(): string {
    return this.#url.hostname;
  }

  get #origin(): string {
    return this.#url.origin;
  }

  /** Passkeys cannot be used with a loopback IP address, but can with the name `localhost`. */
  get #url(): URL {
    const url = new URL(this.#address.url);
    if (LOOPBACK.includes(url.hostname)) url.hostname = 'localhost';
    return url;
  }
}

/** The user handle by which an authenticator knows a user. */
function handleOf(userId: string): string {
  return Buffer.from(userId).toString('base64url');
}

function descriptors(passkeys: readonly PasskeyRow[]): object[] {
  return passkeys.map(({ credential_id: id, transports }) => ({
    type: 'public-key',
    id,
    transports: JSON.parse(transports) as string[],
  }));
}
