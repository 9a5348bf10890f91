/**
 * What changes to the model need from entries (`content-types/stored-content.ts`): counting entries with values, and recomputing
 * slugs and unique values. Reads documents in pieces, and only the members that it needs; model changes that require it are rare.
 */
import { allFields, type ContentType } from '../../model/content-types/content-type.ts';
import type { Model } from '../../model/content-types/model.ts';
import { ALL_FIELDS } from '../../model/content-types/removed-values.ts';
import type { FieldPlace, StoredContent } from '../../model/content-types/stored-content.ts';
import { missingLocales } from '../../model/fields/document/checks.ts';
import {
  allLevels,
  blocksIn,
  blocksWithin,
  holdsBlocks,
  type Level,
  topLevel,
} from '../../model/fields/document/own-values.ts';
import { type Block, type Document, type Field, NO_LOCALE } from '../../model/fields/field.ts';
import { fieldType } from '../../model/fields/registry.ts';
import type { Environment } from '../../model/spaces/environment.ts';
import { resourceId } from '../../model/spaces/resource-id.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { parseMembers, readInPieces } from '../../platform/database/row-pieces.ts';
import { yieldToReads } from '../../platform/database/savepoint.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { Pace } from '../../platform/kit/pace.ts';
import { findLinkedAssets } from '../assets/assets.ts';
import type { claimKinds } from './claims/claims.ts';
import { slugClaims } from './claims/slugs.ts';
import { uniqueValueClaims } from './claims/unique-values.ts';
import type { StoredEntry } from './entry.ts';
import { removeFieldValues } from './field-removal.ts';
import { rewriteIndex } from './index-rows.ts';
import { keepLinks } from './links/links.ts';
import {
  countEntriesOfType,
  removeSomeEntries,
  type StateOfType,
  selectDocumentsOfType,
  selectStatesOfType,
} from './store.ts';
import { loadEntry } from './stored-entry.ts';

const CHUNK_ENTRIES = 500;
const REMOVED_AT_ONCE = 2_000;
/** Maximum entries named in an error. */
const CONFLICTS_NAMED_MAX = 20;

/** An entry of a type with the documents of its states, newest first. */
interface EntryStates {
  readonly id: number;
  readonly key: string;
  readonly version: number;
  readonly publishedVersion: number | null;
  readonly savedAt: number;
  readonly draft: Document;
  readonly published: Document | null;
}

