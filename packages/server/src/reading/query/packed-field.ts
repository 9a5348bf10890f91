/**
 * Takes the values of one field out of the values of many entries, as texts of JSON, without parsing the rest of them:
 * a column costs a third so. It rests on what JSON guarantees: inside a string every quotation mark stands behind a
 * backslash, so that `"7":{` can only be the key 7, and on index values being objects of objects of flat values.
 */
import type { StoredValue } from './index-row.ts';
import type { PackedValues } from './packed-rows.ts';

const END = '},"';
/** What stands behind the closing quotation mark of a string; never at the beginning of a key. */
const BEHIND_STRING = new Set([',', '}', ']']);
const NOTHING = 'null';

/** Locale number → value. */
export type OwnValues = Readonly<Record<string, StoredValue>>;

/**
 * The values of one field of each of the entries, in their order; null where an entry has none.
 * @param field the key that the field has in index values
 */
export function valuesOfField({ text, separator, ids }: PackedValues, field: string): (OwnValues | null)[] {
  const mark = `"${field}":{`;
  const parts: string[] = [];
  let found = text.indexOf(mark);
  for (let start = 0; parts.length < ids.length; ) {
    const next = text.indexOf(separator, start);
    const end = next < 0 ? text.length : next;
    if (found >= 0 && found < end) {
      parts.push(objectAtStart(text.slice(found + mark.length - 1, end)));
      found = text.indexOf(mark, end);
    } else parts.push(NOTHING);
    start = end + separator.length;
  }
  return JSON.parse(`[${parts.join(',')}]`) as (OwnValues | null)[];
}

/** The object with which the rest of a larger one begins. */
function objectAtStart(rest: string): string {
  for (let at = rest.indexOf(END); at >= 0; at = rest.indexOf(END, at + 1)) {
    if (!BEHIND_STRING.has(rest[at + END.length] ?? '')) return rest.slice(0, at + 1);
  }
  return rest.slice(0, -1);
}
