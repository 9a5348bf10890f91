/**
 * Fragments: the JSON text of one version of an entry as a view shows it, with the links in it kept beside. Whatever
 * the text depends on is in the view or in what the query engine found, so a fragment never has to be taken back.
 */
import { type ContentType, fieldByNumber } from '../../model/content-types/content-type.ts';
import { isNamedIn } from '../../model/content-types/former-ids.ts';
import { holdsBlocks, isSeen } from '../../model/fields/document/own-values.ts';
import { type ValueTexts, valueTexts } from '../../model/fields/document/value-texts.ts';
import { placedLinks, renderRaw, showValue } from '../../model/fields/document/views.ts';
import type { Document, Field, Link } from '../../model/fields/field.ts';
import type { RenderContext } from '../../model/fields/field-type.ts';
import { ownValue, shownValue } from '../../model/fields/own-value.ts';
import { fieldType } from '../../model/fields/registry.ts';
import { resourceId } from '../../model/spaces/resource-id.ts';
import { isoTime } from '../../platform/kit/clock.ts';
import type { FoundEntry } from '../query/query.ts';
import type { SelectableAttribute } from '../query-string/selection.ts';
import type { View } from './view.ts';

export interface RenderedFragment {
  /** What the query engine said of the entry. */
  readonly entry: Pick<FoundEntry, 'id' | 'key' | 'version' | 'contentType'>;
  /** JSON. */
  readonly text: string;
  /** Keys of the entries that are linked to, each once, in order; behind the place of the link and a space in a view with places. */
  readonly entryLinks: readonly string[];
  /** The same of the assets that are linked to. */
  readonly assetLinks: readonly string[];
}

/** When an entry was made and first published, and the shown state of it saved, in milliseconds. */
export interface EntryTimes {
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly firstPublishedAt: number | null;
}

interface Shown {
  /** JSON of the values by field id; of each locale code where the view is of all locales. */
  readonly fields: string;
  /** JSON. */
  readonly slug: string;
  readonly links: readonly Link[];
  /** The places of the links; null in a view without. */
  readonly places: readonly string[] | null;
}

/**
 * Renders one state of an entry. Names of fields and types, keys and times need no escapes in JSON.
 * @param document the state's values, the text as stored
 * @param times for `meta`; null where the view is without
 * @returns undefined where the content type is not in the model: it was made after the model was read
 */
export function renderFragment(
  entry: FoundEntry,
  document: string,
  view: View,
  times: EntryTimes | null = null,
): RenderedFragment | undefined {
  const type = view.model.typeByNumber(entry.contentType);
  if (type === undefined) return undefined;
  const { fields, slug, links, places } =
    view.locale === null ? showAll(document, type, view) : showOne(document, type, view, view.locale);
  const shows = (attribute: SelectableAttribute): boolean =>
    view.selection === null || view.selection.attributes.has(attribute);
  let text = `{"id":"${resourceId('entry', view.model.code, entry.key)}","content_type":"${type.apiId}"`;
  if (shows('slug')) text += `,"slug":${slug}`;
  if (shows('fields')) text += `,"fields":${fields}`;
  if (shows('published_at')) text += `,"published_at":${shownTime(entry.publishedAt)}`;
  if (view.plane === 'preview' && shows('status')) text += `,"status":"${entry.status}"`;
  if (times !== null) text += `,"meta":${metaText(document, view, { type, times, shown: shows('fields') })}`;
  const shownLinks = shows('fields') ? links : [];
  return {
    entry,
    text: `${text}}`,
    entryLinks: linksOf('entry', shownLinks, places),
    assetLinks: linksOf('asset', shownLinks, places),
  };
}

/**
 * The values that stand in a locale, through fallback. A field without one in the whole chain is left out. What goes
 * out as it is stored is cut out of the document: parsing and writing it again would be most of the cost.
 */
function showOne(document: string, type: ContentType, view: View, locale: number): Shown {
  const texts = valueTexts(document);
  const links: Link[] = [];
  const places = view.withPlaces === true ? ([] as string[]) : null;
  const { model } = view;
  const shown = {
    locale: model.locales.byNumber(locale) ?? model.locales.default,
    model,
    context: renderContext(view),
    links,
    places,
  };
  const withFormer = showsFormerIds(type, view);
  let fields = '';
  for (const field of selectedFields(type, view)) {
    const stored = shownText(texts, field, locale, view);
    if (stored === undefined) continue;
    const isAsStored = fieldType(field.type).rendersAsStored(field);
    const text = isAsStored ? stored.text : JSON.stringify(showValue(parsed(stored), field, shown));
    fields += `${fields === '' ? '' : ','}"${field.id}":${text}`;
    if (withFormer) for (const id of field.former_ids ?? []) fields += `,"${id}":${text}`;
  }
  const slugField = fieldByNumber(type, type.slugField);
  const slug = slugField === undefined ? undefined : shownText(texts, slugField, locale, view)?.text;
  return { fields: `{${fields}}`, slug: slug?.startsWith('"') === true ? slug : 'null', links, places };
}

