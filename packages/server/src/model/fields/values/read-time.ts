/** Times that records bring. */
import { momentTime } from '../../../../../contract/src/moments.ts';
import type { Violation } from '../../../../../contract/src/violations.ts';

/** The time in a record, in milliseconds since the epoch; undefined if there is none, or it is no time, which is noted. */
export function readTime(value: unknown, path: string, violations: Violation[]): number | undefined {
  if (value === undefined) return undefined;
  const at = typeof value === 'string' ? momentTime(value) : undefined;
  if (at === undefined)
    violations.push({ path, rule: 'format', message: 'Use a time in ISO 8601 with an offset or Z.' });
  return at;
}
