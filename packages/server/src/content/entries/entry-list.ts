/**
 * The management plane's list of entries: the query engine finds them among the drafts, then their rows are read. Inside of a change
 * set, what the set has lies over the drafts.
 */
import { isNamedIn } from '../../model/content-types/former-ids.ts';
import type { Model } from '../../model/content-types/model.ts';
import type { Document } from '../../model/fields/field.ts';
import type { Environment } from '../../model/spaces/environment.ts';
import type { Heads } from '../../model/spaces/heads.ts';
import type { Reader } from '../../platform/database/database.ts';
import { parseMembers, readInPieces } from '../../platform/database/row-pieces.ts';
import { unavailable } from '../../platform/database/unavailable.ts';
import { notFound } from '../../platform/errors/domain-error.ts';
import type { LargeResponse } from '../../platform/http/large-responses.ts';
import { RESPONSE_BYTES_MAX, ResponseSize } from '../../platform/http/response-size.ts';
import type { QueryPlan } from '../../platform/http/served-request.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import { Pace } from '../../platform/kit/pace.ts';
import type { PagePosition } from '../../platform/kit/page-position.ts';
import type { QueryEngine } from '../../reading/query/engine.ts';
import type { OverlaidRow } from '../../reading/query/overlay-source.ts';
import type { Overlays } from '../../reading/query/overlays.ts';
import type { FoundEntry } from '../../reading/query/query.ts';
import { planOfRun } from '../../reading/query/query-run.ts';
import { asFound } from '../../reading/query/show.ts';
import { changeSetsIn } from '../../reading/query-string/change-sets.ts';
import type { EntryListQuery } from '../../reading/query-string/entry-list.ts';
import { waitForMinRevision } from '../../reading/query-string/min-revision.ts';
import type { Selection } from '../../reading/query-string/selection.ts';
import type { EntryParts } from './entries.ts';
import type { ListedInSet, ScheduledAction, ScheduledIn, SeenEntry } from './entry-rules.ts';
import { readListQuery } from './list-query.ts';
import { type EntryView, entryView, type Shown } from './representation.ts';
import { type SizedDraft, selectDraftDocuments, selectDrafts } from './store.ts';

/** Attempts to build a page from memory before reading from a snapshot. */
const ATTEMPTS_MAX = 3;
/** Maximum document members selected by name; if more fields are shown, whole documents are read. */
const NAMES_MAX = 50;

/** Entries of a change set that are read at once: each has up to a few MiB of values. */
const SET_ENTRIES_AT_ONCE = 20;

/** An entry of the list, with what is scheduled with it. */
type ListedEntry = SeenEntry & { readonly scheduled: readonly ScheduledAction[] };

export interface EntryPage extends FoundPage {
  readonly items: ListedEntry[];
}

/** A page without what is scheduled. */
interface FoundPage {
  readonly items: SeenEntry[];
  readonly total: number;
  /** Where the next page starts; null if there is none. */
  readonly next: PagePosition | null;
}

export interface EntryListParts extends EntryParts {
  readonly engine: QueryEngine;
  readonly heads: Pick<Heads, 'of'>;
  readonly overlays: Overlays;
  readonly scheduledIn: ScheduledIn;
  /** The entries inside of a change set. @throws `not_found`, `insufficient_permission` */
  readonly inChangeSet: (actor: Actor, environment: Environment, id: string) => Promise<ListedInSet>;
}

/** What a list is read from. */
interface ListPlace {
  readonly environment: Environment;
  readonly model: Model;
  readonly listQuery: EntryListQuery;
  readonly set: ListedInSet | undefined;
}

/** How an attempt reads: from memory, or from a snapshot. */
interface How {
  readonly within?: Reader;
  readonly large?: LargeResponse;
}

export class EntryList {
  readonly #parts: EntryListParts;

