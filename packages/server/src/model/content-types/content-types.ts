/**
 * Content types: reading, making, changing and deleting them. A change never loses data unasked: what would be lost
 * is counted under the type's lock, and what is confirmed to go is hidden, not deleted.
 */
import type { Database } from '../../platform/database/database.ts';
import { checkVersion } from '../../platform/errors/check-version.ts';
import { DomainError, notFound } from '../../platform/errors/domain-error.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import type { Change } from '../../platform/journal/change.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import type { Environment } from '../spaces/environment.ts';
import { apiIdFrom, requireApiId } from './api-id.ts';
import type { ContentType } from './content-type.ts';
import type { Model } from './model.ts';
import type { Models } from './models.ts';
import * as store from './store.ts';
import type { StoredContent } from './stored-content.ts';
import { type TypeWork, tellTypeChange } from './type-change.ts';
import { rebuildContent, settleLosses } from './type-effects.ts';
import { type ContentTypeInput, hideFields, planType } from './type-plan.ts';
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
      tellTypeChange({ writer, change, environment }, 'content_type.delete', { before: type });
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
    tellTypeChange(write, 'content_type.create', { after: numbered });
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
    const withData = await settleLosses(write, plan, { stored: this.#stored, model, confirmed: confirmDataLoss });
    const type = hideFields(plan.type, withData);
    this.#models.changing(writer, environment.number);
    await store.updateType(writer, environment.number, type);
    await rebuildContent(write, { before, after: type }, { stored: this.#stored, models: this.#models });
    tellTypeChange(write, 'content_type.update', { before, after: type });
    return { type, changed: true };
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
