/**
 * Content types: reading, making, changing and deleting them. A change never loses data unasked: what would be lost
 * is counted under the type's lock, and what is confirmed to go is hidden, not deleted.
 */
import type { Database, Writer } from '../database/database.ts';
import { checkVersion } from '../errors/check-version.ts';
import { DomainError, notFound } from '../errors/domain-error.ts';
import type { Field } from '../fields/field.ts';
import type { Actor } from '../journal/actor.ts';
import type { Change } from '../journal/change.ts';
import type { Journal } from '../journal/journal.ts';
import type { Environment } from '../spaces/environment.ts';
import { resourceId } from '../spaces/resource-id.ts';
import { apiIdFrom, requireApiId } from './api-id.ts';
import type { ContentType } from './content-type.ts';
import type { Model } from './model.ts';
import type { Models } from './models.ts';
import { typeRepresentation } from './representation.ts';
import * as store from './store.ts';
import type { StoredContent } from './stored-content.ts';
import { type ContentTypeInput, hideFields, planType, type TypePlan } from './type-plan.ts';
import { readTypeRecord } from './type-record.ts';

/** A content type in whole, as `PUT` and the import give it: what is absent is empty. */
export interface WholeContentType extends ContentTypeInput {
  readonly name: string;
}

/** Where a content type lies. */
export interface TypePlace {
  readonly environment: Environment;
  readonly apiId: string;
}

/** What is to be saved, and how. */
export interface TypeSave<I> {
  readonly input: I;
  /** Whether fields with data may be hidden. */
  readonly confirmDataLoss?: boolean;
  /** The version that the caller read. */
  readonly expected?: number | undefined;
}

/** What became of a content type that was given whole. */
export interface UpsertedType {
  readonly type: ContentType;
  readonly result: 'created' | 'updated' | 'unchanged';
}

/** The open write in which a content type changes. */
export interface TypeWork {
  readonly writer: Writer;
  readonly change: Change;
  readonly environment: Environment;
}

export class ContentTypes {
  readonly #database: Database;
  readonly #journal: Journal;
  readonly #models: Models;
  readonly #stored: StoredContent;

  constructor(parts: { database: Database; journal: Journal; models: Models; stored: StoredContent }) {
    this.#database = parts.database;
    this.#journal = parts.journal;
    this.#models = parts.models;
    this.#stored = parts.stored;
  }

