/**
 * What a name cannot contain: characters that end a line or control a terminal. They would forge lines of a log or a
 * mail, and nobody sees them.
 */

/** Source of a regular expression (with the flag `u`) that names match. */
export const NAME_PATTERN = '^[^\\p{Cc}\\p{Zl}\\p{Zp}]*$';
/** What to do about a name that does not match. */
export const NAME_ADVICE = 'Names cannot contain line breaks or other control characters; remove them.';

const NAME = new RegExp(NAME_PATTERN, 'u');

/** Whether a text has a character that a name cannot contain. */
export function hasControlCharacters(text: string): boolean {
  return !NAME.test(text);
}
