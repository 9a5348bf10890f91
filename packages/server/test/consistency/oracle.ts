/** The expected response to a query: every entry is checked in plain JavaScript, and nothing is cached. */
import {
  type Asset,
  type Content,
  chainOf,
  DEFAULT_LOCALE,
  type Entry,
  fieldOf,
  fieldsOf,
  RENAMED,
  type State,
  stateOn,
  valueIn,
} from './content.ts';
import { type Filter, isTime, type Query } from './query.ts';

const LIMIT_DEFAULT = 100;
const INCLUDE_DEFAULT = 1;

interface Row {
  readonly entry: Entry;
  readonly state: State;
}

/** What an entry is ordered by. */
interface Place {
  readonly rank: number;
  readonly values: readonly (string | number | undefined)[];
  readonly key: string;
}

/** The response, with keys for ids and what is included sorted; null for 404. */
export function expectedResponse(query: Query, content: Content): object | null {
  switch (query.kind) {
    case 'entries':
      return new Oracle(query, content).list();
    case 'entry':
      return new Oracle(query, content).single();
    case 'assets':
      return assetList(query, content);
    case 'asset': {
      const asset = content.assets.get(query.key ?? '');
      return asset === undefined ? null : shownAsset(asset, content, query.locale);
    }
  }
}

class Oracle {
  readonly #query: Query;
  readonly #content: Content;
  readonly #rows: readonly Row[];
  /** In which filters and orders look. */
  readonly #locale: string;

