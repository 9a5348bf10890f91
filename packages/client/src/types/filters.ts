/** What `where` and `order` take, by field: the operators that the service knows for values of that type, through one link. */
import type { AnyModel, FieldSet, TypeModel, TypeName } from './model.ts';

/** Whether there is a value. */
export interface Existence {
  exists?: boolean;
}

/** Comparisons of values without an order. A value of its own means equality. */
export interface Equality<V> extends Existence {
  ne?: V;
  in?: readonly V[];
  nin?: readonly V[];
}

/** Comparisons of values with an order; texts ignore case and accents. */
export interface Comparison<V> extends Equality<V> {
  gt?: V;
  gte?: V;
  lt?: V;
  lte?: V;
}

/** The filter of a plain field; of a list that of its items. */
export type ValueFilter<V> = [V] extends [string | undefined]
  ? Compared<V>
  : [V] extends [number | undefined]
    ? Compared<V>
    : [V] extends [boolean | undefined]
      ? boolean | Equality<boolean>
      : [V] extends [(infer I extends string | number)[] | undefined]
        ? Compared<I>
        : Existence;

type Compared<V> = NonNullable<V> | Comparison<NonNullable<V>>;

/** A filter by the entries that a link leads to; `id` takes ids and keys. */
export interface TargetFilter<T> extends Equality<string> {
  id?: string | Equality<string>;
  content_type?: T | Equality<T>;
}

/** A filter by the asset that a link leads to. */
export interface AssetTargetFilter extends Equality<string> {
  id?: string | Equality<string>;
}

type Values<F> = { [K in keyof F]?: ValueFilter<F[K]> };

/** What fields that lead elsewhere are asked where a filter goes no further. */
type Ends<L> = { [K in keyof L]?: EndFilter<L[K]> };
type EndFilter<X> = X extends { kind: 'entry' | 'entries' | 'asset' | 'assets' }
  ? string | Equality<string>
  : Existence;

type Through<M extends AnyModel, L> = { [K in keyof L]?: LinkFilter<M, L[K]> };
type LinkFilter<M extends AnyModel, X> = X extends { kind: infer K extends LinkKind; to: infer T extends string }
  ? LinkFilters<M, T>[K]
  : never;

interface LinkFilters<M extends AnyModel, T extends string> {
  entry: string | FilterOfTarget<M, T>;
  entries: string | FilterOfTarget<M, T>;
  asset: string | AssetTargetFilter;
  assets: string | AssetTargetFilter;
  text: Existence;
  component: Beside<Existence, M['components'][T]>;
  blocks: Existence;
}
type LinkKind = keyof LinkFilters<AnyModel, never>;

/** A field that is named like an operator is filtered by operators of its own: a plain value is an operand. */
type Beside<Own, N extends FieldSet> = [keyof Own & (keyof N['fields'] | keyof N['links'])] extends [never]
  ? Own & FilterInside<N>
  : Merged<Own, FilterInside<N>>;
type Merged<Own, F> = Omit<Own, keyof F> & {
  [K in keyof F]: K extends keyof Own ? Own[K] | Extract<F[K], object> : F[K];
};

type FilterInside<N extends FieldSet> = Values<N['fields']> & Ends<N['links']>;

type FilterOfTarget<M extends AnyModel, T extends string> =
  T extends TypeName<M> ? Beside<TargetFilter<T>, M['types'][T]> : never;

/** What `where` takes: an entry must match all of it. */
export type Where<M extends AnyModel, T extends TypeName<M>> = Values<M['types'][T]['fields']> &
  Through<M, M['types'][T]['links']>;

type OrderName<N extends TypeModel> = N['order'] | 'published_at' | 'created_at' | 'updated_at' | 'slug' | 'id';

/** What `order` takes: a name, with `-` in front for descending. */
export type Order<N extends TypeModel> = OrderName<N> | `-${OrderName<N>}`;

/** What `where` takes of assets. */
export interface AssetWhere {
  /** `image/png`, or `image/*` for every image. */
  mime_type?: string;
}

type AssetOrderName = 'created_at' | 'updated_at' | 'id';
export type AssetOrder = AssetOrderName | `-${AssetOrderName}`;
