/**
 * API keys of a restored space. They come back with name, kind, role and environments, but with a token that nobody has: whoever
 * revoked a key since the backup would see it work again. On request, keys keep their tokens, but for those that the audit says
 * were changed since.
 */
import { KEY_PREFIXES, type KeyKind } from '../../identity/actors/token-kinds.ts';
import type { Reader } from '../../platform/database/database.ts';
import type { StoredRow } from '../../platform/database/restoring/backup-rows.ts';
import { newToken, tokenHash } from '../../platform/kit/token.ts';
import type { RestoredNumbers } from './numbers.ts';
import { targetsOfKeyRecords } from './store.ts';

/** Shown in place of the last characters of the token. */
const NO_LAST_FOUR = 'none';

/** Which keys keep their tokens. */
export interface KeyChoice {
  readonly keepsTokens: boolean;
  readonly accountId: string;
  /** When the backup was begun, in milliseconds. */
  readonly since: number;
  /** Whether the audit reaches back to the backup, and its records of the account are complete. */
  readonly hasAudit: boolean;
}

/** The ids of the keys whose tokens stay valid. */
export async function keysWithTokens(
  db: Reader,
  keys: readonly StoredRow[],
  { keepsTokens, accountId, since, hasAudit }: KeyChoice,
): Promise<Set<string>> {
  if (!keepsTokens || !hasAudit) return new Set();
  const changed = await targetsOfKeyRecords(db, { accountId, since });
  // A record that names a user is about all the keys that they made, and that those made.
  const isUnclear = [...changed].some((target) => !target.startsWith('key_'));
  const safe = keys.filter(({ id, kind }) => !changed.has(String(id)) && (kind === 'delivery' || !isUnclear));
  return new Set(safe.map(({ id }) => String(id)));
}

/** A key as it is restored. @param hasToken whether its token stays valid */
export function restoredKey(key: StoredRow, numbers: RestoredNumbers, hasToken: boolean): StoredRow {
  const { environments } = key;
  const bound = environments === null ? null : (JSON.parse(String(environments)) as number[]);
  const known = bound?.map((number) => numbers.environment(number)).filter((number) => number > 0);
  return {
    ...key,
    environments: known === undefined ? null : JSON.stringify(known),
    version: Number(key.version) + 1,
    ...(hasToken
      ? {}
      : { token_hash: tokenHash(newToken(KEY_PREFIXES[key.kind as KeyKind])), last_four: NO_LAST_FOUR }),
  };
}
