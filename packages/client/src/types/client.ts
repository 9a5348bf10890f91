/** The client as sites see it, with the types of one model. */
import type { Drafts, Entry, NoLinks, Published, Reading } from './entries.ts';
import type { AssetOrder, AssetWhere, Order, Where } from './filters.ts';
import type { Exact, Include } from './include.ts';
import type { AnyModel, TypeModel, TypeName } from './model.ts';
import type { Asset } from './values.ts';

/** How a request is made. */
export interface RequestOptions {
  /** Ends the request for this caller; the result is then refused with the reason of the signal. */
  signal?: AbortSignal;
}

/** A page of a list. */
export interface Page<Item> {
  items: Item[];
  /** How many items the whole list has. */
  total: number;
  /** Where the next page begins, for `after`; null on the last one. */
  next: string | null;
  /** What the page depends on (`Cache-Tag`), to be cached under. */
  tags: string[];
  /** The state of the content that it shows, for `atLeast`. */
  revision: number;
}

/** What every list can do. Each call gives a new query and leaves the one before as it is. */
export interface List<Item> extends AsyncIterable<Item> {
  /** One page. */
  list(options?: RequestOptions): Promise<Page<Item>>;
  /** The first item; null where there is none. */
  first(options?: RequestOptions): Promise<Item | null>;
}

/** What the queries of entries and assets have in common. */
export interface Query<Self> {
  /** Items of a page, 100 if not given. */
  limit(items: number): Self;
  /** The page that begins where `next` of the page before says. */
  after(next: string | null): Self;
  /** Only what has all of the words, best first. */
  search(words: string): Self;
  /** Shows this revision or a later one. */
  atLeast(revision: number): Self;
  /** Any parameter of the service, as its reference names it. */
  param(name: string, value: string | number | boolean): Self;
}

/** A query for entries of one content type. */
export interface EntryQuery<
  M extends AnyModel,
  T extends TypeName<M>,
  O extends Reading,
  I = NoLinks,
  R extends string = never,
> extends List<Entry<M, T, I, O, R>>,
    Query<EntryQuery<M, T, O, I, R>> {
  /** Only entries that match all of it; where it is called again, they match that too. */
  where(filter: Where<M, T>): EntryQuery<M, T, O, I, R>;
  /** Resolves links, as far as three deep: `{ author: { photo: true } }`. */
  include<const J extends Include<M, T>>(links: J & Exact<J, M, M['types'][T]['links']>): EntryQuery<M, T, O, J, R>;
  /** Only entries whose links in these fields lead to something that can be seen. */
  require<K extends keyof M['types'][T]['links'] & string>(...links: K[]): EntryQuery<M, T, O, I, R | K>;
  /** Sorts: `'-published_at', 'title'`. */
  order(...by: Order<M['types'][T]>[]): EntryQuery<M, T, O, I, R>;
  /** Only these fields, `author.name` for one of what a link leads to. */
  select<K extends Selectable<M, M['types'][T]>>(...names: K[]): EntryQuery<M, T, Selecting<O, K>, I, R>;
  /** Values in this locale, or along its fallback; `*`: maps by locale, without fallback. */
  locale<C extends M['locale'] | '*'>(code: C): EntryQuery<M, T, InLocale<M, O, C>, I, R>;
}

/** Where each required value is there, a locale changes nothing about the types. */
type InLocale<M extends AnyModel, O extends Reading, C> = C extends '*'
  ? InAllLocales<O, M['locale']>
  : C extends M['sparse']
    ? InSparse<O>
    : O;

/** How one entry is read. */
type ReadIn<M extends AnyModel, O extends Reading, C, K extends string> = [K] extends [never]
  ? OneIn<M, O, C>
  : OneIn<M, Selecting<O, K>, C>;
type OneIn<M extends AnyModel, O extends Reading, C> = [C] extends [never] ? O : InLocale<M, O, C>;

interface InSparse<O extends Reading> extends Reading {
  draft: O['draft'];
  select: O['select'];
  locales: never;
  sparse: true;
  local: false;
}

interface Selecting<O extends Reading, K extends string> extends Reading {
  draft: O['draft'];
  select: K;
  locales: O['locales'];
  sparse: O['sparse'];
  local: false;
}

interface InAllLocales<O extends Reading, L extends string> extends Reading {
  draft: O['draft'];
  select: O['select'];
  locales: L;
  sparse: false;
  local: false;
}

