/**
 * What a query finds, and in which order, by looking at every entry. It says what filters, orders and pages mean: a copy answers with
 * it, and the tests hold the service against it. Nothing in it is kept from one query to the next, or depends on where entries come from.
 */
import type { Operator } from '../../../contract/src/operators.ts';
import { compareOrdered, holds, type Name, type OrderValue, orderValue } from './values.ts';

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
  /** Each content type has one of its own, by its name; entries of all others are found, or none of them. */
  | { readonly byType: ReadonlyMap<string, Condition>; readonly otherwise: boolean }
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

export interface Query<Row> {
  /** Null for entries of any type. */
  readonly type: string | null;
  readonly conditions: readonly Condition[];
  readonly order: readonly OrderStep[];
  /** The rank of an entry in a search, of whoever knows words: higher ones come first, and 0 is not found. */
  readonly rankOf?: ((row: Row) => number) | undefined;
}

/** Where an entry stands in an order; its key breaks ties. */
export interface Place {
  /** Of a search; 0 where there is none. */
  readonly rank: number;
  readonly values: readonly OrderValue[];
  readonly key: string;
}

/** Where entries come from. @typeParam Row an entry as it is shown */
export interface Source<Row> {
  /** The entries of a type that are shown; null for all. */
  rowsOf(type: string | null): Iterable<Row>;
  /** The entry with a key, if it is shown. */
  row(key: string): Row | undefined;
  hasAsset(key: string): boolean;
  keyOf(row: Row): string;
  typeOf(row: Row): string;
  /** What the entry shows: texts, numbers, times in milliseconds, links as `entry:<key>`, or a list of these; undefined for nothing. */
  valueOf(row: Row, by: By): unknown;
  /** All that the entry links to, in any locale. */
  linksOf(row: Row): readonly string[];
}

/** What is known of entries at the time of the first page of a list. */
export interface Then<Row> {
  /** Whether the list could have had the entry. */
  wasThere(row: Row): boolean;
  /** Whether its place in an order by time is another one since. */
  hasMoved(row: Row, by: 'published_at' | 'updated_at'): boolean;
}

/** Answers one query about one state of the content. */
export class Finding<Row> {
  readonly #source: Source<Row>;
  readonly #query: Query<Row>;
  readonly #matching: readonly Row[];

  constructor(source: Source<Row>, query: Query<Row>) {
    this.#source = source;
    this.#query = query;
    this.#matching = [...source.rowsOf(query.type)].filter((row) => this.#matches(row));
  }

  /** How many entries match. */
  get total(): number {
    return this.#matching.length;
  }

  /** The entries that match, in order. */
  found(): Row[] {
    return this.#inOrder(this.#matching);
  }

  placeOf(row: Row): Place {
    const key = this.#source.keyOf(row);
    // Keys are ordered as they are, unlike texts.
    const standing = (by: By) => (by === 'id' || by === 'key' ? key : orderValue(this.#source.valueOf(row, by)));
    return { rank: this.#query.rankOf?.(row) ?? 0, values: this.#query.order.map(({ by }) => standing(by)), key };
  }

  compare(a: Place, b: Place): number {
    if (a.rank !== b.rank) return b.rank - a.rank;
    for (const [at, { descending }] of this.#query.order.entries()) {
      const compared = compareOrdered(a.values[at] ?? null, b.values[at] ?? null, descending);
      if (compared !== 0) return compared;
    }
    return a.key === b.key ? 0 : a.key < b.key ? -1 : 1;
  }

  /**
   * The entries behind the end of a page. In an order by a time that edits change, entries that moved since the first page come last,
   * by key, and those that were not shown then are missing.
   */
  behind(end: Place, then: Then<Row>): { readonly stayed: Row[]; readonly moved: Row[] } {
    const times = this.#query.order.map(({ by }) => by).filter((by) => by === 'published_at' || by === 'updated_at');
    const hasMoved = new Set(this.#matching.filter((row) => times.some((by) => then.hasMoved(row, by))));
    const stayed = this.#matching.filter((row) => !hasMoved.has(row) && this.compare(this.placeOf(row), end) > 0);
    const moved = [...hasMoved].filter((row) => then.wasThere(row));
    const keyOf = (row: Row) => this.#source.keyOf(row);
    return { stayed: this.#inOrder(stayed), moved: moved.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)) };
  }

  #matches(row: Row): boolean {
    const { conditions, rankOf } = this.#query;
    return conditions.every((condition) => this.#meets(row, condition)) && rankOf?.(row) !== 0;
  }

  #inOrder(rows: readonly Row[]): Row[] {
    const placed = rows.map((row) => ({ row, place: this.placeOf(row) }));
    return placed.sort((a, b) => this.compare(a.place, b.place)).map(({ row }) => row);
  }

  #meets(row: Row, condition: Condition): boolean {
    const source = this.#source;
    if ('byType' in condition) {
      const own = condition.byType.get(source.typeOf(row));
      return own === undefined ? condition.otherwise : this.#meets(row, own);
    }
    if ('keys' in condition) return condition.keys.includes(source.keyOf(row));
    if ('linksTo' in condition) return source.linksOf(row).includes(condition.linksTo);
    if ('sees' in condition) {
      const isSeen = this.#links(row, condition.sees).some(
        ({ kind, key }) => (kind === 'asset' && source.hasAsset(key)) || this.#target(kind, key) !== undefined,
      );
      return isSeen === condition.wanted;
    }
    if ('through' in condition)
      return this.#links(row, condition.through).some(({ kind, key }) => {
        const target = this.#target(kind, key);
        return target !== undefined && this.#meets(target, condition.condition);
      });
    return holds(condition.operator, condition.operands, source.valueOf(row, condition.by));
  }

  #target(kind: string | undefined, key: string): Row | undefined {
    return kind === 'entry' ? this.#source.row(key) : undefined;
  }

  #links(row: Row, field: Name): { kind: string | undefined; key: string }[] {
    return [this.#source.valueOf(row, { field }) ?? []].flat().map((link) => {
      const [kind, key = ''] = String(link).split(':');
      return { kind, key };
    });
  }
}
