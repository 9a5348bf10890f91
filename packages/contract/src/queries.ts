/** What the query strings of reads may ask for, and how they are written: of the service, and of copies of its content. */

export const LIMIT_DEFAULT = 100;
export const LIMIT_MAX = 1_000;
export const SKIP_MAX = 100_000;
/** Levels of links that are resolved. */
export const INCLUDE_DEFAULT = 1;
export const INCLUDE_MAX = 3;

/** A media type, or all of a kind: `image/png`, `image/*`. */
export const ASKED_MEDIA_TYPE = /^[\w.+-]{1,127}\/(?:\*|[\w.+-]{1,127})$/;

/** Splits a list at its commas; `\,` is a comma within an item, and any other backslash just a backslash. */
export function splitList(text: string): string[] {
  return text.split(/(?<!\\),/).map((item) => item.replaceAll('\\,', ','));
}
