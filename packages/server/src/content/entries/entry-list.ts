/** The management plane's list of entries: the query engine finds them among the drafts, the rows are read behind it. */
import type { Model } from '../../model/content-types/model.ts';
import type { Document } from '../../model/fields/field.ts';
import type { Environment } from '../../model/spaces/environment.ts';
import type { Reader } from '../../platform/database/database.ts';
import { unavailable } from '../../platform/database/unavailable.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import type { EntryListWish } from '../../reading/delivery/query-string/entry-list.ts';
import type { QueryEngine } from '../../reading/query/engine.ts';
import type { FoundEntry, PagePosition } from '../../reading/query/query.ts';
import type { EntryParts } from './entries.ts';
import { type EntryView, entryView } from './representation.ts';
import { selectEntriesById, selectStatesById } from './store.ts';

/** How often a page is put together from memory before a snapshot is taken. */
const ATTEMPTS_MAX = 3;

export interface EntryPage {
  readonly items: EntryView[];
  readonly total: number;
  /** Where the next page starts; null where there is none. */
  readonly next: PagePosition | null;
}

export class EntryList {
  readonly #parts: EntryParts;
  readonly #engine: QueryEngine;

  constructor(parts: EntryParts, engine: QueryEngine) {
    this.#parts = parts;
    this.#engine = engine;
  }

  /**
   * A page of entries.
   * @param read reads the request's query under a model
   */
  async page(
    actor: Actor,
    place: { spaceId: string; environment: string },
    read: (model: Model) => EntryListWish,
  ): Promise<EntryPage & { readonly wish: EntryListWish }> {
    const { environments, models, database } = this.#parts;
    const environment = await environments.open(actor, place.spaceId, place.environment);
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
      const model = await models.confirmed(environment);
      const wish = read(model);
      const page = await this.#attempt({ environment, model, wish }, database.reader);
      if (page !== undefined) return { ...page, wish };
    }
    const model = await models.confirmed(environment);
    const wish = read(model);
    const page = await database.snapshot((reader) => this.#attempt({ environment, model, wish }, reader, reader));
    if (page === undefined) throw unavailable();
    return { ...page, wish };
  }

  /** Gives undefined where a draft was saved, or its content type made, between the query and the reading of it. */
  async #attempt(
    { environment, model, wish }: { environment: Environment; model: Model; wish: EntryListWish },
    reader: Reader,
    within?: Reader,
  ): Promise<EntryPage | undefined> {
    const { entries, total } = await this.#engine.run(wish.query, model, within);
    const items = await readDrafts(reader, entries, { environment, model });
    if (items === undefined) return undefined;
    const last = entries.at(-1);
    const passed = (wish.query.after?.passed ?? wish.query.skip) + entries.length;
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
