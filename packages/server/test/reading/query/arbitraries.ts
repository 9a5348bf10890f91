/** Random content and random queries, from few values so that they often meet. */
import fc from 'fast-check';
import type { IndexValue } from '../../../src/model/fields/field-type.ts';
import type {
  Attribute,
  Condition,
  EntryQuery,
  FieldAttribute,
  OrderStep,
  Predicate,
  SystemAttribute,
} from '../../../src/reading/query/query.ts';
import {
  ARTICLE,
  AUTHOR,
  CH,
  component,
  DE,
  EN,
  FIELD,
  INSIDE,
  type Setting,
  type Step,
  type Values,
} from './world.ts';

const keys = ['a', 'B', 'c1', 'd', 'e', 'F', 'g', 'h', 'i', 'j'];
const texts = ['', 'Äpfel', 'apfel', 'Zebra', 'zebra', '日本', 'ß', 'SS', 'o', 'Ö'];
const key = fc.constantFrom(...keys);
const text = fc.constantFrom(...texts);
const number = fc.constantFrom(-1, 0, 1, 2.5, 3);
const day = fc.constantFrom(0, 86_400_000);
const entryLink = key.map((target) => `entry:${target}`);
const assetLink = fc.constantFrom('asset:a', 'asset:x');
const localeNumber = fc.constantFrom(0, EN, DE, CH);

const localized = <T>(value: fc.Arbitrary<T>) => fc.dictionary(localeNumber.map(String), value, { maxKeys: 3 });
const plain = <T>(value: fc.Arbitrary<T>) => value.map((held) => ({ 0: held }));

const withParts = ['seo', 'ownSeo', 'blocks', 'ownBlocks'] as const;
const valuesInside: Readonly<Record<keyof typeof INSIDE, fc.Arbitrary<Record<string, unknown>>>> = {
  noindex: localized(fc.boolean()),
  words: localized(text),
  marks: localized(fc.array(text, { maxLength: 2 })),
  weight: plain(number),
};
const seo = fc.record(valuesInside, { requiredKeys: [] }).map((held) => component(byNumber(held, INSIDE)));
const blocks = fc.array(seo, { maxLength: 2 }).map((some) => some.map((one, at) => ({ id: `b${at}`, ...one })));

const valuesOfFields: Readonly<Record<keyof typeof FIELD, fc.Arbitrary<Record<string, unknown>>>> = {
  title: localized(text),
  rank: plain(number),
  featured: plain(fc.boolean()),
  day: plain(day),
  tags: localized(fc.array(text, { maxLength: 3 })),
  scores: plain(fc.array(number, { maxLength: 3 })),
  author: plain(entryLink),
  related: plain(fc.array(entryLink, { maxLength: 3 })),
  cover: plain(assetLink),
  body: plain(fc.constant(true)),
  seo: plain(seo),
  ownSeo: localized(seo),
  blocks: plain(blocks),
  ownBlocks: localized(blocks),
};

const values: fc.Arbitrary<Values> = fc
  .record(valuesOfFields, { requiredKeys: [] })
  .map((held) => byNumber(held, FIELD));

/** Values by the names of fields, as values by their numbers. */
function byNumber<N extends string>(
  held: { readonly [name in N]?: unknown },
  numbers: Readonly<Record<N, number>>,
): Values {
  const all = Object.entries(held) as [N, Values[string]][];
  return Object.fromEntries(all.map(([name, value]) => [numbers[name], value]));
}

/** One step of a write. */
export const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(
    'create',
    'create',
    'create',
    'update',
    'update',
    'publish',
    'publish',
    'publish',
    'unpublish',
    'archive',
    'delete',
  ),
  key,
  contentType: fc.constantFrom(ARTICLE, ARTICLE, AUTHOR),
  values,
});

const setting: fc.Arbitrary<Setting> = fc.record({
  localizedTitle: fc.boolean(),
  home: fc.constantFrom(null, EN, DE),
  chFallback: fc.constantFrom(null, DE, EN),
});

export type Event =
  | { readonly steps: readonly Step[] }
  /** An asset comes to be, or goes. */
  | { readonly asset: string }
  | { readonly setting: Setting; readonly kind: 'content_type' | 'locale' };

