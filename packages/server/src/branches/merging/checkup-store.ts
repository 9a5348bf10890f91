/** Rows of merges and of common ancestors, for checks. */
import type { Reader, Writer } from '../../platform/database/database.ts';
import type { MergeCounts } from './representation.ts';
import { NO_OTHER } from './store.ts';
import type { MergeBaseRow, MergeRow } from './tables.ts';

export async function mergesAfter(db: Reader, after: string, limit: number): Promise<MergeRow[]> {
  return db.selectFrom('merges').selectAll().where('id', '>', after).orderBy('id').limit(limit).execute();
}

/** Stores how many resources of each kind a merge changed. */
export async function setMergeCounts(writer: Writer, id: string, counts: MergeCounts): Promise<void> {
  await writer.updateTable('merges').set(counts).where('id', '=', id).execute();
}

/** Numbers of deleted environments that still have rows of merges or ancestors. */
export async function deletedWithMergeRows(db: Reader): Promise<number[]> {
  const [merges, bases, others] = [
    await db
      .selectFrom('merges')
      .leftJoin('environments', 'environments.number', 'merges.environment')
      .select('merges.environment as gone')
      .distinct()
      .where('environments.number', 'is', null)
      .execute(),
    await db
      .selectFrom('merge_bases')
      .leftJoin('environments', 'environments.number', 'merge_bases.environment')
      .select('merge_bases.environment as gone')
      .distinct()
      .where('environments.number', 'is', null)
      .execute(),
    await db
      .selectFrom('merge_bases')
      .leftJoin('environments', 'environments.number', 'merge_bases.other')
      .select('merge_bases.other as gone')
      .distinct()
      .where('merge_bases.other', '<>', NO_OTHER)
      .where('environments.number', 'is', null)
      .execute(),
  ];
  return [...new Set([...merges, ...bases, ...others].map(({ gone }) => gone))];
}

/** The ancestors' states except those of entries, which are versions. Starts after a given place. */
export async function statesAfter(
  db: Reader,
  { environment, other, kind, key }: Pick<MergeBaseRow, 'environment' | 'other' | 'kind' | 'key'>,
  limit: number,
): Promise<MergeBaseRow[]> {
  return db
    .selectFrom('merge_bases')
    .selectAll()
    .where('kind', 'not in', ['entry', 'environment'])
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('environment', 'other', 'kind', 'key'), '>', tuple(environment, other, kind, key)),
    )
    .orderBy('environment')
    .orderBy('other')
    .orderBy('kind')
    .orderBy('key')
    .limit(limit)
    .execute();
}
