/**
 * Opaque ids: a type prefix and 26 characters, of which 10 carry the time in milliseconds and 16 are random, so that
 * ids made later sort later (the layout of ULID, https://github.com/ulid/spec, in lower case).
 */
import { randomBytes, randomInt } from 'node:crypto';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_CHARACTERS = 10;
const RANDOM_CHARACTERS = 16;
const RANDOM_POOL_BYTES = 4096;

let pool = Buffer.alloc(0);
let poolOffset = 0;
/** Many ids are made within one millisecond. */
let lastTime = { at: Number.NaN, text: '' };

/** A new id such as `spc_01kb…`. */
export function newId(prefix: string, now: number = Date.now()): string {
  return `${prefix}_${timeOrderedKey(now)}`;
}

/** A new id with the prefix and the time of another, so that both sort alike. */
export function newIdLike(id: string): string {
  return id.slice(0, -RANDOM_CHARACTERS) + randomCharacters(RANDOM_CHARACTERS);
}

/** 26 characters, random and ordered by time: the body of ids, and the key of an entry without one. */
export function timeOrderedKey(now: number = Date.now()): string {
  if (now !== lastTime.at) lastTime = { at: now, text: timeText(now) };
  return lastTime.text + randomCharacters(RANDOM_CHARACTERS);
}

/** The text that all ids made from that time on sort after, and none made before it. @param at milliseconds */
export function firstIdAt(prefix: string, at: number): string {
  return `${prefix}_${timeText(Math.max(at, 0))}`;
}

/** The time that an id was made with, in milliseconds; undefined for what is no id. */
export function timeOfId(id: string): number | undefined {
  const text = id.slice(-TIME_CHARACTERS - RANDOM_CHARACTERS, -RANDOM_CHARACTERS);
  const digits = Array.from(text, (character) => ALPHABET.indexOf(character));
  if (digits.length < TIME_CHARACTERS || digits.includes(-1)) return undefined;
  return digits.reduce((time, digit) => time * ALPHABET.length + digit, 0);
}

function timeText(now: number): string {
  let text = '';
  let rest = now;
  for (let i = 0; i < TIME_CHARACTERS; i++) {
    text = ALPHABET.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

/** `length` random characters of `[a-z0-9]`. */
export function randomCode(length: number): string {
  const characters = 'abcdefghijklmnopqrstuvwxyz0123456789';
  let code = '';
  for (let i = 0; i < length; i++) code += characters.charAt(randomInt(characters.length));
  return code;
}

function randomCharacters(count: number): string {
  if (poolOffset + count > pool.length) {
    pool = randomBytes(RANDOM_POOL_BYTES);
    poolOffset = 0;
  }
  let text = '';
  for (let i = 0; i < count; i++) text += ALPHABET.charAt((pool[poolOffset + i] ?? 0) & 31);
  poolOffset += count;
  return text;
}
