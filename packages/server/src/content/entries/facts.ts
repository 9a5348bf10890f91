/**
 * What is derived from a document: the slugs and unique values that its entry takes, its links, and what it can be found by. One walk
 * of the document, driven by its field types, produces the former, which every write needs; another the latter, at first use: an
 * action that leaves the values as they are never needs it.
 */
import { createHash } from 'node:crypto';
import type { ContentType } from '../../model/content-types/content-type.ts';
import { allValues, type DocumentModel, seenValue } from '../../model/fields/document/own-values.ts';
import {
  type IndexValues,
  indexInside,
  indexValues,
  type TextReader,
  textReader,
} from '../../model/fields/document/views.ts';
import { type Document, type Field, type Link, NO_LOCALE } from '../../model/fields/field.ts';
import { fieldType } from '../../model/fields/registry.ts';
import type { Locales } from '../../model/spaces/locale.ts';
import type { TextIn } from '../../reading/search/texts.ts';
import { slugIn, slugLocales } from './claims/shown-slug.ts';

/** Index-row key for all links of a state, beside the fields by number. */
const LINKS_KEY = '0';

/** One slug in one locale; `NO_LOCALE` if the slug field is not localized. */
export interface ClaimedSlug {
  readonly locale: number;
  readonly slug: string;
}

/** One value of a unique field. Only own values count, not fallbacks. */
export interface UniqueValue {
  readonly field: number;
  /** Number of the locale; `NO_LOCALE` if the field is not localized. */
  readonly locale: number;
  readonly hash: string;
  /** Its path, such as `fields.sku.en-US`. */
  readonly path: string;
}

export interface DocumentFacts {
  /** The slug of the document in each locale, including through fallback. */
  readonly slugs: readonly ClaimedSlug[];
  readonly values: readonly UniqueValue[];
  /** Without duplicates, in order. */
  readonly links: readonly Link[];
  /**
   * What queries run on: the links and the values, including those of hidden fields, so that restoring a field rewrites nothing.
   */
  readonly index: IndexValues;
  /** The searchable texts by locale. */
  readonly textIn: TextIn;
}

interface Remembered {
  readonly type: ContentType;
  readonly model: DocumentModel;
  readonly facts: DocumentFacts;
}

/** Cached, because documents are immutable and each write needs the facts of the same ones several times. */
const remembered = new WeakMap<Document, Remembered>();

/** The facts of a document of the type. */
export function factsOf(document: Document, type: ContentType, model: DocumentModel): DocumentFacts {
  const known = remembered.get(document);
  if (known?.type === type && known.model === model) return known.facts;
  const facts = walked(document, type, model);
  remembered.set(document, { type, model, facts });
  return facts;
}

function walked(document: Document, type: ContentType, model: DocumentModel): DocumentFacts {
  const { locales, components } = model;
  const values: UniqueValue[] = [];
  const linkTo = new Map<string, Link>();
  for (const { field, locale, value, path } of allValues({ document, fields: type.fields, locales, components })) {
    const of = fieldType(field.type);
    for (const link of of.links(value)) linkTo.set(`${link.kind} ${link.key}`, link);
    if (!field.unique) continue;
    const place = field.localized ? locale.number : NO_LOCALE;
    values.push({ field: field.number, locale: place, hash: hashOf(of.indexValue(value, field)), path });
  }
  const links = [...linkTo.values()];
  let found: Found | undefined;
  const foundBy = () => (found ??= whatIsFoundBy(document, type, model, links));
  return {
    slugs: slugsOf(document, type, locales),
    values,
    links,
    get index() {
      return foundBy().index;
    },
    get textIn() {
      return foundBy().textIn;
    },
  };
}

type Found = Pick<DocumentFacts, 'index' | 'textIn'>;

function whatIsFoundBy(document: Document, type: ContentType, model: DocumentModel, links: readonly Link[]): Found {
  const { fields, hiddenFields } = type;
  const targets = links.length === 0 ? {} : { [LINKS_KEY]: { 0: links.map(({ kind, key }) => `${kind}:${key}`) } };
  const { locales, components } = model;
  const values = {
    ...indexValues(document, fields, components),
    ...indexValues(document, hiddenFields, components),
  };
  const index = { ...values, ...indexInside({ document, fields, locales, components }), ...targets };
  return { index, textIn: textsIn(document, type, model) };
}

function slugsOf(document: Document, type: ContentType, locales: Locales): ClaimedSlug[] {
  return slugLocales(type, { locales }).flatMap((locale) => {
    const slug = slugIn(document, type, locale === NO_LOCALE ? locales.default.number : locale, { locales });
    return slug === null ? [] : [{ locale, slug }];
  });
}

function textsIn(document: Document, { fields, displayField }: ContentType, model: DocumentModel): TextIn {
  const { locales } = model;
  const known = new Map<unknown, TextReader>();
  // Most values are shown in several locales.
  const textOf = (field: Field, number: number): string => {
    const locale = locales.byNumber(number) ?? locales.default;
    const value = seenValue({ document, within: null }, field, locale, model);
    if (value === undefined) return '';
    const read = known.get(value) ?? textReader({ field, locale, value }, model);
    if (typeof value === 'object') known.set(value, read);
    return read(locale);
  };
  return (locale) => {
    let display = '';
    const body: string[] = [];
    for (const field of fields) {
      const text = textOf(field, locale);
      if (field.number === displayField) display = text;
      else if (text !== '') body.push(text);
    }
    return { display, body: body.join('\n') };
  };
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url');
}
