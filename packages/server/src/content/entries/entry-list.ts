/** The management plane's list of entries: the query engine finds them among the drafts, then their rows are read. */
import type { Model } from '../../model/content-types/model.ts';
import type { Document } from '../../model/fields/field.ts';
import type { Environment } from '../../model/spaces/environment.ts';
import type { Heads } from '../../model/spaces/heads.ts';
import type { Reader } from '../../platform/database/database.ts';
import { unavailable } from '../../platform/database/unavailable.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import { obeyMinRevision } from '../../reading/delivery/min-revision.ts';
import { type EntryListQuery, readListQuery } from '../../reading/delivery/query-string/entry-list.ts';
import type { QueryEngine } from '../../reading/query/engine.ts';
import type { FoundEntry, PagePosition } from '../../reading/query/query.ts';
import type { EntryParts } from './entries.ts';
import { type EntryView, entryView } from './representation.ts';
import { selectEntriesById, selectStatesById } from './store.ts';

/** Attempts to build a page from memory before a snapshot is taken. */
const ATTEMPTS_MAX = 3;

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

  /**
   * A page of entries.
   * @param search query string of the request
   */
  async page(
    actor: Actor,
    place: { spaceId: string; environment: string },
    search: string,
  ): Promise<EntryPage & { readonly listQuery: EntryListQuery }> {
    const { environments, models, database } = this.#parts;
    const environment = await environments.open(actor, place.spaceId, place.environment);
    await obeyMinRevision(this.#heads, environment.number, search);
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
      const model = await models.confirmed(environment);
      const listQuery = readListQuery(search, model);
      const page = await this.#attempt({ environment, model, listQuery }, database.reader);
      if (page !== undefined) return { ...page, listQuery };
    }
    const model = await models.confirmed(environment);
    const listQuery = readListQuery(search, model);
    const page = await database.snapshot((reader) => this.#attempt({ environment, model, listQuery }, reader, reader));
    if (page === undefined) throw unavailable();
    return { ...page, listQuery };
  }

  /** Returns undefined if a draft was saved, or its content type created, between the query and reading the row. */
  async #attempt(
    { environment, model, listQuery }: { environment: Environment; model: Model; listQuery: EntryListQuery },
    reader: Reader,
    within?: Reader,
  ): Promise<EntryPage | undefined> {
    const { entries, total } = await this.#engine.run(listQuery.entries, model, within);
    const items = await readDrafts(reader, entries, { environment, model });
    if (items === undefined) return undefined;
    const last = entries.at(-1);
    const passed = (listQuery.entries.after?.passed ?? listQuery.entries.skip) + entries.length;
    return { items, total, next: last === undefined || passed >= total ? null : { key: last.key, passed } };
  }
}

async function readDrafts(
  reader: Reader,
  found: readonly FoundEntry[],
  context: { environment: Environment; model: Model },
): Promise<EntryView[] | undefined> {
  const ids = found.map(({ id }) => id);
  const rows = new Map((await selectEntriesById(reader, ids)).map((row) => [row.id, row]));
  const states = await selectStatesById(reader, ids);
  const documents = new Map(states.map(({ id, version, document }) => [`${id} ${version}`, document]));
  const items: EntryView[] = [];
  for (const { id, version } of found) {
    const row = rows.get(id);
    const document = documents.get(`${id} ${version}`);
    if (row === undefined || row.version !== version || document === undefined) return undefined;
    if (context.model.typeByNumber(row.content_type) === undefined) return undefined;
    items.push(entryView(row, JSON.parse(document) as Document, context));
  }
  return items;
}
