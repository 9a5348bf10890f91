/**
 * Content types: reading, creating, changing and deleting them. A change never loses data without confirmation: what
 * lost is counted under the type's lock, and once the caller confirms, the fields are hidden. Values are only deleted together with
 * their hidden field.
 */
import { componentsOf } from '../../../../contract/src/fields.ts';
import type { Violation } from '../../../../contract/src/violations.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { checkVersion } from '../../platform/errors/check-version.ts';
import { DomainError, notFound } from '../../platform/errors/domain-error.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import type { Environment } from '../spaces/environment.ts';
import { keyWithin } from '../spaces/resource-id.ts';
import { lockTypeNumbers, takeTypeNumber } from '../spaces/type-numbers.ts';
import { apiIdFrom, requireApiId } from './api-id.ts';
import { allFields, type ContentType } from './content-type.ts';
import { insertRemoval } from './field-removal-store.ts';
import type { Model } from './model.ts';
import { requireUnlocked } from './model-lock.ts';
import { beginPastWithout } from './model-past.ts';
import { rejectLargeModel } from './model-size.ts';
import type { Models } from './models.ts';
import { importedPreviewUrl } from './preview-url.ts';
import { ALL_FIELDS, removalOf } from './removed-values.ts';
import * as store from './store.ts';
import type { StoredContent } from './stored-content.ts';
import { recordTypeChange, type TypeWork } from './type-change.ts';
import { lossesOf, rebuildContent, rejectLosses, withHidden } from './type-effects.ts';
import { preparePatterns } from './type-patterns.ts';
import { type ContentTypeInput, emptyType, type PlanContext, planType } from './type-plan.ts';
import { isOfTimes, readTypeRecord, type TypeTimes, withTimes } from './type-record.ts';
import { missingWarnings, newlyRequired, takeoverWarnings } from './type-warnings.ts';

/** Maximum fields named in an error. */
const FIELDS_NAMED_MAX = 20;

/** A complete content type, as `PUT` and the import send it: absent members are empty. */
export interface WholeContentType extends ContentTypeInput {
  readonly name: string;
}

/** What a complete content type leaves out. */
export const EMPTY_INPUT = {
  description: '',
  display_field: null,
  slug_field: null,
  preview_url: null,
  preview_picture: null,
  deliver_former_ids: false,
  layout: null,
  fields: [],
} satisfies ContentTypeInput;

/** Address of a content type. */
export interface TypePlace {
  readonly environment: Environment;
  readonly apiId: string;
}

/** What to save, and how. */
export interface TypeSave<I> {
  readonly input: I;
  /** Whether fields that contain data may be hidden. */
  readonly confirmDataLoss?: boolean;
  /** The version that the caller read. */
  readonly expected?: number | undefined;
  /** Original times, from an import. Undefined times default to now. */
  readonly times?: TypeTimes;
  /** Whether the preview picture may be an asset that is created later: imports and merges bring assets after the model. */
  readonly pictureMayFollow?: boolean;
  /** Receives what the change does that may not be meant. Without it, nothing is counted. */
  readonly warnings?: Violation[];
}

/** A hidden field to delete. */
export interface HiddenFieldDeletion {
  readonly fieldId: string;
  /** The version that the caller read. */
  readonly expected?: number | undefined;
}

/** The result of putting a complete content type. */
export interface UpsertedType {
  readonly type: ContentType;
  /** The type before it was replaced. */
  readonly before?: ContentType;
  readonly result: 'created' | 'updated' | 'unchanged';
}

export class ContentTypes {
  readonly #database: Database;
  readonly #journal: Journal;
  readonly #models: Models;
  readonly #stored: StoredContent;
  readonly #onFieldRemoved: () => void;

  /** @param parts.onFieldRemoved called after a hidden field is deleted while its values are still stored */
  constructor(parts: {
    database: Database;
    journal: Journal;
    models: Models;
    stored: StoredContent;
    onFieldRemoved: () => void;
  }) {
    this.#database = parts.database;
    this.#journal = parts.journal;
    this.#models = parts.models;
    this.#stored = parts.stored;
    this.#onFieldRemoved = parts.onFieldRemoved;
  }

