/** The management plane's list of entries: the query engine finds them among the drafts, then their rows are read. */
import type { Model } from '../../model/content-types/model.ts';
import type { Document } from '../../model/fields/field.ts';
import type { Environment } from '../../model/spaces/environment.ts';
import type { Heads } from '../../model/spaces/heads.ts';
import type { Reader } from '../../platform/database/database.ts';
import { unavailable } from '../../platform/database/unavailable.ts';
import { RESPONSE_BYTES_MAX, ResponseSize } from '../../platform/http/response-size.ts';
import type { QueryPlan } from '../../platform/http/served-request.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import { Pace } from '../../platform/kit/pace.ts';
import type { PagePosition } from '../../platform/kit/page-position.ts';
import { inPieces } from '../../platform/kit/pieces.ts';
import { obeyMinRevision } from '../../reading/delivery/min-revision.ts';
import { type EntryListQuery, readListQuery } from '../../reading/delivery/query-string/entry-list.ts';
import type { Selection } from '../../reading/delivery/query-string/selection.ts';
import type { QueryEngine } from '../../reading/query/engine.ts';
import type { FoundEntry } from '../../reading/query/query.ts';
import type { EntryParts } from './entries.ts';
import { type EntryView, entryView, type Shown } from './representation.ts';
import { selectEntriesById, selectStateSizes, selectStatesById } from './store.ts';

/** Attempts to build a page from memory before a snapshot is taken. */
const ATTEMPTS_MAX = 3;
/** So many entries are read without asking for their sizes first. */
const UNSIZED_MAX = 20;

export interface EntryPage {
  readonly items: EntryView[];
  readonly total: number;
  /** Where the next page starts; null if there is none. */
  readonly next: PagePosition | null;
}

export class EntryList {
  readonly #parts: EntryParts;
  readonly #engine: QueryEngine;
  readonly #heads: Pick<Heads, 'of'>;

  constructor(parts: EntryParts, engine: QueryEngine, heads: Pick<Heads, 'of'>) {
    this.#parts = parts;
    this.#engine = engine;
    this.#heads = heads;
  }

  /** How a list was found last. @param model that it was read with */
  planOf({ entries }: EntryListQuery, model: Model): QueryPlan | undefined {
    return this.#engine.runs.planOf(entries, model);
  }

  /**
   * A page of entries.
   * @param search query string of the request
   */
  async page(
    actor: Actor,
    place: { spaceId: string; environment: string },
    search: string,
  ): Promise<EntryPage & { readonly listQuery: EntryListQuery; readonly model: Model }> {
    const { environments, models, database } = this.#parts;
    const environment = await environments.open(actor, place.spaceId, place.environment);
    await obeyMinRevision(this.#heads, environment, search);
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
      const model = await models.confirmed(environment);
      const listQuery = readListQuery(search, model);
      const page = await this.#attempt({ environment, model, listQuery }, database.reader);
      if (page !== undefined) return { ...page, listQuery, model };
    }
    const model = await models.confirmed(environment);
    const listQuery = readListQuery(search, model);
    const page = await database.snapshot((reader) => this.#attempt({ environment, model, listQuery }, reader, reader));
    if (page === undefined) throw unavailable();
    return { ...page, listQuery, model };
  }

  /** Returns undefined if a draft was saved, or its content type created, between the query and reading the row. */
  async #attempt(
    { environment, model, listQuery }: { environment: Environment; model: Model; listQuery: EntryListQuery },
    reader: Reader,
    within?: Reader,
  ): Promise<EntryPage | undefined> {
    const { entries, total, next } = await this.#engine.run(listQuery.entries, model, within);
    const fields = fieldsOf(listQuery.selection);
    const items = await readDrafts(reader, entries, { environment, model, fields });
    if (items === undefined) return undefined;
    return { items, total, next };
  }
}

/** The entries that were found, in this order; undefined if one of them has changed since. */
async function readDrafts(
  reader: Reader,
  found: readonly FoundEntry[],
  shown: Shown,
): Promise<EntryView[] | undefined> {
  const rows = new Map((await selectEntriesById(reader, idsOf(found))).map((row) => [row.id, row]));
  const size = new ResponseSize();
  const pace = new Pace();
  const items: EntryView[] = [];
  for (const piece of await piecesOf(reader, found)) {
    const states = await selectStatesById(reader, idsOf(piece));
    const documents = new Map(states.map(({ id, version, document }) => [`${id} ${version}`, document]));
    for (const { id, version } of piece) {
      const row = rows.get(id);
      const document = documents.get(`${id} ${version}`);
      if (row === undefined || row.version !== version || document === undefined) return undefined;
      if (shown.model.typeByNumber(row.content_type) === undefined) return undefined;
      const item = entryView(row, JSON.parse(document) as Document, shown);
      size.add(shown.fields == null ? document.length : JSON.stringify(item.fields).length);
      items.push(item);
      await pace.restIfDue();
    }
  }
  return items;
}

/** The entries in pieces whose documents are read at once; a few are one piece. */
async function piecesOf(reader: Reader, found: readonly FoundEntry[]): Promise<FoundEntry[][]> {
  if (found.length <= UNSIZED_MAX) return [[...found]];
  const sizes = new Map<number, number>();
  for (const { id, bytes } of await selectStateSizes(reader, idsOf(found))) sizes.set(id, (sizes.get(id) ?? 0) + bytes);
  return inPieces(found, ({ id }) => sizes.get(id) ?? 0, RESPONSE_BYTES_MAX);
}

function idsOf(found: readonly FoundEntry[]): number[] {
  return found.map(({ id }) => id);
}

/** The fields that a selection shows; null for all. The other keys of an entry are always shown. */
function fieldsOf(selection: Selection | null): ReadonlySet<string> | null {
  if (selection === null) return null;
  return selection.attributes.has('fields') ? selection.fields : new Set();
}
