/**
 * Converts the pattern of another system's rule, which runs in JavaScript, to RE2 syntax, which runs in linear time. Only the
 * notation changes. RE2's own compiler later rejects what it does not support (look-around, back references).
 */

/** A JavaScript pattern with its flags. */
export interface SourcePattern {
  readonly pattern: string;
  readonly flags: string;
}

/** Flags with the same meaning here; `g`, `u` and `y` do not change whether a text matches. */
const CARRIED_FLAGS = ['i', 'm', 's'];

/** The pattern in RE2 syntax. */
export function toRe2({ pattern, flags }: SourcePattern): string {
  const carried = CARRIED_FLAGS.filter((flag) => flags.includes(flag)).join('');
  const body = pattern.replaceAll(/\\(?:u\{([0-9A-Fa-f]+)\}|u([0-9A-Fa-f]{4})|(.))/gsu, rewriteEscape);
  return carried === '' ? body : `(?${carried})${body}`;
}

/** `\uXXXX` becomes `\x{XXXX}`. An escaped plain character that RE2 does not know as an escape becomes the character itself. */
function rewriteEscape(
  whole: string,
  braced: string | undefined,
  four: string | undefined,
  other: string | undefined,
): string {
  const code = braced ?? four;
  if (code !== undefined) return `\\x{${code}}`;
  if (other === '/' || other === '_') return other;
  return whole;
}
