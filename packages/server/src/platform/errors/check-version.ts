/** Optimistic locking: a save names the version that was read. */
import { DomainError } from './domain-error.ts';

/**
 * Throws if someone else saved in the meantime.
 * @param expected the version that the caller read; undefined to skip the check
 * @throws `version_conflict` with both versions
 */
export function checkVersion(expected: number | undefined, actual: number): void {
  if (expected === undefined || expected === actual) return;
  throw new DomainError(
    'version_conflict',
    `The version is ${actual}, not ${expected}; read the resource again and repeat the change.`,
    {
      expected,
      actual,
    },
  );
}
