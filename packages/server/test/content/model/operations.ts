/** The operations of the model test, as they are generated. Numbers in one pick among what exists when it is its turn. */
import fc from 'fast-check';

export const KEYS = 6;
export const SLUGS = ['red', 'green', 'alpha', 'beta'] as const;
export const WORDS = ['alpha', 'beta', 'gamma', 'Delta'] as const;

/** One field value that is generated: `none` removes. */
export interface Piece {
  readonly field: number;
  readonly locale: number;
  readonly value: number;
  readonly none: boolean;
}

/** Which entry: one that is there, or with `stray` whatever has the key. */
export interface Chosen {
  readonly key: number;
  readonly stray: boolean;
}

export type Operation =
  | { readonly kind: 'nothing' }
  | {
      readonly kind: 'create' | 'put';
      readonly type: number;
      readonly key: number;
      /** Word of the title; over the last one there is none. */
      readonly title: number;
      readonly pieces: readonly Piece[];
      readonly slug: number | null;
    }
  | (Chosen & { readonly kind: 'patch'; readonly pieces: readonly Piece[]; readonly slug: number | null })
  | (Chosen & { readonly kind: 'act'; readonly action: (typeof ACTIONS)[number] })
  | { readonly kind: 'rename' | 'show'; readonly type: number; readonly field: number; readonly name: number }
  | {
      readonly kind: 'hide' | 'retype' | 'flip';
      readonly type: number;
      readonly field: number;
      readonly confirm: boolean;
    }
  | { readonly kind: 'addLocale'; readonly code: number; readonly fallback: number | null }
  | { readonly kind: 'fallback'; readonly locale: number; readonly fallback: number | null }
  | { readonly kind: 'dropLocale'; readonly locale: number; readonly confirm: boolean };

export const ACTIONS = [
  'publish',
  'publish',
  'publish',
  'publish',
  'unpublish',
  'unpublish',
  'archive',
  'unarchive',
  'unarchive',
  'delete',
] as const;

const small = (max: number) => fc.integer({ min: 0, max });
const maybe = (max: number) => fc.option(small(max), { nil: null, freq: 6 });
const pieces = fc.array(
  fc.record({
    field: small(9),
    locale: small(3),
    value: small(9),
    none: fc.integer({ min: 0, max: 5 }).map((n) => n === 5),
  }),
  { maxLength: 4 },
);
const type = fc.constantFrom(0, 0, 1);
const key = small(KEYS - 1);
/** Most operations are on entries that are there. */
const stray = fc.integer({ min: 0, max: 14 }).map((n) => n === 14);

/** Any operation; what fails shrinks towards doing nothing. */
export const operation: fc.Arbitrary<Operation> = fc.oneof(
  { withCrossShrink: true },
  { weight: 1, arbitrary: fc.constant<Operation>({ kind: 'nothing' }) },
  {
    weight: 14,
    arbitrary: fc.record({
      kind: fc.constantFrom('create' as const, 'put' as const),
      type,
      key,
      title: small(WORDS.length),
      pieces,
      slug: fc.option(small(3), { nil: null, freq: 2 }),
    }),
  },
  {
    weight: 14,
    arbitrary: fc.record({
      kind: fc.constant('patch' as const),
      key,
      stray,
      pieces,
      slug: fc.option(small(3), { nil: null, freq: 2 }),
    }),
  },
  {
    weight: 20,
    arbitrary: fc.record({ kind: fc.constant('act' as const), key, stray, action: fc.constantFrom(...ACTIONS) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('rename' as const, 'show' as const, 'show' as const),
      type,
      field: small(9),
      name: small(5),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom('hide' as const, 'retype' as const, 'flip' as const),
      type,
      field: small(9),
      confirm: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('addLocale' as const), code: small(2), fallback: maybe(3) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('fallback' as const), locale: small(3), fallback: maybe(3) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('dropLocale' as const), locale: small(3), confirm: fc.boolean() }),
  },
);

/** What is picked by a generated number. */
export function pick<T>(among: readonly T[], number: number): T {
  const picked = among[number % among.length];
  if (picked === undefined) throw new Error('There is nothing to pick from.');
  return picked;
}
