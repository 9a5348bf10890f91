/**
 * Validates the properties of a key in requests and turns them into stored values. Each error names the place in the
 * body.
 */

import { momentTime } from '../../../../contract/src/moments.ts';
import type { Role } from '../../../../contract/src/permissions.ts';
import { keyRoles } from '../../../../contract/src/permissions.ts';
import { invalid } from '../../platform/errors/domain-error.ts';
import { didYouMean, quoted } from '../../platform/kit/suggestion.ts';
import { isRole, type KeyWrites } from '../actors/permissions.ts';
import type { KeyKind } from '../actors/token-kinds.ts';

/**
 * The role of a new key of that kind.
 * @throws `validation_failed` if a key of another plane is given a role, or the role is not one for keys
 */
export function readRole(kind: KeyKind, given: string | null | undefined): Role | null {
  if (kind !== 'management') {
    if (given === null || given === undefined) return null;
    throw invalid('role', 'kind', 'Only management keys have a role; leave it out.');
  }
  const role = given ?? 'developer';
  if (isRole(role) && role !== 'owner') return role;
  throw invalid('role', 'enum', `Has to be one of ${keyRoles.join(', ')}.${didYouMean(role, keyRoles)}`, {
    listed: keyRoles,
  });
}

/**
 * How a new key of that kind writes content; null for keys that only read.
 * @throws `validation_failed` if a key of another plane is told how to write
 */
export function readWrites(kind: KeyKind, given: KeyWrites | null | undefined): KeyWrites | null {
  if (kind === 'management') return given ?? 'direct';
  if (given === null || given === undefined) return null;
  throw invalid('writes', 'kind', 'Only management keys write; leave it out.');
}

/**
 * Whether a key of that kind reads the past.
 * @throws `validation_failed` if that is not for keys of its plane to choose
 */
export function readHistory(kind: KeyKind, given: boolean | undefined): boolean {
  if (kind === 'delivery') return given ?? false;
  const always = kind === 'preview';
  if (given === undefined || given === always) return always;
  const message = always
    ? 'Preview keys always read the past; leave it out.'
    : 'Only delivery keys can be let read the past; leave it out.';
  throw invalid('history', 'kind', message);
}

/**
 * The numbers of the named environments, sorted and without duplicates; null for all.
 * @throws `validation_failed` if none is named, or one does not exist in the space
 */
export function readEnvironments(
  given: readonly string[] | null,
  environments: readonly { readonly number: number; readonly name: string }[],
): number[] | null {
  if (given === null) return null;
  if (given.length === 0)
    throw invalid('environments', 'min_items', 'Name at least one environment, or send null for all of them.', {
      limit: 1,
      given: 0,
    });
  const byName = new Map(environments.map(({ name, number }) => [name, number]));
  const numbers = given.map((name, index) => {
    const number = byName.get(name);
    if (number !== undefined) return number;
    throw invalid(
      `environments.${index}`,
      'exists',
      `The space has no environment ${quoted(name)}.${didYouMean(name, byName.keys())}`,
    );
  });
  return [...new Set(numbers)].sort((a, b) => a - b);
}

/**
 * When the key expires, in milliseconds since the epoch; null for never.
 * @throws `validation_failed` if the text is not a time, or the time has passed
 */
export function readExpiry(given: string | null, now: number): number | null {
  if (given === null) return null;
  const at = momentTime(given);
  if (at === undefined)
    throw invalid('expires_at', 'format', 'Send a time in ISO 8601 such as 2030-01-31T12:00:00Z, or null.');
  if (at <= now) throw invalid('expires_at', 'future', 'This time has passed; send a later one, or delete the key.');
  return at;
}
