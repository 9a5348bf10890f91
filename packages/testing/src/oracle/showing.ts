/** Entries and assets as the reading planes show them, with keys in place of ids. */
import {
  type PlacedLink,
  type Selected,
  selectedFields,
  shows,
  together,
  walked,
} from '../../../client/src/evaluator/views.ts';
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
  /** The requested attributes, such as `slug`, `title` or `fields.title`, and `author.name` of what a link leads to; null for all. */
  readonly select?: readonly string[] | null;
  /** The paths of fields whose links are followed; null for all links. */
  readonly follow?: readonly string[] | null;
}

export interface Shown {
  readonly id: string;
  readonly content_type: string;
  readonly slug?: unknown;
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly published_at?: string | null;
  readonly status?: string;
}

/** Shows an entry. */
export function show(content: Content, row: Row, view: View): Shown {
  const { entry } = row;
  const { plane, locale, select = null } = view;
  const { slug } = typeOf(content, entry.type);
  const inLocale = locale === null || locale === '*' ? defaultLocale(content).number : locale;
  return {
    id: entry.key,
    content_type: entry.type,
    ...(shows('slug', select)
      ? { slug: (slug && shownIn(content, row, { field: slug, locale: inLocale })) ?? null }
      : {}),
    ...(shows('fields', select) ? { fields: shownFields(content, row, view) } : {}),
    ...(shows('published_at', select) ? { published_at: isoTime(entry.publishedAt) } : {}),
    ...(plane === 'preview' && shows('status', select) ? { status: entry.status } : {}),
  };
}

/** The values of an entry by field id; fields without a value are left out. */
export function shownFields(
  content: Content,
  { entry, values }: Row,
  { locale, select = null }: View,
): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const field of selectedFields(typeOf(content, entry.type).fields, select)) {
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

/** What a response shows of entries: themselves, and what their links lead to in any order. */
export interface ShownWithLinks {
  readonly items: readonly Shown[];
  readonly includes: { readonly entries: readonly Shown[]; readonly assets: readonly object[] };
}

/**
 * Entries with what their links lead to, and the targets of those, and so on to the depth, each once. Without paths the targets are
 * whole, and the items show the selection alone; along paths everything shows what all paths to it ask for.
 */
export function showWithLinks(content: Content, items: readonly Row[], depth: number, view: View): ShownWithLinks {
  const rows = new Map(rowsOf(content, view.plane).map((row) => [`entry:${row.entry.key}`, row]));
  const keys = items.map(({ entry }) => `entry:${entry.key}`);
  const { select = null, follow = null } = view;
  const asked = walked(keys, {
    depth,
    select,
    follow: follow?.map((path) => path.split('.')) ?? null,
    linksOf: (link) => placedLinks(content, rows.get(link)),
  });
  const shown = (link: string, all: readonly Selected[]) => {
    const row = rows.get(link);
    return row === undefined ? [] : [all.map((one) => show(content, row, { ...view, select: one })).reduce(together)];
  };
  const targets = [...asked].filter(([link]) => !keys.includes(link));
  const assets = targets.flatMap(([link]) => content.assets?.[link.replace(/^asset:/, '')] ?? []);
  return {
    items: keys.flatMap((key) => shown(key, asked.get(key) ?? [])),
    includes: {
      entries: targets.flatMap(([link, all]) => shown(link, all)),
      assets: assets.map((asset) => showAsset(content, asset, view.locale)),
    },
  };
}

function placedLinks(content: Content, row: Row | undefined): PlacedLink[] {
  if (row === undefined) return [];
  const { fields } = typeOf(content, row.entry.type);
  return fields.flatMap((field) => linksOf([field], row.values).map((link) => ({ link, place: [field] })));
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

function isoTime(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
