/** What a query finds, and in which order, by looking at every entry. */
import {
  type Content,
  defaultLocale,
  linksOf,
  type Name,
  type Plane,
  type Row,
  rowsOf,
  shownIn,
  shownInside,
  typeOf,
} from './content.ts';

export type Operator = 'eq' | 'ne' | 'in' | 'nin' | 'gt' | 'gte' | 'lt' | 'lte' | 'exists';
/** Attributes of every entry; both `id` and `key` mean its key. */
export type Attribute =
  | 'id'
  | 'key'
  | 'status'
  | 'created_by'
  | 'created_at'
  | 'updated_by'
  | 'updated_at'
  | 'published_at';
/** An attribute, a field, or one of the component in a field; entries of types without the field have no value. */
export type By = Attribute | { readonly field: Name; readonly inside?: Name };

export type Condition =
  | { readonly by: By; readonly operator: Operator; readonly operands: readonly unknown[] }
  | { readonly keys: readonly string[] }
  /** `entry:<key>` or `asset:<key>`. */
  | { readonly linksTo: string }
  /** Something that the field links to can be seen, or nothing. */
  | { readonly sees: Name; readonly wanted: boolean }
  /** At least one entry that the field links to meets it. */
  | { readonly through: Name; readonly condition: Condition };

export interface OrderStep {
  readonly by: By;
  readonly descending: boolean;
}

/** Searches texts word by word. The test decides how words are made and compared, because the oracle knows no languages. */
export interface Search<Word = string> {
  readonly wordsOf: (text: string) => readonly Word[];
  readonly asked: readonly Word[];
  /** Whether a word of a text matches a requested one; the last requested one may be a prefix. */
  readonly fits: (word: Word, asked: Word, isLast: boolean) => boolean;
  /** Whether better matches come first, whatever the order is. */
  readonly byRelevance: boolean;
}

export interface Query<Word = string> {
  readonly plane: Plane;
  readonly type: string | null;
  /** The locale in which fields are read; null for the default one. */
  readonly locale: Name | null;
  readonly conditions: readonly Condition[];
  readonly order: readonly OrderStep[];
  readonly search?: Search<Word> | undefined;
}

/** The sort key of an entry; each list of a rank comes before the next. */
export interface Place {
  readonly rank: number;
  readonly values: readonly (string | number | null)[];
  readonly key: string;
}

type Test = (item: string | number, operand: string | number) => boolean;
const COMPARED: Readonly<Partial<Record<Operator, Test>>> = {
  gt: (item, operand) => item > operand,
  gte: (item, operand) => item >= operand,
  lt: (item, operand) => item < operand,
  lte: (item, operand) => item <= operand,
};

/** Answers one query about one state of the content. */
export class Finding<Word = string> {
  readonly #content: Content;
  readonly #query: Query<Word>;
  readonly #locale: Name;
  /** The entries that the plane shows. */
  readonly rows: readonly Row[];

  constructor(content: Content, query: Query<Word>) {
    this.#content = content;
    this.#query = query;
    this.#locale = query.locale ?? defaultLocale(content).number;
    this.rows = rowsOf(content, query.plane);
  }

