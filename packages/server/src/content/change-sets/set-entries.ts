/**
 * Writes entries inside of a change set, and reads them as they are there. The same requests as on drafts, with the same checks; what
 * they write lies in the set and nowhere else, until the set is published.
 */

import { sameJson } from '../../../../contract/src/same-json.ts';
import type { Violation } from '../../../../contract/src/violations.ts';
import type { Environment } from '../../model/spaces/environment.ts';
import { keyWithin, resourceId } from '../../model/spaces/resource-id.ts';
import { checkVersion } from '../../platform/errors/check-version.ts';
import { DomainError, invalid, notFound } from '../../platform/errors/domain-error.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import { AUTOSAVE } from '../../platform/journal/autosave.ts';
import { timeOrderedKey } from '../../platform/kit/ids.ts';
import {
  type BulkAct,
  type BulkInSet,
  type BulkItem,
  type BulkResult,
  type BulkRules,
  ID_IN_BODY,
} from '../entries/bulk.ts';
import { type DraftInput, type DraftMode, draftFrom } from '../entries/draft.ts';
import type { DraftSave, Entries, EntryParts, EntryPlace, NewEntry } from '../entries/entries.ts';
import type { EntryWork, StoredEntry, TypedWork } from '../entries/entry.ts';
import type { EntryRules, ItemAction, SeenEntry } from '../entries/entry-rules.ts';
import { unpublishedTargets } from '../entries/links/link-targets.ts';
import { readEntries } from '../entries/merged-entry.ts';
import { requireKey, requireSameType, requireType } from '../entries/requirements.ts';
import { rejectTooLarge } from '../entries/save.ts';
import { loadEntry, present, typedWork } from '../entries/stored-entry.ts';
import { afterAction, afterEdit, type EntryAction } from '../entries/transitions.ts';
import { type Onto, requireEditable, requireRoom, setId } from './change-set.ts';
import type { ChangeSets, LocatedSet } from './change-sets.ts';
import { lockedSet } from './change-sets.ts';
import { differencesBetween, editedValues, pathOf, placesOf, type SetValues } from './overlay.ts';
import {
  actionOf,
  countsOfItem,
  documentIn,
  type EntryInSet,
  groundOf,
  isInSet,
  nextItemVersion,
  valuesOf,
  versionInSet,
  viewIn,
} from './set-item.ts';
import { countItems, deleteItem, findItem, insertItem, isReserved, touchSet, updateItem } from './store.ts';
import type { ChangeSetRow, ItemRow } from './tables.ts';

export interface SetEntriesParts {
  readonly entryParts: EntryParts;
  readonly entries: Entries;
  readonly sets: ChangeSets;
}

/** An open write on one entry of a set. */
interface SetWork extends EntryWork {
  readonly set: ChangeSetRow;
  readonly key: string;
  readonly stored: StoredEntry | undefined;
  readonly item: ItemRow | undefined;
}

export class SetEntries implements EntryRules, BulkRules {
  readonly #parts: SetEntriesParts;
  readonly #id: string;

  /** @param id of the change set */
  constructor(parts: SetEntriesParts, id: string) {
    this.#parts = parts;
    this.#id = id;
  }

  /** Creates an entry that is there once the set is published. */
  async create(actor: Actor, environment: Environment, { key, ...input }: NewEntry): Promise<SeenEntry> {
    if (key !== undefined) requireKey('key', key);
    const at = { environment, key: key ?? timeOrderedKey(Date.now()) };
    return this.#create(actor, at, input);
  }

  /** Creates the entry with that key in the set, or replaces what the set shows of it. */
  async put(
    actor: Actor,
    place: EntryPlace,
    input: NewEntry,
    save: DraftSave = {},
  ): Promise<{ entry: SeenEntry; created: boolean }> {
    requireKey('path.key', place.key);
    const [id] = await this.#parts.entryParts.numbers.rowIds(place.environment.number, 1);
    return this.#write(actor, place, async (work) => {
      const typed = { ...work, type: requireType(work, input.content_type_id) };
      if (work.stored === undefined && work.item === undefined) {
        if (save.expected !== undefined) throw notFound('entry');
        return { entry: await this.#insert(typed, input, id as number), created: true };
      }
      if (work.stored !== undefined) requireSameType(work.stored, typed);
      return { entry: await this.#edit(work, input, { mode: 'replace', save }), created: false };
    });
  }

