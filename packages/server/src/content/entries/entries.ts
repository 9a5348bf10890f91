/**
 * The rules of entries: creating, saving, publishing and all other actions on one entry. Each is one write that is
 * journalled with its events; a request that changes nothing writes nothing.
 */

import type { Violation } from '../../../../contract/src/violations.ts';
import type { Model } from '../../model/content-types/model.ts';
import type { Models } from '../../model/content-types/models.ts';
import { sameDocument } from '../../model/fields/document/changes.ts';
import type { Document } from '../../model/fields/field.ts';
import type { Environment } from '../../model/spaces/environment.ts';
import type { Environments } from '../../model/spaces/environments.ts';
import { parseResourceId } from '../../model/spaces/resource-id.ts';
import type { Database, WriteOptions, Writer } from '../../platform/database/database.ts';
import { savepoint } from '../../platform/database/savepoint.ts';
import { waitForAll } from '../../platform/database/wait-for-all.ts';
import { checkVersion } from '../../platform/errors/check-version.ts';
import { DomainError, notFound } from '../../platform/errors/domain-error.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import type { Change } from '../../platform/journal/change.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import { timeOrderedKey } from '../../platform/kit/ids.ts';
import { checkPublishable, type DraftInput, draftFrom } from './draft.ts';
import type { EntryWork, StoredEntry, TypedWork, VersionAction } from './entry.ts';
import type { EntryNumbers } from './entry-numbers.ts';
import { unpublishedTargets } from './links/link-targets.ts';
import { type EntryView, entryView } from './representation.ts';
import { requireKey, requireOwn, requireSameType, requireType } from './requirements.ts';
import { applyState, removeEntry } from './save.ts';
import { selectEntryByKey, selectState } from './store.ts';
import { from, fromNothing, fromUnused, loadEntry, present, requireEntry, typedWork } from './stored-entry.ts';
import { afterAction, afterEdit, type EntryAction, type Origin, type TargetState } from './transitions.ts';

/** A request that creates an entry. */
export interface NewEntry extends DraftInput {
  readonly content_type_id: string;
  readonly key?: string;
}

/** What entries require; versions and bulk require the same. */
export interface EntryParts {
  readonly database: Database;
  readonly journal: Journal;
  readonly environments: Environments;
  readonly models: Models;
  readonly numbers: EntryNumbers;
  /** Maximum unpublished versions kept per entry. */
  readonly versionsKept: number;
}

/** A save of an existing draft. */
export interface DraftSave {
  /** The version that the caller read. */
  readonly expected?: number | undefined;
  /** Whether an editor saved automatically while somebody was typing. */
  readonly autosave?: boolean | undefined;
  /** The revision of the model that the values were made for: after a change of it, ids may name other fields. */
  readonly modelRevision?: number | undefined;
}

/** Identifies an entry in a path. */
export interface EntryPlace {
  readonly environment: Environment;
  readonly key: string;
}

/** An entry as it is shown, and as it is stored. */
export interface ReadEntry {
  readonly entry: EntryView;
  readonly document: Document;
  /** The model by which the document is read. */
  readonly model: Model;
}

export class Entries {
  readonly #parts: EntryParts;

  constructor(parts: EntryParts) {
    this.#parts = parts;
  }

