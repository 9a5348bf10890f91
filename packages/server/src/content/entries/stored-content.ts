/**
 * What changes of the model need from entries (`content-types/stored-content.ts`): counting entries that hold values,
 * and recomputing slugs and unique values. It reads documents in chunks, as they are opaque to SQL; changes of the
 * model that need it are rare.
 */
import { type ContentType, fieldByNumber } from '../../model/content-types/content-type.ts';
import type { Model } from '../../model/content-types/model.ts';
import type { FieldPlace, StoredContent } from '../../model/content-types/stored-content.ts';
import { type Document, NO_LOCALE } from '../../model/fields/field.ts';
import { resourceId } from '../../model/spaces/resource-id.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { giveWay } from '../../platform/database/savepoint.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { removeFieldValues } from './field-removal.ts';
import { rewriteIndex } from './index-rows.ts';
import { keepLinks } from './links/links.ts';

import { heldSlugs } from './slugs/slugs.ts';
import { deleteSlugsOfType, insertSlug, selectSlugHolder } from './slugs/store.ts';
import {
  countEntriesOfType,
  removeSomeEntries,
  type StateOfType,
  selectStatesOfType,
  selectTypeNumbers,
} from './store.ts';
import { deleteUniqueValuesOfType, insertUniqueValue, selectValueHolder } from './unique-values/store.ts';
import { heldValues } from './unique-values/unique-values.ts';

const CHUNK_ENTRIES = 500;
const REMOVED_AT_ONCE = 2_000;
/** Entries named in an error. */
const CONFLICTS_NAMED_MAX = 20;

/** An entry of a type with the documents of its states, newest first. */
interface EntryStates {
  readonly id: number;
  readonly key: string;
  readonly version: number;
  readonly publishedVersion: number | null;
  readonly draft: Document;
  readonly published: Document | null;
}

export const storedEntries: StoredContent = {
  async countOfType(writer, environment, contentType) {
    const [row] = await countEntriesOfType(writer, { environment, contentType });
    return row?.count ?? 0;
  },

  countWithField: (writer, place) =>
    countEntries(writer, place, (document) => Object.keys(document[place.field] ?? {}).length > 0),

  countWithOtherLocales: (writer, place) =>
    countEntries(writer, place, (document) => {
      const locales = Object.keys(document[place.field] ?? {}).map(Number);
      return locales.some((locale) => locale !== NO_LOCALE && locale !== place.kept);
    }),

  async countWithLocale(writer, environment, locale) {
    const types = await selectTypeNumbers(writer, environment);
    let count = 0;
    for (const { number } of types) {
      const place = { environment, contentType: number };
      count += await countEntries(writer, place, (document) =>
        Object.values(document).some((values) => values[locale] !== undefined),
      );
    }
    return count;
  },

  async rebuildSlugs(writer, model, contentTypes) {
    const conflicts = new Set<string>();
    for (const number of contentTypes) {
      await deleteSlugsOfType(writer, { environment: model.environment, contentType: number });
      const type = model.typeByNumber(number);
      if (type !== undefined && fieldByNumber(type, type.slugField) !== undefined) {
        for (const key of await insertSlugs(writer, model, type)) conflicts.add(key);
      }
    }
    refuseConflicts(conflicts, model, 'resolve to one slug');
  },

  async rebuildUniqueValues(writer, model, contentType) {
    const type = model.typeByNumber(contentType);
    await deleteUniqueValuesOfType(writer, { environment: model.environment, contentType });
    if (type === undefined || !type.fields.some(({ unique }) => unique)) return;
    refuseConflicts(await insertUniqueValues(writer, model, type), model, 'hold one value in a unique field');
  },

  async rebuildLinks(work, contentType) {
    const { writer, change, environment, model } = work;
    const type = model.typeByNumber(contentType);
    if (type === undefined) return;
    for await (const entry of entriesOfType(writer, { environment: environment.number, contentType })) {
      if (!(await keepLinks({ ...work, type }, entry.id, { states: entry, isNew: false }))) continue;
      await rewriteIndex({ ...work, type }, entry);
      const { id: resource, key, published } = entry;
      const place = { environment, contentType };
      change.item({ ...place, event: null, kind: 'entry', key, resource, published: published !== null });
    }
  },

  removeFieldValues,

  async removeEnvironment(writer, environment) {
    const isMore = await removeSomeEntries(writer, environment, REMOVED_AT_ONCE);
    return !isMore;
  },
};