  /** Merges fields into what the set shows of the entry. */
  async update(actor: Actor, place: EntryPlace, input: DraftInput, save: DraftSave = {}): Promise<SeenEntry> {
    return this.#write(actor, place, (work) => this.#edit(work, input, { mode: 'merge', save }));
  }

  /** Puts the publication of the draft, as it stands at that time, into the set. */
  async publish(
    actor: Actor,
    place: EntryPlace,
    expected?: number,
  ): Promise<SeenEntry & { readonly warnings: readonly Violation[] }> {
    return this.#write(actor, place, async (work) => {
      const entry = await this.#put(work, 'publish', expected);
      const stored = present(work.stored);
      return { ...entry, warnings: await unpublishedTargets(typedWork(work, stored.row), stored.draft) };
    });
  }

  async act(
    actor: Actor,
    place: EntryPlace,
    action: Exclude<EntryAction, 'publish'>,
    expected?: number,
  ): Promise<SeenEntry> {
    return this.#write(actor, place, (work) => {
      if (action === 'unarchive')
        throw new DomainError('invalid_transition', 'Unarchive the entry outside of the change set; a set cannot.', {
          action,
        });
      return this.#put(work, action, expected);
    });
  }

  /** Puts the deletion of the entry into the set; one that the set creates leaves it. */
  async delete(actor: Actor, place: EntryPlace, expected?: number): Promise<void> {
    await this.#write(actor, place, (work) => this.#remove(work, expected));
  }

  /** The set as a bulk writes into it: the same as single actions, many in one write. */
  async forBulk(actor: Actor, environment: Environment): Promise<BulkInSet> {
    requirePermission(actor);
    const located = inEnvironment(await this.#parts.sets.locate(actor, this.#id), environment);
    return {
      actsIn: async (work): Promise<BulkAct> => {
        const set = await editableSet(actor, work, located);
        return (item) => this.#actInBulk(work, set, item);
      },
    };
  }

  async #actInBulk(
    work: EntryWork,
    set: ChangeSetRow,
    { id, action, expected }: BulkItem,
  ): Promise<Omit<BulkResult, 'id'>> {
    const key = keyWithin(work.model.codes, 'entry', id) ?? '';
    const one = await entryInSet(work, set, key);
    if (!isInSet(one.stored, one.item, work.model)) throw notFound('entry', ID_IN_BODY);
    const entry = action === 'delete' ? await this.#remove(one, expected) : await this.#put(one, action, expected);
    return entry === null
      ? { status: 'deleted', change: null }
      : { status: entry.status, change: entry.change ?? null };
  }

  /** Puts the deletion of the entry into the set. @returns null for one that the set created, which leaves it */
  async #remove(work: SetWork, expected: number | undefined): Promise<SeenEntry | null> {
    const { item } = work;
    if (item?.action !== 'create') return this.#put(work, 'delete', expected);
    checkVersion(expected, versionInSet(entryOf(work)));
    await deleteItem(work.writer, item);
    await this.#changed(work, { before: { action: item.action } });
    return null;
  }

  /** The entry as it is in the set. */
  async get(place: EntryPlace): Promise<SeenEntry> {
    const { database, models } = this.#parts.entryParts;
    const { environment, key } = place;
    return database.snapshot(async (reader) => {
      const set = await this.#parts.sets.within(reader, environment, this.#id);
      const model = await models.within(reader, environment);
      const stored = (await readEntries(reader, environment.number, [key])).get(key) ?? null;
      const item = await findItem(reader, set, key);
      if (!isInSet(stored, item, model)) throw notFound('entry');
      return viewIn({ set, stored, item }, { environment, model });
    });
  }

  async #create(actor: Actor, place: EntryPlace, input: NewEntry): Promise<SeenEntry> {
    const [id] = await this.#parts.entryParts.numbers.rowIds(place.environment.number, 1);
    return this.#write(actor, place, async (work) => {
      const typed = { ...work, type: requireType(work, input.content_type_id) };
      return this.#insert(typed, input, id as number);
    });
  }

  async #insert(work: SetWork & TypedWork, input: DraftInput, id: number): Promise<SeenEntry> {
    await this.#requireFree(work);
    requireRoom(await countItems(work.writer, work.set));
    const document = await draftFrom(work, { entry: id, input, current: {}, mode: 'create', takesSlug: false });
    const by = { by: work.actor.id, at: work.change.at };
    const item = newItem(work, { action: 'create', entry: id, contentType: work.type.number });
    return this.#save(work, item, differencesBetween({}, document, by), false);
  }

  /** @throws `conflict` if an entry has the key, or rule `reserved` if another set will create one */
  async #requireFree({ writer, environment, model, key, stored, item }: SetWork): Promise<void> {
    if (stored !== undefined || item !== undefined) {
      const id = resourceId('entry', model.code, key);
      throw new DomainError('conflict', `Choose another key, or change the entry ${id}; the key "${key}" is taken.`, {
        id,
      });
    }
    if (await isReserved(writer, environment.number, key))
      throw invalid('key', 'reserved', `Choose another key; a change set will create the entry "${key}".`);
  }

  async #edit(
    work: SetWork,
    input: DraftInput,
    { mode, save }: { mode: DraftMode; save: DraftSave },
  ): Promise<SeenEntry> {
    const { set, item, stored, model, actor, change } = work;
    if (!isInSet(stored, item, model)) throw notFound('entry');
    const entry = entryOf(work);
    checkVersion(save.expected, versionInSet(entry));
    if (item !== undefined) requireEditableItem(actionOf(item));
    const by = { by: actor.id, at: change.at };
    const ground = groundOf(set.onto, entry.stored);
    const before = documentIn(entry, model).document;
    if (stored !== undefined) afterEdit(stored, before);
    const row = stored?.row ?? { id: item?.entry ?? 0, content_type: item?.content_type ?? 0 };
    const typed = typedWork(work, row);
    const after = await draftFrom(typed, { entry: row.id, input, current: before, mode, takesSlug: false });
    const former = item?.action === 'publish' ? differencesBetween(ground, before, by) : valuesOf(item);
    const values = editedValues(former, { ground, before, after }, by);
    if (item === undefined && sameJson(values, {})) return viewIn(entry, work);
    if (item !== undefined && sameJson(values, valuesOf(item)) && item.action !== 'publish') return viewIn(entry, work);
    const action: ItemAction = item?.action === 'create' ? 'create' : 'change';
    if (item === undefined) requireRoom(await countItems(work.writer, set));
    const next = item ?? newItem(work, { action, entry: row.id, contentType: row.content_type });
    return this.#save(work, { ...next, action }, values, save.autosave === true);
  }

  /** Puts an action on the entry into the set. What the set has written of it stays in the item. */
  async #put(work: SetWork, action: Exclude<ItemAction, 'change' | 'create'>, expected?: number): Promise<SeenEntry> {
    const { set, item } = work;
    if (item?.action === 'create') throw refusedAction(action, 'it creates the entry');
    const stored = present(work.stored);
    checkVersion(expected, versionInSet(entryOf(work)));
    if ((set.onto as Onto) === 'drafts' && (action === 'publish' || action === 'unpublish'))
      throw refusedAction(action, 'it lies over drafts, and publishes nothing');
    if (action === 'publish' && item?.action === 'change') throw refusedAction(action, 'the entry goes out with it');
    if (action !== 'delete') afterAction(action, stored);
    if (item?.action === action) return viewIn({ set, stored, item }, work);
    if (item === undefined) requireRoom(await countItems(work.writer, set));
    const next = item ?? newItem(work, { action, entry: stored.row.id, contentType: stored.row.content_type });
    return this.#save(work, { ...next, action }, valuesOf(item), false);
  }

  /** Writes the item of the entry. A set that changes nothing of a published entry lets it go. */
  async #save(work: SetWork, next: ItemRow, values: SetValues, isAutosave: boolean): Promise<SeenEntry> {
    const { writer, set, item: before, change, actor } = work;
    const stored = work.stored ?? null;
    const changes = JSON.stringify(values);
    if (next.action === 'change' && changes === '{}' && (stored?.published ?? null) !== null) {
      if (before !== undefined) await deleteItem(writer, before);
      await this.#changed(work, { before: shownItem(work, before) }, isAutosave);
      return viewIn({ set, stored, item: undefined }, work);
    }
    const item = {
      ...next,
      changes,
      version: nextItemVersion(set),
      updated_at: change.at,
      updated_by: actor.id,
    };
    rejectTooLarge(JSON.stringify(documentIn({ set, stored, item }, work.model).document));
    const counted = { ...item, ...(await countsOfItem({ set, stored, item }, work)) };
    await (before === undefined ? insertItem(writer, counted) : updateItem(writer, counted));
    await this.#changed(work, { before: shownItem(work, before), after: shownItem(work, counted) }, isAutosave);
    return viewIn({ set, stored, item: counted }, work);
  }

  /** Notes that the items of the set have changed, for the audit and for whoever keeps what the set shows. */
  async #changed(work: SetWork, changes: { before?: object; after?: object }, isAutosave = false): Promise<void> {
    const { writer, set, change, environment } = work;
    await touchSet(writer, set);
    change.record({
      action: isAutosave ? AUTOSAVE : 'change_set.update',
      target: { type: 'change_set', id: setId(environment.ownCode, set.key) },
      spaceId: environment.spaceId,
      environment: environment.name,
      changes,
    });
  }

  /** Runs a write on one entry of the set. The set is locked first, then the entry. */
  async #write<T>(actor: Actor, { environment, key }: EntryPlace, run: (work: SetWork) => Promise<T>): Promise<T> {
    const { entryParts, entries, sets } = this.#parts;
    requirePermission(actor);
    const located = inEnvironment(await sets.locate(actor, this.#id), environment);
    return entryParts.journal.grow(
      actor,
      async (writer, change) => {
        const work = await entries.workIn(actor, environment, { writer, change });
        const set = await editableSet(actor, work, located);
        return run(await entryInSet(work, set, key));
      },
      { environment: environment.number },
    );
  }
}

