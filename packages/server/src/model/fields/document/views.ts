/** What is derived from a document: its values by locale, its links, and the index row that queries run on. */

import { limitsOnValues, type Validations } from '../../../../../contract/src/fields.ts';
import type { Locale } from '../../spaces/locale.ts';
import { type Block, type Components, type Document, type Field, type Link, NO_LOCALE } from '../field.ts';
import type { IndexValue, RenderContext, ShownBlock } from '../field-type.ts';
import { ownValue } from '../own-value.ts';
import { fieldType } from '../registry.ts';
import { indexedText } from '../values/indexed-text.ts';
import {
  allValues,
  type DocumentModel,
  type DocumentView,
  type InnerLevel,
  isSeen,
  type Level,
  levelOf,
  levelsIn,
  localesAt,
  type OwnValue,
  seenValue,
  topLevel,
  valuesAt,
} from './own-values.ts';

/** A link in a document and its place. */
export interface DocumentLink {
  readonly link: Link;
  readonly field: Field;
  /** Such as `fields.author.en-US`. */
  readonly path: string;
  /** The validations that its target must meet: `content_types`, `mime_types`, `max_size`. */
  readonly validations: Validations;
}

/**
 * By field number, or `<field number>.<number of a field inside>`, then by locale number: the value as the query engine stores it.
 */
export type IndexValues = Readonly<Record<string, Readonly<Record<string, IndexValue | readonly IndexValue[]>>>>;

/**
 * Every own value by field id and locale code, as management and `locale=*` show it. Inside of components, values of a field that is
 * not localized there stand without a locale.
 */
export function renderRaw(view: DocumentView, context: RenderContext): Record<string, Record<string, unknown>> {
  return renderLevel(topLevel(view), view, context) as Record<string, Record<string, unknown>>;
}

function renderLevel(level: Level, model: DocumentModel, context: RenderContext): Record<string, unknown> {
  const rendered: Record<string, unknown> = {};
  const isPlain = (field: Field) => level.component !== null && !field.localized;
  for (const own of valuesAt(level, model)) {
    const { field, locale } = own;
    const shown = renderOwn(own, level, model, context);
    const byLocale = Object.hasOwn(rendered, field.id) ? (rendered[field.id] as object) : undefined;
    rendered[field.id] = isPlain(field) ? shown : { ...byLocale, [locale.code]: shown };
  }
  return rendered;
}

/** Renders a value of a document as management shows it. @param level where it stands; the document itself by default */
export function renderOwn(
  own: Pick<OwnValue, 'field' | 'locale' | 'value'>,
  level: Pick<Level, 'root' | 'within'>,
  model: DocumentModel,
  context: RenderContext,
): unknown {
  const type = fieldType(own.field.type);
  if (type.blocks === null) return type.render(own.value, context);
  const inside = (block: Block): ShownBlock | undefined => {
    const inner = levelOf(block, level, own, model.components);
    return inner && { type: inner.component.apiId, fields: renderLevel(inner, model, context) };
  };
  return type.render(own.value, { ...context, inside });
}

/** What a response in one locale shows of a value. */
export interface ShownIn {
  readonly locale: Locale;
  readonly model: DocumentModel;
  readonly context: RenderContext;
  /** Receives the links in the value, in order. */
  readonly links: Link[];
  /** Receives the place of each; null where nobody asks for them. */
  readonly places: string[] | null;
}

/**
 * A link with the place where it stands: the number of its field; inside of components, those of the field around it and of the
 * component before it, with dots.
 */
export interface PlacedLink {
  readonly link: Link;
  readonly place: string;
}

/** Renders a value as it is shown in one locale: inside of it too, values follow the fallback of the locale. */
export function showValue(value: unknown, field: Field, shown: ShownIn): unknown {
  return showOwn({ field, locale: shown.locale, value }, { root: 'fields', within: null, around: '' }, shown);
}

function showOwn(
  own: Pick<OwnValue, 'field' | 'locale' | 'value'>,
  level: Pick<Level, 'root' | 'within'> & { readonly around: string },
  shown: ShownIn,
): unknown {
  const { model, context, links, places } = shown;
  const type = fieldType(own.field.type);
  const place = places === null ? '' : placeIn(level.around, own.field);
  for (const link of type.links(own.value)) {
    links.push(link);
    places?.push(place);
  }
  if (type.blocks === null) return type.render(own.value, context);
  const inside = (block: Block): ShownBlock | undefined => {
    const inner = levelOf(block, level, own, model.components);
    if (inner === undefined) return undefined;
    const fields: Record<string, unknown> = {};
    const around = places === null ? '' : placeIn(place, inner.component);
    for (const of of shownAt(inner, shown)) fields[of.field.id] = showOwn(of, { ...inner, around }, shown);
    return { type: inner.component.apiId, fields };
  };
  return type.render(own.value, { ...context, inside });
}

/** The values of a level that are shown in the locale. */
export function* shownAt(
  level: Level,
  { locale, model }: Pick<ShownIn, 'locale' | 'model'>,
): Generator<Pick<OwnValue, 'field' | 'locale' | 'value'>> {
  for (const field of level.fields) {
    const value = seenValue(level, field, locale, model);
    if (value !== undefined) yield { field, locale, value };
  }
}

/** The searchable text of a value as it is shown in a locale. */
export type TextReader = (locale: Locale) => string;

/**
 * Prepares reading the searchable text of a value, with that of its components, in several locales: only what differs between them is
 * read for each.
 */