type Selectable<M extends AnyModel, N extends TypeModel> =
  | (string & (keyof N['fields'] | keyof N['links']))
  | SelectableBehind<M, N['links']>;
/** An entry may be of any of several types, and each shows what it has of a selection. */
type SelectableOf<M extends AnyModel, T extends TypeName<M>> = T extends unknown ? Selectable<M, M['types'][T]> : never;
type SelectableBehind<M extends AnyModel, L> = {
  [K in keyof L & string]-?: L[K] extends { kind: 'entry' | 'entries'; to: infer T } | undefined
    ? `${K}.${FieldName<M, T>}`
    : never;
}[keyof L & string];
type FieldName<M extends AnyModel, T> =
  T extends TypeName<M> ? string & (keyof M['types'][T]['fields'] | keyof M['types'][T]['links']) : never;

/** A query for assets. */
export interface AssetQuery<M extends AnyModel, Item = Asset> extends List<Item>, Query<AssetQuery<M, Item>> {
  /** `{ mime_type: 'image/*' }` */
  where(filter: AssetWhere): AssetQuery<M, Item>;
  order(by: AssetOrder): AssetQuery<M, Item>;
  locale<C extends M['locale'] | '*'>(code: C): AssetQuery<M, '*' extends C ? AssetInAll<M> : Asset>;
}

type AssetInAll<M extends AnyModel> = Asset<{ [L in M['locale']]?: string }>;

/** How one asset is read. */
export interface AssetOptions<C extends string> extends RequestOptions {
  /** `*`: texts as maps by locale. */
  locale?: C;
  /** Shows this revision or a later one. */
  atLeast?: number;
}

/** How one entry is read. */
export interface EntryOptions<T extends string, C extends string, K extends string = never> extends AssetOptions<C> {
  /** Its content type. An entry of another one counts as not found. */
  type?: T;
  /** Only these fields, `author.name` for one of what a link leads to. */
  select?: readonly K[];
}

/** Reads one environment of a space. */
export interface Client<M extends AnyModel, O extends Reading = Published> {
  /** Entries of a content type. */
  entries<T extends TypeName<M>>(type: T): EntryQuery<M, T, O>;
  /** An entry by id or key; null if it cannot be seen. A wrong space or environment is a LecternError. */
  entry<T extends TypeName<M> = TypeName<M>, C extends M['locale'] | '*' = never, K extends SelectableOf<M, T> = never>(
    id: string,
    options?: EntryOptions<T, C, K>,
  ): Promise<Entry<M, T, NoLinks, ReadIn<M, O, C, K>> | null>;
  /** The same with links resolved, as far as three deep. */
  entry<
    T extends TypeName<M>,
    const J extends Include<M, T>,
    C extends M['locale'] | '*' = never,
    K extends SelectableOf<M, T> = never,
  >(
    id: string,
    options: EntryOptions<T, C, K> & { include: J & Exact<J, M, M['types'][T]['links']> },
  ): Promise<Entry<M, T, J, ReadIn<M, O, C, K>> | null>;
  /** Assets. */
  assets(): AssetQuery<M>;
  /** An asset by id or key; null if there is none. */
  asset<C extends M['locale'] | '*' = never>(
    id: string,
    options?: AssetOptions<C>,
  ): Promise<('*' extends C ? AssetInAll<M> : Asset) | null>;
}

/** Reads drafts: anything may be missing, and entries have a `status`. */
export type PreviewClient<M extends AnyModel> = Client<M, Drafts>;

/** What a query or a page has: `ItemOf<typeof query>`. */
export type ItemOf<Q> = Q extends List<infer Item> | Page<infer Item> ? Item : never;

/** What the client uses of `fetch`. */
export type Fetch = (url: string, init: { headers: Record<string, string>; signal: AbortSignal }) => Promise<Response>;

/** Where the content is, and how it is read. */
export interface ClientOptions {
  /** Address of the service: `https://cms.example.com`. */
  url: string;
  /** Id of the space. */
  space: string;
  /** Name or alias of the environment, `master` if not given. */
  environment?: string;
  /** A delivery key, or for drafts a preview key. It is sent in the header `Authorization` alone. */
  token: string;
  /** Whether the key reads drafts. */
  preview?: boolean;
  /** Used instead of the global one: to be cached by a framework, or watched. */
  fetch?: Fetch;
  /** How long a call may take with all of its tries, 10 s if not given. */
  timeoutMs?: number;
}
