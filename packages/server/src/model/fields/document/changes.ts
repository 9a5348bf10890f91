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
import type { FieldChanges } from './input.ts';
import { type FieldsInput, parseValue } from './input.ts';
import {
  type DocumentModel,
  type DocumentView,
  fieldsInside,
  ownValues,
  valuePath,
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
      if (value === null) delete next[place];
      else next[place] = settled(value, values[place], field, { ...write, isWithin: write.isWithin || place !== '0' });
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
  const { parts } = fieldType(field.type);
  if (parts === null) return value;
  const before = parts.of(current);
  const given = parts.of(value).filter((block) => visibleComponent(block, field, model.components) !== undefined);
  const left = new Set(before.filter(({ id }) => !given.some((block) => block.id === id)));
  const blocks = given.map((block) => {
    const known = before.find(({ id, type }) => id === block.id && type === block.type);
    if (!parts.haveIds || block.id !== undefined) return withHidden(block, known, field, model);
    for (const candidate of left) {
      const same = withHidden(block, candidate, field, model);
      if (!sameJson(same, candidate)) continue;
      left.delete(candidate);
      return same;
    }
    return withHidden({ id: randomCode(BLOCK_ID_CHARACTERS), ...block }, undefined, field, model);
  });
  return parts.from(withHiddenBlocks(blocks, before, field, model));
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

/** The blocks with the hidden ones of the current value, each behind the one that it stands behind now. */
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
    const place = result.findIndex(({ id }) => id === block.id);
    if (place >= 0) at = place + 1;
    else if (visibleComponent(block, field, components) === undefined && !ids.has(block.id)) {
      result.splice(at, 0, block);
      at += 1;
    }
  }
  return result;
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

/** The hidden values of a field, in their places. */
function hiddenValues(values: LocaleValues, field: Field, { locales }: Pick<DocumentModel, 'locales'>): LocaleValues {
  const isShown = (place: number) => (field.localized ? locales.byNumber(place) !== undefined : place === NO_LOCALE);
  return Object.fromEntries(Object.entries(values).filter(([place]) => !isShown(Number(place))));
}
