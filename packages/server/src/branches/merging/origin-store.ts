/** Reads which environments others were cloned from, and what the journal lists as changed. */
import type { Reader } from '../../platform/database/database.ts';
import { textsOf } from '../../platform/database/number-list.ts';

/** Part of an environment's history since the common ancestor. */
export interface HistoryPart {
  readonly environment: number;
  /** Changes after this revision. */
  readonly after: number;
  /** Changes up to this revision; null for all. */
  readonly until: number | null;
}

/** The environment's source, and the revision at which it was cloned; undefined if it is not a clone, or is gone. */
export async function selectOrigin(
  db: Reader,
  environment: number,
): Promise<{ source: number; revision: number } | undefined> {
  const row = await db
    .selectFrom('environments')
    .select(['cloned_from as source', 'cloned_revision as revision'])
    .where('number', '=', environment)
    .executeTakeFirst();
  if (row === undefined || row.source === null || row.revision === null) return undefined;
  return { source: row.source, revision: row.revision };
}

/** Distinct keys of entries or assets that changed in part of an environment's history. */
export async function selectChangedKeys(
  db: Reader,
  { environment, after, until }: HistoryPart,
  { kind, keys, limit }: { kind: string; keys?: readonly string[] | undefined; limit: number },
): Promise<{ key: string }[]> {
  const query = db
    .selectFrom('journal_items')
    .select('key')
    .distinct()
    .where('environment', '=', environment)
    .where('revision', '>', after)
    .where('revision', '<=', until ?? Number.MAX_SAFE_INTEGER)
    .where('kind', '=', kind)
    .limit(limit);
  return (keys === undefined ? query : query.where('key', 'in', textsOf(db, JSON.stringify(keys)))).execute();
}
