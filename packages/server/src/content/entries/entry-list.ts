/** The management plane's list of entries: the query engine finds them among the drafts, then their rows are read. */
import { isNamedIn } from '../../model/content-types/former-ids.ts';
import type { Model } from '../../model/content-types/model.ts';
import type { Document } from '../../model/fields/field.ts';
import type { Environment } from '../../model/spaces/environment.ts';
import type { Heads } from '../../model/spaces/heads.ts';
import type { Reader } from '../../platform/database/database.ts';
import { parseMembers, readInPieces } from '../../platform/database/row-pieces.ts';
import { unavailable } from '../../platform/database/unavailable.ts';
import type { LargeResponse } from '../../platform/http/large-responses.ts';
import { RESPONSE_BYTES_MAX, ResponseSize } from '../../platform/http/response-size.ts';
import type { QueryPlan } from '../../platform/http/served-request.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import { Pace } from '../../platform/kit/pace.ts';
import type { PagePosition } from '../../platform/kit/page-position.ts';
import type { QueryEngine } from '../../reading/query/engine.ts';
import type { FoundEntry } from '../../reading/query/query.ts';
import { planOfRun } from '../../reading/query/query-run.ts';
import type { EntryListQuery } from '../../reading/query-string/entry-list.ts';
import { waitForMinRevision } from '../../reading/query-string/min-revision.ts';
import type { Selection } from '../../reading/query-string/selection.ts';
import type { EntryParts } from './entries.ts';
import type { ScheduledAction, ScheduledIn } from './entry-rules.ts';
import { readListQuery } from './list-query.ts';
import { type EntryView, entryView, type Shown } from './representation.ts';
import { type SizedDraft, selectDraftDocuments, selectDrafts } from './store.ts';

/** Attempts to build a page from memory before reading from a snapshot. */
const ATTEMPTS_MAX = 3;
/** Maximum document members selected by name; if more fields are shown, whole documents are read. */
const NAMES_MAX = 50;

/** An entry of the list, with what is scheduled with it. */
type ListedEntry = EntryView & { readonly scheduled: readonly ScheduledAction[] };

export interface EntryPage {
  readonly items: ListedEntry[];
  readonly total: number;
  /** Where the next page starts; null if there is none. */
  readonly next: PagePosition | null;
}

export class EntryList {
  readonly #parts: EntryParts;
  readonly #engine: QueryEngine;
  readonly #heads: Pick<Heads, 'of'>;
  readonly #scheduledIn: ScheduledIn;

  constructor(
    parts: EntryParts,
    { engine, heads, scheduledIn }: { engine: QueryEngine; heads: Pick<Heads, 'of'>; scheduledIn: ScheduledIn },
  ) {
    this.#parts = parts;
    this.#engine = engine;
    this.#heads = heads;
    this.#scheduledIn = scheduledIn;
  }

  /** How a list was last found. @param model the model that it was read with */
  planOf({ entries }: EntryListQuery, model: Model): QueryPlan | undefined {
    return planOfRun(entries, model);
  }

  /**
   * Reads a page of entries. Rejects pages that would be too large before reading any document.
   * @param search query string of the request
   * @param large the reservation for a large response; the caller must release it
   * @throws `validation_failed`, or `unavailable` if too many large requests are waiting
   */
  async page(
    actor: Actor,
    place: { spaceId: string; environment: string },
    search: string,
    large: LargeResponse,
  ): Promise<EntryPage & { readonly listQuery: EntryListQuery; readonly model: Model }> {
    const { environments, models, database } = this.#parts;
    const environment = await environments.open(actor, place.spaceId, place.environment);
    await waitForMinRevision(this.#heads, environment, search);
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
      const model = await models.confirmed(environment);
      const listQuery = readListQuery(search, model);
      await large.turnOfList(listQuery.entries.limit);
      const page = await this.#attempt({ environment, model, listQuery }, database.reader, { large });
      if (page !== undefined) return { ...page, listQuery, model };
    }
    const model = await models.confirmed(environment);
    const listQuery = readListQuery(search, model);
    // While a snapshot is open, never wait for a shared resource: the turn was taken before.
    const page = await database.snapshot((reader) =>
      this.#attempt({ environment, model, listQuery }, reader, { within: reader }),
    );
    if (page === undefined) throw unavailable();
    return { ...page, listQuery, model };
  }

