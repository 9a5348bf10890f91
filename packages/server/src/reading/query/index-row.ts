/**
 * An index row as the engine reads it, and where the value of an attribute is found in it. The locales that are read for a field,
 * and their order, are fixed when a source is created and are part of its signature: a change of the model creates another source,
 * and never changes the values of an existing one.
 */
import type { Model } from '../../model/content-types/model.ts';
import { insideName } from '../../model/fields/document/views.ts';
import { type Field, NO_LOCALE } from '../../model/fields/field.ts';
import type { IndexValue } from '../../model/fields/field-type.ts';
import { fieldType } from '../../model/fields/registry.ts';
import { indexedText } from '../../model/fields/values/indexed-text.ts';
import type { Locales } from '../../model/spaces/locale.ts';
import { TEXTS_KEY } from '../search/texts.ts';
import type { Attribute, FieldAttribute, SystemAttribute } from './query.ts';

/** The value or values of one attribute of one entry. */
export type StoredValue = IndexValue | readonly IndexValue[];

/** Field number → locale number → value. */
export type IndexValues = Readonly<Record<string, Readonly<Record<string, StoredValue>>>>;

/** One state of one entry. */
export interface IndexRow {
  readonly id: number;
  readonly version: number;
  readonly contentType: number;
  readonly key: string;
  readonly status: string;
  readonly createdAt: number;
  readonly createdBy: string;
  /** For drafts, when the entry last changed; for published states, when their values were last saved. */
  readonly updatedAt: number;
  /** Who last changed the entry; '' in published states. */
  readonly updatedBy: string;
  readonly publishedAt: number | null;
  readonly values: IndexValues;
}

/** The key in index rows for all links of a state, including those in rich text. */
export const ALL_LINKS = 0;

interface SourceOf<R> {
  /** Sources with the same signature yield the same values. */
  readonly signature: string;
  readonly kind: 'number' | 'dictionary' | 'key' | 'text';
  /** Whether a value can be a list. */
  readonly many: boolean;
  readonly read: (row: R) => StoredValue | undefined;
}

/** What a table stores of every entry from the start. */
export type HeldRow = Pick<IndexRow, 'id' | 'version' | 'contentType' | 'key' | 'status' | 'publishedAt'>;

/** A source that reads from this. */
export interface BaseSource extends SourceOf<HeldRow> {
  readonly isHeld: true;
}

/** What a column is built from when a query needs it. */
export type BuildRow = Pick<IndexRow, 'values' | 'createdAt' | 'createdBy' | 'updatedAt' | 'updatedBy'>;

/** A source of field values, or of row attributes that few queries use. */
export interface BuildSource extends SourceOf<BuildRow> {
  readonly isHeld: false;
  /** The key in index values that is read; null if there is none. */
  readonly field: string | null;
}

/** Where the values of a column come from. */
export type Source = BaseSource | BuildSource;

const keySource = held('key', 'key', (row) => row.key);
const statusSource = held('status', 'dictionary', (row) => row.status);
const publishedSource = held('published_at', 'number', (row) => row.publishedAt ?? undefined);

const systemSources: Readonly<Record<SystemAttribute, Source>> = {
  id: keySource,
  key: keySource,
  status: statusSource,
  published_at: publishedSource,
  created_by: ofRow('created_by', 'dictionary', (row) => row.createdBy),
  created_at: ofRow('created_at', 'number', (row) => row.createdAt),
  updated_by: ofRow('updated_by', 'dictionary', (row) => row.updatedBy),
  updated_at: ofRow('updated_at', 'number', (row) => row.updatedAt),
};

/** The sources of what a table stores of every entry. */
export const baseSources: readonly BaseSource[] = [keySource, statusSource, publishedSource];

/** The links of a state. */
export const linksSource: BuildSource = {
  signature: 'links',
  kind: 'dictionary',
  many: true,
  isHeld: false,
  field: String(ALL_LINKS),
  read: (row) => row.values[ALL_LINKS]?.[NO_LOCALE],
};

