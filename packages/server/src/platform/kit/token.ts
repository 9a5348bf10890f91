/**
 * Opaque tokens: a prefix, 43 characters for 32 bytes, 6 check characters (CRC32 of all before them), in base62. The
 * check detects typos and made-up tokens before any lookup. Only hashes are stored.
 */
import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = BigInt(ALPHABET.length);
const SECRET_BYTES = 32;
const SECRET_CHARACTERS = 43;
const CHECK_CHARACTERS = 6;
const BODY_SHAPE = /^[0-9A-Za-z]{49}$/;

/** A new random token with that prefix. */
export function newToken(prefix: string): string {
  return tokenOf(prefix, randomBytes(SECRET_BYTES));
}

/** The token for 32 bytes. */
export function tokenOf(prefix: string, bytes: Uint8Array): string {
  if (bytes.length !== SECRET_BYTES) throw new Error(`A token encodes ${SECRET_BYTES} bytes.`);
  const body = prefix + base62(BigInt(`0x${Buffer.from(bytes).toString('hex')}`), SECRET_CHARACTERS);
  return body + checkOf(body);
}

/** Whether a text is a valid token with that prefix. */
export function isToken(text: string, prefix: string): boolean {
  if (!text.startsWith(prefix) || !BODY_SHAPE.test(text.slice(prefix.length))) return false;
  return text.endsWith(checkOf(text.slice(0, -CHECK_CHARACTERS)));
}

/** The 32 bytes of a token; undefined if the text is not a token with that prefix. */
export function tokenBytes(text: string, prefix: string): Buffer | undefined {
  if (!isToken(text, prefix)) return undefined;
  let number = 0n;
  for (const character of text.slice(prefix.length, -CHECK_CHARACTERS)) {
    number = number * BASE + BigInt(ALPHABET.indexOf(character));
  }
  const hex = number.toString(16).padStart(SECRET_BYTES * 2, '0');
  return hex.length === SECRET_BYTES * 2 ? Buffer.from(hex, 'hex') : undefined;
}

/** What is stored of a token: its SHA-256. A plain hash is enough for 256 random bits. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

function checkOf(body: string): string {
  return base62(BigInt(crc32(body)), CHECK_CHARACTERS);
}

function base62(number: bigint, length: number): string {
  let text = '';
  for (let rest = number; text.length < length; rest /= BASE) text = ALPHABET.charAt(Number(rest % BASE)) + text;
  return text;
}
