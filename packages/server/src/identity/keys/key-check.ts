/** Checks that API keys have a valid plane, token hash, role and environments. */

import { keyRoles } from '../../../../contract/src/permissions.ts';
import type { Check, Fault } from '../../platform/database/checkup/check.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { keyWrites } from '../actors/permissions.ts';
import { keyKinds } from '../actors/token-kinds.ts';
import { countKeysIn, keysAfter } from './checkup-store.ts';
import { numbersOf } from './key-extent.ts';
import type { ApiKeyRow } from './tables.ts';

const KEYS_AT_ONCE = 500;
/** The format of a `tokenHash`. */
const TOKEN_HASH = /^[\w-]{43}$/;

export function keyCheck(database: Database): Check {
  return { name: 'API keys', find: () => faults(database) };
}

/** How many keys an account has, by metric. */
export async function usageOfKeys(db: Reader, account: string): Promise<ReadonlyMap<string, number>> {
  return new Map([['api_keys', await countKeysIn(db, account)]]);
}

/** No repair is offered: only the token itself could restore the row, and it is not stored. */
async function* faults({ reader }: Database): AsyncGenerator<Fault> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const keys: ApiKeyRow[] = await keysAfter(reader, after, KEYS_AT_ONCE);
    for (const key of keys)
      for (const problem of problemsOf(key))
        yield {
          about: `API key ${key.id} of space ${key.space_id}`,
          problem,
          remedy: 'delete it, and make another one',
          repair: null,
        };
    after = keys.length < KEYS_AT_ONCE ? undefined : keys.at(-1)?.id;
  }
}

function problemsOf(key: ApiKeyRow): string[] {
  const { kind, role, token_hash: hash } = key;
  const problems: string[] = [];
  const kinds: readonly string[] = keyKinds;
  const roles: readonly (string | null)[] = kind === 'management' ? keyRoles : [null];
  if (!kinds.includes(kind)) problems.push(`has the unknown kind "${kind}"`);
  else if (!roles.includes(role)) problems.push(`has the role "${role}", which keys of its kind cannot have`);
  if ((kind === 'management') !== (keyWrites as readonly (string | null)[]).includes(key.writes))
    problems.push(`says "${key.writes}" of how it writes, which keys of its kind cannot`);
  if (!TOKEN_HASH.test(hash)) problems.push('cannot be found by its token');
  if (!hasReadableEnvironments(key)) problems.push('names environments that cannot be read');
  return problems;
}

function hasReadableEnvironments(key: ApiKeyRow): boolean {
  try {
    const numbers: unknown = numbersOf(key);
    return numbers === null || (Array.isArray(numbers) && numbers.every(Number.isSafeInteger));
  } catch {
    return false;
  }
}
