/** Entries and assets as the reading planes show them, with keys in place of ids. */
import {
  type Asset,
  type Content,
  chainOf,
  defaultLocale,
  type Field,
  linksOf,
  type Name,
  type Plane,
  type Row,
  rowsOf,
  shownIn,
  typeOf,
  valueIn,
} from './content.ts';

export interface View {
  readonly plane: Plane;
  /** The locale of the values: `*` for all locales with their own values; null for the default one. */
  readonly locale: Name | null;
  /** The requested attributes, such as `slug` or `fields.title`; null for all. */
  readonly select?: readonly string[] | null;
}

export interface Shown {
  readonly id: string;
  readonly content_type: string;
  readonly slug?: unknown;
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly published_at?: string | null;
  readonly status?: string;
}

/** Shows an entry; included entries are always whole. */
export function show(content: Content, row: Row, view: View): Shown {
  const { entry } = row;
  const { plane, locale, select = null } = view;
  const { slug } = typeOf(content, entry.type);
  const shows = (name: string) => select === null || select.includes(name);
  const inLocale = locale === null || locale === '*' ? defaultLocale(content).number : locale;
  return {
    id: entry.key,
    content_type: entry.type,
    ...(shows('slug') ? { slug: (slug && shownIn(content, row, { field: slug, locale: inLocale })) ?? null } : {}),
    ...(showsFields(select) ? { fields: shownFields(content, row, view) } : {}),
    ...(shows('published_at') ? { published_at: isoTime(entry.publishedAt) } : {}),
    ...(plane === 'preview' && shows('status') ? { status: entry.status } : {}),
  };
}

/** The values of an entry by field id; fields without a value are left out. */
export function shownFields(
  content: Content,
  { entry, values }: Row,
  { locale, select = null }: View,
): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const field of selected(typeOf(content, entry.type).fields, select)) {
    const value =
      locale === '*'
        ? ownValues(content, field, values[field.number])
        : rendered(field, valueIn(content, field, values, locale ?? defaultLocale(content).number));
    if (value !== undefined) shown[field.id] = value;
  }
  return shown;
}

/** The values of a field by locale, without fallback; undefined if there are none. */
function ownValues(content: Content, field: Field, own: Readonly<Record<Name, unknown>> = {}): object | undefined {
  const locales = field.localized ? content.locales : [defaultLocale(content)];
  const all = locales.map(({ number, code }) => [code, rendered(field, own[number])] as const);
  const held = all.filter(([, value]) => value !== undefined);
  return held.length === 0 ? undefined : Object.fromEntries(held);
}

function rendered(field: Field, value: unknown): unknown {
  if (field.kind !== 'link' || value === undefined) return value;
  if (Array.isArray(value)) return value.map((item) => rendered(field, item));
  const [type, id] = String(value).split(':');
  return { type, id };
}

/**
 * The resources included with entries: their link targets, the targets of those, and so on to the depth, each once, in any order.
 * The selection is that of the entries themselves.
 */
export function included(content: Content, items: readonly Row[], depth: number, view: View) {
  const rows = new Map(rowsOf(content, view.plane).map((row) => [`entry:${row.entry.key}`, row]));
  const seen = new Set(items.map(({ entry }) => `entry:${entry.key}`));
  const [entries, assets] = [[] as Row[], [] as Asset[]];
  let level = items;
  for (let left = depth; left > 0; left--) {
    const select = level === items ? (view.select ?? null) : null;
    const fieldsOf = ({ entry }: Row) =>
      showsFields(select) ? selected(typeOf(content, entry.type).fields, select) : [];
    const links = new Set(level.flatMap((row) => linksOf(fieldsOf(row), row.values)));
    const fresh = [...links].filter((link) => !seen.has(link));
    for (const link of fresh) seen.add(link);
    level = fresh.flatMap((link) => rows.get(link) ?? []);
    entries.push(...level);
    assets.push(...fresh.flatMap((link) => content.assets?.[link.replace(/^asset:/, '')] ?? []));
  }
  return {
    entries: entries.map((row) => show(content, row, { ...view, select: null })),
    assets: assets.map((asset) => showAsset(content, asset, view.locale)),
  };
}

/** The part of an asset that tests write. */
export function showAsset(content: Content, { key, title, mimeType }: Asset, locale: Name | null) {
  const texts = chainOf(content, locale ?? defaultLocale(content).number).map((name) => title[name]);
  const shown = locale === '*' ? title : (texts.find((text) => text !== undefined) ?? null);
  return { id: key, title: shown, mime_type: mimeType };
}

/** Assets of a media type (`image/png`, `image/*`; null for all), in the order of an attribute, ties by key. */
export function assetsOf(
  { assets = {} }: Content,
  { mimeType, by, descending }: { mimeType: string | null; by: string; descending: boolean },
): Asset[] {
  const isWanted = (type: string) =>
    mimeType === null || type === mimeType || (mimeType.endsWith('/*') && type.startsWith(mimeType.slice(0, -1)));
  const keys = (a: Asset, b: Asset) => (a.key < b.key ? -1 : 1);
  const ascending = (a: Asset, b: Asset) => (by === 'id' ? keys(a, b) : a.createdAt - b.createdAt);
  return Object.values(assets)
    .filter((asset) => isWanted(asset.mimeType))
    .sort((a, b) => (descending ? ascending(b, a) : ascending(a, b)) || keys(a, b));
}

/** Whether `fields` is shown at all. */
function showsFields(select: readonly string[] | null): boolean {
  return select === null || select.some((name) => name === 'fields' || name.startsWith('fields.'));
}

function selected(fields: readonly Field[], select: readonly string[] | null): readonly Field[] {
  if (select === null || select.includes('fields')) return fields;
  return fields.filter(({ id }) => select.includes(`fields.${id}`));
}

function isoTime(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