async function countEntries(
  db: Reader,
  place: Pick<FieldPlace, 'environment' | 'contentType'>,
  holds: (document: Document) => boolean,
): Promise<number> {
  let count = 0;
  for await (const { draft, published } of entriesOfType(db, place)) {
    if (holds(draft) || (published !== null && holds(published))) count += 1;
  }
  return count;
}

/** Returns the keys of entries that would hold a slug that another one holds. */
async function insertSlugs(writer: Writer, model: Model, type: ContentType): Promise<Set<string>> {
  const conflicts = new Set<string>();
  const place = { environment: model.environment, contentType: type.number };
  for await (const entry of entriesOfType(writer, place)) {
    const documents = entry.published === null ? [entry.draft] : [entry.draft, entry.published];
    for (const held of heldSlugs(documents, type, model).values()) {
      const [made] = await insertSlug(writer, { ...place, ...held, entry: entry.id });
      if (made !== undefined) continue;
      const [holder] = await selectSlugHolder(writer, { ...place, ...held });
      conflicts.add(entry.key).add(holder?.key ?? entry.key);
    }
  }
  return conflicts;
}

/** Returns the keys of published entries that hold a value that another one holds. */
async function insertUniqueValues(writer: Writer, model: Model, type: ContentType): Promise<Set<string>> {
  const conflicts = new Set<string>();
  const place = { environment: model.environment, contentType: type.number };
  for await (const { id, key, published } of entriesOfType(writer, place)) {
    for (const { field, locale, hash } of heldValues(published, type, model).values()) {
      const [made] = await insertUniqueValue(writer, { ...place, field, locale, hash, entry: id });
      if (made !== undefined) continue;
      const [holder] = await selectValueHolder(writer, { ...place, field, locale, hash });
      conflicts.add(key).add(holder?.key ?? key);
    }
  }
  return conflicts;
}

function refuseConflicts(keys: ReadonlySet<string>, model: Pick<Model, 'code'>, what: string): void {
  if (keys.size === 0) return;
  const entries = [...keys].slice(0, CONFLICTS_NAMED_MAX).map((key) => resourceId('entry', model.code, key));
  throw new DomainError(
    'conflict',
    `Change one of the entries in \`entries\` first; after this change two entries of a type would ${what}.`,
    { entries },
  );
}

/** The entries of a type with their states, in chunks by row id. */
async function* entriesOfType(
  db: Reader,
  { environment, contentType }: { environment: number; contentType: number },
): AsyncGenerator<EntryStates> {
  let after = -1;
  for (;;) {
    // An entry has two states at most, so only the last entry of a chunk can be incomplete; it is read again.
    const rows = await selectStatesOfType(db, { environment, contentType, after, chunk: CHUNK_ENTRIES * 2 });
    const isLast = rows.length < CHUNK_ENTRIES * 2;
    const byEntry = Map.groupBy(rows, ({ id }) => id);
    const lastId = rows.at(-1)?.id;
    for (const [id, states] of byEntry) {
      if (id === lastId && !isLast) continue;
      yield statesOf(states);
      after = id;
    }
    if (isLast) return;
    await giveWay();
  }
}

function statesOf(rows: readonly StateOfType[]): EntryStates {
  const [first] = rows;
  if (first === undefined) throw new Error('An entry without rows.');
  const read = (version: number | null) => rows.find((row) => row.state_version === version)?.document;
  const draft = read(first.version);
  const published = read(first.published_version);
  return {
    id: first.id,
    key: first.key,
    version: first.version,
    publishedVersion: first.published_version,
    draft: draft === undefined ? {} : (JSON.parse(draft) as Document),
    published: published === undefined ? null : (JSON.parse(published) as Document),
  };
}
