/** What a change of a content type does beside what was asked for, told in `warnings` of its response. */
import { type Violation, violation } from '../../../../contract/src/violations.ts';
import { quoted } from '../../platform/kit/suggestion.ts';
import type { Field } from '../fields/field.ts';
import type { ContentType } from './content-type.ts';
import type { RuleCount } from './stored-content.ts';

/** The fields that a change made required. */
export function newlyRequired(before: ContentType, after: ContentType): Field[] {
  const were = new Set(before.fields.filter(({ required }) => required).map(({ number }) => number));
  return after.fields.filter(({ required, number }) => required && !were.has(number));
}

/** Warns of each field that took its id from the former ids of another one: whoever still reads that id gets other values. */
export function takeoverWarnings(before: ContentType, after: ContentType): Violation[] {
  return after.fields.flatMap(({ id, number }, index) => {
    const former = before.fields.find((other) => other.number !== number && other.former_ids?.includes(id) === true);
    const owner = after.fields.find((field) => field.number === former?.number);
    if (owner === undefined) return [];
    const message = `Give the field another id if sites still read ${quoted(owner.id)} as ${quoted(id)}; they get this field from now on.`;
    return [violation(`fields.${index}.id`, 'former_id', message)];
  });
}

/** Warns of the required fields in which entries have no value. @param counts by number of the field */
export function missingWarnings(type: ContentType, counts: ReadonlyMap<number, readonly RuleCount[]>): Violation[] {
  return type.fields.flatMap(({ id, number }, index) => {
    const count = counts.get(number)?.find(({ rule }) => rule === 'required');
    if (count === undefined) return [];
    const { entries, published } = count;
    const where = entries === 1 ? 'the entry that has none' : `the ${entries} entries that have none`;
    const shown =
      published === 0 ? '' : `; ${published} published without one ${published === 1 ? 'stays' : 'stay'} as before`;
    const message = `Give a value for ${quoted(id)} in ${where} before the next publish${shown}.`;
    return [violation(`fields.${index}.required`, 'required', message, { entries, published })];
  });
}
