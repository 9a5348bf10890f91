/** Reads and marks rows of many entries at once, for merges of environments. */
import { sql } from 'kysely';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { lockForUpdate } from '../../platform/database/locks.ts';
import { listOfNumbers, numbersOf, textsOf } from '../../platform/database/number-list.ts';
import { bytesOf } from '../../platform/database/row-pieces.ts';
import type { EntryRow, EntryStateRow, EntryVersionRow } from './tables.ts';

/** Values of `ancestor`: for the initial version in a clone, and for a version that a merge keeps. */
const KEPT_BY_CLONE = 1;
const KEPT_BY_MERGE = 2;

/** One version of an entry. */
export interface VersionRef {
  readonly id: number;
  readonly version: number;
}

/** When any of the entries with those keys last changed; null if there are none. */
export async function selectLastChange(
  db: Reader,
  environment: number,
  keys: readonly string[],
): Promise<number | null> {
  const row = await db
    .selectFrom('entries')
    .select(({ fn }) => fn.max('updated_at').as('at'))
    .where('environment', '=', environment)
    .where('key', 'in', textsOf(db, JSON.stringify(keys)))
    .executeTakeFirst();
  return row?.at == null ? null : Number(row.at);
}

/** The entries of an environment with these keys, in no particular order. */
export async function selectByKeys(db: Reader, environment: number, keys: readonly string[]): Promise<EntryRow[]> {
  return byKeys(db, environment, keys).execute();
}

/** The same, locked against changes by others until the write ends, in the order of their ids. */
export async function lockByKeys(writer: Writer, environment: number, keys: readonly string[]): Promise<EntryRow[]> {
  return lockForUpdate(writer, byKeys(writer, environment, keys).orderBy('id')).execute();
}

/** Keys of the entries of a type. */
export async function selectKeysOf(
  db: Reader,
  { environment, contentType, limit }: { environment: number; contentType: number; limit: number },
): Promise<{ key: string }[]> {
  return db
    .selectFrom('entries')
    .select('key')
    .where('environment', '=', environment)
    .where('content_type', '=', contentType)
    .limit(limit)
    .execute();
}

function byKeys(db: Reader, environment: number, keys: readonly string[]) {
  return db
    .selectFrom('entries')
    .selectAll()
    .where('environment', '=', environment)
    .where('key', 'in', textsOf(db, JSON.stringify(keys)));
}

/** The total size of the documents of entries' states, by entry. */
export async function selectSizes(
  db: Reader,
  environment: number,
  keys: readonly string[],
): Promise<{ key: string; bytes: number }[]> {
  return db
    .selectFrom('entries')
    .innerJoin('entry_states', 'entry_states.id', 'entries.id')
    .select(['entries.key', sql<number>`sum(octet_length(entry_states.document))`.as('bytes')])
    .where('entries.environment', '=', environment)
    .where('entries.key', 'in', textsOf(db, JSON.stringify(keys)))
    .groupBy('entries.key')
    .execute();
}

/** The states of entries with the sizes of their documents, in no particular order. */
export async function selectSizesOfStates(
  db: Reader,
  ids: readonly number[],
): Promise<{ id: number; version: number; bytes: number }[]> {
  return db
    .selectFrom('entry_states')
    .select(['id', 'version', bytesOf('document').as('bytes')])
    .where('id', 'in', numberList(db, ids))
    .execute();
}

/** The documents of the states of entries, in no order. */
export async function selectStatesOf(db: Reader, ids: readonly number[]): Promise<EntryStateRow[]> {
  return db.selectFrom('entry_states').selectAll().where('id', 'in', numberList(db, ids)).execute();
}

/** Versions of entries that clones or merges keep, with their sizes, in no particular order. */
export async function selectKeptSizes(
  db: Reader,
  ids: readonly number[],
): Promise<{ id: number; version: number; bytes: number }[]> {
  return db
    .selectFrom('entry_versions')
    .select(['id', 'version', bytesOf('document').as('bytes')])
    .where('id', 'in', numberList(db, ids))
    .where('ancestor', '<>', 0)
    .execute();
}

/** Versions of entries that clones or merges keep, in no particular order; may include other versions of the same entries. */
export async function selectKeptVersions(
  db: Reader,
  refs: readonly VersionRef[],
): Promise<Pick<EntryVersionRow, 'id' | 'version' | 'status' | 'document'>[]> {
  const [ids, versions] = [refs.map(({ id }) => id), refs.map(({ version }) => version)];
  return db
    .selectFrom('entry_versions')
    .select(['id', 'version', 'status', 'document'])
    .where('id', 'in', numberList(db, ids))
    .where('version', 'in', numberList(db, versions))
    .where('ancestor', '<>', 0)
    .execute();
}

/** The initial published versions of some of a clone's entries; none for entries that were not published then. */
export async function selectFirstPublished(db: Reader, ids: readonly number[]): Promise<VersionRef[]> {
  return db
    .selectFrom('entry_versions')
    .select(['id', 'version'])
    .where('id', 'in', numberList(db, ids))
    .where('ancestor', '=', KEPT_BY_CLONE)
    .where('published_from', 'is not', null)
    .execute();
}

/** Protects versions from pruning. @returns how many of them exist */
export async function keepVersions(writer: Writer, versions: readonly VersionRef[]): Promise<number> {
  const wanted = new Set(versions.map(({ id, version }) => `${id} ${version}`));
  const known = await writer
    .selectFrom('entry_versions')
    .select(['id', 'version', 'ancestor'])
    .where(
      'id',
      'in',
      numberList(
        writer,
        versions.map(({ id }) => id),
      ),
    )
    .where(
      'version',
      'in',
      numberList(
        writer,
        versions.map(({ version }) => version),
      ),
    )
    .execute();
  const found = known.filter(({ id, version }) => wanted.has(`${id} ${version}`));
  for (const [version, some] of Map.groupBy(found, (one) => one.version)) {
    const ids = some.filter(({ ancestor }) => ancestor === 0).map(({ id }) => id);
    if (ids.length === 0) continue;
    await writer
      .updateTable('entry_versions')
      .set({ ancestor: KEPT_BY_MERGE })
      .where('version', '=', version)
      .where('id', 'in', numberList(writer, ids))
      .execute();
  }
  return found.length;
}

/** The entries that have some slugs, in any content type and locale of the environment. */
export async function selectSlugHolders(db: Reader, environment: number, slugs: readonly string[]) {
  return db
    .selectFrom('slugs')
    .innerJoin('entries', 'entries.id', 'slugs.entry')
    .select(['slugs.content_type', 'slugs.locale', 'slugs.slug', 'entries.key'])
    .where('slugs.environment', '=', environment)
    .where('slugs.slug', 'in', textsOf(db, JSON.stringify(slugs)))
    .execute();
}

/** The entries that have some unique values, by their hashes, in any content type and field of the environment. */
export async function selectValueHolders(db: Reader, environment: number, hashes: readonly string[]) {
  return db
    .selectFrom('unique_values')
    .innerJoin('entries', 'entries.id', 'unique_values.entry')
    .select([
      'unique_values.content_type',
      'unique_values.field',
      'unique_values.locale',
      'unique_values.value_hash',
      'entries.key',
    ])
    .where('unique_values.environment', '=', environment)
    .where('unique_values.value_hash', 'in', textsOf(db, JSON.stringify(hashes)))
    .execute();
}

function numberList(db: Reader, numbers: readonly number[]) {
  return numbersOf(db, listOfNumbers(Float64Array.from(numbers)));
}
