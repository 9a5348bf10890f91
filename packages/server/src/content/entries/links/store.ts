/** Rows of the links between entries and assets, keyed by target, for finding what links to a resource. */
import type { Reader } from '../../../platform/database/database.ts';
import { type Place, prepared } from '../../../platform/database/prepared.ts';

interface LinkPlace {
  environment: number;
  kind: string;
  key: string;
  source: number;
}

export const upsertLink = prepared<LinkPlace & { states: number }, unknown>((db, place) =>
  db
    .insertInto('entry_links')
    .values({
      environment: place('environment'),
      target_kind: place('kind'),
      target_key: place('key'),
      source: place('source'),
      states: place('states'),
    })
    .onConflict((conflict) =>
      conflict.columns(['environment', 'target_kind', 'target_key', 'source']).doUpdateSet({ states: place('states') }),
    ),
);

export const deleteLink = prepared<LinkPlace, unknown>((db, place) =>
  db
    .deleteFrom('entry_links')
    .where('environment', '=', place('environment'))
    .where('target_kind', '=', place('kind'))
    .where('target_key', '=', place('key'))
    .where('source', '=', place('source')),
);

/** The links of an entry. */
export const selectLinksFrom = prepared<
  { source: number },
  { target_kind: string; target_key: string; states: number }
>((db, place) =>
  db.selectFrom('entry_links').select(['target_kind', 'target_key', 'states']).where('source', '=', place('source')),
);

/** An entry that links to something. */
export interface ReferenceRow {
  readonly id: number;
  readonly key: string;
  readonly content_type: number;
  readonly version: number;
  readonly published_version: number | null;
  readonly archived_at: number | null;
  readonly states: number;
}

interface Target {
  environment: number;
  kind: string;
  key: string;
}

function references(db: Reader, place: Place<Target>) {
  return db
    .selectFrom('entry_links')
    .innerJoin('entries', 'entries.id', 'entry_links.source')
    .select([
      'entries.id',
      'entries.key',
      'entries.content_type',
      'entries.version',
      'entries.published_version',
      'entries.archived_at',
      'entry_links.states',
    ])
    .where('entry_links.environment', '=', place('environment'))
    .where('entry_links.target_kind', '=', place('kind'))
    .where('entry_links.target_key', '=', place('key'));
}

/** The entries that link to a target, by key. */
export const selectReferences = prepared<Target, ReferenceRow>((db, place) =>
  references(db, place).orderBy('entries.key'),
);

/** Some of the same, in the order in which they were created. */
export const selectReferencesOfPage = prepared<Target & { after: number; skip: number; limit: number }, ReferenceRow>(
  (db, place) =>
    references(db, place)
      .where('entry_links.source', '>', place('after'))
      .orderBy('entry_links.source')
      .limit(place('limit'))
      .offset(place('skip')),
);

/** How many entries link to a target. */
export async function countReferences(db: Reader, { environment, kind, key }: Target): Promise<number> {
  const { count } = await db
    .selectFrom('entry_links')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('environment', '=', environment)
    .where('target_kind', '=', kind)
    .where('target_key', '=', key)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The existing ones among some entries, with their types, and whether they are published. */
export async function selectLinkedEntries(db: Reader, environment: number, keys: readonly string[]) {
  if (keys.length === 0) return [];
  return db
    .selectFrom('entries')
    .select(['key', 'content_type', 'published_version'])
    .where('environment', '=', environment)
    .where('key', 'in', keys)
    .execute();
}
