/** Base32 (RFC 4648) without padding: how authenticator apps take a secret. */

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const BITS_PER_BYTE = 8;
const BITS_PER_CHARACTER = 5;

export function base32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = ((held << BITS_PER_BYTE) | byte) & 0xffff;
    bits += BITS_PER_BYTE;
    for (; bits >= BITS_PER_CHARACTER; bits -= BITS_PER_CHARACTER)
      text += ALPHABET.charAt((held >> (bits - BITS_PER_CHARACTER)) & 31);
  }
  return bits === 0 ? text : text + ALPHABET.charAt((held << (BITS_PER_CHARACTER - bits)) & 31);
}