/** What one write does. */
export const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ steps: fc.array(step, { minLength: 1, maxLength: 3 }) }) },
  { weight: 2, arbitrary: fc.record({ steps: fc.array(step, { minLength: 10, maxLength: 30 }) }) },
  { weight: 2, arbitrary: fc.record({ asset: fc.constantFrom('a', 'x') }) },
  { weight: 2, arbitrary: fc.record({ setting, kind: fc.constantFrom('content_type' as const, 'locale' as const) }) },
);

/** The fields whose values are compared; those with components inside are only there or not. */
const operandsOfFields: Readonly<
  Record<Exclude<keyof typeof FIELD, (typeof withParts)[number]>, fc.Arbitrary<IndexValue>>
> = {
  title: text,
  rank: number,
  featured: fc.boolean(),
  day,
  tags: text,
  scores: number,
  author: entryLink,
  related: entryLink,
  cover: assetLink,
  body: fc.boolean(),
};

const operandsInside: Readonly<Record<keyof typeof INSIDE, fc.Arbitrary<IndexValue>>> = {
  noindex: fc.boolean(),
  words: text,
  marks: text,
  weight: number,
};

const sharedFields = ['title', 'rank', 'featured'] as const;

function condition(attribute: Attribute, operand: fc.Arbitrary<IndexValue>): fc.Arbitrary<Condition> {
  return fc
    .oneof(
      fc.record({
        operator: fc.constantFrom(
          'eq' as const,
          'ne' as const,
          'gt' as const,
          'gte' as const,
          'lt' as const,
          'lte' as const,
        ),
        operands: fc.tuple(operand),
      }),
      fc.record({
        operator: fc.constantFrom('in' as const, 'nin' as const),
        operands: fc.array(operand, { maxLength: 4 }),
      }),
      fc.record({ operator: fc.constant('exists' as const), operands: fc.tuple(fc.boolean()) }),
    )
    .map((asked) => ({ attribute, ...asked }));
}

/** Whether no value meets it, which is what entries of other types have. */
function isMetByNothing({ operator, operands: [first] }: Condition): boolean {
  return operator === 'ne' || operator === 'nin' || (operator === 'exists' && first === false);
}

function fieldAttribute(contentType: number, field: number): FieldAttribute {
  return { kind: 'field', contentType, field };
}

const systemOperands: Readonly<Record<SystemAttribute, fc.Arbitrary<IndexValue>>> = {
  id: key,
  key,
  status: fc.constantFrom('draft', 'published', 'changed', 'archived'),
  created_by: fc.constantFrom('usr_0', 'usr_1', 'usr_2'),
  updated_by: fc.constantFrom('usr_0', 'usr_1', 'usr_2'),
  created_at: fc.integer({ min: 0, max: 9 }).map((more) => 1_700_000_000_000 + more),
  updated_at: fc.integer({ min: 0, max: 9 }).map((more) => 1_700_000_000_000 + more),
  published_at: fc.integer({ min: 0, max: 9 }).map((more) => 1_700_000_000_000 + more),
};
const systemName = fc.constantFrom(...(Object.keys(systemOperands) as SystemAttribute[]));

const systemPredicate: fc.Arbitrary<Predicate> = systemName.chain((name) =>
  condition({ kind: 'system', name }, systemOperands[name]).map((asked) => ({
    kind: 'system' as const,
    condition: asked,
  })),
);

const fieldPredicate: fc.Arbitrary<Predicate> = fc
  .constantFrom(...(Object.keys(operandsOfFields) as (keyof typeof operandsOfFields)[]))
  .chain((name) =>
    condition(fieldAttribute(ARTICLE, FIELD[name]), operandsOfFields[name]).map((asked) => {
      const byType = new Map([[ARTICLE, asked]]);
      if (sharedFields.some((shared) => shared === name))
        byType.set(AUTHOR, { ...asked, attribute: fieldAttribute(AUTHOR, FIELD[name]) });
      return { kind: 'field' as const, byType, otherwise: isMetByNothing(asked) };
    }),
  );

const insidePredicate: fc.Arbitrary<Predicate> = fc
  .record({
    field: fc.constantFrom(FIELD.seo, FIELD.ownSeo),
    name: fc.constantFrom(...(Object.keys(INSIDE) as (keyof typeof INSIDE)[])),
  })
  .chain(({ field, name }) =>
    condition({ ...fieldAttribute(ARTICLE, field), inside: INSIDE[name] }, operandsInside[name]).map(ofArticles),
  );

