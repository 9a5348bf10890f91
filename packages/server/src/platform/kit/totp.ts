/**
 * One-time codes by time (RFC 6238), as every authenticator app makes them: HMAC-SHA-1, six digits, a new code every 30
 * seconds. Whoever checks a code keeps the step that it was made for, so that no code works twice.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { base32 } from './base32.ts';

export const TOTP_STEP_MS = 30_000;
const DIGITS = 6;
/** As long as the digest, as RFC 4226 recommends. */
const SECRET_BYTES = 20;
const COUNTER_BYTES = 8;
/** How far the clock of a phone may be off. */
const STEPS_OFF_MAX = 1;

/** A new random secret. */
export function newTotpSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** The number of the step that a time, in milliseconds since the epoch, falls into. */
export function totpStep(now: number): number {
  return Math.floor(now / TOTP_STEP_MS);
}

/** The code of a step. */
export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(COUNTER_BYTES);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 0xf;
  const number = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/**
 * The step of a code that is valid at a time, one step early or late included.
 * @param last the step of the last code that was used; codes up to it are refused, unless it is one that is still to come, of a
 *   clock that was ahead: codes that were used have to be kept in mind beside it
 */
export function stepOfCode(secret: Uint8Array, code: string, now: number, last = -1): number | undefined {
  const current = totpStep(now);
  const after = last > current + STEPS_OFF_MAX ? -1 : last;
  for (let step = current - STEPS_OFF_MAX; step <= current + STEPS_OFF_MAX; step++) {
    if (step > after && isSame(totpCode(secret, step), code)) return step;
  }
  return undefined;
}

/** The URL that an authenticator app reads from a QR code (the key URI format of Google Authenticator). */
export function otpauthUrl(secret: Uint8Array, { issuer, name }: { issuer: string; name: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(name)}`;
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`;
}

function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