  /** Returns undefined if a draft was saved, or its content type created, between the query and reading the row. */
  async #attempt(
    { environment, model, listQuery }: { environment: Environment; model: Model; listQuery: EntryListQuery },
    reader: Reader,
    { within, large }: { readonly within?: Reader; readonly large?: LargeResponse },
  ): Promise<EntryPage | undefined> {
    const { entries, total, next } = await this.#engine.run(listQuery.entries, model, within);
    const fields = fieldsOf(listQuery.selection);
    const drafts = await readDrafts(reader, entries, { shown: { environment, model, fields }, large });
    if (drafts === undefined) return undefined;
    const keys = drafts.map(({ key }) => key);
    const scheduled = await this.#scheduledIn(reader, environment, keys);
    const items = drafts.map((draft) => ({ ...draft, scheduled: scheduled.get(draft.key) ?? [] }));
    return { items, total, next };
  }
}

/** The drafts that were found, in this order; undefined if one of them has changed since. */
async function readDrafts(
  reader: Reader,
  found: readonly FoundEntry[],
  { shown, large }: { readonly shown: Shown; readonly large: LargeResponse | undefined },
): Promise<EntryView[] | undefined> {
  const rows = new Map((await selectDrafts(reader, idsOf(found))).map((row) => [row.id, row]));
  const drafts: SizedDraft[] = [];
  let bytes = 0;
  for (const { id, version } of found) {
    const row = rows.get(id);
    if (row === undefined || row.version !== version) return undefined;
    if (shown.model.typeByNumber(row.content_type) === undefined) return undefined;
    drafts.push(row);
    bytes += row.bytes;
  }
  if (shown.fields == null) new ResponseSize().add(bytes);
  await large?.room(Math.min(bytes, RESPONSE_BYTES_MAX));
  return viewsOf(reader, drafts, shown);
}

async function viewsOf(reader: Reader, drafts: readonly SizedDraft[], shown: Shown): Promise<EntryView[] | undefined> {
  const size = new ResponseSize();
  const pace = new Pace();
  const items: EntryView[] = [];
  const names = membersShown(shown);
  const read = async (piece: readonly SizedDraft[]) => ({
    piece,
    documents: new Map((await selectDraftDocuments(reader, idsOf(piece), names)).map((row) => [row.id, row])),
  });
  for await (const { piece, documents } of readInPieces(drafts, read, pace)) {
    for (const draft of piece) {
      const state = documents.get(draft.id);
      if (state === undefined || state.version !== draft.version) return undefined;
      const item = entryView(draft, parseMembers<Document>(state.document), shown);
      size.add(shown.fields == null ? state.document.length : JSON.stringify(item.fields).length);
      items.push(item);
      await pace.restIfDue();
    }
  }
  return items;
}

/** The members of documents that contain the shown fields and the slug, for any content type; null for all. */
function membersShown({ model, fields }: Shown): string[] | null {
  if (fields == null) return null;
  const numbers = model.types.flatMap((type) => [
    ...type.fields.filter((field) => isNamedIn(field, fields)).map(({ number }) => number),
    ...(type.slugField === null ? [] : [type.slugField]),
  ]);
  const names = [...new Set(numbers)].map(String);
  return names.length > NAMES_MAX ? null : names;
}

function idsOf(found: readonly { readonly id: number }[]): number[] {
  return found.map(({ id }) => id);
}

/** The fields that a selection shows; null for all. Other members of an entry are always shown. */
function fieldsOf(selection: Selection | null): ReadonlySet<string> | null {
  if (selection === null) return null;
  return selection.attributes.has('fields') ? selection.fields : new Set();
}
