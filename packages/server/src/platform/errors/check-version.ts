/** Optimistic locking: who saves says which version was read. */
import { DomainError } from './domain-error.ts';

/**
 * Refuses where somebody saved in between.
 * @param expected the version that the caller read; undefined where it does not care
 * @throws `version_conflict` with both versions
 */
export function checkVersion(expected: number | undefined, actual: number): void {
  if (expected === undefined || expected === actual) return;
  throw new DomainError(
    'version_conflict',
    `The version is ${actual}, not ${expected}; read it again and repeat the change on it.`,
    {
      expected,
      actual,
    },
  );
}