  /** Lists the content types of an environment that the actor has opened, oldest first. */
  async list(environment: Environment): Promise<readonly ContentType[]> {
    return store.listTypes(this.#database.reader, environment.number);
  }

  /** @throws `not_found` */
  async get(environment: Environment, apiId: string): Promise<ContentType> {
    const type = (await this.list(environment)).find((other) => other.apiId === apiId);
    if (type === undefined) throw notFound('content_type');
    return type;
  }

  /**
   * Creates a content type.
   * @throws `validation_failed`, or `conflict` if the api_id is taken
   */
  async create(
    actor: Actor,
    environment: Environment,
    input: WholeContentType & { readonly api_id?: string },
  ): Promise<ContentType> {
    const apiId = input.api_id === undefined ? apiIdFrom(input.name) : requireApiId(input.api_id, 'api_id');
    await preparePatterns(input.fields);
    return this.#journal.grow(actor, async (writer, change) => {
      await lockTypeNumbers(writer, environment.number);
      return this.#insert({ writer, change, actor, environment }, apiId, { input });
    });
  }

  /**
   * Creates or replaces a content type, so that models can be kept in code.
   * @throws as `update`
   */
  async put(actor: Actor, { environment, apiId }: TypePlace, save: TypeSave<WholeContentType>): Promise<UpsertedType> {
    requireApiId(apiId, 'path.api_id');
    await preparePatterns(save.input.fields);
    const upserted = await this.#journal.grow(
      actor,
      (writer, change) => this.#upsert({ writer, change, actor, environment }, apiId, save),
      { long: true },
    );
    await this.#warn(environment, upserted, save.warnings);
    return upserted;
  }

  /**
   * Like `put`, inside an open write: for the import, which records the write itself. Later steps of the write
   * get the changed model from `Models.forWrite`.
   * @param record `{api_id, name, description?, display_field?, slug_field?, preview_picture?, fields, created_at?, updated_at?}`, unchecked
   * @throws as `update`
   */
  async upsert(work: TypeWork, record: Readonly<Record<string, unknown>>): Promise<UpsertedType> {
    try {
      const { api_id: apiId, times, ...given } = readTypeRecord(record);
      const existing = await this.#lock(work, requireApiId(apiId, 'api_id'));
      const previewUrl = importedPreviewUrl(given.preview_url ?? null, existing?.previewUrl ?? null);
      return await this.#upsert(work, apiId, {
        input: { ...given, preview_url: previewUrl },
        times,
        pictureMayFollow: true,
      });
    } catch (error) {
      // The savepoint is rolled back while the write continues, so any model loaded in between must be discarded.
      this.#models.changing(work.writer, work.environment.number);
      throw error;
    }
  }

  /** Like `put`, inside an open write, with an api_id and patterns that have already been checked. */
  async putIn(work: TypeWork, apiId: string, save: TypeSave<WholeContentType>): Promise<UpsertedType> {
    return this.#upsert(work, apiId, { ...save, pictureMayFollow: true });
  }

  /**
   * Changes a content type; absent members stay as they are.
   * @throws `validation_failed`, `version_conflict`, `field_has_data`, or `conflict` on unique values or slugs
   */
  async update(
    actor: Actor,
    { environment, apiId }: TypePlace,
    save: TypeSave<ContentTypeInput>,
  ): Promise<ContentType> {
    await preparePatterns(save.input.fields);
    const changed = await this.#journal.grow(
      actor,
      async (writer, change) => {
        const before = await this.#lock({ writer, environment }, apiId);
        if (before === undefined) throw notFound('content_type');
        return this.#change({ writer, change, actor, environment }, before, save);
      },
      { long: true },
    );
    await this.#warn(environment, changed, save.warnings);
    return changed.type;
  }

  /**
   * Deletes a content type that no entry uses.
   * @throws `content_type_in_use`
   */
  async delete(actor: Actor, { environment, apiId }: TypePlace, expected?: number): Promise<void> {
    await this.#journal.write(
      actor,
      async (writer, change) => {
        await this.deleteForGood({ writer, change, actor, environment }, apiId, expected);
      },
      // The entries that have a component inside are counted before it is refused.
      { long: true },
    );
    this.#onFieldRemoved();
  }

  /** Like `delete`, inside an open write. When that is committed, `removalBegun` is to be called. */
  async deleteForGood(work: TypeWork, apiId: string, expected?: number): Promise<void> {
    const type = await this.deleteIn(work, apiId, expected);
    if (type.kind === 'component') await this.#remove(work, type, ALL_FIELDS);
  }

  /** Lets the removal of values begin that a committed write has scheduled. */
  removalBegun(): void {
    this.#onFieldRemoved();
  }

  /** Like `delete`, inside an open write. Blocks of a component that are hidden somewhere stay stored, for an undo. */
  async deleteIn(
    { writer, change, actor, environment }: TypeWork,
    apiId: string,
    expected?: number,
  ): Promise<ContentType> {
    const type = await this.#lock({ writer, environment }, apiId);
    if (type === undefined) throw notFound('content_type');
    await requireUnlocked({ writer, actor, environment });
    checkVersion(expected, type.version);
    const use = await this.useOf(writer, await this.#models.forWrite(writer, environment), type);
    if (use !== undefined) throw use;
    this.#models.changing(writer, environment.number);
    await store.deleteType(writer, environment.number, type.number);
    change.countIn(environment, 'content_types', -1);
    await recordTypeChange({ writer, change, actor, environment }, 'content_type.delete', { before: type });
    return type;
  }

  /** What keeps a content type from being deleted: its entries, or fields whose values may have the component in them. */
  async useOf(db: Reader, model: Model, type: ContentType): Promise<DomainError | undefined> {
    const fields = type.kind === 'component' ? fieldsWith(type, model.types) : [];
    if (fields.length > 0) {
      const entries = await this.#stored.countWithComponent(db, model, type.number);
      const where = `${fields.slice(0, FIELDS_NAMED_MAX).join(', ')}${fields.length > FIELDS_NAMED_MAX ? ' …' : ''}`;
      const uses = entries === 1 ? '1 entry has' : `${entries} entries have`;
      const message = `Take the component out of the fields that name it first, hidden ones too: ${where}. ${uses} it inside.`;
      return new DomainError('content_type_in_use', message, { entries, fields });
    }
    const entries = await this.#stored.countOfType(db, model.environment, type.number);
    const message = `Delete the entries of the content type first; it has ${entries}.`;
    return entries === 0 ? undefined : new DomainError('content_type_in_use', message, { entries });
  }

  /**
   * Deletes all hidden fields with that id. They can no longer be restored, and their values are removed in the background.
   * @throws `not_found`, `version_conflict`
   */
  async deleteHiddenField(
    actor: Actor,
    { environment, apiId }: TypePlace,
    { fieldId, expected }: HiddenFieldDeletion,
  ): Promise<void> {
    await this.#journal.write(actor, async (writer, change) => {
      const before = await this.#lock({ writer, environment }, apiId);
      if (before === undefined) throw notFound('content_type');
      checkVersion(expected, before.version);
      const gone = before.hiddenFields.filter(({ id }) => id === fieldId);
      if (gone.length === 0) throw notFound('hidden_field');
      const hiddenFields = before.hiddenFields.filter(({ id }) => id !== fieldId);
      const after = { ...before, hiddenFields, version: before.version + 1, updatedAt: change.at };
      this.#models.changing(writer, environment.number);
      await store.updateType(writer, environment.number, after);
      for (const { number } of gone) await this.#remove({ writer, change, actor, environment }, before, number);
      await recordTypeChange({ writer, change, actor, environment }, 'content_type.update', { before, after });
    });
    this.#onFieldRemoved();
  }

  async #upsert(work: TypeWork, apiId: string, save: TypeSave<WholeContentType>): Promise<UpsertedType> {
    const input = { ...EMPTY_INPUT, ...save.input };
    const before = await this.#lock(work, apiId);
    if (before === undefined) {
      if (save.expected !== undefined) throw notFound('content_type');
      return { type: await this.#insert(work, apiId, { ...save, input }), result: 'created' };
    }
    const { type, changed } = await this.#change(work, before, { ...save, input });
    return { type, before, result: changed ? 'updated' : 'unchanged' };
  }

  /**
   * Locks a content type for a change, or its name, before the model is read: types name each other, so that one at a time changes in
   * an environment. Writes to entries wait while their type changes, or a component that their values may have inside.
   * @returns undefined if there is none of that name
   */
  async #lock(
    { writer, environment }: Pick<TypeWork, 'writer' | 'environment'>,
    apiId: string,
  ): Promise<ContentType | undefined> {
    const known = await store.lockType(writer, environment.number, apiId);
    await lockTypeNumbers(writer, environment.number);
    // Another write may have created it meanwhile.
    return known ?? store.lockType(writer, environment.number, apiId);
  }

  /** Schedules the removal of the values of a field that is gone for good, also from the past, which begins behind them. */
  async #remove({ writer, change, environment }: TypeWork, type: ContentType, field: number): Promise<void> {
    beginPastWithout(change, environment.number, { type: type.number, field });
    const { types } = await this.#models.forWrite(writer, environment);
    await insertRemoval(writer, { ...removalOf(type, field, types), environment: environment.number });
  }

  /** Inserts a new type under the lock of the environment's types. @throws `conflict` if its api_id is taken */
  async #insert(write: TypeWork, apiId: string, save: TypeSave<WholeContentType>): Promise<ContentType> {
    const { writer, change, environment } = write;
    const model = await this.#models.forWrite(writer, environment);
    const { type } = planType(emptyType(apiId, change.at), save.input, await this.#planContext(write, model, save));
    const [created = type] = await this.writeTypes(write, { created: [withTimes(type, save.times)], updated: [] });
    await rejectLargeModel(writer, environment.number);
    return created;
  }

  /**
   * Stores planned types together, under the lock of the environment's types, and brings entries up to date with them all. Whether they
   * are too large together is left to be checked.
   * @param types.created without a number
   * @returns those created
   * @throws `conflict` if an api_id is taken, or on slugs or unique values
   */
  async writeTypes(
    write: TypeWork,
    {
      created,
      updated,
    }: { created: readonly ContentType[]; updated: readonly { before: ContentType; after: ContentType }[] },
  ): Promise<ContentType[]> {
    const { writer, change, environment } = write;
    this.#models.changing(writer, environment.number);
    const inserted: ContentType[] = [];
    for (const [index, type] of created.entries()) {
      if (index > 0) change.endPart();
      const numbered = { ...type, number: await takeTypeNumber(writer, environment.number) };
      if (!(await store.insertType(writer, environment.number, numbered)))
        throw new DomainError('conflict', `Choose another api_id; there is a content type "${type.apiId}" already.`);
      change.countIn(environment, 'content_types', 1);
      await recordTypeChange(write, 'content_type.create', { after: numbered });
      inserted.push(numbered);
    }
    for (const [index, { before, after }] of updated.entries()) {
      if (index + created.length > 0) change.endPart();
      await store.updateType(writer, environment.number, after);
      await recordTypeChange(write, 'content_type.update', { before, after });
    }
    await rebuildContent(write, updated, { stored: this.#stored, models: this.#models });
    return inserted;
  }

  /** Changes a locked type. */
  async #change(
    write: TypeWork,
    before: ContentType,
    save: TypeSave<ContentTypeInput>,
  ): Promise<{ type: ContentType; before: ContentType; changed: boolean }> {
    const { writer, change, environment } = write;
    const { input, confirmDataLoss = false, expected, times } = save;
    checkVersion(expected, before.version);
    const model = await this.#models.forWrite(writer, environment);
    const plan = planType(before, input, await this.#planContext(write, model, save));
    const isThen = isOfTimes(before, times);
    if (!plan.changed && isThen) return { type: before, before, changed: false };
    await requireUnlocked(write);
    // What is confirmed is only counted where the type keeps the count.
    const counted = confirmDataLoss ? { ...plan, narrowed: [], widened: [], reduced: [] } : plan;
    const losses = await lossesOf(writer, { before, plan: counted }, { stored: this.#stored, model });
    if (!confirmDataLoss) rejectLosses(losses);
    const planned = withHidden(plan, losses);
    const raised = plan.changed ? planned : { ...planned, version: before.version + 1, updatedAt: change.at };
    const type = withTimes(raised, times);
    await this.writeTypes(write, { created: [], updated: [{ before, after: type }] });
    if (store.isLarger(type, before)) await rejectLargeModel(writer, environment.number);
    return { type, before, changed: true };
  }

  async #planContext(
    { writer, change }: TypeWork,
    model: Model,
    { input, pictureMayFollow = false }: TypeSave<ContentTypeInput>,
  ): Promise<PlanContext> {
    const { codes, locales, types } = model;
    const context = { codes, defaultLocale: locales.default.number, types, at: change.at };
    const key = pictureMayFollow ? null : keyWithin(codes, 'asset', input.preview_picture ?? '');
    if (key === null) return context;
    const mediaType = await this.#stored.mediaTypeOf(writer, model.environment, key);
    return { ...context, picture: { exists: mediaType !== undefined, mediaType: mediaType ?? null } };
  }

  /** Warns of what a change did. The entries are counted when it is done, so that nobody else waits for that. */
  async #warn(
    environment: Environment,
    { type, before }: Pick<UpsertedType, 'type' | 'before'>,
    warnings: Violation[] | undefined,
  ): Promise<void> {
    if (before === undefined || warnings === undefined) return;
    warnings.push(...takeoverWarnings(before, type));
    const fields = newlyRequired(before, type);
    if (fields.length === 0) return;
    const model = await this.#models.current(environment);
    const required = fields.map((field) => ({ before: { ...field, required: false }, after: field }));
    const place = { contentType: type.number, fields: required };
    warnings.push(...missingWarnings(type, await this.#stored.countBreaking(this.#database.reader, model, place)));
  }
}

/** The fields that name a component, hidden ones too, each with its type. */
function fieldsWith(component: ContentType, types: readonly ContentType[]): string[] {
  return types.flatMap((type) =>
    allFields(type)
      .filter((field) => componentsOf(field).includes(component.apiId))
      .map(({ id }) => `${type.apiId}.${id}`),
  );
}
