/**
 * Contentful has one kind of date field; Lectern has separate types for dates and for dates with a time. The values in the file
 * determine which one a field becomes.
 */

import { dayTime, momentTime } from '../../../contract/src/moments.ts';
import type { Notes } from '../notes.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** The offset at the end of a time; text without it has none. */
const OFFSET = /(?:Z|[+-]\d{2}:?\d{2})$/i;
const UTC_OFFSET = /(?:Z|[+-]00:?00)$/i;

/** The known facts about a date field. */
export interface DateField {
  readonly about: string;
  /** All values of the field in the file, whatever their locale. */
  readonly values: readonly unknown[];
  /** The format in its editor, if the file has it; `dateonly` is a date. */
  readonly format: unknown;
  readonly notes: Notes;
}

/** The type of a date field: a date if all values are dates, or if there are no values and its editor shows dates. */
export function dateType(field: DateField): 'date' | 'datetime' {
  const texts = field.values.filter((value): value is string => typeof value === 'string');
  const days = texts.filter((text) => DAY.test(text));
  if (texts.length === 0) return field.format === 'dateonly' ? 'date' : 'datetime';
  if (days.length === texts.length) return 'date';
  noteTimes(field, texts, days.length);
  return 'datetime';
}

/** A date unchanged; undefined if the value is not a date. */
export function isoDate(value: unknown): string | undefined {
  return typeof value === 'string' && dayTime(value) !== undefined ? value : undefined;
}

/** A time in UTC. A date is its first moment; a time without an offset is read as UTC. */
export function isoDatetime(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const at = dayTime(value) ?? momentTime(hasOffset(value) ? value : `${value}Z`);
  return at === undefined ? undefined : new Date(at).toISOString();
}

function hasOffset(time: string): boolean {
  return OFFSET.test(time);
}

function noteTimes(field: DateField, texts: readonly string[], days: number): void {
  const times = texts.filter((text) => !DAY.test(text));
  if (days > 0)
    field.notes.add('changed', field.about, 'Some values are days without a time; they became midnight UTC.');
  if (!times.every(hasOffset))
    field.notes.add('changed', field.about, 'Some times have no offset; they were taken for UTC.');
  if (times.some((text) => hasOffset(text) && !UTC_OFFSET.test(text))) {
    field.notes.add(
      'changed',
      field.about,
      'Times are kept in UTC here; the moment is the same, the offset it was written with is not kept.',
    );
  }
}
