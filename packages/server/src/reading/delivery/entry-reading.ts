/**
 * Reads entries for sites: what the query engine finds, as fragments, with what they link to. One reading is one
 * attempt: where an entry moved while it was read there is no response, and `one-state.ts` tries again.
 */
import type { Model } from '../../model/content-types/model.ts';
import type { Database, EnvironmentState, Reader } from '../../platform/database/database.ts';
import { PIECE_BYTES } from '../../platform/database/row-pieces.ts';
import type { LargeResponse } from '../../platform/http/large-responses.ts';
import { RESPONSE_BYTES_MAX, ResponseSize } from '../../platform/http/response-size.ts';
import type { QueryPlan } from '../../platform/http/served-request.ts';
import type { Head } from '../../platform/journal/environment-heads.ts';
import { Pace } from '../../platform/kit/pace.ts';
import type { PagePosition } from '../../platform/kit/page-position.ts';
import { inPieces } from '../../platform/kit/pieces.ts';
import { after, inSteps, type MaybePromise, type Steps, settled } from '../../platform/kit/steps.ts';
import type { HowToFind, QueryEngine } from '../query/engine.ts';
import { seesAssets } from '../query/matching.ts';
import type { Overlay } from '../query/overlay.ts';
import type { OverlaySource } from '../query/overlay-source.ts';
import type { Overlays } from '../query/overlays.ts';
import type { FoundEntry, KeyQuery, QueryState } from '../query/query.ts';
import { planOfRun } from '../query/query-run.ts';
import type { Show } from '../query/show.ts';
import type { AssetsOfThen } from '../query/streaming.ts';
import type { Branches } from '../query-string/branches.ts';
import type { EntryListQuery } from '../query-string/entry-list.ts';
import type { AssetReading } from './asset-reading.ts';
import { Basis } from './basis.ts';
import { resolveBranches, type WantedView } from './branched-includes.ts';
import { type EntryTimes, renderFragment } from './fragment.ts';
import type { FragmentCache } from './fragment-cache.ts';
import { type Included, resolveIncludes } from './includes.ts';
import { keysOf, NamedResources, scopeOf } from './named-resources.ts';
import type { Attempted, Shown } from './one-state.ts';
import { OverlayMoved } from './overlay-moved.ts';
import type { AssetsThen } from './past.ts';
import { entryListText, entryText, lengthOf, type Piece } from './response-text.ts';
import { readStateSizes, readStates, readTimes } from './store.ts';
import { Fragment } from './stored-fragment.ts';
import { overlaidView, type View, viewOf, wholeView } from './view.ts';

/** Keys looked up at once. */
const KEYS_MAX = 16_384;

/** Documents of an overlay that are read at once: each may be made of several of a few MiB. */
const OVERLAID_AT_ONCE = 20;

/** What was read of entries, by row id: the documents of the versions that were found, and their times where they are shown. */
interface Stored {
  readonly documents: ReadonlyMap<number, string>;
  readonly times: ReadonlyMap<number, EntryTimes> | null;
}

/** An entry that was found: its fragment where that is kept. */
type Found = Fragment | FoundEntry;

/** How entries are shown: all alike, or each in a view of its own, by key. */
type Views = View | Map<string, View>;

/** Which of the links of items are resolved. */
interface Links {
  /** How many links deep. */
  readonly include: number;
  /** The paths along which they are followed or selected; null where all links lead to whole entries. */
  readonly branches: Branches | null;
}

/** The items of a response, with what their links lead to. */
interface WithIncludes {
  readonly items: readonly Fragment[];
  readonly included: Included;
}

export interface EntryReadingParts {
  readonly database: Pick<Database, 'readsSince'>;
  readonly engine: Pick<QueryEngine, 'show' | 'keysToStates'>;
  readonly overlays: Pick<Overlays, 'at' | 'within' | 'holdsAt'>;
  readonly fragments: FragmentCache;
  readonly assets: Pick<AssetReading, 'texts'>;
}

/** A list as it goes out, and where its next page starts; null on the last page. */
export interface ReadList {
  readonly body: Buffer;
  readonly next: PagePosition | null;
}

