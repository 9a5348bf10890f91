/** Rows of the versions of entries. */
import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '../../../platform/database/database.ts';
import { type Place, placesOf, prepared } from '../../../platform/database/prepared.ts';
import { NUMBERS_AN_ENVIRONMENT } from '../../../platform/database/row-id.ts';
import { type EntryVersionRow, tables } from '../tables.ts';

type NewVersion = Omit<EntryVersionRow, 'ancestor'>;

export const insertVersion = prepared<{ [K in keyof NewVersion]: NewVersion[K] }, unknown>((db, place) =>
  db.insertInto('entry_versions').values({ ...placesOf(tables.entry_versions, place, 'ancestor'), ancestor: 0 }),
);

/** Documents of the versions of an entry, oldest first, after one of them. */
export const selectVersionDocuments = prepared<
  { id: number; after: number; limit: number },
  Pick<EntryVersionRow, 'version' | 'document'>
>((db, place) =>
  db
    .selectFrom('entry_versions')
    .select(['version', 'document'])
    .where('id', '=', place('id'))
    .where('version', '>', place('after'))
    .orderBy('version')
    .limit(place('limit')),
);

export const updateVersionDocument = prepared<{ id: number; version: number; document: Uint8Array }, unknown>(
  (db, place) =>
    db
      .updateTable('entry_versions')
      .set({ document: place('document') })
      .where('id', '=', place('id'))
      .where('version', '=', place('version')),
);

/** Who created a version, and the sitting if it is an autosave. */
export const selectSitting = prepared<
  { id: number; version: number },
  Pick<EntryVersionRow, 'created_by' | 'sitting_since'>
>((db, place) =>
  db
    .selectFrom('entry_versions')
    .select(['created_by', 'sitting_since'])
    .where('id', '=', place('id'))
    .where('version', '=', place('version')),
);

/** Deletes an autosave superseded by a later one of the same sitting, unless it is a common ancestor with a clone. */
export const deleteSittingVersion = prepared<EntryPlace & { version: number }, unknown>((db, place) =>
  db
    .deleteFrom('entry_versions')
    .where('id', '=', place('id'))
    .where('version', '=', place('version'))
    .where('published_from', 'is', null)
    .where(isNoAncestor(place)),
);

/** Stores the revision at which a version stopped being the published one. */
export const endPublication = prepared<{ id: number; version: number; revision: number }, unknown>((db, place) =>
  db
    .updateTable('entry_versions')
    .set({ published_until: place('revision') })
    .where('id', '=', place('id'))
    .where('version', '=', place('version')),
);

/** An entry, with the number of its environment. */
interface EntryPlace {
  environment: number;
  id: number;
}

/** Deletes all unpublished versions of an entry except the newest ones and common ancestors with clones. */
export const pruneVersions = prepared<EntryPlace & { kept: number }, unknown>((db, place) =>
  db
    .deleteFrom('entry_versions')
    .where('id', '=', place('id'))
    .where('published_from', 'is', null)
    .where(isNoAncestor(place))
    .where('version', '<=', (eb) =>
      eb
        .selectFrom('entry_versions as newer')
        .select('newer.version')
        .where('newer.id', '=', place('id'))
        .where('newer.published_from', 'is', null)
        .orderBy('newer.version', 'desc')
        .limit(1)
        .offset(place('kept')),
    ),
);

/**
 * Deletes the unpublished versions of a deleted entry, except common ancestors with clones and one more.
 * Published versions stay, for reading past states.
 */
export const deleteDraftVersions = prepared<EntryPlace & { except: number }, unknown>((db, place) =>
  db
    .deleteFrom('entry_versions')
    .where('id', '=', place('id'))
    .where('version', '<>', place('except'))
    .where('published_from', 'is', null)
    .where(isNoAncestor(place)),
);

/**
 * Whether the version is not the initial version of this entry as a clone, nor of a clone of this entry. For each of its entries a
 * clone keeps the initial version, under the entry's number, which shows which versions of the source are ancestors.
 */
function isNoAncestor(place: Place<EntryPlace>): RawBuilder<boolean> {
  const environment = sql`cast(${place('environment')} as bigint)`;
  return sql<boolean>`(entry_versions.ancestor = 0 and not exists (
    select 1 from environments as clone
    join entry_versions as began
      on began.id = cast(${place('id')} as bigint) + (clone.number - ${environment}) * ${sql.lit(NUMBERS_AN_ENVIRONMENT)}
      and began.version = entry_versions.version
    where clone.cloned_from = ${environment} and began.ancestor = 1))`;
}

/** Which versions a page shows: those before one. */
export interface VersionsWanted {
  readonly before: number;
  readonly skip: number;
  readonly limit: number;
}

/** The versions of an entry, newest first, without their documents; all, or those of a page. */
export async function selectVersions(db: Reader, id: number, wanted?: VersionsWanted) {
  const all = db
    .selectFrom('entry_versions')
    .select(['version', 'action', 'status', 'created_at', 'created_by', 'published_from', 'published_until'])
    .where('id', '=', id)
    .orderBy('version', 'desc');
  if (wanted === undefined) return all.execute();
  return all.where('version', '<', wanted.before).limit(wanted.limit).offset(wanted.skip).execute();
}

export async function countVersions(db: Reader, id: number): Promise<number> {
  const { count } = await db
    .selectFrom('entry_versions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export const selectVersion = prepared<{ id: number; version: number }, EntryVersionRow>((db, place) =>
  db.selectFrom('entry_versions').selectAll().where('id', '=', place('id')).where('version', '=', place('version')),
);

/** Items of the journal of an environment, in order, after one of them. */
export async function selectJournalItems(
  db: Reader,
  { environment, from, after }: { environment: number; from: number; after: number },
  limit: number,
) {
  return db
    .selectFrom('journal_items')
    .select(['revision', 'ordinal', 'event', 'resource', 'content_type'])
    .where('environment', '=', environment)
    .where('revision', '>=', from)
    .where((eb) => eb.or([eb('revision', '>', from), eb('ordinal', '>', after)]))
    .orderBy('revision')
    .orderBy('ordinal')
    .limit(limit)
    .execute();
}