/** The text of a value, with the value where it had to be parsed to know whether readers see anything of it. */
interface ShownText {
  readonly text: string;
  readonly value?: unknown;
}

function shownText(texts: ValueTexts, field: Field, locale: number, { model }: View): ShownText | undefined {
  let value: unknown;
  const sees = (text: unknown): boolean => {
    if (!holdsBlocks(field)) return true;
    value = JSON.parse(text as string);
    return isSeen(value, field, model);
  };
  const text = shownValue(texts[field.number], field, locale, model.locales, sees) as string | undefined;
  return text === undefined ? undefined : { text, value };
}

function parsed({ text, value }: ShownText): unknown {
  return value === undefined ? JSON.parse(text) : value;
}

/** Every value of every locale, as it was given; the slug is that of the default one. */
function showAll(text: string, type: ContentType, view: View): Shown {
  const document = JSON.parse(text) as Document;
  const own = { ...view.model.readingOf({ fields: selectedFields(type, view) }), document };
  const fields = renderRaw(own, renderContext(view));
  if (showsFormerIds(type, view))
    for (const { id, former_ids: former = [] } of own.fields)
      for (const one of former) if (fields[id] !== undefined) fields[one] = fields[id];
  const placed = placedLinks(own);
  return {
    fields: JSON.stringify(fields),
    slug: JSON.stringify(defaultSlug(document, type, view)),
    links: placed.map(({ link }) => link),
    places: view.withPlaces === true ? placed.map(({ place }) => place) : null,
  };
}

/** Whether values stand under the former ids of their fields too. */
function showsFormerIds({ deliverFormerIds }: ContentType, { aliases }: View): boolean {
  return deliverFormerIds || aliases === true;
}

/** The JSON of `meta`. @param parts `shown`: whether fields are shown */
function metaText(
  document: string,
  view: View,
  { type, times, shown }: { readonly type: ContentType; readonly times: EntryTimes; readonly shown: boolean },
): string {
  const { locale, model } = view;
  const texts = valueTexts(document);
  const slugField = fieldByNumber(type, type.slugField);
  const slugs = model.locales.all.flatMap(({ number, code }) => {
    const slug = slugField && shownText(texts, slugField, number, view)?.text;
    return slug?.startsWith('"') === true ? [`"${code}":${slug}`] : [];
  });
  const isFallback = (field: Field): boolean => {
    if (locale === null || !field.localized) return false;
    const shownIn = shownText(texts, field, locale, view);
    return shownIn !== undefined && shownIn.text !== ownValue(texts[field.number], field, locale);
  };
  const fallbacks = shown ? selectedFields(type, view).filter(isFallback) : [];
  return (
    `{"created_at":${shownTime(times.createdAt)},"first_published_at":${shownTime(times.firstPublishedAt)},"updated_at":${shownTime(times.updatedAt)},` +
    `"slugs":{${slugs.join()}},"fallbacks":${JSON.stringify(fallbacks.map(({ id }) => id))}}`
  );
}

function selectedFields(type: ContentType, { selection }: View): readonly Field[] {
  const chosen = selection?.fields ?? null;
  return chosen === null ? type.fields : type.fields.filter((field) => isNamedIn(field, chosen));
}

function defaultSlug(document: Document, type: ContentType, { model: { locales } }: View): string | null {
  const field = fieldByNumber(type, type.slugField);
  if (field === undefined) return null;
  const value = shownValue(document[field.number], field, locales.default.number, locales);
  return typeof value === 'string' ? value : null;
}

function shownTime(at: number | null): string {
  return at === null ? 'null' : `"${isoTime(at)}"`;
}

function renderContext({ model }: View): RenderContext {
  return { linkId: ({ kind, key }) => resourceId(kind, model.code, key) };
}

function linksOf(kind: Link['kind'], links: readonly Link[], places: readonly string[] | null): readonly string[] {
  const texts: string[] = [];
  for (const [at, link] of links.entries())
    if (link.kind === kind) texts.push(places === null ? link.key : `${places[at]} ${link.key}`);
  return texts.length < 2 ? texts : [...new Set(texts)];
}
