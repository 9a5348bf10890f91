/**
 * Fragments: the JSON text of one version of an entry as a view shows it, with the links in it kept beside. Whatever
 * the text depends on is in the view or in what the query engine found, so a fragment never has to be taken back.
 */
import { type ContentType, fieldByNumber } from '../content-types/content-type.ts';
import { documentLinks, renderRaw } from '../fields/document/views.ts';
import type { Document, Field, Link } from '../fields/field.ts';
import type { RenderContext } from '../fields/field-type.ts';
import { shownValue } from '../fields/own-value.ts';
import { fieldType } from '../fields/registry.ts';
import { isoTime } from '../kit/clock.ts';
import type { FoundEntry } from '../query/query.ts';
import { resourceId } from '../spaces/resource-id.ts';
import type { SelectableAttribute } from './query-string/selection.ts';
import type { View } from './view.ts';

export interface RenderedFragment {
  /** What the query engine said of the entry. */
  readonly entry: Pick<FoundEntry, 'id' | 'key' | 'version' | 'contentType'>;
  /** JSON in UTF-8. */
  readonly text: Uint8Array;
  /** Keys of the entries that are linked to, each once, in order. */
  readonly entryLinks: readonly string[];
  /** Keys of the assets that are linked to, each once, in order. */
  readonly assetLinks: readonly string[];
}

interface Shown {
  /** Value by field id; of each locale code where the view is of all locales. */
  readonly fields: Record<string, unknown>;
  readonly links: readonly Link[];
}

/**
 * Renders one state of an entry.
 * @param document the state's values, as stored
 * @returns undefined where the content type is not in the model: it was made after the model was read
 */
export function renderFragment(entry: FoundEntry, document: Document, view: View): RenderedFragment | undefined {
  const type = view.model.typeByNumber(entry.contentType);
  if (type === undefined) return undefined;
  const { fields, links } =
    view.locale === null ? showAll(document, type, view) : showOne(document, type, view, view.locale);
  const shows = (attribute: SelectableAttribute): boolean =>
    view.selection === null || view.selection.attributes.has(attribute);
  const shown: Record<string, unknown> = {
    id: resourceId('entry', view.model.code, entry.key),
    content_type: type.apiId,
  };
  if (shows('slug')) shown.slug = slugOf(document, type, view);
  if (shows('fields')) shown.fields = fields;
  if (shows('published_at')) shown.published_at = isoTime(entry.publishedAt);
  if (view.plane === 'preview' && shows('status')) shown.status = entry.status;
  const isLinked = shows('fields') ? links : [];
  return {
    entry,
    text: Buffer.from(JSON.stringify(shown)),
    entryLinks: keysOf(isLinked, 'entry'),
    assetLinks: keysOf(isLinked, 'asset'),
  };
}

/** The values that stand in a locale, through fallback. A field without one in the whole chain is left out. */
function showOne(document: Document, type: ContentType, view: View, locale: number): Shown {
  const fields: Record<string, unknown> = {};
  const links: Link[] = [];
  const context = renderContext(view);
  for (const field of selectedFields(type, view)) {
    const value = shownValue(document[field.number], field, locale, view.model.locales);
    if (value === undefined) continue;
    const fieldKind = fieldType(field.type);
    fields[field.id] = fieldKind.render(value, context);
    links.push(...fieldKind.links(value));
  }
  return { fields, links };
}

/** Every value of every locale, as it was given. */
function showAll(document: Document, type: ContentType, view: View): Shown {
  const own = { document, fields: selectedFields(type, view), locales: view.model.locales };
  return { fields: renderRaw(own, renderContext(view)), links: documentLinks(own).map(({ link }) => link) };
}

function selectedFields(type: ContentType, { selection }: View): readonly Field[] {
  const chosen = selection?.fields ?? null;
  return chosen === null ? type.fields : type.fields.filter(({ id }) => chosen.has(id));
}

/** The slug in the locale that is shown, or in the default one where all are. */
function slugOf(document: Document, type: ContentType, { model, locale }: View): string | null {
  const field = fieldByNumber(type, type.slugField);
  if (field === undefined) return null;
  const value = shownValue(document[field.number], field, locale ?? model.locales.default.number, model.locales);
  return typeof value === 'string' ? value : null;
}

function renderContext({ model }: View): RenderContext {
  return { linkId: ({ kind, key }) => resourceId(kind, model.code, key) };
}

function keysOf(links: readonly Link[], kind: Link['kind']): readonly string[] {
  const keys = links.filter((link) => link.kind === kind).map(({ key }) => key);
  return keys.length < 2 ? keys : [...new Set(keys)];
}
