/**
 * Applies changes to documents and compares them. Hidden values (of removed fields, of removed locales, and per-locale values of a
 * field that is no longer localized) are kept unchanged, so that they can be restored. After a write, a field's value is stored in
 * one form only: without a locale, or by locale.
 */
import { sameJson } from '../../../../../contract/src/same-json.ts';
import { randomCode } from '../../../platform/kit/ids.ts';
import { type Block, type Document, type Field, type LocaleValues, NO_LOCALE } from '../field.ts';
import { ownValue } from '../own-value.ts';
import { fieldType } from '../registry.ts';
import { isObject } from '../values/value-violations.ts';
import { type FieldChanges, type FieldsInput, parseValue } from './input.ts';
import {
  blocksIn,
  type DocumentModel,
  type DocumentView,
  fieldsInside,
  holdsBlocks,
  ownValues,
  valuePath,
  visibleBlocks,
  visibleComponent,
} from './own-values.ts';

/** Characters in the id of a block that comes without one. Ids are unique in a value of at most 200 blocks. */
const BLOCK_ID_CHARACTERS = 8;

export interface DocumentWrite extends DocumentModel {
  /** The stored document; `{}` for a new one. */
  readonly current: Document;
  readonly changes: FieldChanges;
  /** The visible fields of the content type. */
  readonly fields: readonly Field[];
  /** Whether the document belongs to one locale: that of a component inside of a localized value. */
  readonly isWithin?: boolean;
}

/** Applies the changes to the current document; values that they do not mention stay (PATCH). */
export function mergeDocument(write: DocumentWrite): Document {
  return writeDocument(write, (values) => values);
}

/** Replaces the document with the changes, but keeps hidden values (PUT, POST). */
export function replaceDocument(write: DocumentWrite): Document {
  return writeDocument(write, (values, field) => hiddenValues(values, field, write));
}

/** The visible values of a document as changes of another one. */
export function ownChanges(view: DocumentView): FieldChanges {
  const changes = new Map<number, Record<string, unknown>>();
  for (const { field, locale, value } of ownValues(view)) {
    const place = field.localized ? locale.number : NO_LOCALE;
    changes.set(field.number, { ...changes.get(field.number), [place]: value });
  }
  return changes;
}

/**
 * Adds defaults to the document of a new entry, for the fields without a value in the default locale. A field that the request sets
 * to null gets no default.
 * @param write its `current` is the document to complete
 */
export function applyDefaults(write: DocumentWrite, reading: Pick<FieldsInput, 'linkKey' | 'violations'>): Document {
  const { current, changes, fields, locales } = write;
  const completed: Record<string, LocaleValues> = { ...current };
  for (const field of fields) {
    if (field.default === undefined || field.default === null || changes.get(field.number) === null) continue;
    if (ownValue(current[field.number], field, locales.default.number) !== undefined) continue;
    const path = valuePath(field, locales.default);
    const stored = parseValue(field.default, field, { ...reading, path });
    const place = field.localized ? locales.default.number : NO_LOCALE;
    if (stored !== undefined) completed[field.number] = { ...current[field.number], [place]: stored };
  }
  return completed;
}

/** Whether two documents show the same values, regardless of where the values are stored and how keys are ordered. */
export function sameDocument(a: Document, b: Document, fields: readonly Field[]): boolean {
  return sameJson(placed(a, fields), placed(b, fields));
}

function writeDocument(write: DocumentWrite, kept: (values: LocaleValues, field: Field) => LocaleValues): Document {
  const { current, changes, fields } = write;
  const written: Record<string, LocaleValues> = { ...placed(current, fields) };
  for (const field of fields) {
    const values = written[field.number] ?? {};
    const change = changes.get(field.number);
    const base = change === null ? hiddenValues(values, field, write) : kept(values, field);
    const next = { ...base };
    for (const [place, value] of Object.entries(change ?? {})) {
      const hidden = value === null ? hiddenBlocks(values[place], field, write) : undefined;
      if (hidden !== undefined) next[place] = hidden;
      else if (value === null) delete next[place];
      else
        next[place] = settled(value, values[place], field, { ...write, isWithin: write.isWithin || isOfLocale(place) });
    }
    if (Object.keys(next).length > 0) written[field.number] = next;
    else delete written[field.number];
  }
  return written;
}

/**
 * A new value with what the current one says of its components: hidden values and hidden blocks stay, and a block without an id that
 * is equal to a current one is that block.
 */
function settled(value: unknown, current: unknown, field: Field, model: InsideModel): unknown {
  const held = fieldType(field.type).blocks;
  if (held === null) return value;
  const before = held.of(current);
  const given = visibleBlocks(held.of(value), field, model.components);
  const isNamed = (block: Block) => !held.haveIds || block.id !== undefined;
  const left = given.every(isNamed) ? new Map<string, Block[]>() : leftOut(before, given, field, model);
  const blocks = given.map((block) => {
    const known = before.find(({ id, type }) => id === block.id && type === block.type);
    if (isNamed(block)) return withHidden(block, known, field, model);
    const alike = left.get(shapeOf(block, field, model)) ?? [];
    const [candidate] = alike;
    const same = candidate && withHidden(block, candidate, field, model);
    if (same === undefined || !sameJson(same, candidate))
      return withHidden({ id: randomCode(BLOCK_ID_CHARACTERS), ...block }, undefined, field, model);
    alike.shift();
    return same;
  });
  return held.from(withHiddenBlocks(blocks, before, field, model));
}