export function textReader(own: Pick<OwnValue, 'field' | 'locale' | 'value'>, model: DocumentModel): TextReader {
  const parts = joined(textParts(own, { root: 'fields', within: null }, model));
  const [only = ''] = parts;
  if (parts.length < 2 && typeof only === 'string') return () => only;
  return (locale) => {
    const texts = parts.map((part) => (typeof part === 'string' ? part : part(locale)));
    return texts.filter((text) => text !== '').join('\n');
  };
}

function textParts(
  own: Pick<OwnValue, 'field' | 'locale' | 'value'>,
  level: Pick<Level, 'root' | 'within'>,
  model: DocumentModel,
): (string | TextReader)[] {
  const parts: (string | TextReader)[] = [fieldType(own.field.type).text(own.value)];
  for (const inner of levelsIn(level, own, model.components)) parts.push(...textsOfLevel(inner, own.locale, model));
  return parts;
}

function textsOfLevel(level: InnerLevel, locale: Locale, model: DocumentModel): (string | TextReader)[] {
  return level.fields.flatMap((field): (string | TextReader)[] => {
    if (level.document[field.number] === undefined) return [];
    if (level.within === null && field.localized)
      return [
        (shownIn) => {
          const value = seenValue(level, field, shownIn, model);
          if (value === undefined) return '';
          const texts = textParts({ field, locale: shownIn, value }, level, model);
          return texts
            .map((text) => (typeof text === 'string' ? text : text(shownIn)))
            .filter(Boolean)
            .join('\n');
        },
      ];
    const value = seenValue(level, field, locale, model);
    return value === undefined ? [] : textParts({ field, locale, value }, level, model);
  });
}

/** Texts that follow each other as one. */
function joined(parts: readonly (string | TextReader)[]): (string | TextReader)[] {
  const all: (string | TextReader)[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (part === '') continue;
    if (typeof part === 'string' && typeof last === 'string') all[all.length - 1] = `${last}\n${part}`;
    else all.push(part);
  }
  return all;
}

/** The links of every visible value, in order; a link in several values is listed several times. */
export function documentLinks(view: DocumentView): DocumentLink[] {
  return [...allValues(view)].flatMap(linksOfValue);
}

/** The links of one value, without those of the components in it. */
export function linksOfValue({ field, value, path }: Pick<OwnValue, 'field' | 'value' | 'path'>): DocumentLink[] {
  const validations = limitsOnValues(field);
  return fieldType(field.type)
    .links(value)
    .map((link, index) => ({ link, field, path: field.type === 'array' ? `${path}.${index}` : path, validations }));
}

/** The same links in the same order, each with its place. */
export function placedLinks(view: DocumentView): PlacedLink[] {
  return [...linksAt(topLevel(view), view, '')];
}

function* linksAt(level: Level, model: DocumentModel, around: string): Generator<PlacedLink> {
  for (const own of valuesAt(level, model)) {
    const place = placeIn(around, own.field);
    for (const link of fieldType(own.field.type).links(own.value)) yield { link, place };
    for (const inner of levelsIn(level, own, model.components))
      yield* linksAt(inner, model, placeIn(place, inner.component));
  }
}

function placeIn(around: string, { number }: { readonly number: number }): string {
  return around === '' ? String(number) : `${around}.${number}`;
}

/**
 * Builds the index row of a document: every stored value of the fields of which readers see something, laid out like the document. Readers use `ownValue` on it,
 * as on documents, so changes to locales or to `localized` rewrite no rows.
 */
export function indexValues(document: Document, fields: readonly Field[], components: Components): IndexValues {
  const row: Record<string, Record<string, IndexValue | readonly IndexValue[]>> = {};
  for (const field of fields) {
    const stored = Object.entries(document[field.number] ?? {});
    const values = stored.filter(([, value]) => isSeen(value, field, components));
    if (values.length === 0) continue;
    const type = fieldType(field.type);
    row[field.number] = Object.fromEntries(
      values.map(([place, value]) => [place, indexed(type.indexValue(value, field))]),
    );
  }
  return row;
}

/**
 * The index values of what stands in fields of type `component`, one level deep: lists, by the locale in which they are shown. An empty
 * list says that a component has no value there, so that the locale does not fall back.
 */
export function indexInside(view: DocumentView): IndexValues {
  const row: Record<string, Record<string, IndexValue | readonly IndexValue[]>> = {};
  const fields = view.fields.filter(({ component }) => component !== undefined);
  const top = topLevel({ document: view.document, fields });
  for (const own of valuesAt(top, view))
    for (const inner of levelsIn(top, own, view.components))
      for (const field of inner.fields) {
        const values = indexedAt(inner, field, view);
        const name = insideName(own.field.number, field.number);
        if (values.length > 0) row[name] = { ...row[name], ...Object.fromEntries(values) };
      }
  return row;
}

/** The key in index values for a field inside of a field. */
export function insideName(field: number, inside: number): string {
  return `${field}.${inside}`;
}

function indexedAt(
  level: InnerLevel,
  field: Field,
  { locales, components }: DocumentModel,
): (readonly [number, readonly IndexValue[]])[] {
  return localesAt(level, field, locales).flatMap((locale): [number, readonly IndexValue[]][] => {
    const value = ownValue(level.document[field.number], field, locale.number);
    const place = level.within !== null || field.localized ? locale.number : NO_LOCALE;
    if (value === undefined || !isSeen(value, field, components)) return level.within === null ? [] : [[place, []]];
    const found = fieldType(field.type).indexValue(value, field);
    return [[place, (typeof found === 'object' ? found : [found]).map(indexed)]];
  });
}

function indexed<T>(value: T): T | string {
  return typeof value === 'string' ? indexedText(value) : value;
}
