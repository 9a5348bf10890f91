/** Keys for entries that are made here. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_CHARACTERS = 10;
const RANDOM_CHARACTERS = 16;

/** 26 characters, random and ordered by time, as the server makes them (the layout of ULID, in lower case). */
export function newKey(now: number = Date.now()): string {
  let time = '';
  for (let rest = now; time.length < TIME_CHARACTERS; rest = Math.floor(rest / 32))
    time = ALPHABET.charAt(rest % 32) + time;
  const random = crypto.getRandomValues(new Uint8Array(RANDOM_CHARACTERS));
  return time + Array.from(random, (byte) => ALPHABET.charAt(byte & 31)).join('');
}
