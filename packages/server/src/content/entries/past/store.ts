/** Rows of what readers saw of entries. */
import { sql } from 'kysely';
import type { Reader } from '../../../platform/database/database.ts';
import { pairsOf } from '../../../platform/database/number-list.ts';
import type { PublishedStateRow } from '../tables.ts';

/** What readers saw of an entry. */
export type StateThen = Omit<PublishedStateRow, 'environment' | 'until'>;

const STATE_COLUMNS = [
  'entry',
  'key',
  'content_type',
  'version',
  'created_at',
  'created_by',
  'saved_at',
  'published_at',
  'first_published_at',
] as const;

/** What readers saw at a revision of the entries of which they see something else now. */
export async function statesThen(
  db: Reader,
  { environment, revision }: { readonly environment: number; readonly revision: number },
  limit: number,
): Promise<StateThen[]> {
  const first = db
    .selectFrom('published_states')
    .select((eb) => ['entry as changed', eb.fn.min('until').as('first')])
    .where('environment', '=', environment)
    .where('until', '>', revision)
    .groupBy('entry')
    .limit(limit)
    .as('f');
  return db
    .selectFrom('published_states as p')
    .innerJoin(first, (join) => join.onRef('f.changed', '=', 'p.entry').onRef('f.first', '=', 'p.until'))
    .select(STATE_COLUMNS)
    .where('p.environment', '=', environment)
    .execute();
}

/** What readers see now of the entries of some types. */
export async function publishedNow(
  db: Reader,
  environment: number,
  types: readonly number[],
  limit: number,
): Promise<StateThen[]> {
  if (types.length === 0) return [];
  return db
    .selectFrom('entries')
    .select([
      'id as entry',
      'key',
      'content_type',
      'published_version as version',
      'created_at',
      'created_by',
      sql<
        number | null
      >`case when published_version = version then saved_at else coalesce(published_saved_at, saved_at) end`.as(
        'saved_at',
      ),
      'published_at',
      'first_published_at',
    ])
    .where('environment', '=', environment)
    .where('content_type', 'in', types)
    .where('published_version', 'is not', null)
    .limit(limit)
    .execute();
}

/** A version of an entry. */
export interface VersionOf {
  readonly entry: number;
  readonly version: number;
}

/** Names a version of an entry. */
export function nameOf({ entry, version }: VersionOf): string {
  return `${entry} ${version}`;
}

/** The packed documents of versions by `nameOf`. */
export async function versionDocuments(db: Reader, wanted: readonly VersionOf[]): Promise<Map<string, Uint8Array>> {
  if (wanted.length === 0) return new Map();
  const pairs = JSON.stringify(wanted.map(({ entry, version }) => [entry, version]));
  const rows = await db
    .selectFrom('entry_versions')
    .select(['id as entry', 'version', 'document'])
    .where(sql<boolean>`(id, version) in ${pairsOf(db, pairs)}`)
    .execute();
  return new Map(rows.map((row) => [nameOf(row), row.document]));
}