export const storedEntries: StoredContent = {
  async countOfType(writer, environment, contentType) {
    const [row] = await countEntriesOfType(writer, { environment, contentType });
    return row?.count ?? 0;
  },

  countWithField: (db, model, place) =>
    countHolding(db, model, place, { holds: (document) => Object.keys(document[place.field] ?? {}).length > 0 }),

  countWithOtherLocales: (db, model, place) => {
    const holds = (document: Document) => {
      const locales = Object.keys(document[place.field] ?? {}).map(Number);
      return locales.some((locale) => locale !== NO_LOCALE && locale !== place.kept);
    };
    return countHolding(db, model, place, { holds });
  },

  countWithComponent: (db, model, component) =>
    countHolding(
      db,
      model,
      { environment: model.environment, contentType: component, field: ALL_FIELDS },
      { holds: () => true },
    ),

  countWithComponents: (db, model, { components, savedSince, ...place }) => {
    const holds = (document: Document) =>
      blocksOf(document, model, place).some(({ type }) => components.includes(type));
    return countHolding(db, model, place, { holds, savedSince });
  },

  countWithLocalesInside: (db, model, place) => {
    const holds = (document: Document) =>
      blocksOf(document, model, place)
        .flatMap(({ fields }) => Object.values(fields).flatMap((values) => Object.keys(values).map(Number)))
        .some((locale) => locale !== NO_LOCALE && locale !== place.kept);
    return countHolding(db, model, place, { holds });
  },

  async mediaTypeOf(db, environment, asset) {
    const [found] = await findLinkedAssets(db, environment, [asset]);
    return found?.mime_type;
  },

  async countMissing(db, model, { contentType, fields }) {
    const counts = new Map(fields.map(({ number }) => [number, { entries: 0, published: 0 }]));
    for (const { type, names } of typesHolding(model, contentType, namesOf(fields))) {
      const place = { environment: model.environment, contentType: type.number };
      const levelsIn = (document: Document | null) =>
        document === null ? [] : levelsOf({ document, type, model }, contentType);
      const misses = (levels: readonly Level[], field: Field) =>
        levels.some((level) => missingLocales(level, field, model).length > 0);
      for await (const { draft, published } of entriesOfType(db, place, names)) {
        const [ofDraft, ofPublished] = [levelsIn(draft), levelsIn(published)];
        for (const field of fields) {
          const count = counts.get(field.number);
          const isPublished = misses(ofPublished, field);
          if (count === undefined || !(isPublished || misses(ofDraft, field))) continue;
          count.entries += 1;
          if (isPublished) count.published += 1;
        }
      }
    }
    return counts;
  },

  async countWithLocale(writer, model, locale) {
    let count = 0;
    for (const type of model.entryTypes) {
      const place = { environment: model.environment, contentType: type.number };
      const isIn = (document: Document) => Object.values(document).some((values) => values[locale] !== undefined);
      const holds = (document: Document) =>
        isIn(document) || blocksWithin(document, allFields(type), model).some(({ fields }) => isIn(fields));
      count += await countEntries(writer, place, { names: null, holds });
    }
    return count;
  },

  async rebuildSlugs(writer, model, contentTypes) {
    const conflicts = new Set<string>();
    for (const number of contentTypes)
      for (const key of await rebuildHeld(slugClaims, { writer, model }, number)) conflicts.add(key);
    rejectConflicts(conflicts, model, 'resolve to one slug');
  },

  async rebuildUniqueValues(writer, model, contentType) {
    const conflicts = await rebuildHeld(uniqueValueClaims, { writer, model }, contentType);
    rejectConflicts(conflicts, model, 'hold one value in a unique field');
  },

  async rebuildLinks(work, contentType) {
    const { writer, change, environment, model } = work;
    const type = model.typeByNumber(contentType);
    if (type === undefined) return;
    const linking = namesOf(type.fields.filter((field) => !fieldType(field.type).rendersAsStored(field)));
    const place = { environment: environment.number, contentType };
    // What is inside of components is in the index without being a link.
    const isNested = type.fields.some(holdsBlocks);
    for await (const entry of entriesOfType(writer, place, isNested ? null : linking)) {
      const isOther = await keepLinks({ ...work, type }, entry.id, { states: entry, isNew: false });
      if (!isOther && !isNested) continue;
      const whole = isNested ? entry : { ...(await loadWhole(writer, environment, entry)), version: entry.version };
      const isMoved = await rewriteIndex({ ...work, type }, entry.id, whole);
      if (!isOther && !isMoved) continue;
      const { id: resource, key, published } = entry;
      change.item({ ...place, environment, event: null, kind: 'entry', key, resource, published: published !== null });
    }
  },

  removeFieldValues,

  async removeEnvironment(writer, environment) {
    const isMore = await removeSomeEntries(writer, environment, REMOVED_AT_ONCE);
    return !isMore;
  },
};

async function loadWhole(writer: Writer, environment: Environment, { id, key }: EntryStates): Promise<StoredEntry> {
  const whole = await loadEntry(writer, environment, key);
  if (whole === undefined) throw new Error(`Entry ${id} is gone while its links are rebuilt.`);
  return whole;
}

/** Counts the entries that hold something in a document of the type, or in one of its components if it is one. */
async function countHolding(
  db: Reader,
  model: Model,
  place: FieldPlace,
  { holds, savedSince = 0 }: { holds: (document: Document) => boolean; savedSince?: number | undefined },
): Promise<number> {
  let count = 0;
  for (const { type, names } of typesHolding(model, place.contentType, [String(place.field)])) {
    const holdsInside = (document: Document) =>
      blocksWithin(document, allFields(type), model).some(
        ({ type: of, fields }) => of === place.contentType && holds(fields),
      );
    const isItself = type.number === place.contentType;
    const where = { environment: place.environment, contentType: type.number };
    count += await countEntries(db, where, { names, holds: isItself ? holds : holdsInside, savedSince });
  }
  return count;
}

/** The types whose entries may have values of a type: itself, or all with components inside; with the members to read. */
function typesHolding(
  model: Model,
  contentType: number,
  names: readonly string[],
): { readonly type: ContentType; readonly names: readonly string[] }[] {
  const type = model.typeByNumber(contentType);
  if (type === undefined) return [];
  if (type.kind === 'entry') return [{ type, names }];
  // A block stays, hidden, in values of fields that take its component no longer.
  return model.entryTypes.flatMap((holder) => {
    const fields = allFields(holder).filter(holdsBlocks);
    return fields.length === 0 ? [] : [{ type: holder, names: namesOf(fields) }];
  });
}

/** The components in the values of a field. */
function blocksOf(document: Document, model: Model, { contentType, field: number }: FieldPlace): readonly Block[] {
  const type = model.typeByNumber(contentType);
  const field = type && allFields(type).find((one) => one.number === number);
  if (field === undefined) return [];
  return Object.values(document[number] ?? {}).flatMap((value) => blocksIn(value, field));
}

/** The levels of a document that are of a type: itself, or components. */
function levelsOf(
  { document, type, model }: { document: Document; type: ContentType; model: Model },
  contentType: number,
): Level[] {
  const top = topLevel({ document, fields: type.fields });
  if (type.number === contentType) return [top];
  return [...allLevels(top, model)].filter(({ component }) => component?.number === contentType);
}