/** The row of a set that the actor may change, locked until the write ends. */
async function editableSet(
  actor: Actor,
  { writer, environment }: EntryWork,
  { key }: LocatedSet,
): Promise<ChangeSetRow> {
  const set = await lockedSet(writer, { environment: environment.number, key });
  requireEditable(actor, set);
  return set;
}

/** The work on one entry of a set that is locked. */
async function entryInSet(work: EntryWork, set: ChangeSetRow, key: string): Promise<SetWork> {
  const stored = await loadEntry(work.writer, work.environment, key);
  const item = await findItem(work.writer, set, key);
  return { ...work, set, key, stored, item };
}

function entryOf({ set, stored, item }: SetWork): EntryInSet {
  return { set, stored: stored ?? null, item };
}

/** @throws `not_found` if the set belongs to another environment */
function inEnvironment(set: LocatedSet, environment: Environment): LocatedSet {
  if (set.environment.number !== environment.number) throw notFound('change_set');
  return set;
}

function requirePermission(actor: Actor): void {
  if (actor.permits('change_set.update')) return;
  throw new DomainError('insufficient_permission', 'Ask an author; your role may not change change sets.', {
    permission: 'change_set.update',
  });
}

function requireEditableItem(action: ItemAction): void {
  if (action === 'change' || action === 'create' || action === 'publish') return;
  throw refusedAction('edit', `it has the action ${action} for the entry; take the entry out of the set first`);
}

function refusedAction(action: string, why: string): DomainError {
  return new DomainError('invalid_transition', `This change set does not allow ${action} here: ${why}.`, { action });
}

/** The item of an entry that a set does not have yet, with no values. */
export function newItem(
  { set, key, change, actor }: Pick<SetWork, 'set' | 'key' | 'change' | 'actor'>,
  made: { action: ItemAction; entry: number; contentType: number },
): ItemRow {
  return {
    environment: set.environment,
    change_set: set.key,
    key,
    entry: made.entry,
    content_type: made.contentType,
    action: made.action,
    changes: '{}',
    undo: null,
    problems: 0,
    conflicts: 0,
    version: nextItemVersion(set),
    created_at: change.at,
    created_by: actor.id,
    updated_at: change.at,
    updated_by: actor.id,
  };
}

/** An item for the audit: the entry, what is done with it, and the paths of the values, not the values themselves. */
function shownItem(work: SetWork, item: ItemRow | undefined): object {
  if (item === undefined) return { entry: work.key };
  const { type } = typedWork(work, item);
  const paths = placesOf(valuesOf(item)).map(({ number, place }) => pathOf(number, place, { type, model: work.model }));
  return { entry: item.key, change: item.action, paths };
}
