/**
 * Reads entries for sites: what the query engine finds, as fragments, with what they link to. One reading is one
 * attempt: where an entry moved while it was read there is no answer, and `one-state.ts` tries again.
 */
import type { Database, Reader } from '../database/database.ts';
import type { Document } from '../fields/field.ts';
import type { QueryEngine } from '../query/engine.ts';
import type { EntryQuery, FoundEntry, PagePosition, QueryState } from '../query/query.ts';
import { AnswerSize, entryBytes, entryListBytes } from './answer-bytes.ts';
import type { AssetReading } from './asset-reading.ts';
import { Basis } from './basis.ts';
import { type Fragment, renderFragment } from './fragment.ts';
import type { FragmentCache } from './fragment-cache.ts';
import { resolveIncludes } from './includes.ts';
import type { Attempted } from './one-state.ts';
import type { EntryListWish } from './query-string/entry-list.ts';
import { readStates } from './store.ts';
import { type View, wholeView } from './view.ts';

/** Keys looked up at once. */
const KEYS_MAX = 16_384;

export interface EntryReadingParts {
  readonly database: Pick<Database, 'reader'>;
  readonly engine: Pick<QueryEngine, 'run' | 'keysToStates'>;
  readonly fragments: FragmentCache;
  readonly assets: Pick<AssetReading, 'texts'>;
}

/** A list as it goes out, and where its next page starts; null on the last page. */
export interface ReadList {
  readonly body: Buffer;
  readonly next: PagePosition | null;
}

/** How one attempt reads, and what it looked at. */
interface Attempt {
  readonly view: View;
  /** A snapshot; undefined while answers come from memory. */
  readonly within: Reader | undefined;
  /** The oldest revision that any part of the answer shows. */
  revision: number;
  readonly basis: Basis;
}

export class EntryReading {
  readonly #parts: EntryReadingParts;

  constructor(parts: EntryReadingParts) {
    this.#parts = parts;
  }

  /** A page of entries with their includes. */
  list(wish: EntryListWish, view: View, within?: Reader): Promise<Attempted<ReadList>> {
    return attemptOne({ view, within }, (attempt) => this.#readList(wish, attempt));
  }

  /** One entry with its includes; null where the view does not show it. */
  single(
    wish: { readonly key: string; readonly include: number },
    view: View,
    within?: Reader,
  ): Promise<Attempted<Buffer | null>> {
    return attemptOne({ view, within }, (attempt) => this.#readSingle(wish, attempt));
  }

  async #readList(wish: EntryListWish, attempt: Attempt): Promise<ReadList | undefined> {
    const { limit, skip, after } = wish.query;
    attempt.basis.query(wish.query);
    const result = await this.#parts.engine.run(oneMore(wish.query), attempt.view.model, attempt.within);
    attempt.revision = result.revision;
    const found = result.entries.length > limit ? result.entries.slice(0, limit) : result.entries;
    const items = await this.#fragments(found, attempt.view, attempt.within);
    if (items === undefined) return undefined;
    const texts = items.map(({ text }) => text);
    const size = new AnswerSize();
    size.add(texts);
    const included = await this.#includes(items, wish.include, { attempt, size });
    if (included === undefined) return undefined;
    const passed = (after?.passed ?? skip) + found.length;
    const last = found.at(-1);
    const isMore = after === undefined ? passed < result.total : result.entries.length > limit;
    return {
      body: entryListBytes(texts, { total: result.total, skip: after?.passed ?? skip, limit }, included),
      next: isMore && last !== undefined ? { key: last.key, passed } : null,
    };
  }

  async #readSingle(
    { key, include }: { key: string; include: number },
    attempt: Attempt,
  ): Promise<Buffer | null | undefined> {
    const found = await this.#find([key], attempt);
    const items = await this.#fragments(found, attempt.view, attempt.within);
    if (items === undefined) return undefined;
    const [entry] = items;
    if (entry === undefined) return null;
    attempt.basis.ownType = entry.entry.contentType;
    const size = new AnswerSize();
    size.add([entry.text]);
    const included = await this.#includes(items, include, { attempt, size });
    return included === undefined ? undefined : entryBytes(entry.text, included);
  }

