/**
 * Rows as lines of PostgreSQL's `COPY` text format. Invariant: a row is written exactly as PostgreSQL writes it when it is
 * copied out again, so that both can be compared byte by byte.
 */

/** A value of the embedded database. */
export type StoredValue = null | number | bigint | string | Uint8Array;

const ESCAPED: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
};
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that COPY escapes.
const TO_ESCAPE = /[\\\u0008\u0009\u000a\u000b\u000c\u000d]/g;

/** The line of a row. */
export function copyLine(values: readonly StoredValue[]): string {
  return `${values.map(copyValue).join('\t')}\n`;
}

function copyValue(value: StoredValue): string {
  if (value === null) return '\\N';
  if (typeof value === 'string') return value.replace(TO_ESCAPE, (character) => ESCAPED[character] ?? character);
  if (value instanceof Uint8Array)
    return `\\\\x${Buffer.from(value.buffer, value.byteOffset, value.length).toString('hex')}`;
  return String(value);
}

/** The `tsvector` value of some tokens, which are separated by spaces. */
export function tokenVector(tokens: string): string {
  return tokens
    .split(' ')
    .map((token) => `'${token.replaceAll(/['\\]/g, '$&$&')}'`)
    .join(' ');
}