/** The searched text that a state shows in a locale, as the id of its row in the text index. */
export function textSource(locale: number): BuildSource {
  return {
    signature: `text:${locale}`,
    kind: 'text',
    many: false,
    isHeld: false,
    field: TEXTS_KEY,
    read: (row) => row.values[TEXTS_KEY]?.[locale],
  };
}

const nowhere: BuildSource = {
  signature: 'nowhere',
  kind: 'dictionary',
  many: false,
  isHeld: false,
  field: '',
  read: () => undefined,
};

/** Finds the sources of the attributes of one query. */
export class Sources {
  readonly #model: Model;
  readonly #locale: number;
  readonly #known = new Map<string, BuildSource>();

  constructor(model: Model, locale: number) {
    this.#model = model;
    this.#locale = locale;
  }

  of(attribute: Attribute): Source {
    if (attribute.kind === 'system') return systemSources[attribute.name];
    const name = `${attribute.contentType}.${attribute.field}.${attribute.inside}`;
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const source = this.#fieldSource(attribute);
    this.#known.set(name, source);
    return source;
  }

  #fieldSource({ contentType, field: number, inside }: FieldAttribute): BuildSource {
    const model = this.#model;
    const field = model.typeByNumber(contentType)?.fields.find((one) => one.number === number);
    if (field === undefined) return nowhere;
    if (inside === undefined) return fieldSource(field, this.#locale, model.locales);
    const component = field.component === undefined ? undefined : model.componentByApiId(field.component);
    const inner = component?.fields.find((one) => one.number === inside);
    return inner === undefined ? nowhere : insideSource(field, inner, this.#locale, model.locales);
  }
}

/** The keys of index values that the sources read, each once. */
export function membersRead(sources: Iterable<Source>): string[] {
  const names = new Set<string>();
  for (const source of sources)
    if (!source.isHeld && source.field !== null && source.field !== '') names.add(source.field);
  return [...names];
}

function held(name: string, kind: Source['kind'], read: BaseSource['read']): BaseSource {
  return { signature: name, kind, many: false, isHeld: true, read };
}

function ofRow(name: string, kind: Source['kind'], read: BuildSource['read']): BuildSource {
  return { signature: name, kind, many: false, isHeld: false, field: null, read };
}

function fieldSource(field: Field, locale: number, locales: Locales): BuildSource {
  const { kind, many } = fieldType(field.type).column(field);
  const places = localesRead(field, locale, locales);
  const isNumber = kind === 'number' && !many;
  return {
    signature: `field:${field.number}:${field.type}:${places.join(',')}`,
    kind: isNumber ? 'number' : 'dictionary',
    many,
    isHeld: false,
    field: String(field.number),
    read: (row) => firstValue(row.values[field.number], places),
  };
}

/** A field inside of a field: its values are lists, by the locale in which they are shown; an empty one is no value. */
function insideSource(field: Field, inner: Field, locale: number, locales: Locales): BuildSource {
  const places = field.localized || inner.localized ? locales.chain(locale) : [NO_LOCALE];
  const name = insideName(field.number, inner.number);
  return {
    signature: `field:${name}:${inner.type}:${places.join(',')}`,
    kind: 'dictionary',
    many: true,
    isHeld: false,
    field: name,
    read: (row) => {
      const found = firstValue(row.values[name], places);
      return Array.isArray(found) && found.length === 0 ? undefined : found;
    },
  };
}

/** The locale numbers under which a value is looked up, in order: what `shownValue` in `fields/own-value.ts` does, as a list. */
function localesRead(field: Field, locale: number, locales: Locales): number[] {
  if (!field.localized) return field.home === null ? [NO_LOCALE] : [NO_LOCALE, field.home];
  return locales.chain(locale).flatMap((number) => (number === field.home ? [NO_LOCALE, number] : [number]));
}

function firstValue(
  values: Readonly<Record<string, StoredValue>> | undefined,
  places: readonly number[],
): StoredValue | undefined {
  if (values === undefined) return undefined;
  for (const place of places) {
    const value = values[place];
    if (value !== undefined && value !== null) return typeof value === 'string' ? indexedText(value) : value;
  }
  return undefined;
}
