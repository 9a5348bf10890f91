/** Keeps values out of logs, however they get there: serialised as JSON or printed for people. */
import { inspect } from 'node:util';

/** Freezes `values` so that logs and `JSON.stringify` show `shown` in their place; reading them stays the same. */
export function redacted<T extends object>(values: T, shown: unknown): Readonly<T> {
  Object.defineProperty(values, 'toJSON', { value: () => shown });
  Object.defineProperty(values, inspect.custom, { value: () => shown });
  return Object.freeze(values);
}