const presencePredicate: fc.Arbitrary<Predicate> = fc
  .record({ name: fc.constantFrom(...withParts), wanted: fc.boolean() })
  .map(({ name, wanted }) =>
    ofArticles({ attribute: fieldAttribute(ARTICLE, FIELD[name]), operator: 'exists', operands: [wanted] }),
  );

/** A condition on a field that no other type has. */
function ofArticles(asked: Condition): Predicate {
  return { kind: 'field', byType: new Map([[ARTICLE, asked]]), otherwise: isMetByNothing(asked) };
}

const simplePredicate = fc.oneof(
  systemPredicate,
  { weight: 4, arbitrary: fieldPredicate },
  { weight: 2, arbitrary: insidePredicate },
  presencePredicate,
  fc.array(key, { maxLength: 4 }).map((asked): Predicate => ({ kind: 'keys', keys: asked })),
  fc.record({
    kind: fc.constant('links_to' as const),
    target: fc.constantFrom('entry' as const, 'asset' as const),
    key: fc.constantFrom('a', 'x', 'B'),
  }),
);

const seesPredicate = fc
  .record({ link: fc.constantFrom(FIELD.author, FIELD.related, FIELD.cover), wanted: fc.boolean() })
  .map(({ link, wanted }) => ({
    kind: 'sees' as const,
    links: new Map([[ARTICLE, fieldAttribute(ARTICLE, link)]]),
    toAssets: link === FIELD.cover,
    wanted,
  }));

const predicate: fc.Arbitrary<Predicate> = fc.oneof(
  { weight: 4, arbitrary: simplePredicate },
  { weight: 1, arbitrary: seesPredicate },
  {
    weight: 1,
    arbitrary: fc
      .record({ link: fc.constantFrom(FIELD.author, FIELD.related), target: simplePredicate })
      .map(({ link, target }) => ({
        kind: 'through' as const,
        links: new Map([[ARTICLE, fieldAttribute(ARTICLE, link)]]),
        target,
      })),
  },
);

const orderable = ['title', 'rank', 'featured', 'day', 'author'] as const;
const orderStep: fc.Arbitrary<OrderStep> = fc.record({
  by: fc.oneof(
    systemName.map((name) => ({ kind: 'system' as const, name })),
    fc.constantFrom(...orderable).map((name) => {
      const byType = new Map([[ARTICLE, fieldAttribute(ARTICLE, FIELD[name])]]);
      if (sharedFields.some((shared) => shared === name)) byType.set(AUTHOR, fieldAttribute(AUTHOR, FIELD[name]));
      return { kind: 'field' as const, byType };
    }),
  ),
  descending: fc.boolean(),
});

/** What an entry may be ordered by: of any attribute, or of another one. */
const sortValue = fc.oneof(
  fc.constantFrom(null, 'a', 'b', 'm', 'true', 'draft', 'entry:k1'),
  fc.integer({ min: -2, max: 20 }),
  fc.integer({ min: 0, max: 2_000_000_000_000 }),
);

/** A query, but for the environment. */
export const query: fc.Arbitrary<Omit<EntryQuery, 'environment'>> = fc
  .record({
    state: fc.constantFrom('published' as const, 'draft' as const),
    withArchived: fc.boolean(),
    contentType: fc.constantFrom(null, ARTICLE, ARTICLE, AUTHOR, 9),
    locale: fc.constantFrom(EN, DE, CH),
    // Most find something, so that there are pages.
    predicates: fc.oneof(
      { weight: 3, arbitrary: fc.array(predicate, { maxLength: 1 }) },
      { weight: 1, arbitrary: fc.array(predicate, { maxLength: 3 }) },
    ),
    order: fc.array(orderStep, { maxLength: 2 }),
    skip: fc.constantFrom(0, 1, 4),
    limit: fc.constantFrom(1, 3, 100),
    after: fc.option(fc.record({ id: key, values: fc.array(sortValue, { minLength: 2, maxLength: 2 }) }), {
      nil: undefined,
      freq: 2,
    }),
  })
  .map(({ after, ...asked }) => {
    if (after === undefined) return asked;
    const values = after.values.slice(0, asked.order.length);
    return { ...asked, after: { part: 0, values, id: after.id, since: null, seen: 0, passed: 3 } };
  });
