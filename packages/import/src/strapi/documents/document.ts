/**
 * Converts one document: all its rows, of every locale and state, become one entry. What visitors saw is the published state; if the draft differs, the entry is `changed`, like Strapi's "modified".
 */
import { ownValue } from '../../json-object.ts';
import type { FieldPlan } from '../model/field.ts';
import type { TypePlan } from '../model/model.ts';
import type { DocumentContext } from './context.ts';
import {
  type Document,
  type LoadedDocument,
  loadDocument,
  type RowsByLocale,
  type StateName,
  type Times,
  timesOf,
} from './document-rows.ts';
import { fieldValue } from './field-values.ts';

/** Values by field and locale. */
export type FieldValues = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** An entry in the format of the import route. */
export interface EntryRecord {
  readonly key: string;
  readonly content_type: string;
  readonly status: 'draft' | 'published' | 'changed';
  readonly fields: FieldValues;
  readonly published_fields?: FieldValues;
  readonly created_at?: string;
  readonly updated_at?: string;
  readonly published_at?: string;
  readonly first_published_at?: string;
}

/** A converted document; without an entry if it has no values in an imported locale. */
export interface ConvertedDocument {
  readonly title: string;
  readonly entry: EntryRecord | null;
}

/** Converts a document; losses are noted. */
export function convertDocument(source: Document, context: DocumentContext): ConvertedDocument {
  const document = loadDocument(source, context);
  const { key, plan, title, states } = document;
  if (states.draft.size === 0) return { title, entry: null };
  const valuesOf = (state: StateName) => stateValues(document, states[state], context);
  const draft = valuesOf('draft');
  const published = states.published.size === 0 ? undefined : withSlug(valuesOf('published'), draft, document, context);
  noteUneven(document, context);
  return { title, entry: entryOf(key, plan, entryStates(draft, published), timesOf(document)) };
}

/** A published entry needs a slug in the default locale; if it is only a draft there, it gets the slug of that draft. */
function withSlug(
  published: FieldValues,
  draft: FieldValues,
  { plan, about }: LoadedDocument,
  { locales, notes }: DocumentContext,
): FieldValues {
  const { slug_field: id } = plan.record;
  const locale = locales.default;
  const slug = id === null ? undefined : draft[id]?.[locale];
  if (id === null || slug === undefined || published[id]?.[locale] !== undefined) return published;
  const message = 'It is a draft there; its published state has the slug of the draft.';
  notes.add('changed', `${about}, ${id} (${locale})`, message);
  return { ...published, [id]: { ...published[id], [locale]: slug } };
}

/** The values of a state. Values that are not localized come from the default locale, or from the first that exists. */
function stateValues(
  { plan: { schema, fields }, about }: LoadedDocument,
  rows: RowsByLocale,
  context: DocumentContext,
): FieldValues {
  const values = fields.flatMap((field) => {
    const { localized, id } = field.record;
    if (!localized) noteDifference(field, rows, about, context);
    const chosen = localized ? [...rows] : [...rows].slice(0, 1);
    const pairs = chosen.flatMap(([locale, { row, data }]) => {
      const holder = { row: { uid: schema.uid, id: row.id }, data, about, locale: localized ? locale : null };
      const value = fieldValue(field, holder, context);
      return value === undefined ? [] : [[localized ? locale : context.locales.default, value] as const];
    });
    return pairs.length === 0 ? [] : [[id, Object.fromEntries(pairs)] as const];
  });
  return Object.fromEntries(values);
}

/** Strapi keeps non-localized values equal in all locales, except in locales published before a change. */
function noteDifference(
  { attribute, content }: FieldPlan,
  rows: RowsByLocale,
  about: string,
  { notes }: DocumentContext,
): void {
  if (content !== 'value' || rows.size < 2) return;
  const texts = new Set([...rows.values()].map(({ data }) => JSON.stringify(ownValue(data, attribute.name) ?? null)));
  const [locale] = rows.keys();
  const message = `It is not localized, but differs between locales; that of ${locale} was used.`;
  if (texts.size > 1) notes.add('changed', `${about}, ${attribute.name}`, message);
}

type EntryStates = Pick<EntryRecord, 'status' | 'fields' | 'published_fields'>;

/** The states of an entry. Values that only the published state has stay until somebody removes them. */
function entryStates(draft: FieldValues, published: FieldValues | undefined): EntryStates {
  if (published === undefined) return { status: 'draft', fields: draft };
  if (JSON.stringify(draft) === JSON.stringify(published)) return { status: 'published', fields: published };
  return { status: 'changed', fields: draft, published_fields: published };
}

function entryOf(key: string, { record }: TypePlan, states: EntryStates, times: Times): EntryRecord {
  const { created_at, updated_at } = times;
  const kept = states.status === 'draft' ? { created_at, updated_at } : times;
  const given = Object.fromEntries(Object.entries(kept).filter(([, time]) => time !== undefined));
  return { key, content_type: record.api_id, ...states, ...given };
}

/** Strapi publishes each locale separately; in Lectern an entry is published as a whole. */
function noteUneven({ about, states: { draft, published } }: LoadedDocument, { notes }: DocumentContext): void {
  const hidden = [...draft.keys()].filter((locale) => !published.has(locale)).join(', ');
  if (published.size === 0 || hidden === '') return;
  const message = `It is published in ${[...published.keys()].join(', ')} and a draft in ${hidden}; an entry is published as a whole, so delivery shows it in ${hidden} too, without the values of that locale.`;
  notes.add('changed', about, message);
}