  constructor(query: Query, content: Content) {
    this.#query = query;
    this.#content = content;
    this.#locale = query.locale === null || query.locale === '*' ? DEFAULT_LOCALE : query.locale;
    this.#rows = [...content.entries.values()].flatMap((entry) => {
      const state = stateOn(query.plane, entry);
      return state === null ? [] : [{ entry, state }];
    });
  }

  list(): object {
    const { limit, skip, after } = this.#query;
    const found = this.#found();
    const size = limit ?? LIMIT_DEFAULT;
    const start = skip ?? 0;
    const items = after === null ? found.slice(start, start + size) : this.#behind(after, found).slice(0, size);
    return {
      items: items.map((row) => this.#shown(row, true)),
      total: found.length,
      skip: after === null ? (skip ?? 0) : after.passed,
      limit: size,
      includes: this.#includes(items),
    };
  }

  single(): object | null {
    const row = this.#row(this.#query.key ?? '');
    return row === undefined ? null : { ...this.#shown(row, true), includes: this.#includes([row]) };
  }

  /**
   * What comes behind the last entry of the first page, where that stood then. In an order that edits change, what moved
   * since comes last, by its key, and what was not shown then does not come.
   */
  #behind({ key, content }: NonNullable<Query['after']>, found: readonly Row[]): Row[] {
    const first = new Oracle({ ...this.#query, after: null }, content);
    const last = first.#row(key);
    if (last === undefined) throw new Error(`There was no entry ${key}.`);
    const movedBy = this.#order().filter(({ by }) => by === 'published_at' || by === 'updated_at');
    const isMoved = (row: Row): boolean => {
      const before = first.#row(row.entry.key);
      return movedBy.some(
        ({ by }) => before === undefined || first.#orderValue(before, by) !== this.#orderValue(row, by),
      );
    };
    const isBehind = (row: Row) => comparePlaces(this.#place(row), first.#place(last), this.#order()) > 0;
    const stayed = found.filter((row) => !isMoved(row) && isBehind(row));
    const moved = found.filter((row) => isMoved(row) && first.#row(row.entry.key) !== undefined);
    return [...stayed, ...moved.sort((a, b) => (a.entry.key < b.entry.key ? -1 : 1))];
  }

  #row(key: string): Row | undefined {
    return this.#rows.find(({ entry }) => entry.key === key);
  }

  #found(): Row[] {
    const { type, filters, ids, slug, linksTo, q } = this.#query;
    return this.#rows
      .filter(({ entry }) => type === null || entry.type === type)
      .filter((row) => filters.every((filter) => this.#meets(row, filter)))
      .filter(({ entry }) => ids === null || ids.includes(entry.key))
      .filter((row) => slug === null || this.#value(row, 'slug') === slug)
      .filter((row) => linksTo === null || linksOf(row, 'entry').includes(linksTo))
      .filter((row) => q === null || this.#rank(row, q) > 0)
      .sort((a, b) => this.#compare(a, b));
  }

  #value(row: Row, id: string): unknown {
    return valueIn(this.#content, row.entry, row.state, { id, locale: this.#locale });
  }

  #meets(row: Row, filter: Filter): boolean {
    const [first = '', through] = filter.path;
    if (isTime(first)) return holds(filter, this.#time(row, first), (text) => Date.parse(text));
    if (through !== undefined) {
      const linked = [this.#value(row, first) ?? []].flat();
      return this.#rows.some((target) => linked.includes(target.entry.key) && this.#holdsOf(target, through, filter));
    }
    return this.#holdsOf(row, first, filter);
  }

  #holdsOf(row: Row, id: string, filter: Filter): boolean {
    const field = fieldOf(row.entry.type, id);
    return holds(filter, this.#value(row, id), (text) => {
      if (field?.kind === 'number') return Number(text);
      return field?.kind === 'boolean' ? text === 'true' : text;
    });
  }

  #time({ entry, state }: Row, name: 'published_at' | 'created_at' | 'updated_at'): number | undefined {
    if (name === 'created_at') return entry.createdAt;
    if (name === 'published_at') return entry.publishedAt ?? undefined;
    return this.#query.plane === 'delivery' ? state.savedAt : entry.updatedAt;
  }

  #compare(a: Row, b: Row): number {
    return comparePlaces(this.#place(a), this.#place(b), this.#order());
  }

  #order(): Query['order'] {
    const { order, plane } = this.#query;
    const newest = [{ by: plane === 'delivery' ? 'published_at' : 'updated_at', isDescending: true }];
    return order.length === 0 ? newest : order;
  }

  #place(row: Row): Place {
    const { order, q } = this.#query;
    const rank = order.length === 0 && q !== null ? this.#rank(row, q) : 0;
    return { rank, values: this.#order().map(({ by }) => this.#orderValue(row, by)), key: row.entry.key };
  }

  #orderValue(row: Row, by: string): string | number | undefined {
    if (isTime(by)) return this.#time(row, by);
    if (by === 'id') return row.entry.key;
    const held = this.#value(row, by);
    if (held === '') return undefined;
    return held === undefined || typeof held === 'number' ? held : String(held).toLowerCase();
  }

  /** All words in the display field 3, some 2, none 1; 0 where not all words occur. */
  #rank(row: Row, q: string): number {
    const asked = q.split(' ');
    const text = (id: string) => String(this.#value(row, id) ?? '').split(' ');
    const display = text(row.entry.type === 'author' ? 'name' : 'title');
    const all = [...display, ...text('body')];
    const occursIn = (held: readonly string[]) => (word: string, at: number) =>
      held.some((other) => other === word || (at === asked.length - 1 && other.startsWith(word)));
    if (!asked.every(occursIn(all))) return 0;
    return asked.every(occursIn(display)) ? 3 : asked.some(occursIn(display)) ? 2 : 1;
  }

  #shown(row: Row, isSelected: boolean): object {
    const { entry, state } = row;
    const { select, plane } = this.#query;
    const chosen = isSelected ? select : null;
    const shows = (name: string) => chosen === null || chosen.includes(name);
    const showsFields = shows('fields') || chosen?.some((name) => name.startsWith('fields.')) === true;
    return {
      id: entry.key,
      content_type: entry.type,
      ...(shows('slug')
        ? { slug: valueIn(this.#content, entry, state, { id: 'slug', locale: this.#locale }) ?? null }
        : {}),
      ...(showsFields ? { fields: this.#fields(row, chosen) } : {}),
      ...(shows('published_at')
        ? { published_at: entry.publishedAt === null ? null : isoTime(entry.publishedAt) }
        : {}),
      ...(plane === 'preview' && shows('status') ? { status: entry.status } : {}),
    };
  }

  #fields(row: Row, chosen: readonly string[] | null): object {
    const { locale } = this.#query;
    const shown: Record<string, unknown> = {};
    for (const field of chosenFields(row, chosen)) {
      const name = field.id === RENAMED ? this.#content.remark : field.id;
      const render = (value: unknown): unknown => {
        if (Array.isArray(value)) return value.map(render);
        return field.kind === 'entry' || field.kind === 'asset' ? { type: field.kind, id: value } : value;
      };
      if (locale === '*') {
        const own = Object.entries(row.state.values[field.id] ?? {});
        if (own.length > 0) shown[name] = Object.fromEntries(own.map(([code, value]) => [code, render(value)]));
        continue;
      }
      const value = this.#value(row, field.id);
      if (value !== undefined) shown[name] = render(value);
    }
    return shown;
  }

  #includes(items: readonly Row[]): object {
    const { include, select, locale } = this.#query;
    const seen = new Set(items.map(({ entry }) => entry.key));
    const assets = new Set<string>();
    const entries: Row[] = [];
    let level = items;
    for (let left = include ?? INCLUDE_DEFAULT; left > 0; left--) {
      const chosen = level === items ? select : null;
      for (const row of level) for (const key of linksOf(row, 'asset', chosen)) assets.add(key);
      const keys = [...new Set(level.flatMap((row) => linksOf(row, 'entry', chosen)))].filter((key) => !seen.has(key));
      for (const key of keys) seen.add(key);
      level = keys.flatMap((key) => this.#row(key) ?? []);
      entries.push(...level);
    }
    const shownAssets = [...assets].flatMap((key) => {
      const asset = this.#content.assets.get(key);
      return asset === undefined ? [] : [shownAsset(asset, this.#content, locale)];
    });
    return { entries: sorted(entries.map((row) => this.#shown(row, false))), assets: sorted(shownAssets) };
  }
}

/** The fields that a selection leaves of a row. */
function chosenFields({ entry }: Row, chosen: readonly string[] | null) {
  const isWhole = chosen === null || chosen.includes('fields') || !chosen.some((name) => name.startsWith('fields.'));
  return isWhole ? fieldsOf[entry.type] : fieldsOf[entry.type].filter(({ id }) => chosen.includes(`fields.${id}`));
}

function linksOf(row: Row, kind: 'entry' | 'asset', chosen: readonly string[] | null = null): string[] {
  const showsFields = chosen === null || chosen.some((name) => name === 'fields' || name.startsWith('fields.'));
  if (!showsFields) return [];
  return chosenFields(row, chosen)
    .filter((field) => field.kind === kind)
    .flatMap(({ id }) => Object.values(row.state.values[id] ?? {}).flat() as string[]);
}

/** Sorts the includes: their order is not guaranteed. */
export function sorted<T>(resources: readonly T[]): T[] {
  const idOf = (resource: T) => String((resource as { id?: unknown }).id);
  return resources.toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
}

function assetList({ order: [step], skip, limit, mimeType, locale }: Query, content: Content): object {
  const { by, isDescending } = step ?? { by: 'created_at', isDescending: true };
  const kind = mimeType?.endsWith('/*') === true ? mimeType.slice(0, -1) : null;
  const found = [...content.assets.values()]
    .filter(
      (asset) => mimeType === null || (kind === null ? asset.mimeType === mimeType : asset.mimeType.startsWith(kind)),
    )
    .sort((a, b) => {
      const keys = a.key < b.key ? -1 : 1;
      if (by === 'id') return isDescending ? -keys : keys;
      return (isDescending ? b.createdAt - a.createdAt : a.createdAt - b.createdAt) || keys;
    });
  const [start, size] = [skip ?? 0, limit ?? LIMIT_DEFAULT];
  const items = found.slice(start, start + size).map((asset) => shownAsset(asset, content, locale));
  return { items, total: found.length, skip: start, limit: size };
}

/** The part of an asset that this test writes. */
function shownAsset({ key, title, mimeType }: Asset, content: Content, locale: string | null): object {
  const shown = chainOf(content, locale ?? DEFAULT_LOCALE).map((code) => title[code]);
  return {
    id: key,
    title: locale === '*' ? title : (shown.find((text) => text !== undefined) ?? null),
    mime_type: mimeType,
  };
}

function isoTime(at: number): string {
  return new Date(at).toISOString();
}

function holds({ operator, operands }: Filter, held: unknown, read: (text: string) => unknown): boolean {
  const items = held === undefined ? [] : [held].flat();
  const asked = operands.map(read);
  const comparable = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : Number(value));
  const some = (test: (a: string | number, b: string | number) => boolean) =>
    items.some((item) => test(comparable(item), comparable(asked[0])));
  switch (operator) {
    case 'exists':
      return (held !== undefined) === (operands[0] === 'true');
    case 'eq':
    case 'in':
      return items.some((item) => asked.includes(item));
    case 'ne':
    case 'nin':
      return !items.some((item) => asked.includes(item));
    case 'gt':
      return some((a, b) => a > b);
    case 'gte':
      return some((a, b) => a >= b);
    case 'lt':
      return some((a, b) => a < b);
    case 'lte':
      return some((a, b) => a <= b);
  }
}

function comparePlaces(a: Place, b: Place, order: Query['order']): number {
  if (a.rank !== b.rank) return b.rank - a.rank;
  for (const [at, { isDescending }] of order.entries()) {
    const [x, y] = [a.values[at], b.values[at]];
    if (x === y) continue;
    if (x === undefined || y === undefined) return x === undefined ? 1 : -1;
    return x < y === isDescending ? 1 : -1;
  }
  if (a.key === b.key) return 0;
  return a.key < b.key ? -1 : 1;
}
