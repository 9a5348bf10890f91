/** API keys, a few at a time, for checks. */
import type { Reader } from '../../platform/database/database.ts';
import type { ApiKeyRow } from '../../platform/database/tables.ts';

export async function keysAfter(db: Reader, after: string, limit: number): Promise<ApiKeyRow[]> {
  return db.selectFrom('api_keys').selectAll().where('id', '>', after).orderBy('id').limit(limit).execute();
}
