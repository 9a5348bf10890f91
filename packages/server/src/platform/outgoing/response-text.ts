/**
 * What is kept of a response for a log: its beginning, if it is text. Control characters are escaped, so that a
 * stranger's bytes can do no harm in a terminal or database.
 */

/** Bytes of UTF-8, and so at most as many characters. */
export const KEPT_BYTES_MAX = 1_024;

const TEXT_TYPES = /^(text\/|application\/([\w.-]+\+)?(json|xml)\b|application\/(javascript|x-www-form-urlencoded)\b)/i;
const HARMLESS = new Set(['\n', '\t']);

/**
 * The beginning of a response as text; '' if it is compressed or says that it is not text.
 * @param bytes the first bytes; only `KEPT_BYTES_MAX` of them count
 */
export function responseText(
  bytes: Uint8Array,
  headers: { readonly type: string | undefined; readonly encoding: string | undefined },
): string {
  const encoding = headers.encoding?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity' || (headers.type !== undefined && !TEXT_TYPES.test(headers.type.trim()))) return '';
  // A character cut in two at the end is left out: the decoder waits for the rest of it.
  const text = new TextDecoder().decode(bytes.subarray(0, KEPT_BYTES_MAX), { stream: true });
  return cutToBytes(text.replace(/[\p{Cc}\u2028\u2029]/gu, written), KEPT_BYTES_MAX);
}

function written(character: string): string {
  if (HARMLESS.has(character)) return character;
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function cutToBytes(text: string, bytesMax: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= bytesMax) return text;
  return new TextDecoder().decode(bytes.subarray(0, bytesMax), { stream: true });
}
