/** Whether a file is text, and its encoding: UTF-8, UTF-16 with a byte order mark, or an older one-byte encoding. */

const MARKS = [
  { bytes: Buffer.from([0xef, 0xbb, 0xbf]), encoding: 'utf-8' },
  { bytes: Buffer.from([0xff, 0xfe]), encoding: 'utf-16le' },
  { bytes: Buffer.from([0xfe, 0xff]), encoding: 'utf-16be' },
] as const;
const SPACE = 0x20;
const DELETE = 0x7f;
/** Tab, line feed, form feed, carriage return, and the escape that switches between some character sets. */
const CONTROLS_IN_TEXT = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1b]);

/**
 * The text at the beginning of a file; null if it is not text.
 * @param prefix the beginning of the file, which may end in the middle of a character
 */
export function textOf(prefix: Buffer): string | null {
  // Unless the text is UTF-16, control characters are single bytes, so most binary files need not be decoded.
  if (!markedEncoding(prefix)?.startsWith('utf-16') && prefix.some(isNoText)) return null;
  const text = decoded(prefix);
  for (let index = 0; index < text.length; index += 1) if (isNoText(text.charCodeAt(index))) return null;
  return text;
}

/** The encoding of the byte order mark at the beginning of a file; null if there is none. */
export function markedEncoding(prefix: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' | null {
  return MARKS.find(({ bytes }) => prefix.subarray(0, bytes.length).equals(bytes))?.encoding ?? null;
}

function isNoText(code: number): boolean {
  return (code < SPACE && !CONTROLS_IN_TEXT.has(code)) || code === DELETE;
}

function decoded(prefix: Buffer): string {
  try {
    return new TextDecoder(markedEncoding(prefix) ?? 'utf-8', { fatal: true }).decode(prefix, { stream: true });
  } catch {
    return new TextDecoder('windows-1252').decode(prefix);
  }
}