/** How an attempt reads. */
export interface How {
  readonly view: View;
  /** Where the environment stood when the request came. */
  readonly head: Head;
  /** A snapshot; undefined while responses come from memory. */
  readonly within?: Reader | undefined;
  /** What the response takes; undefined where nobody counts. */
  readonly large?: LargeResponse | undefined;
  /** What lies over the environment. */
  readonly source?: OverlaySource | undefined;
  /** The assets of then, where the past is read. */
  readonly assetsThen?: AssetsThen | undefined;
}

/** What one attempt looked at. */
class Attempt {
  readonly how: How;
  readonly basis = new Basis();
  readonly named = new NamedResources();
  /** Whether the assets in it are known to be those of the head of the request. */
  assetsAreOfHead = false;
  /** What lies over the environment, once it was read. */
  overlay: Overlay | undefined;
  #overlaid: { readonly view: View; readonly own: View } | undefined;
  #oldest = Number.POSITIVE_INFINITY;
  #newest = 0;

  constructor(how: How) {
    this.how = how;
  }

  /** Waits for the turn of the space, unless few entries are read. A snapshot, which others may need, waits for nothing. */
  turnOfList(entries: number): MaybePromise<void> {
    const { large, within } = this.how;
    return within === undefined ? large?.turnOfList(entries) : undefined;
  }

  /** Waits until there is room for so many bytes, unless they are few. */
  room(bytes: number): MaybePromise<void> {
    const { large, within } = this.how;
    return within === undefined ? large?.room(Math.min(bytes, RESPONSE_BYTES_MAX)) : undefined;
  }

  /** Where the engine has to be at least. */
  get head(): Head {
    const { head } = this.how;
    const revision = Math.max(head.revision, this.overlay?.revision ?? 0);
    return revision === head.revision ? head : { ...head, revision };
  }

  /** The state whose entries are shown. */
  get state(): QueryState {
    return this.how.source?.state ?? stateOf(this.how.view);
  }