  /** The content types of an environment that the actor has opened, in the order they were made. */
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
   * Makes a content type.
   * @throws `validation_failed`, or `conflict` where the api_id is taken
   */
  async create(
    actor: Actor,
    environment: Environment,
    input: WholeContentType & { readonly api_id?: string },
  ): Promise<ContentType> {
    const apiId = input.api_id === undefined ? apiIdFrom(input.name) : requireApiId(input.api_id, 'api_id');
    return this.#journal.write(actor, async (writer, change) => {
      const type = await this.#insert({ writer, change, environment }, apiId, input);
      if (type === undefined)
        throw new DomainError('conflict', `There is a content type "${apiId}" already; choose another api_id.`);
      return type;
    });
  }

  /**
   * Makes a content type or replaces it, so that models can live in code.
   * @throws as `update`
   */
  async put(actor: Actor, { environment, apiId }: TypePlace, save: TypeSave<WholeContentType>): Promise<UpsertedType> {
    requireApiId(apiId, 'path.api_id');
    return this.#journal.write(actor, (writer, change) => this.#upsert({ writer, change, environment }, apiId, save), {
      long: true,
    });
  }

  /**
   * The same as `put`, inside a write that is open: for the import, which says itself what the write was. Whoever
   * writes on sees the changed model through `Models.forWrite`.
   * @param record `{api_id, name, description?, display_field?, slug_field?, fields}` as it came
   * @throws as `update`
   */
  async upsert(work: TypeWork, record: Readonly<Record<string, unknown>>): Promise<UpsertedType> {
    try {
      const { api_id: apiId, ...input } = readTypeRecord(record);
      return await this.#upsert(work, requireApiId(apiId, 'api_id'), { input });
    } catch (error) {
      // The line is undone and the write goes on: what was loaded of the model in between is not to be seen.
      this.#models.changing(work.writer, work.environment.number);
      throw error;
    }
  }

  /**
   * Changes a content type; keys that are absent stay as they are.
   * @throws `validation_failed`, `version_conflict`, `field_has_data`, or `conflict` over unique values or slugs
   */
  async update(
    actor: Actor,
    { environment, apiId }: TypePlace,
    save: TypeSave<ContentTypeInput>,
  ): Promise<ContentType> {
    return this.#journal.write(
      actor,
      async (writer, change) => {
        const before = await store.lockType(writer, environment.number, apiId);
        if (before === undefined) throw notFound('content_type');
        return (await this.#change({ writer, change, environment }, before, save)).type;
      },
      { long: true },
    );
  }

  /**
   * Deletes a content type that no entry uses.
   * @throws `content_type_in_use`
   */
  async delete(actor: Actor, { environment, apiId }: TypePlace, expected?: number): Promise<void> {
    await this.#journal.write(actor, async (writer, change) => {
      const type = await store.lockType(writer, environment.number, apiId);
      if (type === undefined) throw notFound('content_type');
      checkVersion(expected, type.version);
      const entries = await this.#stored.countOfType(writer, environment.number, type.number);
      if (entries > 0)
        throw new DomainError('content_type_in_use', `The content type has ${entries} entries; delete them first.`, {
          entries,
        });
      this.#models.changing(writer, environment.number);
      await store.deleteType(writer, environment.number, type.number);
      tell({ writer, change, environment }, 'content_type.delete', { before: type });
    });
  }

  async #upsert(work: TypeWork, apiId: string, save: TypeSave<WholeContentType>): Promise<UpsertedType> {
    const { writer, environment } = work;
    const input = { description: '', display_field: null, slug_field: null, fields: [], ...save.input };
    let before = await store.lockType(writer, environment.number, apiId);
    if (before === undefined) {
      if (save.expected !== undefined) throw notFound('content_type');
      const type = await this.#insert(work, apiId, input);
      if (type !== undefined) return { type, result: 'created' };
      before = await store.lockType(writer, environment.number, apiId);
      if (before === undefined)
        throw new DomainError('conflict', 'Somebody made and deleted the content type just now; try again.');
    }
    const { type, changed } = await this.#change(work, before, { ...save, input });
    return { type, result: changed ? 'updated' : 'unchanged' };
  }

  /** Inserts a new type; undefined where its api_id is taken. */
  async #insert(write: TypeWork, apiId: string, input: WholeContentType): Promise<ContentType | undefined> {
    const { writer, change, environment } = write;
    const model = await this.#models.forWrite(writer, environment);
    const { type } = planType(emptyType(apiId, change.at), input, planContext(model, change));
    this.#models.changing(writer, environment.number);
    const number = await store.takeTypeNumber(writer, environment.number);
    const numbered = { ...type, number };
    if (!(await store.insertType(writer, environment.number, numbered))) return undefined;
    tell(write, 'content_type.create', { after: numbered });
    return numbered;
  }

  /** Changes a type that is locked. */
  async #change(
    write: TypeWork,
    before: ContentType,
    { input, confirmDataLoss = false, expected }: TypeSave<ContentTypeInput>,
  ): Promise<{ type: ContentType; changed: boolean }> {
    const { writer, change, environment } = write;
    checkVersion(expected, before.version);
    const model = await this.#models.forWrite(writer, environment);
    const plan = planType(before, input, planContext(model, change));
    if (!plan.changed) return { type: before, changed: false };
    const withData = await this.#settleLosses(write, plan, { model, confirmed: confirmDataLoss });
    const type = hideFields(plan.type, withData);
    this.#models.changing(writer, environment.number);
    await store.updateType(writer, environment.number, type);
    await this.#rebuild(write, before, type);
    tell(write, 'content_type.update', { before, after: type });
    return { type, changed: true };
  }

  /**
   * Counts what the plan would hide.
   * @returns the removed fields that hold data
   * @throws `field_has_data` where that is not confirmed
   */
  async #settleLosses(
    { writer, environment }: TypeWork,
    plan: TypePlan,
    { model, confirmed }: { model: Model; confirmed: boolean },
  ): Promise<Field[]> {
    const place = { environment: environment.number, contentType: plan.type.number };
    const withData: Field[] = [];
    for (const field of plan.removed) {
      const entries = await this.#stored.countWithField(writer, { ...place, field: field.number });
      if (entries > 0 && !confirmed) throw fieldHasData(field, entries, 'holds data');
      if (entries > 0) withData.push(field);
    }
    if (confirmed) return withData;
    const kept = model.locales.default.number;
    for (const field of plan.narrowed) {
      const entries = await this.#stored.countWithOtherLocales(writer, { ...place, field: field.number, kept });
      if (entries > 0) throw fieldHasData(field, entries, 'holds values of other locales');
    }
    return withData;
  }

  /** Brings slugs, unique values and links to what the changed type says. */
  async #rebuild(work: TypeWork, before: ContentType, after: ContentType): Promise<void> {
    const { writer, environment } = work;
    const slugs = slugSource(before) !== slugSource(after);
    const uniqueValues = uniqueSources(before) !== uniqueSources(after);
    const values = valueSources(before, before) !== valueSources(after, before);
    if (!slugs && !uniqueValues && !values) return;
    const model = await this.#models.forWrite(writer, environment);
    if (values) await this.#stored.rebuildLinks({ ...work, model }, after.number);
    if (slugs) await this.#stored.rebuildSlugs(writer, model, [after.number]);
    if (uniqueValues) await this.#stored.rebuildUniqueValues(writer, model, after.number);
  }
}

