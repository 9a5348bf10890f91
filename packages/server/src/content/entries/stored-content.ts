/**
 * What changes to the model need from entries (`content-types/stored-content.ts`): counting entries with values, and recomputing
 * slugs and unique values. Reads documents in pieces, and only the members that it needs; model changes that require it are rare.
 */
import { allFields } from '../../model/content-types/content-type.ts';
import type { Model } from '../../model/content-types/model.ts';
import { ALL_FIELDS } from '../../model/content-types/removed-values.ts';
import {
  type EntryCount,
  EXAMPLES_MAX,
  type FieldPlace,
  type StoredContent,
} from '../../model/content-types/stored-content.ts';
import { blocksIn, blocksWithin, holdsBlocks } from '../../model/fields/document/own-values.ts';
import { type Block, type Document, NO_LOCALE } from '../../model/fields/field.ts';
import { fieldType } from '../../model/fields/registry.ts';
import type { Environment } from '../../model/spaces/environment.ts';
import { resourceId } from '../../model/spaces/resource-id.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { findLinkedAssets } from '../assets/assets.ts';
import { countBreaking } from './breaking.ts';
import type { claimKinds } from './claims/claims.ts';
import { slugClaims } from './claims/slugs.ts';
import { uniqueValueClaims } from './claims/unique-values.ts';
import { type EntryStates, entriesOfType, namesOf, typesHolding } from './entries-of-type.ts';
import type { StoredEntry } from './entry.ts';
import { removeFieldValues } from './field-removal.ts';
import { rewriteIndex } from './index-rows.ts';
import { keepLinks } from './links/links.ts';
import { countEntriesOfType, removeSomeEntries } from './store.ts';
import { loadEntry } from './stored-entry.ts';

const REMOVED_AT_ONCE = 2_000;
/** Maximum entries named in an error. */
const CONFLICTS_NAMED_MAX = 20;

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

  async countWithComponent(db, model, component) {
    const place = { environment: model.environment, contentType: component, field: ALL_FIELDS };
    return (await countHolding(db, model, place, { holds: () => true })).entries;
  },

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

  countBreaking,

  async countWithLocale(writer, model, locale) {
    let count = 0;
    for (const type of model.entryTypes) {
      const place = { environment: model.environment, contentType: type.number };
      const isIn = (document: Document) => Object.values(document).some((values) => values[locale] !== undefined);
      const holds = (document: Document) =>
        isIn(document) || blocksWithin(document, allFields(type), model).some(({ fields }) => isIn(fields));
      count += (await countEntries(writer, place, { names: null, holds })).entries;
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
): Promise<EntryCount> {
  let count: EntryCount = { entries: 0, examples: [] };
  for (const { type, names } of typesHolding(model, place.contentType, [String(place.field)])) {
    const holdsInside = (document: Document) =>
      blocksWithin(document, allFields(type), model).some(
        ({ type: of, fields }) => of === place.contentType && holds(fields),
      );
    const isItself = type.number === place.contentType;
    const where = { environment: place.environment, contentType: type.number };
    const found = await countEntries(db, where, { names, holds: isItself ? holds : holdsInside, savedSince });
    const examples = [...count.examples, ...found.examples].slice(0, EXAMPLES_MAX);
    count = { entries: count.entries + found.entries, examples };
  }
  return count;
}

/** The components in the values of a field. */
function blocksOf(document: Document, model: Model, { contentType, field: number }: FieldPlace): readonly Block[] {
  const type = model.typeByNumber(contentType);
  const field = type && allFields(type).find((one) => one.number === number);
  if (field === undefined) return [];
  return Object.values(document[number] ?? {}).flatMap((value) => blocksIn(value, field));
}

async function countEntries(
  db: Reader,
  place: Pick<FieldPlace, 'environment' | 'contentType'>,
  {
    names,
    holds,
    savedSince = 0,
  }: { names: readonly string[] | null; holds: (document: Document) => boolean; savedSince?: number },
): Promise<EntryCount> {
  let entries = 0;
  const examples: string[] = [];
  for await (const { key, draft, published, savedAt } of entriesOfType(db, place, names)) {
    if (savedAt < savedSince || !(holds(draft) || (published !== null && holds(published)))) continue;
    entries += 1;
    if (examples.length < EXAMPLES_MAX) examples.push(key);
  }
  return { entries, examples };
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