  /** The entries that match, in order. */
  found(): Row[] {
    const { type, conditions, search } = this.#query;
    const places = new Map<Row, Place>();
    for (const row of this.rows) {
      if (type !== null && row.entry.type !== type) continue;
      if (!conditions.every((condition) => this.#meets(row, condition))) continue;
      if (search === undefined || this.rankOf(row, search) > 0) places.set(row, this.placeOf(row));
    }
    const placeOf = (row: Row) => places.get(row) as Place;
    return [...places.keys()].sort((a, b) => this.compare(placeOf(a), placeOf(b)));
  }

  row(key: string): Row | undefined {
    return this.rows.find(({ entry }) => entry.key === key);
  }

  placeOf(row: Row): Place {
    const { order, search } = this.#query;
    const rank = search?.byRelevance === true ? -this.rankOf(row, search) : 0;
    return { rank, values: order.map(({ by }) => this.#orderValue(row, by)), key: row.entry.key };
  }

  /** Compares two places. Missing values sort last in both directions, numbers before texts; keys break ties. */
  compare(a: Place, b: Place): number {
    if (a.rank !== b.rank) return a.rank - b.rank;
    for (const [at, { descending }] of this.#query.order.entries()) {
      const [x, y] = [a.values[at] ?? null, b.values[at] ?? null];
      if (x === y) continue;
      if (x === null || y === null) return x === null ? 1 : -1;
      const isBefore = typeof x === typeof y ? x < y : typeof x === 'number';
      return isBefore === descending ? 1 : -1;
    }
    return a.key === b.key ? 0 : a.key < b.key ? -1 : 1;
  }

  /**
   * The entries after the page that ended with an entry, at its place of that time. In an order that edits change, entries that
   * moved since come last, by key, and entries that were not shown then are missing.
   * @param key of the last entry of the first page
   * @param before the content that the first page showed
   */
  behind(key: string, before: Content): Row[] {
    const first = new Finding(before, this.#query);
    const last = first.row(key);
    if (last === undefined) throw new Error(`There was no entry ${key}.`);
    const end = first.placeOf(last);
    const moving = this.#query.order.filter(({ by }) => by === 'published_at' || by === 'updated_at');
    // An entry that was deleted and created again is another entry.
    const thenOf = ({ entry }: Row) => {
      const then = first.row(entry.key);
      return then?.entry.createdAt === entry.createdAt ? then : undefined;
    };
    const isMoved = (row: Row): boolean => {
      const then = thenOf(row);
      return moving.some(({ by }) => then === undefined || first.#orderValue(then, by) !== this.#orderValue(row, by));
    };
    const found = this.found();
    const stayed = found.filter((row) => !isMoved(row) && this.compare(this.placeOf(row), end) > 0);
    const moved = found.filter((row) => isMoved(row) && thenOf(row) !== undefined);
    return [...stayed, ...moved.sort((a, b) => (a.entry.key < b.entry.key ? -1 : 1))];
  }

  /** 3 if all words are in the display field, 2 if some are, 1 if none is; 0 if not all words occur. */
  rankOf({ entry, values }: Row, { wordsOf, asked, fits }: Search<Word>): number {
    const type = typeOf(this.#content, entry.type);
    const words = (field: Name | null) =>
      field === null
        ? []
        : wordsOf(String(shownIn(this.#content, { entry, values }, { field, locale: this.#locale }) ?? ''));
    const display = words(type.display);
    const all = type.fields.filter(({ kind }) => kind === 'text').flatMap(({ number }) => words(number));
    const occursIn = (held: readonly Word[]) => (word: Word, at: number) =>
      held.some((other) => fits(other, word, at === asked.length - 1));
    if (!asked.every(occursIn(all))) return 0;
    return asked.every(occursIn(display)) ? 3 : asked.some(occursIn(display)) ? 2 : 1;
  }

  #meets(row: Row, condition: Condition): boolean {
    if ('keys' in condition) return condition.keys.includes(row.entry.key);
    if ('linksTo' in condition)
      return linksOf(typeOf(this.#content, row.entry.type).fields, row.values).includes(condition.linksTo);
    if ('sees' in condition) {
      const links = [this.#value(row, { field: condition.sees }) ?? []].flat().map(String);
      const { assets = {} } = this.#content;
      const isThere = (key: string) => Object.hasOwn(assets, key.replace(/^asset:/, '')) && key.startsWith('asset:');
      const seen = links.some((link) => isThere(link) || this.rows.some(({ entry }) => link === `entry:${entry.key}`));
      return seen === condition.wanted;
    }
    if ('through' in condition) {
      const links = [this.#value(row, { field: condition.through }) ?? []].flat();
      return this.rows.some(
        (target) => links.includes(`entry:${target.entry.key}`) && this.#meets(target, condition.condition),
      );
    }
    return holds(condition.operator, condition.operands, this.#value(row, condition.by));
  }

  #orderValue(row: Row, by: By): string | number | null {
    if (by === 'id' || by === 'key') return row.entry.key;
    const value = this.#value(row, by);
    return value === undefined || value === '' ? null : ordered(value);
  }

  /** Delivery does not show who edits, and an entry's update there is when its published state was saved. */
  #value(row: Row, by: By): unknown {
    const { entry } = row;
    const isDelivery = this.#query.plane === 'delivery';
    if (typeof by === 'object') {
      const { field, inside } = by;
      const locale = this.#locale;
      return inside === undefined
        ? shownIn(this.#content, row, { field, locale })
        : shownInside(this.#content, row, { field, inside, locale });
    }
    switch (by) {
      case 'id':
      case 'key':
        return entry.key;
      case 'status':
        return isDelivery ? 'published' : entry.status;
      case 'created_by':
        return entry.createdBy;
      case 'created_at':
        return entry.createdAt;
      case 'updated_by':
        return isDelivery ? '' : entry.updatedBy;
      case 'updated_at':
        return isDelivery ? entry.publishedSavedAt : entry.updatedAt;
      case 'published_at':
        return entry.publishedAt ?? undefined;
    }
  }
}

/**
 * Whether a value, a list of values, or none meets a condition: a list does if any item does, or for `ne` and `nin` if none does.
 */
function holds(operator: Operator, operands: readonly unknown[], held: unknown): boolean {
  const items = held === undefined ? [] : [held].flat();
  if (operator === 'exists') return (held !== undefined) === operands[0];
  const compared = COMPARED[operator];
  if (compared !== undefined) return items.some((item) => compared(ordered(item), ordered(operands[0])));
  const isAny = items.some((item) => operands.includes(item));
  return operator === 'eq' || operator === 'in' ? isAny : !isAny;
}

/** The form that orders and ranges compare: numbers as they are, everything else as text without case and accents. */
function ordered(value: unknown): string | number {
  if (typeof value === 'number') return value;
  const letters = String(value).normalize('NFKD').replace(/\p{M}/gu, '');
  // ß has no other upper case than SS.
  return letters.toUpperCase().toLowerCase();
}