function emptyType(apiId: string, at: number): ContentType {
  return {
    number: 0,
    apiId,
    name: '',
    description: '',
    displayField: null,
    slugField: null,
    fields: [],
    hiddenFields: [],
    nextFieldNumber: 1,
    version: 0,
    createdAt: at,
    updatedAt: at,
  };
}

function planContext(model: Model, change: Change): { code: string; defaultLocale: number; at: number } {
  return { code: model.code, defaultLocale: model.locales.default.number, at: change.at };
}

function fieldHasData(field: Field, entries: number, what: string): DomainError {
  const message = `The field "${field.id}" ${what} in ${entries} entries; repeat the request with ?confirm_data_loss=true to hide it.`;
  return new DomainError('field_has_data', message, { field: field.id, entries });
}

/** What decides which slugs entries of the type hold. */
function slugSource(type: ContentType): string {
  return JSON.stringify(type.fields.filter(({ number }) => number === type.slugField).map(placement));
}

/** What decides which unique values entries of the type hold. */
function uniqueSources(type: ContentType): string {
  return JSON.stringify(
    type.fields
      .filter(({ unique }) => unique)
      .map(placement)
      .sort(([a], [b]) => a - b),
  );
}

/** What decides which values of stored documents are shown, whatever is new since `before`. */
function valueSources(type: ContentType, before: ContentType): string {
  const old = type.fields.filter(({ number }) => number < before.nextFieldNumber);
  return JSON.stringify(old.map(placement).sort(([a], [b]) => a - b));
}

function placement({ number, localized, home }: Field): [number, boolean, number | null] {
  return [number, localized, home];
}

/** The type as the audit compares it: fields by name, and their order. */
function audited(type: ContentType, code: string): object {
  const { fields, ...rest } = typeRepresentation(type, code);
  const byId = Object.fromEntries(fields.map(({ id, ...field }) => [id, field]));
  return { ...rest, field_order: fields.map(({ id }) => id), fields: byId };
}

function tell(
  { change, environment }: TypeWork,
  event: `content_type.${'create' | 'update' | 'delete'}`,
  { before, after }: { before?: ContentType; after?: ContentType },
): void {
  const type = after ?? before;
  if (type === undefined) return;
  const { spaceId, name, number, code } = environment;
  const changes = {
    ...(before === undefined ? {} : { before: audited(before, code) }),
    ...(after === undefined ? {} : { after: audited(after, code) }),
  };
  const target = { type: 'content_type', id: resourceId('content_type', code, type.apiId) };
  change.record({ action: event, target, spaceId, environment: name, changes });
  change.item({
    environment: number,
    event,
    kind: 'content_type',
    key: type.apiId,
    resource: type.number,
    published: true,
  });
}
