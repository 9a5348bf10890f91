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

const ATTRIBUTES = ['id', 'content_type', 'slug', 'fields', 'published_at', 'status'];

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
  const selects = new Map<string, (readonly string[] | null)[]>();
  const visit = (link: string, path: readonly string[], select: readonly string[] | null) => {
    if (path.length > 0 && keys.includes(link) && !isAlongPaths(view)) return;
    selects.set(link, [...(selects.get(link) ?? []), select]);
    const row = rows.get(link);
    if (row === undefined || path.length === depth) return;
    const { fields } = typeOf(content, row.entry.type);
    for (const field of showsFields(select) ? selected(fields, select) : [])
      for (const next of linksOf([field], row.values))
        if (isFollowed([...path, field.id], view)) visit(next, [...path, field.id], behindField(field.id, select));
  };
  const own = view.select ?? null;
  for (const key of keys) visit(key, [], own);
  const shown = (link: string, all: readonly (readonly string[] | null)[]) => {
    const row = rows.get(link);
    return row === undefined ? [] : [all.map((select) => show(content, row, { ...view, select })).reduce(together)];
  };
  const targets = [...selects].filter(([link]) => !keys.includes(link));
  const assets = targets.flatMap(([link]) => content.assets?.[link.replace(/^asset:/, '')] ?? []);
  return {
    items: keys.flatMap((key) => shown(key, selects.get(key) ?? [])),
    includes: {
      entries: targets.flatMap(([link, all]) => shown(link, all)),
      assets: assets.map((asset) => showAsset(content, asset, view.locale)),
    },
  };
}

/** Whether links are followed along paths, or something of their targets is selected that is not selected whole. */
function isAlongPaths({ follow = null, select = null }: View): boolean {
  const names = (select ?? []).map((name) => name.replace(/^fields\./, ''));
  const isNarrowed = (name: string) => name.includes('.') && !names.includes(name.slice(0, name.indexOf('.')));
  return follow !== null || names.some(isNarrowed);
}

function isFollowed(path: readonly string[], { follow = null }: View): boolean {
  return follow === null || follow.some((one) => `${one}.`.startsWith(`${path.join('.')}.`));
}

/** What is selected of the targets of a field; null for all of them. */
function behindField(id: string, select: readonly string[] | null): readonly string[] | null {
  const names = (select ?? []).filter((name) => name !== 'fields').map((name) => name.replace(/^fields\./, ''));
  if (names.includes(id)) return null;
  const behind = names.filter((name) => name.startsWith(`${id}.`)).map((name) => name.slice(id.length + 1));
  return behind.length === 0 ? null : behind;
}

/** Two views of one entry in one, with the values in the order of the fields. */
function together(one: Shown, other: Shown): Shown {
  return { ...one, ...other, ...(one.fields || other.fields ? { fields: { ...one.fields, ...other.fields } } : {}) };
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
  return select === null || select.some((name) => name === 'fields' || !ATTRIBUTES.includes(name));
}

function selected(fields: readonly Field[], select: readonly string[] | null): readonly Field[] {
  if (select === null || select.includes('fields')) return fields;
  const ids = select
    .filter((name) => !ATTRIBUTES.includes(name))
    .map((name) => name.replace(/^fields\./, '').split('.')[0]);
  return fields.filter(({ id }) => ids.includes(id));
}

function isoTime(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