  /** Creates an entry as a draft. */
  async create(actor: Actor, environment: Environment, input: NewEntry): Promise<EntryView> {
    if (input.key !== undefined) requireKey('key', input.key);
    const [id] = await this.#parts.numbers.rowIds(environment.number, 1);
    return this.#write(actor, environment, async (work) => {
      const typed = await this.#typed(work, input.content_type_id);
      return this.view(work, await this.#insert(typed, { ...input, id: id as number }));
    });
  }

  /**
   * Creates the entry with that key, or replaces its draft.
   * @returns the entry, and whether it is new
   */
  async put(
    actor: Actor,
    place: EntryPlace,
    input: NewEntry,
    { expected, autosave }: DraftSave = {},
  ): Promise<{ entry: EntryView; created: boolean }> {
    const { environment } = place;
    requireKey('path.key', place.key);
    const [id] = await this.#parts.numbers.rowIds(environment.number, 1);
    return this.#writeOn(actor, place, async (work, found) => {
      let stored = found;
      const typed = await this.#typed(work, input.content_type_id);
      if (stored === undefined) {
        if (expected !== undefined) throw notFound('entry');
        const made = await this.#insertUnlessTaken(typed, { ...input, key: place.key, id: id as number });
        if (made !== undefined) return { entry: this.view(work, made), created: true };
        stored = await requireEntry(work, place.key);
      }
      requireSameType(stored, typed);
      const saved = await this.#edit(typed, stored, { input, mode: 'replace', action: saveAction(autosave), expected });
      return { entry: this.view(work, saved), created: false };
    });
  }

  /** Merges fields into the draft. */
  async update(
    actor: Actor,
    place: EntryPlace,
    input: DraftInput,
    { expected, autosave, modelRevision }: DraftSave = {},
  ): Promise<EntryView> {
    return this.change(actor, place, (work, stored) => {
      requireModel(work, modelRevision);
      return this.#edit(work, stored, { input, mode: 'merge', action: saveAction(autosave), expected });
    });
  }

  /** Publishes an entry. The warnings list links to entries that are not published. */
  async publish(
    actor: Actor,
    place: EntryPlace,
    expected?: number,
  ): Promise<EntryView & { readonly warnings: readonly Violation[] }> {
    return this.#writeOn(actor, place, async (work, found) => {
      const stored = present(found);
      const typed = typedWork(work, stored.row);
      const published = await this.actOn(typed, stored, 'publish', expected);
      const warnings = await unpublishedTargets(typed, published.draft);
      return { ...this.view(work, published), warnings };
    });
  }

  /** Unpublishes, archives or unarchives an entry. */
  async act(
    actor: Actor,
    place: EntryPlace,
    action: Exclude<EntryAction, 'publish'>,
    expected?: number,
  ): Promise<EntryView> {
    return this.change(actor, place, (work, stored) => this.actOn(work, stored, action, expected), { grows: false });
  }

  async delete(actor: Actor, place: EntryPlace, expected?: number): Promise<void> {
    await this.#writeOn(actor, place, (work, stored) => this.remove(work, present(stored), expected), { grows: false });
  }

  /** One entry with its newest draft. */
  async get(place: EntryPlace): Promise<EntryView> {
    return (await this.read(place)).entry;
  }

  /** One entry, with its newest draft as it is stored, and the model by which that is read. */
  async read({ environment, key }: EntryPlace): Promise<ReadEntry> {
    const { reader } = this.#parts.database;
    for (;;) {
      const [row] = await selectEntryByKey(reader, { environment: environment.number, key });
      if (row === undefined) throw notFound('entry');
      const [state] = await selectState(reader, { id: row.id, version: row.version });
      // A save between the two reads replaced the state, so the row is read again for the current version.
      if (state === undefined) continue;
      const model = await this.#parts.models.confirmed(environment);
      if (model.typeByNumber(row.content_type) === undefined) throw notFound('entry');
      const document = JSON.parse(state.document) as Document;
      return { entry: entryView(row, document, { environment, model }), document, model };
    }
  }

  /**
   * The entry identified by an id in a path.
   * @throws `not_found` for any invalid id
   */
  async locate(actor: Actor, entryId: string): Promise<EntryPlace> {
    const id = parseResourceId(entryId);
    if (id === null || id.kind !== 'entry') throw notFound('entry');
    return { environment: await this.#parts.environments.byCode(actor, id.code, 'entry'), key: id.key };
  }

  /** The entry identified by an environment and a key in a path. */
  async locateByKey(
    actor: Actor,
    { spaceId, environment, key }: { spaceId: string; environment: string; key: string },
  ): Promise<EntryPlace> {
    return { environment: await this.#parts.environments.open(actor, spaceId, environment), key };
  }

  /** Runs a write on one entry and returns the result. */
  async change(
    actor: Actor,
    place: EntryPlace,
    work: (work: TypedWork, stored: StoredEntry) => Promise<StoredEntry>,
    { grows = true }: Pick<WriteOptions, 'grows'> = {},
  ): Promise<EntryView> {
    const run = async (entryWork: EntryWork, found: StoredEntry | undefined) => {
      const stored = present(found);
      return this.view(entryWork, await work(typedWork(entryWork, stored.row), stored));
    };
    return this.#writeOn(actor, place, run, { grows });
  }

  /** An action on an entry inside an open write. */
  async actOn(work: TypedWork, stored: StoredEntry, action: EntryAction, expected?: number): Promise<StoredEntry> {
    checkVersion(expected, stored.row.version);
    const target = afterAction(action, stored);
    if (target === null) return stored;
    if (action === 'publish') await checkPublishable(work, stored.draft);
    return this.#applyState(work, from(stored), target, action);
  }

  /** Saves a document as the draft inside an open write, if it differs from the current one. */
  async saveDraft(work: TypedWork, stored: StoredEntry, draft: Document, action: VersionAction): Promise<StoredEntry> {
    const target = afterEdit(stored, draft);
    if (sameDocument(stored.draft, draft, work.type.fields)) return stored;
    return this.#applyState(work, from(stored), target, action);
  }

  /** Deletes an entry inside an open write. */
  async remove(work: EntryWork, stored: StoredEntry, expected?: number): Promise<void> {
    checkVersion(expected, stored.row.version);
    await removeEntry(typedWork(work, stored.row), stored);
  }

  view(work: EntryWork, entry: StoredEntry): EntryView {
    return entryView(entry.row, entry.draft, { environment: work.environment, model: work.model });
  }

  /** Returns undefined if a concurrent write created an entry with the key, which only happens on PostgreSQL. */
  async #insertUnlessTaken(work: TypedWork, input: NewEntry & { id: number }): Promise<StoredEntry | undefined> {
    try {
      return await savepoint(work.writer, () => this.#insert(work, input));
    } catch (error) {
      if (error instanceof DomainError && error.code === 'conflict') return undefined;
      throw error;
    }
  }

  async #insert(work: TypedWork, input: NewEntry & { id: number }): Promise<StoredEntry> {
    const { id, key } = input;
    const origin = await (key === undefined
      ? fromUnused(work, { id, key: timeOrderedKey(work.change.at) })
      : fromNothing(work, { id, key }));
    const draft = await draftFrom(work, { entry: id, input, current: {}, mode: 'create' });
    return this.#applyState(work, origin, { draft, status: 'draft' }, 'create');
  }

  async #edit(
    work: TypedWork,
    stored: StoredEntry,
    edit: { input: DraftInput; mode: 'merge' | 'replace'; action: VersionAction; expected: number | undefined },
  ): Promise<StoredEntry> {
    requireOwn(work.actor, stored.row);
    checkVersion(edit.expected, stored.row.version);
    const { input, mode } = edit;
    const draft = await draftFrom(work, { entry: stored.row.id, input, current: stored.draft, mode });
    return this.saveDraft(work, stored, draft, edit.action);
  }

  #applyState(work: TypedWork, origin: Origin, target: TargetState, action: VersionAction): Promise<StoredEntry> {
    return applyState(work, origin, target, { action, versionsKept: this.#parts.versionsKept });
  }

  #write<T>(actor: Actor, environment: Environment, run: (work: EntryWork) => Promise<T>): Promise<T> {
    return this.#parts.journal.grow(
      actor,
      async (writer, change) => run(await this.workIn(actor, environment, { writer, change })),
      { environment: environment.number },
    );
  }

  /** Runs a write on a locked entry; undefined if the entry does not exist. */
  #writeOn<T>(
    actor: Actor,
    { environment, key }: EntryPlace,
    run: (work: EntryWork, stored: StoredEntry | undefined) => Promise<T>,
    { grows = true }: Pick<WriteOptions, 'grows'> = {},
  ): Promise<T> {
    return this.#parts.journal.write(
      actor,
      async (writer, change) => {
        const [work, stored] = await waitForAll(
          this.workIn(actor, environment, { writer, change }),
          loadEntry(writer, environment, key),
        );
        return run(work, stored);
      },
      { environment: environment.number, grows },
    );
  }

  /** The context of writes on entries of an environment. */
  async workIn(
    actor: Actor,
    environment: Environment,
    { writer, change }: { writer: Writer; change: Change },
  ): Promise<EntryWork> {
    const model = await this.#parts.models.forWrite(writer, environment, 'all');
    return { writer, change, actor, environment, model };
  }

  async #typed(work: EntryWork, idOrApiId: string): Promise<TypedWork> {
    return { ...work, type: requireType(work, idOrApiId) };
  }
}

/** @throws `conflict` if the model was changed since that revision */
function requireModel({ model }: EntryWork, revision = model.revision): void {
  if (model.revision === revision) return;
  throw new DomainError('conflict', 'Try again; the content types were changed while the values were made.');
}

function saveAction(autosave = false): VersionAction {
  return autosave ? 'autosave' : 'update';
}