async function countEntries(
  db: Reader,
  place: Pick<FieldPlace, 'environment' | 'contentType'>,
  {
    names,
    holds,
    savedSince = 0,
  }: { names: readonly string[] | null; holds: (document: Document) => boolean; savedSince?: number },
): Promise<number> {
  let count = 0;
  for await (const { draft, published, savedAt } of entriesOfType(db, place, names)) {
    if (savedAt < savedSince) continue;
    if (holds(draft) || (published !== null && holds(published))) count += 1;
  }
  return count;
}

/** Updates the slugs and unique values of a type's entries. @returns the keys of entries with conflicting values */
async function rebuildHeld(
  kind: (typeof claimKinds)[number],
  { writer, model }: { writer: Writer; model: Model },
  contentType: number,
): Promise<Set<string>> {
  const conflicts = new Set<string>();
  const place = { environment: model.environment, contentType };
  await kind.releaseType(writer, place);
  const type = model.typeByNumber(contentType);
  if (type === undefined || kind.fields(type).length === 0) return conflicts;
  for await (const entry of entriesOfType(writer, place, namesOf(kind.fields(type)))) {
    for (const holder of await kind.takeAll({ writer, model, type }, entry.id, entry))
      conflicts.add(entry.key).add(holder ?? entry.key);
  }
  return conflicts;
}

function rejectConflicts(keys: ReadonlySet<string>, model: Pick<Model, 'code'>, what: string): void {
  if (keys.size === 0) return;
  const entries = [...keys].slice(0, CONFLICTS_NAMED_MAX).map((key) => resourceId('entry', model.code, key));
  throw new DomainError(
    'conflict',
    `Change one of the entries in \`entries\` first; after this change two entries of a type would ${what}.`,
    { entries },
  );
}

/** The members of documents that contain the values of fields. */
function namesOf(fields: readonly Pick<Field, 'number'>[]): string[] {
  return fields.map(({ number }) => String(number));
}

/** The rows of the states of one entry. */
interface SizedEntry {
  readonly first: StateOfType;
  readonly bytes: number;
}

/**
 * The entries of a type with their states, in chunks by row id.
 * @param names the members of documents to read; null for all
 */
async function* entriesOfType(
  db: Reader,
  place: { readonly environment: number; readonly contentType: number },
  names: readonly string[] | null,
): AsyncGenerator<EntryStates> {
  const { environment, contentType } = place;
  const pace = new Pace();
  let after = -1;
  for (;;) {
    // An entry has at most two states, so only the last entry of a chunk can be incomplete; it is read again.
    const rows = await selectStatesOfType(db, { environment, contentType, after, chunk: CHUNK_ENTRIES * 2 });
    const isLast = rows.length < CHUNK_ENTRIES * 2;
    const lastId = isLast ? undefined : rows.at(-1)?.id;
    const entries = sizedEntries(rows.filter(({ id }) => id !== lastId));
    for await (const some of readInPieces(entries, (piece) => withDocuments(db, { ...place, piece }, names), pace)) {
      for (const entry of some) {
        yield entry;
        await pace.restIfDue();
      }
    }
    if (isLast) return;
    after = entries.at(-1)?.first.id ?? after;
    await yieldToReads();
  }
}

function sizedEntries(rows: readonly StateOfType[]): SizedEntry[] {
  const entries = new Map<number, SizedEntry>();
  for (const row of rows) {
    const known = entries.get(row.id);
    entries.set(row.id, { first: known?.first ?? row, bytes: (known?.bytes ?? 0) + row.bytes });
  }
  return [...entries.values()];
}

async function withDocuments(
  db: Reader,
  { environment, contentType, piece }: { environment: number; contentType: number; piece: readonly SizedEntry[] },
  names: readonly string[] | null,
): Promise<EntryStates[]> {
  const [from, to] = [piece[0]?.first.id ?? 0, piece.at(-1)?.first.id ?? 0];
  const rows = await selectDocumentsOfType(db, { environment, contentType, from, to }, names);
  const documents = new Map(rows.map(({ id, version, document }) => [`${id} ${version}`, document]));
  return piece.map(({ first }) => statesOf(first, (version) => documents.get(`${first.id} ${version}`)));
}

function statesOf(
  { id, key, version, published_version: publishedVersion, saved_at: savedAt }: StateOfType,
  textOf: (version: number | null) => string | undefined,
): EntryStates {
  const [draft, published] = [textOf(version), textOf(publishedVersion)];
  return {
    id,
    key,
    version,
    publishedVersion,
    savedAt,
    draft: draft === undefined ? {} : parseMembers<Document>(draft),
    published: published === undefined ? null : parseMembers<Document>(published),
  };
}
