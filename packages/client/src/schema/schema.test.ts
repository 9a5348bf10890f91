/** Types as code: what they are to the service, and what is said where one is wrong. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  blocks,
  component,
  defineComponent,
  defineType,
  type EntryType,
  entry,
  type Field,
  integer,
  list,
  modelOf,
  richText,
  slug,
  string,
} from '../schema.ts';

const hero = defineComponent('hero', { name: 'Hero', fields: { text: string() } });
const article = defineType('article', {
  name: 'Article',
  display: 'title',
  slug: 'slug',
  fields: {
    title: string({ required: true, localized: true, max: 80, previously: ['kicker', 'headline'] }),
    slug: slug(),
    rating: integer({ min: 1, max: 5 }),
    author: entry(() => author),
    related: list(
      entry(() => [article, author]),
      { max: 3 },
    ),
    body: richText({ marks: ['bold'], links: () => author }),
    seo: component(() => hero),
    blocks: blocks(() => [hero]),
  },
});
const author: EntryType = defineType('author', { name: 'Author', fields: { best: entry(() => article) } });

it('is the JSON that the service takes', () => {
  const [first] = modelOf([article, author, hero]);
  assert.deepEqual(first, {
    api_id: 'article',
    kind: 'entry',
    name: 'Article',
    display_field: 'title',
    slug_field: 'slug',
    fields: [
      {
        id: 'title',
        type: 'string',
        previous_id: 'headline',
        former_ids: ['kicker', 'headline'],
        required: true,
        localized: true,
        validations: { max_length: 80 },
      },
      { id: 'slug', type: 'slug', former_ids: [] },
      { id: 'rating', type: 'integer', former_ids: [], validations: { min: 1, max: 5 } },
      { id: 'author', type: 'entry', former_ids: [], validations: { content_types: ['author'] } },
      {
        id: 'related',
        type: 'array',
        former_ids: [],
        items: { type: 'entry', validations: { content_types: ['article', 'author'] } },
        validations: { max_items: 3 },
      },
      { id: 'body', type: 'rich_text', former_ids: [], validations: { marks: ['bold'], content_types: ['author'] } },
      { id: 'seo', type: 'component', former_ids: [], component: 'hero' },
      { id: 'blocks', type: 'blocks', former_ids: [], components: ['hero'] },
    ],
  });
});

/** What plain JavaScript may hand over. */
const wrong =
  (fields: object, more: object = {}) =>
  () =>
    modelOf([
      defineType('page', { name: 'Page', ...more, fields: fields as Record<string, Field> }),
      article,
      author,
      hero,
    ]);

const refusals: [what: string, make: () => unknown, message: RegExp][] = [
  [
    'a setting that there is not',
    wrong({ n: integer({ pattern: 'a' } as object) }),
    /^page\.n: integer\(\) takes no "pattern"; it takes name,/,
  ],
  [
    'what only some fields have',
    wrong({ n: list(string(), { unique: true } as object) }),
    /^page\.n: list\(\) takes no "unique"/,
  ],
  [
    'settings of items that are those of the list',
    wrong({ n: list(string({ required: true })) }),
    /^page\.n: string\(\) inside of list\(\)/,
  ],
  [
    'items that lists do not have',
    wrong({ n: list(slug() as never) }),
    /^page\.n: give list\(\) its items as one of string\(\)/,
  ],
  ['what is no field', wrong({ n: { type: 'strng' } }), /^page\.n: make the field with one of string\(\)/],
  ['an id of a field', wrong({ '2n': string() }), /^page\.2n: the id of a field/],
  [
    'types without a function',
    wrong({ n: entry(article as never) }),
    /^page\.n: give entry\(\) its types as a function/,
  ],
  ['a type that is none', wrong({ n: entry(() => 5 as never) }), /^page\.n: one of the types that it names is no/],
  ['a component as an entry', wrong({ n: entry(() => hero as never) }), /^page\.n: "hero" is made by defineComponent/],
  ['a type that is not exported', () => modelOf([article, hero]), /^article\.author: "author" is not among the types/],
  [
    'a display that is no field',
    wrong({ n: string() }, { display: 'm' }),
    /^page\.display: there is no field "m"; the fields are n/,
  ],
  ['a slug that is none', wrong({ n: string() }, { slug: 'n' }), /^page\.slug: "n" is made by string\(\)/],
  ['a setting of types that there is not', wrong({ n: string() }, { title: 'n' }), /^page: a type takes no "title"/],
];

for (const [what, make, message] of refusals)
  it(`refuses ${what}, by type and field`, () => assert.throws(make, (error: Error) => message.test(error.message)));

it('refuses two types of one id', () => {
  const twin = defineType('author', { name: 'Author', fields: {} });
  assert.throws(() => modelOf([article, author, hero, twin]), /^TypeError: author: there are two types of this id/);
});
