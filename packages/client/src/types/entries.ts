/**
 * Entries as a query gives them. `I` says which links are resolved, `R` which of them are required, and `O` how the query reads
 * otherwise. Most read in the usual way, so that way is the short one, and the compiler decides it once for each set of fields.
 */
import type { AnyModel, FieldSet, TypeName } from './model.ts';
import type { RichText } from './rich-text.ts';
import type { Asset, AssetLink, EntryLink } from './values.ts';

/** How a query reads. */
export interface Reading {
  /** Whether drafts are shown, in which anything may be missing. */
  draft: boolean;
  /** Names of the selected fields, `author.name` for one of what a link leads to; null for all. */
  select: string | null;
  /** The locales of the maps in which values stand; `never` for plain values of one locale. */
  locales: string;
  /** Whether required values may be missing, as the locale has not to have them. */
  sparse: boolean;
  /** Whether a component stands in a map by locale already: then there is none inside of it. */
  local: boolean;
}

/** All that is published, in one locale. */
export interface Published extends Reading {
  draft: false;
  select: null;
  locales: never;
  sparse: false;
  local: false;
}

/** All drafts, in one locale. */
export interface Drafts extends Reading {
  draft: true;
  select: null;
  locales: never;
  sparse: false;
  local: false;
}

/** No link is resolved. */
// biome-ignore lint/complexity/noBannedTypes: an object type without keys, as every include is
export type NoLinks = {};

/** An entry of a content type, or of any of several, with the links in `I` resolved: `Entry<Model, 'article', { author: true }>`. */
export type Entry<
  M extends AnyModel,
  T extends TypeName<M>,
  I = NoLinks,
  O extends Reading = Published,
  R extends string = never,
> = T extends unknown ? (O['draft'] extends true ? DraftEntry<M, T, I, O, R> : PublishedEntry<M, T, I, O, R>) : never;

/** An entry as visitors see it. */
export interface PublishedEntry<M extends AnyModel, T extends TypeName<M>, I, O extends Reading, R extends string> {
  id: string;
  content_type: T;
  /** In the requested locale; null if the type has no slug field. */
  slug: string | null;
  published_at: string;
  fields: Fields<M, M['types'][T], I, O, R>;
  /** The links themselves, of the fields that are included. */
  links: RawLinks<M, M['types'][T], I, O>;
}

/** An entry as its editors see it. */
export interface DraftEntry<M extends AnyModel, T extends TypeName<M>, I, O extends Reading, R extends string>
  extends Omit<PublishedEntry<M, T, I, O, R>, 'published_at'> {
  published_at: string | null;
  status: 'draft' | 'published' | 'changed';
}

/** A component as it stands in a field. */
export interface Component<M extends AnyModel, C extends string, I = NoLinks, O extends Reading = Published> {
  fields: FieldsInside<M, M['components'][C], I, O>;
  /** The links themselves, where some are included. */
  links?: RawLinksInside<M, M['components'][C], I, O>;
}

/** A component as it stands in a list of blocks. */
export interface BlockOf<M extends AnyModel, C extends string, I, O extends Reading> extends Component<M, C, I, O> {
  /** Unique in its list; the block keeps it. */
  id: string;
  type: C;
}

/** A block of a component, or of any of several: `Block<Model, 'hero' | 'quote'>`. */
export type Block<M extends AnyModel, C extends string, I = NoLinks, O extends Reading = Published> = C extends unknown
  ? BlockOf<M, C, I, O>
  : never;

type Fields<M extends AnyModel, N extends FieldSet, I, O extends Reading, R extends string> = O extends Published
  ? N['fields'] & Linked<M, N['links'], I, O> & Needed<M, N, I, O, R>
  : OtherFields<M, N, I, O, R>;

type FieldsInside<M extends AnyModel, N extends FieldSet, I, O extends Reading> = O extends Published
  ? N['fields'] & Linked<M, N['links'], I, O>
  : OtherFieldsInside<M, N, I, O>;

type Linked<M extends AnyModel, L, I, O extends Reading> = {
  [K in keyof L]: K extends keyof I ? Resolved<M, L[K], I[K], O> : Raw<M, L[K], O>;
};

/** What is required is there, and leads somewhere. */
type Needed<M extends AnyModel, N extends FieldSet, I, O extends Reading, R extends string> = [R] extends [never]
  ? unknown
  : {
      [K in R & keyof N['links']]: NonNullable<
        K extends keyof I ? Resolved<M, N['links'][K], I[K], O> : Raw<M, N['links'][K], O>
      >;
    };

interface RawShapes<M extends AnyModel, T extends string, O extends Reading> {
  entry: EntryLink<T>;
  entries: EntryLink<T>[];
  asset: AssetLink;
  assets: AssetLink[];
  text: RichText<EntryLink<T>>;
  component: Component<M, T, NoLinks, O>;
  blocks: Block<M, T, NoLinks, O>[];
}

