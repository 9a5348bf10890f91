/**
 * An index row as the engine reads it, and where in it the value of an attribute stands. Which locales are looked at
 * for a field, and in which order, is fixed when a source is made and is part of its signature: a change of the model
 * makes another source, and never changes what one gives.
 */
import type { Model } from '../content-types/model.ts';
import { type Field, NO_LOCALE } from '../fields/field.ts';
import type { IndexValue } from '../fields/field-type.ts';
import { fieldType } from '../fields/registry.ts';
import { TEXTS_KEY } from '../search/texts.ts';
import type { Locales } from '../spaces/locale.ts';
import type { Attribute, SystemAttribute } from './query.ts';

/** What one attribute of one entry holds. */
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
  /** Of drafts when the entry last changed, of published states when their values were last saved. */
  readonly updatedAt: number;
  readonly publishedAt: number | null;
  readonly values: IndexValues;
}

/** Number of the field that stands in index rows for all links of a state, rich text included. */
export const ALL_LINKS = 0;

interface SourceOf<R> {
  /** Sources of the same signature give the same values. */
  readonly signature: string;
  readonly kind: 'number' | 'dictionary' | 'key';
  /** Whether one value can be a list. */
  readonly many: boolean;
  readonly read: (row: R) => StoredValue | undefined;
}

/** Of what stands in the row itself. */
export interface SystemSource extends SourceOf<IndexRow> {
  readonly isSystem: true;
}

/** Of what stands among the values of fields. */
export interface FieldSource extends SourceOf<Pick<IndexRow, 'values'>> {
  readonly isSystem: false;
}

/** Where the values of a column come from. */
export type Source = SystemSource | FieldSource;

const systemSources: Readonly<Record<SystemAttribute, SystemSource>> = {
  id: system('key', 'key', (row) => row.key),
  key: system('key', 'key', (row) => row.key),
  status: system('status', 'dictionary', (row) => row.status),
  created_by: system('created_by', 'dictionary', (row) => row.createdBy),
  created_at: system('created_at', 'number', (row) => row.createdAt),
  updated_at: system('updated_at', 'number', (row) => row.updatedAt),
  published_at: system('published_at', 'number', (row) => row.publishedAt ?? undefined),
};

/** The sources of what every entry has, each once. */
export const allSystemSources: readonly SystemSource[] = [...new Set(Object.values(systemSources))];

/** The links of a state. */
export const linksSource: FieldSource = {
  signature: 'links',
  kind: 'dictionary',
  many: true,
  isSystem: false,
  read: (row) => row.values[ALL_LINKS]?.[NO_LOCALE],
};

/** The searched text that a state shows in a locale, by the row it has in the index of texts. */
export function textSource(locale: number): FieldSource {
  return {
    signature: `text:${locale}`,
    kind: 'number',
    many: false,
    isSystem: false,
    read: (row) => row.values[TEXTS_KEY]?.[locale],
  };
}

const nowhere: FieldSource = {
  signature: 'nowhere',
  kind: 'dictionary',
  many: false,
  isSystem: false,
  read: () => undefined,
};

/** Finds the sources of the attributes of one query. */
export class Sources {
  readonly #model: Model;
  readonly #locale: number;
  readonly #known = new Map<string, FieldSource>();

  constructor(model: Model, locale: number) {
    this.#model = model;
    this.#locale = locale;
  }

  of(attribute: Attribute): Source {
    if (attribute.kind === 'system') return systemSources[attribute.name];
    const name = `${attribute.contentType}.${attribute.field}`;
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const field = this.#model
      .typeByNumber(attribute.contentType)
      ?.fields.find(({ number }) => number === attribute.field);
    const source = field === undefined ? nowhere : fieldSource(field, this.#locale, this.#model.locales);
    this.#known.set(name, source);
    return source;
  }
}

function system(name: string, kind: Source['kind'], read: SystemSource['read']): SystemSource {
  return { signature: name, kind, many: false, isSystem: true, read };
}

function fieldSource(field: Field, locale: number, locales: Locales): FieldSource {
  const { kind, many } = fieldType(field.type).column(field);
  const places = localesRead(field, locale, locales);
  const isNumber = kind === 'number' && !many;
  return {
    signature: `field:${field.number}:${field.type}:${places.join(',')}`,
    kind: isNumber ? 'number' : 'dictionary',
    many,
    isSystem: false,
    read: (row) => firstValue(row.values[field.number], places),
  };
}

/** The locale numbers under which a value is looked for: what `shownValue` in `fields/own-value.ts` does, as a list. */
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
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}
