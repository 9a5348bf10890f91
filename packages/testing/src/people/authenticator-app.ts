/** An authenticator app: shows codes for the secret of a service, including future codes. */
import { TOTP_STEP_MS, totpCode, totpStep } from '../../../server/src/platform/kit/totp.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export class AuthenticatorApp {
  readonly secret: Buffer;

  /** @param text the secret in base32 */
  constructor(text: string) {
    const bits = [...text].map((sign) => ALPHABET.indexOf(sign).toString(2).padStart(5, '0')).join('');
    this.secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  }

  /** The code at a time. @param steps how many codes later, or earlier */
  code(now = Date.now(), steps = 0): string {
    return totpCode(this.secret, totpStep(now + steps * TOTP_STEP_MS));
  }
}
