/**
 * `as_of`: the moment that a request reads, a revision or a time. It is read separately from the rest of the query string, because the
 * rest is only valid by the model of then.
 */
import { momentTime } from '../../../../contract/src/moments.ts';
import type { Revisions } from '../../../../contract/src/violations.ts';
import { invalid } from '../../platform/errors/domain-error.ts';
import { parameterIn } from './parameters.ts';
import { AS_OF } from './query-reading.ts';

/** A moment: a revision, or a time in milliseconds. */
export type AsOf = { readonly revision: number } | { readonly time: number };

/**
 * The moment that a query string names; undefined if it names none.
 * @throws `validation_failed` if it cannot be read
 */
export function asOfIn(search: string): AsOf | undefined {
  const given = parameterIn(search, AS_OF);
  return given === undefined ? undefined : momentOf(given);
}

/**
 * The moment that a text names.
 * @throws `validation_failed` if it cannot be read
 */
export function momentOf(given: string): AsOf {
  if (/^\d{1,15}$/.test(given)) return { revision: Number(given) };
  const time = momentTime(given);
  if (time !== undefined) return { time };
  throw notOf('Give a revision such as 812, or a time in ISO 8601 such as 2026-11-01T09:00:00Z.');
}

/** Says that a moment cannot be read. */
export function notOf(message: string, params: Revisions = {}) {
  return invalid(`query.${AS_OF}`, 'as_of', message, params);
}
