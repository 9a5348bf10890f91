/**
 * What is kept of a response for a log: its beginning, if it is text. Control characters are escaped, so that a
 * stranger's bytes can do no harm in a terminal or database.
 */

/** Bytes of UTF-8, and so at most as many characters. */
export const KEPT_BYTES_MAX = 1_024;

/** Of names and values together. */
const HEADER_BYTES_KEPT_MAX = 2_048;
/** Names of cookies, whose values are secrets of the receiver. */
const SECRET_HEADERS: ReadonlySet<string> = new Set(['set-cookie', 'set-cookie2']);

const TEXT_TYPES = /^(text\/|application\/([\w.-]+\+)?(json|xml)\b|application\/(javascript|x-www-form-urlencoded)\b)/i;
const CONTROLS = /[\p{Cc}\u2028\u2029]/gu;
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
  return cutToBytes(text.replace(CONTROLS, written), KEPT_BYTES_MAX);
}

/** What is kept of the headers of a response: the first of them, without cookies. */
export function keptHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const kept: Record<string, string> = {};
  let bytes = 0;
  for (const [name, given] of Object.entries(headers)) {
    if (given === undefined || SECRET_HEADERS.has(name.toLowerCase())) continue;
    const value = [given].flat().join(', ').replace(CONTROLS, written);
    bytes += Buffer.byteLength(name) + Buffer.byteLength(value);
    if (bytes > HEADER_BYTES_KEPT_MAX) break;
    kept[name] = value;
  }
  return kept;
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
