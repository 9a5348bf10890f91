/** Rows of the versions of entries. */
import type { Reader } from '../../../platform/database/database.ts';
import { prepared } from '../../../platform/database/prepared.ts';
import type { EntryVersionRow } from '../../../platform/database/tables.ts';

export const insertVersion = prepared<{ [K in keyof EntryVersionRow]: EntryVersionRow[K] }, unknown>((db, place) =>
  db.insertInto('entry_versions').values({
    id: place('id'),
    version: place('version'),
    action: place('action'),
    published_from: place('published_from'),
    published_until: place('published_until'),
    status: place('status'),
    created_at: place('created_at'),
    created_by: place('created_by'),
    document: place('document'),
  }),
);

/** Stores the revision from which on a version is not the published one. */
export const endPublication = prepared<{ id: number; version: number; revision: number }, unknown>((db, place) =>
  db
    .updateTable('entry_versions')
    .set({ published_until: place('revision') })
    .where('id', '=', place('id'))
    .where('version', '=', place('version')),
);

/** Removes all unpublished versions of an entry except the newest ones. */
export const pruneVersions = prepared<{ id: number; kept: number }, unknown>((db, place) =>
  db
    .deleteFrom('entry_versions')
    .where('id', '=', place('id'))
    .where('published_from', 'is', null)
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

/** Removes the unpublished versions of a deleted entry; the published ones stay readable for the past. */
export const deleteDraftVersions = prepared<{ id: number }, unknown>((db, place) =>
  db.deleteFrom('entry_versions').where('id', '=', place('id')).where('published_from', 'is', null),
);

/** The versions of an entry, newest first, without their documents. */
export async function selectVersions(db: Reader, id: number) {
  return db
    .selectFrom('entry_versions')
    .select(['version', 'action', 'status', 'created_at', 'created_by', 'published_from', 'published_until'])
    .where('id', '=', id)
    .orderBy('version', 'desc')
    .execute();
}

export const selectVersion = prepared<{ id: number; version: number }, EntryVersionRow>((db, place) =>
  db.selectFrom('entry_versions').selectAll().where('id', '=', place('id')).where('version', '=', place('version')),
);