  /** The view in which an entry is shown: those of an overlay have one of their own, and all of another state than that of the plane. */
  viewOf(id: number, view: View): View {
    if (this.overlay === undefined) return view;
    if (this.overlay.rowOf(id) === undefined && this.state === stateOf(view)) return view;
    if (this.#overlaid?.view !== view) this.#overlaid = { view, own: overlaidView(view, this.overlay) };
    return this.#overlaid.own;
  }

  /** Notes the revision that a part of the response shows. */
  sees(revision: number): void {
    this.#oldest = Math.min(this.#oldest, revision);
    this.#newest = Math.max(this.#newest, revision);
  }

  /** Notes the entries that it shows. @param sought keys of all that were looked for */
  names(entries: readonly Found[], sought: readonly string[] = []): void {
    if (!this.named.takes(entries.length)) return;
    this.named.add(
      'entry',
      entries.map(({ key }) => key),
      sought,
    );
  }

  /** The newest state that is in it, which may be newer than the head. */
  get newest(): EnvironmentState {
    const { head } = this.how;
    return { ...head, revision: Math.max(head.revision, this.#newest) };
  }

  /** Reads the documents of what was found. */
  reader(database: Pick<Database, 'readsSince'>): Reader {
    return this.how.within ?? database.readsSince(this.newest).reader;
  }

  shown<T>(response: T): Shown<T> {
    const { basis, named } = this;
    const assetsFit = !basis.restsOnAssets || (this.assetsAreOfHead && this.#newest === this.how.head.revision);
    const isOfOneRevision = this.#oldest === this.#newest && assetsFit;
    return { response, revision: this.#oldest, isOfOneRevision, basis, named };
  }
}

export class EntryReading {
  readonly #parts: EntryReadingParts;

  constructor(parts: EntryReadingParts) {
    this.#parts = parts;
  }

  /** How a list was found last; undefined if it never was. */
  planOf({ entries }: EntryListQuery, model: Model): QueryPlan | undefined {
    return planOfRun(entries, model);
  }

  /** A page of entries with their includes; at once where everything is in memory. */
  list(query: EntryListQuery, how: How): MaybePromise<Attempted<ReadList>> {
    const attempt = new Attempt(how);
    if (how.source === undefined) return inSteps(this.#list(query, attempt));
    const withWords = query.entries.search !== undefined;
    return inSteps(this.#over(how.source, attempt, { withWords, read: () => this.#list(query, attempt) }));
  }

  /** One entry with its includes, as it goes out; null where the view does not show it. */
  single(query: Links & { readonly key: string }, how: How): MaybePromise<Attempted<Buffer | null>> {
    const attempt = new Attempt(how);
    if (how.source === undefined) return inSteps(this.#single(query, attempt));
    return inSteps(this.#over(how.source, attempt, { withWords: false, read: () => this.#single(query, attempt) }));
  }

  /** Entries that were found, whole and without what they link to, in this order; undefined where a state is gone by now. */
  wholes(found: readonly FoundEntry[], how: How): MaybePromise<readonly Fragment[] | undefined> {
    const { view } = how;
    const kept = found.map((entry) => this.#parts.fragments.get(view, entry.id, entry.version) ?? entry);
    return inSteps(this.#fragments(kept, view, new Attempt(how)));
  }

  /** Reads with what lies over the environment, which has to hold for all that is shown. */
  *#over<T>(
    source: OverlaySource,
    attempt: Attempt,
    { withWords, read }: { readonly withWords: boolean; readonly read: () => Steps<Attempted<T>> },
  ): Steps<Attempted<T>> {
    const { within, head, view } = attempt.how;
    const { overlays } = this.#parts;
    const wanted = { model: view.model, withWords };
    const overlay = yield* settled(
      within === undefined ? overlays.at(source, head, wanted) : overlays.within(within, source, wanted),
    );
    if (overlay === undefined) return undefined;
    if (overlay.name !== source.name) throw new OverlayMoved();
    attempt.overlay = overlay;
    const shown = yield* read();
    return (yield* settled(overlays.holdsAt(overlay, attempt.newest))) ? shown : undefined;
  }

  *#list(query: EntryListQuery, attempt: Attempt): Steps<Attempted<ReadList>> {
    const { view, within } = attempt.how;
    const { limit, skip, after } = query.entries;
    const { head, overlay } = attempt;
    attempt.basis.query(query.entries);
    const turn = attempt.turnOfList(limit);
    if (turn !== undefined) yield turn;
    const show = this.#shower(view, attempt);
    const assetsThen = assetsOfThen(attempt.how);
    const how = { model: view.model, head, within, show, overlay, assetsThen };
    const { state } = attempt;
    const entries = state === query.entries.state ? query.entries : { ...query.entries, state };
    const result = yield* settled(this.#parts.engine.show(entries, how));
    attempt.sees(result.revision);
    const items = yield* this.#fragments(result.entries, view, attempt);
    if (items === undefined) return undefined;
    attempt.names(items, keysOf(query.entries.predicates));
    attempt.named.restsOnAllAssets = query.entries.predicates.some(seesAssets);
    attempt.named.scope = scopeOf(query.entries, items.length, view.model);
    const size = new ResponseSize();
    size.add(lengthOf(items));
    const shown = yield* this.#withIncludes(items, query, { attempt, size });
    if (shown === undefined) return undefined;
    const room = attempt.room(size.bytes);
    if (room !== undefined) yield room;
    const body = entryListText(
      shown.items,
      { total: result.total, skip: after?.passed ?? skip, limit },
      shown.included,
    );
    return attempt.shown({ body, next: result.next });
  }

  *#single(query: Links & { readonly key: string }, attempt: Attempt): Steps<Attempted<Buffer | null>> {
    const { view } = attempt.how;
    const items = yield* this.#fragments(yield* this.#find([query.key], view, attempt), view, attempt);
    if (items === undefined) return undefined;
    const [entry] = items;
    if (entry === undefined) return attempt.shown(null);
    attempt.basis.ownType = entry.contentType;
    attempt.names(items);
    const size = new ResponseSize();
    size.add(lengthOf([entry]));
    const shown = yield* this.#withIncludes(items, query, { attempt, size });
    if (shown === undefined) return undefined;
    const room = attempt.room(size.bytes);
    if (room !== undefined) yield room;
    return attempt.shown(entryText(shown.items[0] ?? entry, shown.included));
  }

  *#withIncludes(
    items: readonly Fragment[],
    { include: depth, branches }: Links,
    { attempt, size }: { attempt: Attempt; size: ResponseSize },
  ): Steps<WithIncludes | undefined> {
    const assets = (keys: readonly string[]) => this.#linkedAssets(keys, attempt);
    if (branches === null) {
      const view = wholeView(attempt.how.view);
      const entries = (keys: readonly string[]) => inSteps(this.#linked(keys, view, attempt));
      const included = yield* resolveIncludes(items, depth, { targets: { entries, assets }, size });
      return included && { items, included };
    }
    const noted = new Set(items.map(({ key }) => key));
    const entries = (wanted: ReadonlyMap<string, WantedView>) => inSteps(this.#linkedAs(wanted, noted, attempt));
    const found = yield* resolveBranches(items, { branches, depth, targets: { entries, assets }, size });
    return found && { items: found.items, included: found };
  }

  #linkedAssets(keys: readonly string[], attempt: Attempt): MaybePromise<readonly Piece[]> {
    const { head, within, assetsThen } = attempt.how;
    const view = wholeView(attempt.how.view);
    attempt.basis.restsOnAssets = true;
    return after(this.#parts.assets.texts(keys, view, { head, within, assetsThen }), ({ pieces, found, isOfHead }) => {
      if (attempt.named.takes(found.length)) attempt.named.add('asset', found, keys);
      attempt.assetsAreOfHead = isOfHead;
      // Some may be kept from then, and be older than what the query engine has seen by now.
      if (within === undefined) attempt.sees(head.revision);
      return pieces;
    });
  }

  *#linked(keys: readonly string[], view: View, attempt: Attempt): Steps<Fragment[] | undefined> {
    const found = yield* this.#find(keys, view, attempt);
    attempt.basis.linked(found, keys.length);
    attempt.names(found, keys);
    return yield* this.#fragments(found, view, attempt);
  }

  /** The same in views of their own. @param noted keys of what the response is known to rest on; those of others are added */
  *#linkedAs(
    wanted: ReadonlyMap<string, WantedView>,
    noted: Set<string>,
    attempt: Attempt,
  ): Steps<Fragment[] | undefined> {
    const views = viewsOf(wanted, attempt.how.view);
    const keys = [...wanted.keys()];
    const fresh = keys.filter((key) => !noted.has(key));
    for (const key of fresh) noted.add(key);
    const found = yield* this.#find(keys, views, attempt);
    const isFresh = new Set(fresh);
    const foundFresh = found.filter(({ key }) => isFresh.has(key));
    attempt.basis.linked(foundFresh, fresh.length);
    attempt.names(foundFresh, fresh);
    return yield* this.#fragments(found, views, attempt);
  }

  /** The entries with those keys that the plane shows, in this order. */
  *#find(keys: readonly string[], views: Views, attempt: Attempt): Steps<readonly Found[]> {
    const keyQuery = { environment: attempt.how.view.model.environment, state: attempt.state, withArchived: false };
    const { head, overlay } = attempt;
    const how = { head, within: attempt.how.within, show: this.#shower(views, attempt), overlay };
    if (keys.length <= KEYS_MAX) return yield* this.#findSome({ ...keyQuery, keys }, how, attempt);
    const found: Found[] = [];
    for (let start = 0; start < keys.length; start += KEYS_MAX) {
      const piece = { ...keyQuery, keys: keys.slice(start, start + KEYS_MAX) };
      for (const entry of yield* this.#findSome(piece, how, attempt)) found.push(entry);
    }
    return found;
  }

  *#findSome(query: KeyQuery, how: HowToFind<Found>, attempt: Attempt): Steps<readonly Found[]> {
    const { entries, revision } = yield* settled(this.#parts.engine.keysToStates(query, how));
    attempt.sees(revision);
    return entries;
  }

  /** Takes the fragments that are kept straight from the rows; what is missing is found, to be read. */
  #shower(views: Views, attempt: Attempt): Show<Found> {
    const { fragments } = this.#parts;
    if (views instanceof Map || attempt.overlay !== undefined) {
      const keptOr = (entry: FoundEntry) =>
        fragments.get(attempt.viewOf(entry.id, viewIn(views, entry.key)), entry.id, entry.version) ?? entry;
      return {
        ofRow: (table, row) => keptOr(table.found(row)),
        ofEntry: keptOr,
      };
    }
    return {
      ofRow: (table, row) => fragments.get(views, table.idOf(row), table.versionOf(row)) ?? table.found(row),
      ofEntry: (entry) => fragments.get(views, entry.id, entry.version) ?? entry,
    };
  }

  /** The fragments of what was found, in this order; undefined where a state is gone by now. */
  *#fragments(found: readonly Found[], views: Views, attempt: Attempt): Steps<Fragment[] | undefined> {
    const missing = found.filter((one) => !(one instanceof Fragment)) as FoundEntry[];
    if (missing.length === 0) return found as Fragment[];
    yield* settled(attempt.turnOfList(missing.length));
    const stored = yield* this.#stored(missing, attempt);
    const read = missing.every(({ id }) => stored.documents.has(id))
      ? yield* this.#renderAll(missing, attempt, { stored, views, pace: new Pace() })
      : yield* this.#inPieces(missing, views, attempt);
    return read && fragmentsOf(found, read);
  }

  /** The fragments by row id, read in as many statements as it takes: some of the documents are large. */
  *#inPieces(
    missing: readonly FoundEntry[],
    views: Views,
    attempt: Attempt,
  ): Steps<ReadonlyMap<number, Fragment> | undefined> {
    const size = new ResponseSize();
    const pace = new Pace();
    const fragments = new Map<number, Fragment>();
    const { pieces, bytes } = yield* settled(this.#pieces(missing, attempt));
    yield* settled(attempt.room(bytes));
    for (const piece of pieces) {
      const stored = yield* this.#stored(piece, attempt);
      const some = yield* this.#renderAll(piece, attempt, { stored, views, pace });
      if (some === undefined) return undefined;
      size.add(lengthOf([...some.values()]));
      for (const [id, fragment] of some) fragments.set(id, fragment);
    }
    return fragments;
  }

  /** The fragments of entries by row id, with rests between them; undefined where a document is not there. */
  *#renderAll(
    entries: readonly FoundEntry[],
    attempt: Attempt,
    { stored, views, pace }: { stored: Stored; views: Views; pace: Pace },
  ): Steps<ReadonlyMap<number, Fragment> | undefined> {
    const fragments = new Map<number, Fragment>();
    for (const entry of entries) {
      const fragment = this.#render(entry, stored, attempt.viewOf(entry.id, viewIn(views, entry.key)));
      if (fragment === undefined) return undefined;
      fragments.set(entry.id, fragment);
      if (pace.isDue()) yield pace.rest();
    }
    return fragments;
  }

  /** The entries in pieces whose documents are read at once. */
  async #pieces(missing: readonly FoundEntry[], attempt: Attempt): Promise<{ pieces: FoundEntry[][]; bytes: number }> {
    const reader = attempt.reader(this.#parts.database);
    const ids = missing.map(({ id }) => id);
    const sizes = new Map((await readStateSizes(reader, ids)).map(({ id, bytes }) => [id, Number(bytes)]));
    const sizeOf = ({ id }: FoundEntry) =>
      attempt.overlay?.rowOf(id) === undefined ? (sizes.get(id) ?? 0) : PIECE_BYTES / OVERLAID_AT_ONCE;
    const pieces = inPieces(missing, sizeOf, PIECE_BYTES);
    return { pieces, bytes: [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0) };
  }

  #render(entry: FoundEntry, { documents, times }: Stored, view: View): Fragment | undefined {
    const document = documents.get(entry.id);
    const own = times === null ? null : times.get(entry.id);
    const rendered =
      document === undefined || own === undefined ? undefined : renderFragment(entry, document, view, own);
    return rendered === undefined ? undefined : this.#parts.fragments.put(view, rendered);
  }

  *#stored(found: readonly FoundEntry[], attempt: Attempt): Steps<Stored> {
    const { overlay } = attempt;
    if (overlay !== undefined) return yield* settled(this.#storedOver(overlay, found, attempt));
    const documents = yield* settled(this.#documents(found, attempt));
    const times = attempt.how.view.withMeta ? yield* settled(this.#times(found, attempt)) : null;
    return { documents, times };
  }

  /** The same with those of an overlay, if they are few enough to be read at once. */
  async #storedOver(overlay: Overlay, found: readonly FoundEntry[], attempt: Attempt): Promise<Stored> {
    const rows = found.flatMap(({ id }) => overlay.rowOf(id) ?? []);
    const others = found.filter(({ id }) => overlay.rowOf(id) === undefined);
    const documents = new Map(others.length === 0 ? [] : await this.#documents(others, attempt));
    if (rows.length > 0 && rows.length <= OVERLAID_AT_ONCE) {
      const keys = rows.map(({ key }) => key);
      const read = await overlay.source.documents(attempt.reader(this.#parts.database), overlay.model, keys);
      for (const { id, key, basis } of rows) {
        const document = read.get(key);
        if (document?.basis === basis) documents.set(id, document.text);
      }
    }
    if (!attempt.how.view.withMeta) return { documents, times: null };
    const times = new Map(others.length === 0 ? [] : await this.#times(others, attempt));
    for (const { id, createdAt, updatedAt, firstPublishedAt } of rows)
      times.set(id, { createdAt, updatedAt, firstPublishedAt });
    return { documents, times };
  }

  /** The times of the versions that were found, by row id. */
  #times(found: readonly FoundEntry[], attempt: Attempt): MaybePromise<ReadonlyMap<number, EntryTimes>> {
    const versions = new Map(found.map(({ id, version }) => [id, version]));
    const ofDraft = attempt.state === 'draft';
    return after(readTimes(attempt.reader(this.#parts.database), [...versions.keys()], 0), (rows) => {
      const times = new Map<number, EntryTimes>();
      for (const { id, version, saved_at, created_at, updated_at, first_published_at } of rows) {
        if (versions.get(id) !== version) continue;
        const updatedAt = ofDraft ? updated_at : saved_at;
        times.set(id, { createdAt: created_at, updatedAt, firstPublishedAt: first_published_at });
      }
      return times;
    });
  }

  /** Stored documents by row id, of the versions that were found. */
  #documents(found: readonly FoundEntry[], attempt: Attempt): MaybePromise<ReadonlyMap<number, string>> {
    const versions = new Map(found.map(({ id, version }) => [id, version]));
    return after(
      readStates(
        attempt.reader(this.#parts.database),
        found.map(({ id }) => id),
      ),
      (rows) => {
        const documents = new Map<number, string>();
        for (const { id, version, document } of rows) if (versions.get(id) === version) documents.set(id, document);
        return documents;
      },
    );
  }
}

/** For the query engine: which assets were there in the past that is read. */
function assetsOfThen({ assetsThen, view: { model } }: How): AssetsOfThen | undefined {
  if (assetsThen === undefined) return undefined;
  return async (reader) => {
    const changed = await assetsThen.read(reader, model);
    return new Map([...changed].map(([key, was]) => [key, was !== null]));
  };
}

function viewIn(views: Views, key: string): View {
  if (!(views instanceof Map)) return views;
  const view = views.get(key);
  if (view === undefined) throw new Error(`No view was chosen for the entry ${key}.`);
  return view;
}

/** The views in which entries are wanted, one for each selection. */
function viewsOf(wanted: ReadonlyMap<string, WantedView>, view: View): Map<string, View> {
  const views = new Map<string, View>();
  return new Map(
    [...wanted].map(([key, { selection, isMixed }]) => {
      const name = `${selection?.code} ${isMixed}`;
      const own = views.get(name) ?? viewOf({ ...view, selection, isPassing: isMixed });
      views.set(name, own);
      return [key, own];
    }),
  );
}

/** What was found as fragments, in this order. @param read those that were missing, by row id */
function fragmentsOf(found: readonly Found[], read: ReadonlyMap<number, Fragment>): Fragment[] | undefined {
  const fragments: Fragment[] = [];
  for (const one of found) {
    const fragment = one instanceof Fragment ? one : read.get(one.id);
    if (fragment === undefined) return undefined;
    fragments.push(fragment);
  }
  return fragments;
}

function stateOf({ plane }: View): QueryState {
  return plane === 'delivery' ? 'published' : 'draft';
}
