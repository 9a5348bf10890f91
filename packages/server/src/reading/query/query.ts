/**
 * A query as the engine takes it: typed, checked against the model, and without anything of HTTP. It is built from query strings
 * in `query-string/`; the oracle in the tests and the engine give the same result for it.
 */
import type { Operator } from '../../../../contract/src/operators.ts';
import type { IndexValue } from '../../model/fields/field-type.ts';
import type { PagePosition } from '../../platform/kit/page-position.ts';
import type { SearchQuery } from '../search/search-query.ts';

/** The latest run of a query. */
interface QueryRun {
  /** Whether rows were streamed instead of using columns in memory. */
  readonly streamed: boolean;
  /** How many rows were examined. */
  readonly rows: number;
}

/** The state of entries that is read. */
export type QueryState = 'published' | 'draft';

/**
 * Attributes that every entry has. Times are milliseconds. On published states, `updated_at` is when the state was last saved, and
 * `updated_by` is nobody.
 */
export type SystemAttribute =
  | 'id'
  | 'key'
  | 'status'
  | 'created_by'
  | 'created_at'
  | 'updated_by'
  | 'updated_at'
  | 'published_at';

/** A field of one content type, in the locale of the query (with fallback). */
export interface FieldAttribute {
  readonly kind: 'field';
  readonly contentType: number;
  readonly field: number;
  /** Number of a field of the component in a field of type `component`. */
  readonly inside?: number;
}

export type Attribute = { readonly kind: 'system'; readonly name: SystemAttribute } | FieldAttribute;

/**
 * The condition of a predicate on one attribute. `eq`, `ne`, `in` and `nin` compare text exactly; on lists, `eq` and `in` match if
 * any item does, `ne` and `nin` if none does. Missing values match `ne`, `nin` and `exists` false, nothing else. `exists` has the
 * single operand true or false. `gt`, `gte`, `lt` and `lte` have one operand and compare as orders do: text without regard to case
 * and accents. The system attributes `id` and `key` both mean the key.
 */
export interface Condition {
  readonly attribute: Attribute;
  readonly operator: Operator;
  readonly operands: readonly IndexValue[];
}

/**
 * One predicate. Entries of a content type match if its condition does; entries of types that are not listed match `otherwise`.
 * `system` conditions apply to every type.
 */
export type Predicate =
  | { readonly kind: 'system'; readonly condition: Condition }
  | {
      readonly kind: 'field';
      readonly byType: ReadonlyMap<number, Condition>;
      /** For entries of types without the field. */
      readonly otherwise: boolean;
    }
  | {
      /** Through a link: at least one entry that the field links to (in the same state and environment) meets the predicate. */
      readonly kind: 'through';
      /** The link field by content type. */
      readonly links: ReadonlyMap<number, FieldAttribute>;
      readonly target: Predicate;
    }
  | {
      /** At least one entry or asset that the field links to can be seen in the same state and environment; none, if that is not wanted. */
      readonly kind: 'sees';
      /** The link field by content type. Entries of other types see none. */
      readonly links: ReadonlyMap<number, FieldAttribute>;
      /** Whether some of the fields link to assets. */
      readonly toAssets: boolean;
      readonly wanted: boolean;
    }
  | { readonly kind: 'links_to'; readonly target: 'entry' | 'asset'; readonly key: string }
  | { readonly kind: 'keys'; readonly keys: readonly string[] };

/**
 * One step of an order. Text sorts without regard to case and accents, keys exactly; empty values sort last in either direction;
 * the key breaks ties, ascending.
 */
export interface OrderStep {
  /** The attribute by content type; a system attribute is the same for all. */
  readonly by:
    | { readonly kind: 'system'; readonly name: SystemAttribute }
    | { readonly kind: 'field'; readonly byType: ReadonlyMap<number, FieldAttribute> };
  readonly descending: boolean;
}

export interface EntryQuery {
  readonly environment: number;
  readonly state: QueryState;
  /** Whether archived entries are included in the drafts (the management list). */
  readonly withArchived: boolean;
  /** Only entries of this content type; null for all. */
  readonly contentType: number | null;
  /** Number of the locale in which fields are read. */
  readonly locale: number;
  readonly predicates: readonly Predicate[];
  readonly order: readonly OrderStep[];
  /** Only entries whose text in a searched locale matches. If it is by relevance, `order` applies within each rank. */
  readonly search?: SearchQuery;
  readonly skip: number;
  readonly limit: number;
  /** Starts after this position of the same query, where the previous page ended, instead of skipping. */
  readonly after?: PagePosition;
  /** How the query was last run, for the search for slow ones. */
  run?: QueryRun;
}

/**
 * The last part of a list, ordered by key: the entries that moved since its first page, in an order that edits change. The parts
 * before it are the ranks of a search by relevance, or one part for all.
 */
export const MOVED_PART = 3;

/** A lookup of entries by their keys. */
export interface KeyQuery {
  readonly environment: number;
  readonly state: QueryState;
  readonly withArchived: boolean;
  readonly keys: readonly string[];
}

/** The entries that exist in the state, in the order of the keys; archived ones only if the lookup includes them. */
export interface KeyResult<T = FoundEntry> {
  readonly entries: readonly T[];
  /** Revision of the environment that the result shows. */
  readonly revision: number;
}

/** One entry of a result: what is needed to fetch or find its rendered text. */
export interface FoundEntry {
  /** Row id. */
  readonly id: number;
  /** Version of the state. */
  readonly version: number;
  readonly key: string;
  readonly contentType: number;
  readonly publishedAt: number | null;
  /** The status of a draft; `published` for published states. */
  readonly status: string;
}

export interface QueryResult<T = FoundEntry> {
  readonly entries: readonly T[];
  /** Where the page ended; null if nothing follows. */
  readonly next: PagePosition | null;
  /** How many entries match in total. */
  readonly total: number;
  /** Revision of the environment that the result shows. */
  readonly revision: number;
}
