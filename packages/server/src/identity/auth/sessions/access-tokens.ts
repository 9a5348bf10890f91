/**
 * Access tokens: JWTs valid for a quarter of an hour, signed with Ed25519 by a key derived from the installation's secret. There
 * is one algorithm and one key, and neither is ever taken from the token. A valid token proves who sent it; whether the session
 * still exists is looked up on every request.
 */
import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import type { Clock } from '../../../platform/kit/clock.ts';
import { deriveKey } from '../../../platform/kit/sealed-box.ts';

/** Lifetime of an access token, in seconds. */
export const ACCESS_TOKEN_LIFE_S = 900;

const ALGORITHM = 'EdDSA';
const TYPE = 'at+jwt';
const ISSUER = 'lectern';
const AUDIENCE = 'lectern-management';
/** Prefix of a 32-byte Ed25519 key in PKCS #8 (RFC 8410). */
const PKCS8_HEADER = Buffer.from('302e020100300506032b657004220420', 'hex');
const KEY_ID_CHARACTERS = 16;
const TOKEN_LENGTH_MAX = 2_048;
const VERIFIED_KEPT = 5_000;

/** The claims of an access token. */
export interface AccessClaims {
  readonly userId: string;
  readonly accountId: string;
  readonly sessionId: string;
}

interface Verified {
  readonly claims: AccessClaims;
  readonly expiresAt: number;
}

export class AccessTokens {
  readonly #clock: Clock;
  readonly #privateKey: KeyObject;
  readonly #publicKey: KeyObject;
  readonly #keyId: string;
  readonly #verified = new Map<string, Verified>();

  constructor(parts: { secret: string; clock: Clock }) {
    this.#clock = parts.clock;
    const seed = deriveKey(parts.secret, 'access-token');
    this.#privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_HEADER, seed]), format: 'der', type: 'pkcs8' });
    this.#publicKey = createPublicKey(this.#privateKey);
    const exported = this.#publicKey.export({ format: 'der', type: 'spki' });
    this.#keyId = createHash('sha256').update(exported).digest('base64url').slice(0, KEY_ID_CHARACTERS);
  }

  /** @param notAfter latest expiry, in milliseconds since the epoch */
  async issue(claims: AccessClaims, notAfter: number): Promise<{ token: string; expiresInSeconds: number }> {
    const now = Math.floor(this.#clock() / 1000);
    const expiresAt = Math.min(now + ACCESS_TOKEN_LIFE_S, Math.floor(notAfter / 1000));
    const token = await new SignJWT({ acc: claims.accountId, sid: claims.sessionId })
      .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid: this.#keyId })
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setSubject(claims.userId)
      .setIssuedAt(now)
      .setExpirationTime(expiresAt)
      .sign(this.#privateKey);
    return { token, expiresInSeconds: expiresAt - now };
  }

  /** The claims of a token; undefined if it is foreign, altered or expired. */
  async verify(token: string): Promise<AccessClaims | undefined> {
    const known = this.#verified.get(token) ?? (await this.#check(token));
    if (known === undefined) return undefined;
    if (known.expiresAt > this.#clock()) return known.claims;
    this.#verified.delete(token);
    return undefined;
  }

  async #check(token: string): Promise<Verified | undefined> {
    if (token.length > TOKEN_LENGTH_MAX) return undefined;
    try {
      const { payload, protectedHeader } = await jwtVerify(token, this.#publicKey, {
        algorithms: [ALGORITHM],
        typ: TYPE,
        issuer: ISSUER,
        audience: AUDIENCE,
        currentDate: new Date(this.#clock()),
        requiredClaims: ['sub', 'acc', 'sid', 'exp', 'iat'],
      });
      if (protectedHeader.kid !== this.#keyId) return undefined;
      const { sub, acc, sid, exp = 0 } = payload;
      if (typeof sub !== 'string' || typeof acc !== 'string' || typeof sid !== 'string') return undefined;
      const verified = { claims: { userId: sub, accountId: acc, sessionId: sid }, expiresAt: exp * 1000 };
      this.#keep(token, verified);
      return verified;
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined;
      throw error;
    }
  }

  #keep(token: string, verified: Verified): void {
    if (this.#verified.size >= VERIFIED_KEPT) this.#verified.clear();
    this.#verified.set(token, verified);
  }
}
