/**
 * Follows an environment by pages of changes: first its whole state, then what the journal says has changed since. Nothing is kept
 * for that: an item of the journal says that something changed, and what became of it is read as it is now. Invariant: when a page
 * is complete, whoever applied all pages has exactly what the plane shows at its revision.
 *
 * A walk through the whole state may meet rows that change meanwhile; the journal since its first page has each of them, so that
 * they come again. Pages of the journal are read in one snapshot, in which it ends where the state is.
 */
import type { Model } from '../../model/content-types/model.ts';
import { type Heads, readHead } from '../../model/spaces/heads.ts';
import { resourceId } from '../../model/spaces/resource-id.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { unavailable } from '../../platform/database/unavailable.ts';
import { invalid } from '../../platform/errors/domain-error.ts';
import type { LargeResponse, LargeResponses } from '../../platform/http/large-responses.ts';
import type { AssetReading } from '../delivery/asset-reading.ts';
import { shownRevision } from '../delivery/entity-tag.ts';
import type { EntryReading } from '../delivery/entry-reading.ts';
import type { ReadingPlace } from '../delivery/one-state.ts';
import type { Address } from '../delivery/places.ts';
import type { Delivery } from '../delivery/read.ts';
import type { Patience } from '../delivery/read-route.ts';
import type { ReadingKey } from '../delivery/reading-key.ts';
import { type ReadPlane, type View, viewOf } from '../delivery/view.ts';
import type { QueryState } from '../query/query.ts';
import type { NewsWaits } from './news-waits.ts';
import {
  assetsBehind,
  entriesBehind,
  entriesWithKeys,
  type FollowedItem,
  readFollowedItems,
  type SizedEntry,
} from './store.ts';
import {
  behind,
  isBehind,
  type JournalPlace,
  type SyncCursor,
  type WalkPlace,
  writeSyncCursor,
} from './sync-cursor.ts';
import { SyncPage } from './sync-page.ts';
import { readSyncQuery, requirePresent, type SyncQuery } from './sync-query.ts';

/** How often a page is begun anew because the model or the names have changed meanwhile. */
const ATTEMPTS_MAX = 5;
/** Items of the journal that are read at once. */
const ITEMS_AT_ONCE = 500;
const WALK_START: WalkPlace = { part: 'entries', after: 0 };
/** The revision of the model of a copy that has nothing yet. */
const NO_MODEL = -1;

export interface SyncParts {
  readonly database: Pick<Database, 'reader' | 'readsSince' | 'snapshot'>;
  readonly heads: Pick<Heads, 'confirmed'>;
  readonly delivery: Pick<Delivery, 'place'>;
  readonly entries: Pick<EntryReading, 'wholes'>;
  readonly assets: Pick<AssetReading, 'texts'>;
  readonly large: Pick<LargeResponses, 'of'>;
  readonly waits: NewsWaits;
}

/** A request for a page. */
export interface SyncRequest {
  readonly key: ReadingKey;
  readonly address: Address;
  readonly patience: Patience | undefined;
}

/** A page as it goes out, and where it was read. */
export interface ReadPage {
  readonly body: Buffer;
  readonly place: ReadingPlace;
  /** How long news were waited for, in milliseconds. */
  readonly waitedMs: number;
}

/** Where a page is read, and how. */
interface At {
  readonly key: ReadingKey;
  readonly place: ReadingPlace;
  readonly state: QueryState;
  readonly view: View;
  readonly large: LargeResponse;
}

/** What a page got to. */
interface Reached {
  readonly cursor: SyncCursor;
  readonly complete: boolean;
  readonly revision: number;
}

/** A resource that changed, and the place in the journal in front of its first change. */
interface Changed {
  readonly item: FollowedItem;
  readonly before: JournalPlace;
}

export class Sync {
  readonly #parts: SyncParts;

  constructor(parts: SyncParts) {
    this.#parts = parts;
  }