  constructor(parts: EntryListParts) {
    this.#parts = parts;
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
    const { environments, models, database, heads, inChangeSet } = this.#parts;
    const environment = await environments.open(actor, place.spaceId, place.environment);
    await waitForMinRevision(heads, environment, search);
    const id = changeSetsIn(search)?.join();
    const set = id === undefined ? undefined : await inChangeSet(actor, environment, id);
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
      const model = await models.confirmed(environment);
      const listQuery = readListQuery(search, model);
      await large.turnOfList(listQuery.entries.limit);
      const page = await this.#attempt({ environment, model, listQuery, set }, database.reader, { large });
      if (page !== undefined) return { ...page, listQuery, model };
    }
    const model = await models.confirmed(environment);
    const listQuery = readListQuery(search, model);
    // While a snapshot is open, never wait for a shared resource: the turn was taken before.
    const page = await database.snapshot((reader) =>
      this.#attempt({ environment, model, listQuery, set }, reader, { within: reader }),
    );
    if (page === undefined) throw unavailable();
    return { ...page, listQuery, model };
  }

  /** Returns undefined if a draft was saved, or its content type created, between the query and reading the row. */
  async #attempt(place: ListPlace, reader: Reader, how: How): Promise<EntryPage | undefined> {
    const { environment, model, listQuery, set } = place;
    const shown = { environment, model, fields: fieldsOf(listQuery.selection) };
    const found = await (set === undefined
      ? this.#found(place, reader, { ...how, shown })
      : this.#foundIn(set, place, reader, { ...how, shown }));
    if (found === undefined) return undefined;
    const keys = found.items.map(({ key }) => key);
    const scheduled = await this.#parts.scheduledIn(reader, environment, keys);
    const items = found.items.map((entry) => ({ ...entry, scheduled: scheduled.get(entry.key) ?? [] }));
    return { ...found, items };
  }

  async #found(
    { model, listQuery }: ListPlace,
    reader: Reader,
    { within, large, shown }: How & { readonly shown: Shown },
  ): Promise<FoundPage | undefined> {
    const { entries, total, next } = await this.#parts.engine.run(listQuery.entries, model, within);
    const items = await readDrafts(reader, entries, { shown, large });
    return items && { items, total, next };
  }

  /** The same inside of a change set. */
  async #foundIn(
    set: ListedInSet,
    { environment, model, listQuery }: ListPlace,
    reader: Reader,
    { within, large, shown }: How & { readonly shown: Shown },
  ): Promise<FoundPage | undefined> {
    const { engine, overlays, heads } = this.#parts;
    const wanted = { model, withWords: listQuery.entries.search !== undefined };
    const head = await heads.of(environment.number);
    if (head === undefined) throw notFound('environment');
    const overlay = await (within === undefined
      ? overlays.at(set.source, head, wanted)
      : overlays.within(within, set.source, wanted));
    if (overlay === undefined) return undefined;
    const from = { ...head, revision: Math.max(head.revision, overlay.revision) };
    const how = { model, within, overlay, head: from, show: asFound };
    const { entries, total, next, revision } = await engine.show(listQuery.entries, how);
    if (!(await overlays.holdsAt(overlay, { ...head, revision }))) return undefined;
    const others = await readDrafts(
      reader,
      entries.filter(({ id }) => overlay.rowOf(id) === undefined),
      { shown, large },
    );
    const own = await viewsInSet(set, reader, { found: entries.flatMap(({ id }) => overlay.rowOf(id) ?? []), shown });
    if (others === undefined || own === undefined) return undefined;
    for (const entry of others) own.set(entry.key, set.other(entry));
    return { items: entries.flatMap(({ key }) => own.get(key) ?? []), total, next };
  }
}

/** Entries of a change set by key; undefined if one of them has changed since. */
async function viewsInSet(
  set: ListedInSet,
  reader: Reader,
  { found, shown }: { readonly found: readonly OverlaidRow[]; readonly shown: Shown },
): Promise<Map<string, SeenEntry> | undefined> {
  const size = new ResponseSize();
  const pace = new Pace();
  const views = new Map<string, SeenEntry>();
  for (let start = 0; start < found.length; start += SET_ENTRIES_AT_ONCE) {
    const some = await set.views(reader, found.slice(start, start + SET_ENTRIES_AT_ONCE), shown);
    if (some === undefined) return undefined;
    for (const [key, view] of some) {
      size.add(JSON.stringify(view.fields).length);
      views.set(key, view);
    }
    await pace.restIfDue();
  }
  return views;
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