  #includes(items: readonly Fragment[], depth: number, { attempt, size }: { attempt: Attempt; size: AnswerSize }) {
    const { within } = attempt;
    const view = wholeView(attempt.view);
    const targets = {
      entries: async (keys: readonly string[]) => {
        const found = await this.#find(keys, attempt);
        attempt.basis.linked(found, keys.length);
        return this.#fragments(found, view, within);
      },
      assets: (keys: readonly string[]) => {
        attempt.basis.restsOnAssets = true;
        return this.#parts.assets.texts(keys, view, within);
      },
    };
    return resolveIncludes(items, depth, { targets, size });
  }

  /** The entries with those keys that the plane shows, in this order. */
  async #find(keys: readonly string[], attempt: Attempt): Promise<FoundEntry[]> {
    const { model } = attempt.view;
    const asked = { environment: model.environment, state: stateOf(attempt.view), withArchived: false };
    const found: FoundEntry[] = [];
    for (let start = 0; start < keys.length; start += KEYS_MAX) {
      const piece = keys.slice(start, start + KEYS_MAX);
      const { entries, revision } = await this.#parts.engine.keysToStates({ ...asked, keys: piece }, attempt.within);
      attempt.revision = Math.min(attempt.revision, revision);
      for (const key of piece) {
        const entry = entries.get(key);
        if (entry !== undefined) found.push(entry);
      }
    }
    return found;
  }

  /** The fragments of what was found, in this order; undefined where a state is gone by now. */
  async #fragments(
    found: readonly FoundEntry[],
    view: View,
    within: Reader | undefined,
  ): Promise<Fragment[] | undefined> {
    const { fragments } = this.#parts;
    const whole: Fragment[] = [];
    const missing: { readonly entry: FoundEntry; readonly at: number }[] = [];
    for (const entry of found) {
      const kept = fragments.get(view, entry);
      if (kept === undefined) missing.push({ entry, at: whole.length });
      // What is missing takes its place below.
      whole.push(kept as Fragment);
    }
    if (missing.length === 0) return whole;
    const documents = await this.#documents(
      missing.map(({ entry }) => entry),
      within,
    );
    for (const { entry, at } of missing) {
      const fragment = render(entry, documents, view);
      if (fragment === undefined) return undefined;
      fragments.put(view, fragment);
      whole[at] = fragment;
    }
    return whole;
  }

  /** Stored documents by row id, of the versions that were found. */
  async #documents(found: readonly FoundEntry[], within: Reader | undefined): Promise<Map<number, string>> {
    const versions = new Map(found.map(({ id, version }) => [id, version]));
    const rows = await readStates(within ?? this.#parts.database.reader, [...versions.keys()], 0);
    return new Map(
      rows.filter(({ id, version }) => versions.get(id) === version).map(({ id, document }) => [id, document]),
    );
  }
}

async function attemptOne<T>(
  how: Pick<Attempt, 'view' | 'within'>,
  read: (attempt: Attempt) => Promise<T | undefined>,
): Promise<Attempted<T>> {
  const attempt = { ...how, revision: Number.POSITIVE_INFINITY, basis: new Basis() };
  const answer = await read(attempt);
  return answer === undefined ? undefined : { answer, revision: attempt.revision, basis: attempt.basis };
}

/** Behind a cursor, one entry more tells whether there is a next page: counts may have changed since the page before. */
function oneMore(query: EntryQuery): EntryQuery {
  return query.after === undefined ? query : { ...query, limit: query.limit + 1 };
}

function stateOf({ plane }: View): QueryState {
  return plane === 'delivery' ? 'published' : 'draft';
}

function render(entry: FoundEntry, documents: ReadonlyMap<number, string>, view: View): Fragment | undefined {
  const document = documents.get(entry.id);
  return document === undefined ? undefined : renderFragment(entry, JSON.parse(document) as Document, view);
}