  /**
   * A page of changes, once there are any or the time to wait for them is over.
   * @throws `not_found`, `environment_not_ready`, `validation_failed`, `unavailable`
   */
  async page({ key: first, address, patience }: SyncRequest): Promise<ReadPage> {
    requirePresent(first, address.search);
    const startedAt = performance.now();
    let waitedMs = 0;
    let since: SyncCursor | undefined;
    for (let key = first; ; ) {
      const { place, query } = await this.#read(key, address, since);
      const { page, reached, isReset } = await this.#gather(key, { place, query, address });
      const { cursor, complete, revision } = reached;
      const leftMs = query.waitMs - (performance.now() - startedAt);
      const isOver = page.count > 0 || isReset || !complete || leftMs <= 0 || patience === undefined;
      if (isOver || !(await this.#parts.waits.forNews({ key, place, cursor, patience, ms: leftMs }))) {
        const next = writeSyncCursor(cursor, key);
        return { body: page.text({ revision, complete, reset: isReset, next }), place, waitedMs };
      }
      waitedMs = performance.now() - startedAt;
      since = cursor;
      key = await patience.keyNow();
    }
  }

  /** Where the environment stands, at least as new as the cursor if that is of its present, and what is asked for. */
  async #read(
    key: ReadingKey,
    address: Address,
    later: SyncCursor | undefined,
  ): Promise<{ place: ReadingPlace; query: SyncQuery }> {
    const { delivery, heads } = this.#parts;
    const place = await delivery.place(key, address);
    const query = readSyncQuery(address.search, place.model, key);
    const since = later ?? query.since;
    if (since === undefined || !isAhead(since, place)) return { place, query: { ...query, since } };
    // Another node has seen more already.
    await heads.confirmed(place.environment.number);
    const newer = await delivery.place(key, address);
    return { place: newer, query: { ...readSyncQuery(address.search, newer.model, key), since } };
  }

