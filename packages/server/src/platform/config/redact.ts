/** Keeps values out of logs, whether they are serialised as JSON or printed for people. */
import { inspect } from 'node:util';

/** Freezes `values` so that logs and `JSON.stringify` show `shown` instead; reading properties works as usual. */
export function redacted<T extends object>(values: T, shown: unknown): Readonly<T> {
  Object.defineProperty(values, 'toJSON', { value: () => shown });
  Object.defineProperty(values, inspect.custom, { value: () => shown });
  return Object.freeze(values);
}
