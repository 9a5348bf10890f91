/**
 * Converts one value of a Contentful field to a value of the Lectern field. A value that does not fit its field is left out and
 * noted, so that one damaged value does not cost the whole entry.
 */

import { noteInexactNumbers } from '../exact-json.ts';
import { excerpt } from '../excerpt.ts';
import { isRecord } from '../json-object.ts';
import type { Notes } from '../notes.ts';
import { isoDate, isoDatetime } from './dates.ts';
import { convertRichText } from './rich-text.ts';

/** Maximum characters of a value quoted in a note. */
const CHARACTERS_SHOWN = 80;

/** The context of converting a value. */
export interface ValueContext {
  /** The subject of notes, such as `entry abc, body (en-US)`. */
  readonly about: string;
  readonly notes: Notes;
  /** The Lectern key of a link's target. */
  readonly linkKey: (kind: 'entry' | 'asset', id: string) => string;
}

/** Returns the converted value; undefined, after adding a note, if there is none. Null is never passed in. */
export type ValueConverter = (value: unknown, context: ValueContext) => unknown;

/** Converters by the content of a field. */
export const converters = {
  text: ofKind('text', (value) => typeof value === 'string'),
  integer: ofKind('a whole number', Number.isInteger),
  number: ofKind('a number', Number.isFinite),
  boolean: ofKind('true or false', (value) => typeof value === 'boolean'),
  /** Any JSON: objects, and links to other spaces as they are. */
  json: (value: unknown, context: ValueContext) => {
    noteInexactNumbers(value, context);
    return value;
  },
  date: (value: unknown, context: ValueContext) => isoDate(value) ?? leftOut(value, 'a date', context),
  datetime: (value: unknown, context: ValueContext) => isoDatetime(value) ?? leftOut(value, 'a date', context),
  location,
  richText: (value: unknown, context: ValueContext) =>
    convertRichText(value, context) ?? leftOut(value, 'a rich text document', context),
  link,
} as const satisfies Record<string, ValueConverter>;

/** The converter for a list, given the converter for its items. */
export function listOf(item: ValueConverter): ValueConverter {
  return (value, context) => {
    if (!Array.isArray(value)) return leftOut(value, 'a list', context);
    return value.map((one) => (one === null ? undefined : item(one, context))).filter((one) => one !== undefined);
  };
}

function ofKind(kind: string, test: (value: unknown) => boolean): ValueConverter {
  return (value, context) => (test(value) ? value : leftOut(value, kind, context));
}

function location(value: unknown, context: ValueContext): unknown {
  const lat = isRecord(value) ? value.lat : undefined;
  const lon = isRecord(value) ? (value.lon ?? value.lng) : undefined;
  return typeof lat === 'number' && typeof lon === 'number'
    ? { lat, lon }
    : leftOut(value, 'a place with lat and lon', context);
}

function link(value: unknown, context: ValueContext): unknown {
  const sys = isRecord(value) && isRecord(value.sys) ? value.sys : {};
  const kind = sys.linkType === 'Entry' ? 'entry' : sys.linkType === 'Asset' ? 'asset' : undefined;
  const id = sys.id;
  if (kind === undefined || typeof id !== 'string' || id === '') return leftOut(value, 'a link', context);
  return { type: kind, id: context.linkKey(kind, id) };
}

function leftOut(value: unknown, expected: string, context: ValueContext): undefined {
  const shown = excerpt(JSON.stringify(value) ?? '', CHARACTERS_SHOWN);
  context.notes.add('left_out', context.about, `The value is not ${expected} and was left out: ${shown}.`);
  return undefined;
}
