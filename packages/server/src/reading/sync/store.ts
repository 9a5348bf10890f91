/** What followers read: items of the journal with what became of their entries, and the rows of the whole state. */
import { sql } from 'kysely';
import type { Reader } from '../../platform/database/database.ts';
import { textsOf } from '../../platform/database/number-list.ts';
import { prepared } from '../../platform/database/prepared.ts';
import { rowIdRange } from '../../platform/database/row-id.ts';
import { PUBLISHED, statesWith } from '../query/packed-rows.ts';
import type { FoundEntry, QueryState } from '../query/query.ts';
import type { JournalPlace } from './sync-cursor.ts';

const ARCHIVED = 'archived';

/** An item of the journal that followers of a state hear of. */
export interface FollowedItem extends JournalPlace {
  /** `entry`, `asset`, `content_type`, `locale` or another one. */
  readonly kind: string;
  readonly key: string;
  /** Number of the entry's content type; null where it is not known. */
  readonly content_type: number | null;
  /** The `api_id` that the type had then. */
  readonly content_type_key: string | null;
  /** Whether delivery shows the change. */
  readonly published: number;
  /** Row of the entry that has the key now, in the state that is followed; null if there is none. */
  readonly row: number | null;
  readonly status: string | null;
  /** Row of the asset; null if it is gone. */
  readonly asset: number | null;
}

interface Behind extends JournalPlace {
  readonly environment: number;
  readonly limit: number;
}

const selectItems = { draft: itemsIn('draft'), published: itemsIn('published') };

/** The next items of an environment in order, with the present state of their entries: all as of one moment. */
export function readFollowedItems(db: Reader, state: QueryState, place: Behind): Promise<FollowedItem[]> {
  return selectItems[state](db, place);
}

function itemsIn(state: QueryState) {
  return prepared<Behind, FollowedItem>((db, place) =>
    db
      .selectFrom('journal_items as j')
      .leftJoin('entry_index as x', (join) =>
        join.onRef('x.id', '=', 'j.resource').on('j.kind', '=', 'entry').on('x.states', 'in', statesWith(state)),
      )
      .leftJoin('assets as a', (join) => join.onRef('a.id', '=', 'j.resource').on('j.kind', '=', 'asset'))
      .select(['j.revision', 'j.ordinal', 'j.kind', 'j.key', 'j.content_type', 'j.content_type_key', 'j.published'])
      .select(['x.id as row', 'x.status as status', 'a.id as asset'])
      .where('j.environment', '=', place('environment'))
      .where('j.revision', '>=', place('revision'))
      .where((eb) => eb.or([eb('j.revision', '>', place('revision')), eb('j.ordinal', '>', place('ordinal'))]))
      .orderBy('j.revision')
      .orderBy('j.ordinal')
      .limit(place('limit')),
  );
}

/** Whether readers of a state see the entry of an item. */
export function isShown({ row, status }: Pick<FollowedItem, 'row' | 'status'>, state: QueryState): boolean {
  return row !== null && (state === 'published' || status !== ARCHIVED);
}

/** An entry in a state, and how large its documents are. */
export interface SizedEntry extends FoundEntry {
  readonly bytes: number;
}

/** The bytes of all documents of an entry. */
const BYTES = sql<number>`(SELECT sum(octet_length(s.document)) FROM entry_states AS s WHERE s.id = x.id)`.as('bytes');

/** The next entries of an environment by row id that a state has, without archived ones. @param after 0 for the first ones */
export async function entriesBehind(
  db: Reader,
  state: QueryState,
  { environment, after, limit }: { environment: number; after: number; limit: number },
): Promise<SizedEntry[]> {
  const { first, end } = rowIdRange(environment);
  const rows = await entriesIn(db, state)
    .where('x.id', '>', Math.max(after, first - 1))
    .where('x.id', '<', end)
    .orderBy('x.id')
    .limit(limit)
    .execute();
  return rows.map((row) => sized(row, state));
}

/** Those of some keys of entries that a state has, by key. */
export async function entriesWithKeys(
  db: Reader,
  state: QueryState,
  { environment, keys }: { environment: number; keys: readonly string[] },
): Promise<ReadonlyMap<string, SizedEntry>> {
  const rows = await entriesIn(db, state)
    .innerJoin('entries as n', 'n.id', 'x.id')
    .where('n.environment', '=', environment)
    .where('n.key', 'in', textsOf(db, JSON.stringify(keys)))
    .execute();
  return new Map(rows.map((row) => [row.key, sized(row, state)]));
}

function entriesIn(db: Reader, state: QueryState) {
  const shown = db
    .selectFrom('entry_index as x')
    .select(['x.id', 'x.version', 'x.key', 'x.content_type', 'x.published_at', 'x.status', BYTES])
    .where('x.states', 'in', statesWith(state));
  return state === 'draft' ? shown.where('x.status', '!=', ARCHIVED) : shown;
}

interface EntryRow extends Pick<FoundEntry, 'id' | 'version' | 'key' | 'status'> {
  readonly content_type: number;
  readonly published_at: number | null;
  readonly bytes: number | null;
}

function sized({ content_type, published_at, bytes, ...row }: EntryRow, state: QueryState): SizedEntry {
  const status = state === 'draft' ? row.status : PUBLISHED;
  return { ...row, status, contentType: content_type, publishedAt: published_at, bytes: Number(bytes ?? 0) };
}

/** The next assets of an environment by row id. @param after 0 for the first ones */
export function assetsBehind(
  db: Reader,
  { environment, after, limit }: { environment: number; after: number; limit: number },
): Promise<{ id: number; key: string }[]> {
  const { first, end } = rowIdRange(environment);
  return db
    .selectFrom('assets')
    .select(['id', 'key'])
    .where('id', '>', Math.max(after, first - 1))
    .where('id', '<', end)
    .orderBy('id')
    .limit(limit)
    .execute();
}
