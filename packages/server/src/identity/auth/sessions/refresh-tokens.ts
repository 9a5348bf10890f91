/**
 * Refresh tokens: 8 bytes shared by all tokens of a session, its family, and 24 bytes that change with each token. The successor
 * of a token is derived from it under a key of the installation, so that repeated requests get the same one although only hashes
 * are stored. The family distinguishes a spent token, however old, from one that never existed.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { deriveKey } from '../../../platform/kit/sealed-box.ts';
import { tokenBytes, tokenOf } from '../../../platform/kit/token.ts';
import { REFRESH_PREFIX } from '../../actors/token-kinds.ts';

const FAMILY_BYTES = 8;
const SECRET_BYTES = 24;

export class RefreshTokens {
  readonly #key: Buffer;

  constructor(secret: string) {
    this.#key = deriveKey(secret, 'refresh-token');
  }

  /** The first token of a new family. */
  first(): string {
    return tokenOf(REFRESH_PREFIX, randomBytes(FAMILY_BYTES + SECRET_BYTES));
  }

  /** The family of a token; undefined if the text is not a refresh token. */
  familyOf(token: string): string | undefined {
    return tokenBytes(token, REFRESH_PREFIX)?.subarray(0, FAMILY_BYTES).toString('base64url');
  }

  /** The successor of a token, always the same. */
  successorOf(token: string): string {
    const family = tokenBytes(token, REFRESH_PREFIX)?.subarray(0, FAMILY_BYTES);
    if (family === undefined) throw new Error('Only refresh tokens have a successor.');
    const secret = createHmac('sha256', this.#key).update(token).digest().subarray(0, SECRET_BYTES);
    return tokenOf(REFRESH_PREFIX, Buffer.concat([family, secret]));
  }
}