  /** Gathers a page, anew where the model moved meanwhile. */
  async #gather(
    key: ReadingKey,
    asked: { place: ReadingPlace; query: SyncQuery; address: Address },
  ): Promise<{ page: SyncPage; reached: Reached; isReset: boolean }> {
    const { query, address } = asked;
    let { place } = asked;
    const { large: turns } = this.#parts;
    const large = turns.of(key.spaceId);
    try {
      for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
        const isReset = query.since !== undefined && isLost(query.since, place);
        if (query.since !== undefined && !isReset) requireSameTypes(query.since, query);
        const page = new SyncPage(query.limit);
        const at = { key, place, state: stateOf(key.kind), view: wholeViewOf(place.model, key.kind), large };
        const cursor = query.since === undefined || isReset ? startOf(place, query) : query.since;
        const reached = await this.#fill(page, cursor, at);
        if (reached !== undefined) return { page, reached, isReset };
        await this.#parts.heads.confirmed(place.environment.number);
        place = await this.#parts.delivery.place(key, address);
      }
    } finally {
      large.end();
    }
    throw unavailable();
  }

  /** Fills a page: the model if it has changed, the walk if it is not over, then the journal. Undefined if the model moved. */
  async #fill(page: SyncPage, from: SyncCursor, at: At): Promise<Reached | undefined> {
    const { model, head } = at.place;
    let cursor = from;
    if (cursor.model !== model.revision) {
      page.model(model);
      // All values are rendered by the model, so they come again.
      cursor = { ...cursor, model: model.revision, walk: WALK_START };
    }
    while (cursor.walk !== null && page.room > 0) {
      const walk = await this.#walkOn(page, cursor, at);
      if (walk === undefined) return undefined;
      cursor = { ...cursor, walk };
    }
    const revision = Math.min(cursor.revision, shownRevision(at.key.kind, head));
    if (cursor.walk !== null || page.room === 0) return { cursor, complete: false, revision };
    return this.#follow(page, cursor, at);
  }

  /** The next rows of the whole state. @returns where the walk is then; null at its end, undefined if the model moved */
  async #walkOn(page: SyncPage, cursor: SyncCursor, at: At): Promise<WalkPlace | null | undefined> {
    const { part, after } = cursor.walk ?? WALK_START;
    const chunk = { environment: cursor.environment, after, limit: page.room };
    const { reader } = this.#parts.database.readsSince(at.place.head);
    if (part === 'assets') {
      const rows = await assetsBehind(reader, chunk);
      page.looked(rows.length);
      const keys = rows.map(({ key }) => key);
      await this.#putAssets(page, { keys, revisionOf: () => cursor.revision }, at);
      const last = rows.at(-1);
      return last === undefined || rows.length < chunk.limit ? null : { part, after: last.id };
    }
    const all = await entriesBehind(reader, at.state, chunk);
    page.looked(all.length);
    const rows = all.slice(0, page.fitting(all.map((row) => (isOfTypes(row.contentType, cursor) ? row.bytes : 0))));
    const wanted = rows.filter(({ contentType }) => isOfTypes(contentType, cursor));
    const isPut = await this.#putEntries(page, { rows: wanted, revisionOf: () => cursor.revision }, at);
    if (!isPut) return undefined;
    const last = rows.at(-1);
    if (rows.length === all.length && all.length < chunk.limit) return { part: 'assets', after: 0 };
    return { part, after: last?.id ?? after };
  }

  /** What has changed since the cursor, up to the present if there is room. Undefined if the model moved. */
  async #follow(page: SyncPage, cursor: SyncCursor, at: At): Promise<Reached | undefined> {
    const { database, heads } = this.#parts;
    const { environment, epoch, model } = cursor;
    // What was read before may be newer than the head that was known then.
    const head = await heads.confirmed(environment);
    if (head === undefined || head.epoch !== epoch || head.model_revision !== model) return undefined;
    const shown = shownRevision(at.key.kind, head);
    // A page may have ended among the items of its last revision.
    if (!isBehind(behind(shown), cursor)) return { cursor, complete: true, revision: shown };
    await at.large.turn();
    return database.snapshot(async (within) => {
      const now = await readHead(within, environment);
      if (now === undefined || now.epoch !== epoch || now.model_revision !== model) return undefined;
      const { changed, place: until, isAll } = await this.#changed(within, page, cursor, at);
      const fitting = await this.#putChanged(page, changed, { ...at, within });
      if (fitting === undefined) return undefined;
      const isComplete = isAll && fitting === changed.length;
      const place = isComplete ? behind(now.revision) : (changed[fitting]?.before ?? until);
      const reached = { ...cursor, revision: place.revision, ordinal: place.ordinal };
      const shown = shownRevision(at.key.kind, now);
      return { cursor: reached, complete: isComplete, revision: Math.min(place.revision, shown) };
    });
  }

  /** What has changed behind a cursor, each once, in the order of the journal, as far as the page has room. */
  async #changed(
    within: Reader,
    page: SyncPage,
    cursor: SyncCursor,
    { key, state }: At,
  ): Promise<{ changed: Changed[]; place: JournalPlace; isAll: boolean }> {
    const found = new Map<string, Changed>();
    const { room } = page;
    let place: JournalPlace = cursor;
    for (let isAll = false; !isAll; ) {
      const items = await readFollowedItems(within, state, {
        environment: cursor.environment,
        revision: place.revision,
        ordinal: place.ordinal,
        limit: ITEMS_AT_ONCE,
      });
      page.looked(items.length);
      for (const item of items) {
        if (isFollowed(item, key.kind, cursor)) {
          const name = `${item.kind} ${item.key}`;
          const known = found.get(name);
          if (known === undefined && found.size === room) return { changed: [...found.values()], place, isAll: false };
          found.set(name, { item, before: known?.before ?? place });
        }
        place = item;
      }
      isAll = items.length < ITEMS_AT_ONCE;
      if (!isAll && page.room === 0) return { changed: [...found.values()], place, isAll };
    }
    return { changed: [...found.values()], place, isAll: true };
  }

  /** Puts what has changed as it is now. @returns how many of them had room; undefined if the model moved */
  async #putChanged(
    page: SyncPage,
    changed: readonly Changed[],
    at: At & { readonly within: Reader },
  ): Promise<number | undefined> {
    const { environment } = at.place.model;
    const keys = changed.flatMap(({ item }) => (item.kind === 'entry' ? [item.key] : []));
    const rows = await entriesWithKeys(at.within, at.state, { environment, keys });
    const sizes = changed.map(({ item }) => (item.kind === 'entry' ? (rows.get(item.key)?.bytes ?? 0) : 0));
    const fitting = page.fitting(sizes);
    const items = changed.slice(0, fitting).map(({ item }) => item);
    const revisions = new Map(items.map(({ kind, key, revision }) => [`${kind} ${key}`, revision]));
    const entries = items.filter(({ kind }) => kind === 'entry').map(({ key }) => key);
    const assets = items.filter(({ kind }) => kind === 'asset').map(({ key }) => key);
    const revisionOf = (kind: string) => (key: string) => revisions.get(`${kind} ${key}`) ?? 0;
    const shown = { rows: entries.flatMap((key) => rows.get(key) ?? []), revisionOf: revisionOf('entry') };
    if (!(await this.#putEntries(page, shown, at))) return undefined;
    const found = new Set(await this.#putAssets(page, { keys: assets, revisionOf: revisionOf('asset') }, at));
    const { code } = at.place.model;
    for (const { kind, key, revision } of items) {
      if (kind === 'entry' && !rows.has(key)) page.remove(kind, { id: resourceId(kind, code, key), revision });
      if (kind === 'asset' && !found.has(key)) page.remove(kind, { id: resourceId(kind, code, key), revision });
    }
    return fitting;
  }

  /** @returns false if the model moved */
  async #putEntries(
    page: SyncPage,
    { rows, revisionOf }: { rows: readonly SizedEntry[]; revisionOf: (key: string) => number },
    { place, view, large, within }: At & { readonly within?: Reader },
  ): Promise<boolean> {
    if (rows.length === 0) return true;
    const { entries, database } = this.#parts;
    await large.turnOfList(rows.length);
    const how = { view, head: place.head, large, within };
    let values = await entries.wholes(rows, how);
    if (values === undefined && within === undefined) {
      // Some have changed since their rows were read.
      values = await database.snapshot(async (snapshot) => {
        const keys = rows.map(({ key }) => key);
        const now = await entriesWithKeys(snapshot, stateOf(view.plane), { environment: view.model.environment, keys });
        return entries.wholes([...now.values()], { ...how, within: snapshot });
      });
    }
    if (values === undefined) return false;
    for (const value of values) {
      const { key } = value;
      page.put('entry', { id: resourceId('entry', view.model.code, key), revision: revisionOf(key), value });
    }
    return true;
  }

  /** @returns the keys of those that there are */
  async #putAssets(
    page: SyncPage,
    { keys, revisionOf }: { keys: readonly string[]; revisionOf: (key: string) => number },
    { place, view, within }: At & { readonly within?: Reader },
  ): Promise<readonly string[]> {
    if (keys.length === 0) return keys;
    const { pieces, found } = await this.#parts.assets.texts(keys, view, { head: place.head, within });
    for (const [index, value] of pieces.entries()) {
      const key = found[index] ?? '';
      page.put('asset', { id: resourceId('asset', view.model.code, key), revision: revisionOf(key), value });
    }
    return found;
  }
}