interface ResolvedShapes<M extends AnyModel, T extends string, I, O extends Reading> {
  entry: Entry<M, T & TypeName<M>, I, O> | null;
  entries: Entry<M, T & TypeName<M>, I, O>[];
  asset: AssetIn<O> | null;
  assets: AssetIn<O>[];
  text: RichText<Entry<M, T & TypeName<M>, I, O> | null, AssetIn<O> | null>;
  component: Component<M, T, I, O>;
  blocks: Block<M, T, I, O>[];
}

type Kind = keyof RawShapes<AnyModel, never, Published>;
type Raw<M extends AnyModel, X, O extends Reading> = X extends {
  kind: infer K extends Kind;
  to: infer T extends string;
}
  ? RawShapes<M, T, O>[K]
  : never;
type Resolved<M extends AnyModel, X, I, O extends Reading> = X extends {
  kind: infer K extends Kind;
  to: infer T extends string;
}
  ? ResolvedShapes<M, T, I, O>[K]
  : never;

type RawLinks<M extends AnyModel, N extends FieldSet, I, O extends Reading> = {
  [K in keyof N['links'] as LinkName<N['links'][K], K, keyof I>]?: InLocales<Raw<M, N['links'][K], O>, O['locales']>;
};
type RawLinksInside<M extends AnyModel, N extends FieldSet, I, O extends Reading> = {
  [K in keyof N['links'] as LinkName<N['links'][K], K, keyof I>]?: InLocales<
    Raw<M, N['links'][K], O>,
    LocalesInside<O, K, N['localized']>
  >;
};
/** Components are no links: theirs stand in themselves. */
type LinkName<X, K, Included> = K extends Included ? (X extends { kind: 'component' | 'blocks' } ? never : K) : never;

type AssetIn<O extends Reading> = [O['locales']] extends [never] ? Asset : Asset<{ [C in O['locales']]?: string }>;

// What is read in another way: drafts, some of the fields, all locales.

type OtherFields<M extends AnyModel, N extends FieldSet, I, O extends Reading, R extends string> = Shown<
  {
    [K in keyof N['fields'] as Selected<K, O['select']>]: InLocales<Value<N['fields'][K], O>, O['locales']>;
  } & {
    [K in keyof N['links'] as Selected<K, O['select']>]: InLocales<
      OtherLink<M, N['links'][K], K, I, Below<O, K, K extends N['localized'] ? true : false>>,
      O['locales']
    >;
  },
  O
> &
  ([O['locales']] extends [never] ? Needed<M, N, I, O, R & SelectedNames<O['select']>> : unknown);

type OtherFieldsInside<M extends AnyModel, N extends FieldSet, I, O extends Reading> = Shown<
  {
    [K in keyof N['fields']]: InLocales<Value<N['fields'][K], O>, LocalesInside<O, K, N['localized']>>;
  } & {
    [K in keyof N['links']]: InLocales<
      OtherLink<
        M,
        N['links'][K],
        K,
        I,
        Below<O, K, O['local'] extends true ? true : K extends N['localized'] ? true : false>
      >,
      LocalesInside<O, K, N['localized']>
    >;
  },
  O
>;

type LocalesInside<O extends Reading, K, Localized> = O['local'] extends true
  ? never
  : K extends Localized
    ? O['locales']
    : never;

type OtherLink<M extends AnyModel, X, K, I, O extends Reading> = K extends keyof I
  ? Resolved<M, X, I[K], O>
  : Raw<M, X, O>;

type InLocales<V, L extends string> = [L] extends [never] ? V : { [C in L]?: V };
type Shown<F, O extends Reading> = true extends O['draft'] | O['sparse'] ? Partial<F> : F;
type Value<V, O extends Reading> = O['draft'] extends true ? Wide<V> : V;
/** Drafts were saved by other rules than those of now, so that each text may be there. */
type Wide<V> = V extends string
  ? string
  : V extends number
    ? number
    : V extends (infer I extends string | number)[]
      ? Wide<I>[]
      : V;

type SelectedNames<S> = [S] extends [null] ? string : Head<S>;
type Selected<K, S> = S extends null ? K : K extends Head<S> ? K : never;
type Head<S> = S extends `${infer H}.${string}` ? H : S;

/** How what a field holds is read: of what a link leads to all is selected, unless the selection says more. */
interface Below<O extends Reading, K, P extends boolean> extends Reading {
  draft: O['draft'];
  select: SelectedBelow<O['select'], K>;
  locales: O['locales'];
  sparse: O['sparse'];
  local: P;
}
type SelectedBelow<S, K> = [S] extends [null] ? null : AllIfNone<Rest<S, K>>;
type Rest<S, K> = K extends string ? (S extends `${K}.${infer B}` ? B : never) : never;
type AllIfNone<S> = [S] extends [never] ? null : S;