/** The current blocks none of whose ids is given, by shape: comparing each given one with each of them would take too long. */
function leftOut(
  before: readonly Block[],
  given: readonly Block[],
  field: Field,
  model: InsideModel,
): Map<string, Block[]> {
  const ids = new Set(given.map(({ id }) => id));
  return Map.groupBy(
    before.filter(({ id }) => !ids.has(id)),
    (block) => shapeOf(block, field, model),
  );
}

/** A text that is equal for blocks that show the same, apart from the ids of blocks in them. */
function shapeOf(block: Block, field: Field, model: InsideModel): string {
  return JSON.stringify(shapeIn(block, field, model), (_key, value: unknown) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value,
  );
}

function shapeIn({ type, fields: document }: Block, field: Field, model: InsideModel): unknown {
  const component = model.components.componentByNumber(type);
  if (component === undefined) return { type };
  const { isWithin = false } = model;
  const fields = fieldsInside(component, field, isWithin);
  const all = placed(document, fields);
  const shown = fields.map((inner) => {
    const values = shownValues(all[inner.number] ?? {}, inner, model).map(([place, value]) => {
      const inside = { ...model, isWithin: isWithin || isOfLocale(place) };
      if (!holdsBlocks(inner)) return [place, value];
      const blocks = visibleBlocks(blocksIn(value, inner), inner, model.components);
      return [place, blocks.map((one) => shapeIn(one, inner, inside))];
    });
    return values.length === 0 ? [] : [inner.number, values];
  });
  return { type, shown: shown.filter((one) => one.length > 0) };
}

type InsideModel = DocumentModel & Pick<DocumentWrite, 'isWithin'>;

/** The block with the hidden values of the one that it replaces, whose id it has. */
function withHidden(block: Block, known: Block | undefined, field: Field, model: InsideModel): Block {
  const component = model.components.componentByNumber(block.type);
  if (component === undefined) return block;
  const { isWithin = false } = model;
  const fields = fieldsInside(component, field, isWithin);
  const given = Object.entries(placed(block.fields, fields));
  const changes = new Map(given.map(([number, values]) => [Number(number), values]));
  const current = known?.type === block.type ? known.fields : {};
  const id = block.id ?? known?.id;
  const { locales, components } = model;
  const written = replaceDocument({ current, changes, fields, locales, components, isWithin });
  return { ...(id === undefined ? {} : { id }), type: block.type, fields: written };
}

/**
 * The blocks with the hidden ones of the current value, each behind the one that it stands behind now. One whose id a new block has
 * gets another, as nobody who chose the id could see it.
 */
function withHiddenBlocks(
  blocks: readonly Block[],
  before: readonly Block[],
  field: Field,
  { components }: DocumentModel,
): Block[] {
  const ids = new Set(blocks.map(({ id }) => id));
  const result = [...blocks];
  let at = 0;
  for (const block of before) {
    if (visibleComponent(block, field, components) === undefined) {
      result.splice(at, 0, ids.has(block.id) ? { ...block, id: randomCode(BLOCK_ID_CHARACTERS) } : block);
      at += 1;
    } else {
      const place = result.findIndex(({ id }) => id === block.id);
      if (place >= 0) at = place + 1;
    }
  }
  return result;
}

/** What stays of a value that is removed: the hidden blocks of a list; undefined if there is none. */
function hiddenBlocks(value: unknown, field: Field, { components }: Pick<DocumentModel, 'components'>): unknown {
  const hidden = blocksIn(value, field).filter((block) => visibleComponent(block, field, components) === undefined);
  return hidden.length === 0 ? undefined : fieldType(field.type).blocks?.from(hidden);
}

/** Moves the values of every visible field to the place where the field stores them now. */
function placed(document: Document, fields: readonly Field[]): Document {
  const result: Record<string, LocaleValues> = { ...document };
  for (const field of fields) {
    const values = document[field.number];
    if (values !== undefined) result[field.number] = placedValues(values, field);
  }
  return result;
}

function placedValues(values: LocaleValues, field: Field): LocaleValues {
  if (field.home === null || (field.localized && values[NO_LOCALE] === undefined)) return values;
  const { [NO_LOCALE]: ofNone, [field.home]: ofHome, ...others } = values;
  const value = ofNone ?? ofHome;
  if (value === undefined) return others;
  return { ...others, [field.localized ? field.home : NO_LOCALE]: value };
}

/** The hidden values of a field, in their places, and the hidden blocks of its shown ones. */
function hiddenValues(values: LocaleValues, field: Field, model: DocumentModel): LocaleValues {
  const hidden = Object.entries(values).map(
    ([place, value]) => [place, isShownAt(place, field, model) ? hiddenBlocks(value, field, model) : value] as const,
  );
  return Object.fromEntries(hidden.filter(([, value]) => value !== undefined));
}

/** The shown values of a field with their places. */
function shownValues(values: LocaleValues, field: Field, model: Pick<DocumentModel, 'locales'>): [string, unknown][] {
  return Object.entries(values).filter(([place]) => isShownAt(place, field, model));
}

function isShownAt(place: string, field: Field, { locales }: Pick<DocumentModel, 'locales'>): boolean {
  return field.localized ? locales.byNumber(Number(place)) !== undefined : !isOfLocale(place);
}

/** Whether a value in that place of its field belongs to one locale. */
function isOfLocale(place: string): boolean {
  return Number(place) !== NO_LOCALE;
}