/** The state of entries that a plane shows. */
export function stateOf(plane: ReadPlane): QueryState {
  return plane === 'delivery' ? 'published' : 'draft';
}

/** How values are given: as a single read gives them with `locale=*` and `meta=true`, without includes. */
function wholeViewOf(model: Model, plane: ReadPlane): View {
  return viewOf({ model, plane, locale: null, selection: null, withMeta: true });
}

/** The beginning of the walk. Its journal begins at a head that was known before anything is read. */
function startOf({ environment, model, head }: ReadingPlace, { types }: SyncQuery): SyncCursor {
  const { number, epoch } = environment;
  const at = { environment: number, code: model.code, epoch, ...behind(head.revision) };
  return { ...at, model: NO_MODEL, types, walk: WALK_START };
}

/** Whether a cursor is of the present of an environment under this name, and newer than what is known of it. */
function isAhead(cursor: SyncCursor, place: ReadingPlace): boolean {
  return isOfPlace(cursor, place) && isNewer(cursor, place);
}

/** Whether nothing that a cursor says is of use any more: it is of another environment, name or lifetime, or of what came undone. */
export function isLost(cursor: SyncCursor, place: ReadingPlace): boolean {
  return !isOfPlace(cursor, place) || isNewer(cursor, place);
}

function isOfPlace({ environment, code, epoch }: SyncCursor, { environment: own, model }: ReadingPlace): boolean {
  return environment === own.number && code === model.code && epoch === own.epoch;
}

function isNewer({ revision, model }: SyncCursor, { head }: ReadingPlace): boolean {
  return revision > head.revision || model > head.model_revision;
}

function requireSameTypes({ types: known }: SyncCursor, { types }: SyncQuery): void {
  if (JSON.stringify(known) === JSON.stringify(types)) return;
  const message = 'Give types as with the request that since comes from, or leave since out to start over.';
  throw invalid('query.types', 'cursor', message);
}

function isFollowed({ kind, content_type: type, published }: FollowedItem, plane: ReadPlane, cursor: SyncCursor) {
  if (plane === 'delivery' && published === 0) return false;
  return kind === 'asset' || (kind === 'entry' && (type === null || isOfTypes(type, cursor)));
}

function isOfTypes(type: number, { types }: Pick<SyncCursor, 'types'>): boolean {
  return types === null || types.includes(type);
}
