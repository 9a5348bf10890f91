/**
 * What `include` takes: the links to resolve, as far as three links deep, checked and completed on every level. It is written for
 * few instantiations: the test that counts them says how many.
 */
import type { AnyModel, FieldSet, TypeName } from './model.ts';

/** How many links are left. */
type Depth = 3 | 2 | 1;

/** The links of entries of a type, or of any of several. */
export type Include<M extends AnyModel, T extends TypeName<M>> = T extends unknown
  ? LinksOf<M, M['types'][T]['links'], 3>
  : never;

/** It takes the links alone, whose name is short where the compiler shows it in an error. */
type LinksOf<M extends AnyModel, L, D extends Depth> = { [K in keyof L]?: At<M, L[K], D> };

type At<M extends AnyModel, X, D extends Depth> = X extends { kind: infer K; to: infer T extends string }
  ? K extends 'component' | 'blocks'
    ? Inside<M, T, D> & object
    : true | Deeper<M, T, D>
  : never;

/** The links of a component count as those of the entry that it stands in. */
type Inside<M extends AnyModel, C extends string, D extends Depth> = C extends unknown
  ? LinksOf<M, M['components'][C]['links'], D>
  : never;

type Deeper<M extends AnyModel, T extends string, D extends Depth> = D extends 1
  ? never
  : T extends unknown
    ? LinksOf<M, M['types'][T]['links'], D extends 3 ? 2 : 1>
    : never;

/** What an include would be if each of its names was a link where it stands. Otherwise the include is not assignable to it. */
export type Exact<J, M extends AnyModel, L> = {
  [K in keyof J]: K extends KeyOf<L>
    ? J[K] extends true
      ? true
      : Exact<J[K], M, Below<M, ValueOf<L, K>>>
    : NoLinkHasTheName<K>;
};
/** Its name is what the compiler says of a link that there is not, beside one that there is. */
interface NoLinkHasTheName<K> {
  name: K;
}

type Below<M extends AnyModel, X> = X extends { kind: infer K; to: infer T }
  ? LinksAt<M[K extends 'component' | 'blocks' ? 'components' : 'types'], T>
  : never;
type LinksAt<N extends Record<string, FieldSet>, T> = T extends keyof N ? N[T]['links'] : never;
type KeyOf<X> = X extends unknown ? keyof X : never;
type ValueOf<X, K> = X extends unknown ? (K extends keyof X ? X[K] : never) : never;
