/** What each query string of an entry list means, and how invalid ones are rejected. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Violation } from '../../../../contract/src/violations.ts';
import { Model } from '../../model/content-types/model.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { writeCursor } from '../../platform/http/cursor.ts';
import { CODE, DE, EN, ENVIRONMENT, magazine } from '../delivery/fixtures.ts';
import type { ReadPlane } from '../delivery/view.ts';
import type { EntryQuery, Predicate } from '../query/query.ts';
import { type EntryListQuery, readEntryList } from './entry-list.ts';

const model = magazine();
const ARTICLE = 1;
const AUTHOR = 2;
const PAGE = 3;

function read(search: string, plane: ReadPlane = 'delivery'): EntryListQuery {
  return readEntryList(search, model, plane);
}

function predicates(search: string, plane: ReadPlane = 'delivery'): readonly Predicate[] {
  return read(search, plane).entries.predicates;
}

function violations(search: string, plane: ReadPlane = 'delivery'): readonly Violation[] {
  try {
    read(search, plane);
  } catch (error) {
    assert.ok(error instanceof DomainError && error.code === 'validation_failed', String(error));
    return error.extra.errors as Violation[];
  }
  return assert.fail(`${search} is not refused`);
}

/** A short form of a predicate on fields: the condition for each type, and the result for the others. */
function onField(otherwise: boolean, ...conditions: readonly (readonly [number, number, string, ...unknown[]])[]) {
  const byType = conditions.map(([contentType, field, operator, ...operands]) => [
    contentType,
    { attribute: { kind: 'field', contentType, field }, operator, operands },
  ]);
  return { kind: 'field', byType: new Map(byType as [number, unknown][]), otherwise };
}

const onSystem = (name: string, operator: string, ...operands: readonly unknown[]) => ({
  kind: 'system',
  condition: { attribute: { kind: 'system', name }, operator, operands },
});

function sees(wanted: boolean, toAssets: boolean, ...fields: readonly (readonly [number, number])[]) {
  const links = fields.map(([contentType, field]) => [contentType, { kind: 'field', contentType, field }] as const);
  return { kind: 'sees', links: new Map(links), toAssets, wanted };
}

const NOON = Date.parse('2026-11-21T12:00:00Z');

/** Query string → its predicates. */
const filters: readonly (readonly [string, ...unknown[]])[] = [
  [''],
  ['fields.title=A', onField(false, [ARTICLE, 1, 'eq', 'A'], [PAGE, 1, 'eq', 'A'])],
  ['content_type=page&fields.title=A', onField(false, [PAGE, 1, 'eq', 'A'])],
  ['fields.name=A+B%20%C3%A4', onField(false, [AUTHOR, 1, 'eq', 'A B ä'])],
  ['fields.name=', onField(false, [AUTHOR, 1, 'eq', ''])],
  ['fields.name=a,b', onField(false, [AUTHOR, 1, 'eq', 'a,b'])],
  ['fields.name[in]=a%5C,b,c%5Cd,e', onField(false, [AUTHOR, 1, 'in', 'a,b', 'c\\d', 'e'])],
  ['fields.name=a%5C,b', onField(false, [AUTHOR, 1, 'eq', 'a\\,b'])],
  ['fields.name[ne]=a%5C,b', onField(true, [AUTHOR, 1, 'ne', 'a\\,b'])],
  ['fields.name%5Bin%5D=a,b', onField(false, [AUTHOR, 1, 'in', 'a', 'b'])],
  ['fields.name[nin]=a,b', onField(true, [AUTHOR, 1, 'nin', 'a', 'b'])],
  ['fields.name[ne]=a,b', onField(true, [AUTHOR, 1, 'ne', 'a,b'])],
  ['fields.name[exists]=true', onField(false, [AUTHOR, 1, 'exists', true])],
  ['fields.name[exists]=false', onField(true, [AUTHOR, 1, 'exists', false])],
  ['fields.extra[exists]=false', onField(true, [ARTICLE, 9, 'exists', false])],
  ['fields.name[gte]=m', onField(false, [AUTHOR, 1, 'gte', 'm'])],
  ['fields[name]=A', onField(false, [AUTHOR, 1, 'eq', 'A'])],
  ['fields%5Bname%5D%5Bgte%5D=m', onField(false, [AUTHOR, 1, 'gte', 'm'])],
  ['fields[name[gte]]=m', onField(false, [AUTHOR, 1, 'gte', 'm'])],
  ['fields.tags=red', onField(false, [ARTICLE, 5, 'eq', 'red'])],
  [
    'fields.tags=red&fields.tags=sea',
    onField(false, [ARTICLE, 5, 'eq', 'red']),
    onField(false, [ARTICLE, 5, 'eq', 'sea']),
  ],
  ['content_type=article&fields.rating[gt]=2.5', onField(false, [ARTICLE, 6, 'gt', 2.5])],
  ['fields.rating=2.50', onField(false, [ARTICLE, 6, 'eq', 2.5], [AUTHOR, 2, 'eq', '2.50'])],
  ['fields.rating=good', onField(false, [AUTHOR, 2, 'eq', 'good'])],
  ['fields.rating[ne]=good', onField(true, [AUTHOR, 2, 'ne', 'good'])],
  ['fields.rating[in]=good,3', onField(false, [ARTICLE, 6, 'in', 3], [AUTHOR, 2, 'in', 'good', '3'])],
  ['fields.featured=true', onField(false, [ARTICLE, 7, 'eq', true])],
  ['fields.day[lt]=2026-11-21', onField(false, [ARTICLE, 8, 'lt', Date.parse('2026-11-21')])],
  ['fields.author=ada', onField(false, [ARTICLE, 4, 'eq', 'entry:ada'])],
  [`fields.author=ent_${CODE}_ada`, onField(false, [ARTICLE, 4, 'eq', 'entry:ada'])],
  ['fields.author=ent_zzzzzz_ada', onField(false, [ARTICLE, 4, 'eq', 'entry:ent_zzzzzz_ada'])],
  [
    'fields.author.name=Ada',
    {
      kind: 'through',
      links: new Map([[ARTICLE, { kind: 'field', contentType: ARTICLE, field: 4 }]]),
      target: onField(false, [AUTHOR, 1, 'eq', 'Ada']),
    },
  ],
  [
    'fields.related.title[exists]=false',
    {
      kind: 'through',
      links: new Map([[ARTICLE, { kind: 'field', contentType: ARTICLE, field: 11 }]]),
      target: onField(true, [ARTICLE, 1, 'exists', false], [PAGE, 1, 'exists', false]),
    },
  ],
  ['fields.image.id[exists]=true', sees(true, true, [ARTICLE, 10])],
  ['fields.related.id[exists]=false', sees(false, false, [ARTICLE, 11])],
  ['fields.headline=A', onField(false, [ARTICLE, 1, 'eq', 'A'])],
  ['fields.heading=A', onField(false, [ARTICLE, 1, 'eq', 'A'], [AUTHOR, 1, 'eq', 'A'])],
  ['content_type=author&fields.heading[ne]=A', onField(true, [AUTHOR, 1, 'ne', 'A'])],
  [
    'fields.writer.heading=Ada',
    {
      kind: 'through',
      links: new Map([[ARTICLE, { kind: 'field', contentType: ARTICLE, field: 4 }]]),
      target: onField(false, [ARTICLE, 1, 'eq', 'Ada'], [AUTHOR, 1, 'eq', 'Ada']),
    },
  ],
  ['slug=a', onField(false, [ARTICLE, 2, 'eq', 'a'], [PAGE, 2, 'eq', 'a'])],
  ['content_type=author&slug=a', onField(false)],
  ['slug=e%CC%81', onField(false, [ARTICLE, 2, 'eq', 'é'], [PAGE, 2, 'eq', 'é'])],
  [`ids=a,ent_${CODE}_b,ent_zzzzzz_c,../d`, { kind: 'keys', keys: ['a', 'b'] }],
  ['links_to=ada', { kind: 'links_to', target: 'entry', key: 'ada' }],
  [`links_to=ast_${CODE}_pic`, { kind: 'links_to', target: 'asset', key: 'pic' }],
  ['links_to=ent_zzzzzz_ada', { kind: 'keys', keys: [] }],
  ['published_at[gte]=2026-11-21T13:00:00%2B01:00', onSystem('published_at', 'gte', NOON)],
  ['updated_at[lt]=2026-11-21', onSystem('updated_at', 'lt', Date.parse('2026-11-21'))],
  ['created_at=2026-11-21T12:00:00Z', onSystem('created_at', 'eq', NOON)],
  ['published_at[exists]=false', onSystem('published_at', 'exists', false)],
];

/** Query string → path, rule and part of the message of its violation. */
const refusals: readonly (readonly [string, string, string, string])[] = [
  ['content_type=artcle', 'query.content_type', 'unknown', 'Did you mean "article"?'],
  ['content_type=', 'query.content_type', 'unknown', 'api_id'],
  ['content_type=ctp_zzzzzz_article', 'query.content_type', 'unknown', 'no content type'],
  ['content_type=__proto__', 'query.content_type', 'unknown', '__proto__'],
  ['locale=es', 'query.locale', 'unknown', 'en-US, de, fr'],
  ['locale=', 'query.locale', 'unknown', 'en-US'],
  ['limit=0', 'query.limit', 'range', '1 to 1000'],
  ['limit=1001', 'query.limit', 'range', '1 to 1000'],
  ['limit=1e9', 'query.limit', 'range', '1 to 1000'],
  ['limit=', 'query.limit', 'range', '1 to 1000'],
  ['limit=%00', 'query.limit', 'type', 'NUL'],
  ['limit=1&limit=2', 'query.limit', 'repeated', 'once'],
  ['skip=-1', 'query.skip', 'range', '0 to 100000'],
  ['skip=100001', 'query.skip', 'range', 'cursor'],
  ['include=4', 'query.include', 'range', '0 to 3'],
  ['include=1.5', 'query.include', 'range', '0 to 3'],
  ['cursor=tampered', 'query.cursor', 'cursor', 'Link'],
  ['lmit=1', 'query.lmit', 'unknown', 'Did you mean "limit"?'],
  ['q=', 'query.q', 'words', 'leave q out'],
  ['q=+%09', 'query.q', 'words', 'leave q out'],
  ['q=a+b+c+d+e+f+g+h+i+j+k+l+m+n+o+p+q', 'query.q', 'max_words', 'at most 16'],
  ['min_revision=newest', 'query.min_revision', 'range', 'whole number'],
  ['status=draft', 'query.status', 'unknown', 'remove it'],
  ['__proto__=1', 'query.__proto__', 'unknown', '__proto__'],
  ['constructor=1', 'query.constructor', 'unknown', 'constructor'],
  ['=1', 'query.', 'unknown', 'remove it'],
  ['fields.titel=x', 'query.fields.titel', 'unknown', 'Did you mean "title"?'],
  ['content_type=author&fields.title=x', 'query.fields.title', 'unknown', '"author" has no field'],
  ['fields.secret=x', 'query.fields.secret', 'unknown', 'no field'],
  ['fields.=x', 'query.fields.', 'unknown', 'no field'],
  ['fields.__proto__=1', 'query.fields.__proto__', 'unknown', '__proto__'],
  ['fields.constructor.prototype=1', 'query.fields.constructor.prototype', 'unknown', 'no field'],
  ['fields.a.b.c=1', 'query.fields.a.b.c', 'unknown', 'one link'],
  ['content_type=article&fields.rating=ten', 'query.fields.rating', 'type', 'number'],
  ['content_type=article&fields.rating=9007199254740993.0', 'query.fields.rating', 'type', 'number'],
  ['content_type=article&fields.rating[gt]=1e-400', 'query.fields.rating[gt]', 'type', 'number'],
  ['content_type=article&fields.rating[gt]=', 'query.fields.rating[gt]', 'type', '""'],
  ['fields.featured=yes', 'query.fields.featured', 'type', 'boolean'],
  ['fields.featured[gt]=true', 'query.fields.featured[gt]', 'operator', 'cannot be compared'],
  ['fields.author[lt]=a', 'query.fields.author[lt]', 'operator', 'cannot be compared'],
  ['fields.day=2026-02-30', 'query.fields.day', 'type', 'date'],
  ['fields.extra=1', 'query.fields.extra', 'operator', '[exists]'],
  ['fields.body[ne]=1', 'query.fields.body[ne]', 'operator', '[exists]'],
  ['fields.name[near]=1', 'query.fields.name[near]', 'operator', '"near"'],
  ['fields.name[]=1', 'query.fields.name[]', 'operator', 'ne, in'],
  ['fields.name[=1', 'query.fields.name[', 'operator', 'brackets'],
  ['fields.name[gt][lt]=1', 'query.fields.name[gt][lt]', 'operator', 'once'],
  ['fields[name][gt][lt]=1', 'query.fields[name][gt][lt]', 'unknown', 'remove it'],
  ['fields[name[near]]=1', 'query.fields.name[near]', 'operator', '"near"'],
  ['fields[]=1', 'query.fields[]', 'unknown', 'remove it'],
  ['fields[titel]=x', 'query.fields.titel', 'unknown', 'Did you mean "title"?'],
  ['fields.name[exists]=1', 'query.fields.name[exists]', 'type', 'true or false'],
  ['fields.name.city=x', 'query.fields.name.city', 'type', 'does not link to entries'],
  ['fields.image.title=x', 'query.fields.image.title', 'type', 'fields.image.id[exists]'],
  ['fields.image.id=pic', 'query.fields.image.id', 'type', 'does not link to entries'],
  ['fields.author.nmae=x', 'query.fields.author.nmae', 'unknown', 'Did you mean "name"?'],
  ['published_at=soon', 'query.published_at', 'type', '2026-11-21'],
  ['order=nothing', 'query.order', 'unknown', 'nothing'],
  ['order=', 'query.order', 'unknown', 'no order'],
  ['order=-', 'query.order', 'unknown', 'no order'],
  ['order=titel', 'query.order', 'unknown', 'Did you mean "title"?'],
  ['order=created_by', 'query.order', 'unknown', 'created_at'],
  ['order=fields.body', 'query.order', 'type', 'rich_text'],
  ['order=note', 'query.order', 'type', 'text'],
  ['order=tags', 'query.order', 'type', 'array'],
  ['order=rating', 'query.order', 'content_type', 'content_type'],
  ['order=__proto__', 'query.order', 'unknown', '__proto__'],
  [`order=${Array(11).fill('id').join(',')}`, 'query.order', 'max_items', '10'],
  ['select=nothing', 'query.select', 'unknown', 'nothing'],
  ['select=', 'query.select', 'unknown', 'fields.<id>'],
  ['select=fields.titel', 'query.select', 'unknown', 'Did you mean "fields.title"?'],
  ['select=titel', 'query.select', 'unknown', 'Did you mean "title"?'],
  ['select=author.nmae', 'query.select', 'unknown', 'Did you mean "name"?'],
  ['select=title.name', 'query.select', 'type', 'select "title" alone'],
  ['select=image.title', 'query.select', 'type', 'leads to no entries'],
  [`select=${'related.'.repeat(51)}title`, 'query.select', 'max_items', 'at most 50 fields'],
  ['follow=', 'query.follow', 'unknown', 'author, image, related'],
  ['follow=title', 'query.follow', 'type', 'holds no links'],
  ['follow=autor', 'query.follow', 'unknown', 'Did you mean "author"?'],
  ['content_type=author&follow=author', 'query.follow', 'unknown', 'favourite, portrait'],
  ['follow=author.photo', 'query.follow', 'unknown', 'in "author.photo"'],
  ['follow=image.title', 'query.follow', 'unknown', 'nothing there links any further'],
  ['content_type=page&follow=path', 'query.follow', 'type', 'nothing there links any further'],
  ['include=1&follow=author.favourite', 'query.follow', 'depth', 'include=2'],
  ['include=0&follow=author', 'query.follow', 'depth', 'include=1'],
  ['follow=related.related.related.author', 'query.follow', 'depth', 'at most 3 links'],
  [
    `follow=${Array(101)
      .fill(0)
      .map((_, at) => `a${at}`)}`,
    'query.follow',
    'max_items',
    '100',
  ],
  ['follow=author&follow=image', 'query.follow', 'repeated', 'with commas'],
  ['aliases=1', 'query.aliases', 'type', 'aliases=true'],
  [`${'x'.repeat(300)}=1`, `query.${'x'.repeat(100)}…`, 'unknown', 'remove it'],
];

describe('a query string', () => {
  for (const [search, ...expected] of filters) {
    it(`${search || 'that is empty'} asks for what it says`, () => {
      assert.deepEqual(predicates(search), expected);
    });
  }

  for (const [search, path, rule, words] of refusals) {
    it(`${search.slice(0, 60)} is refused with rule ${rule}`, () => {
      const found = violations(search).find((one) => one.path === path);
      assert.ok(found, `a violation at ${path} among ${JSON.stringify(violations(search))}`);
      assert.equal(found.rule, rule);
      assert.ok(found.message.includes(words), found.message);
      assert.match(found.message, /[.?]$/);
    });
  }

  it('means the same in the notation of generated clients', () => {
    const usual = read('fields.author.name[ne]=a&fields.title=b&limit=5');
    const generated = read('fields[author.name[ne]]=a&limit=5&fields[title]=b');
    assert.deepEqual(generated.entries, usual.entries);
    assert.deepEqual([generated.canonical, generated.cursorScope], [usual.canonical, usual.cursorScope]);
  });

  it('says of a few wrong names what was meant, as comparing them takes time', () => {
    for (const parameter of ['select', 'follow']) {
      const wrong = Array.from({ length: 100 }, (_, at) => `titlf${at}`);
      const found = violations(`${parameter}=${['autor', ...wrong, 'autor'].slice(0, 100).join()}`);
      assert.equal(found.length, 100);
      assert.match(found[0]?.message ?? '', /Did you mean/);
      assert.ok(found.filter(({ message }) => message.includes('Did you mean')).length <= 10);
    }
  });

  it('is refused with everything that is wrong at once', () => {
    const paths = violations('limit=0&fields.x=1&order=y&lmit=2&locale=zz').map(({ path }) => path);
    assert.deepEqual(paths.toSorted(), ['query.fields.x', 'query.limit', 'query.lmit', 'query.locale', 'query.order']);
  });

  it('that is no UTF-8 is malformed', () => {
    for (const search of ['fields.name=%', 'fields.name=%zz', 'fields.name=%ed%a0%80', '%ff=1']) {
      assert.throws(() => read(search), { code: 'malformed_request' }, search);
    }
  });

  it('has at most 100 parameters, and 30 conditions among them', () => {
    assert.equal(predicates(Array(30).fill('fields.name=a').join('&')).length, 30);
    assert.match(violations(Array(31).fill('fields.name=a').join('&'))[0]?.message ?? '', /30 conditions/);
    assert.match(violations(Array(101).fill('q=a').join('&'))[0]?.message ?? '', /100 query parameters/);
  });

  it('orders and selects by ids that fields had before', () => {
    const byTitle = read('content_type=article&order=-title').entries.order;
    for (const order of ['-headline', '-fields.heading'])
      assert.deepEqual(read(`content_type=article&order=${order}`).entries.order, byTitle);
    const { selection } = read('content_type=article&select=fields.headline');
    assert.deepEqual([...(selection?.fields ?? [])], ['headline']);
    assert.deepEqual([read('').aliases, read('aliases=true').aliases], [false, true]);
    assert.equal(read('aliases=true').cursorScope, read('').cursorScope, 'cursors stay valid');
  });

  it('without parameters asks for the newest 100, with what they link to', () => {
    const { entries, include, locale, selection } = read('');
    const expected: EntryQuery = {
      environment: ENVIRONMENT,
      state: 'published',
      withArchived: false,
      contentType: null,
      locale: EN,
      predicates: [],
      order: [{ by: { kind: 'system', name: 'published_at' }, descending: true }],
      skip: 0,
      limit: 100,
    };
    assert.deepEqual(entries, expected);
    assert.deepEqual([include, locale, selection], [1, EN, null]);
    assert.deepEqual(read('', 'preview').entries, {
      ...expected,
      state: 'draft',
      order: [{ by: { kind: 'system', name: 'updated_at' }, descending: true }],
    });
  });

  it('names the locale of values, filters and order alike, or all of them', () => {
    assert.deepEqual([read('locale=de').locale, read('locale=de').entries.locale], [DE, DE]);
    assert.deepEqual([read('locale=*').locale, read('locale=*').entries.locale], [null, EN]);
  });

  it('takes a content type by api_id or id', () => {
    assert.equal(read('content_type=author').entries.contentType, AUTHOR);
    assert.equal(read(`content_type=ctp_${CODE}_author`).entries.contentType, AUTHOR);
  });

  it('orders by attributes and fields, several, both ways', () => {
    const byTitle = (...types: number[]) => ({
      kind: 'field',
      byType: new Map(types.map((contentType) => [contentType, { kind: 'field', contentType, field: 1 }])),
    });
    assert.deepEqual(read('order=-title,id').entries.order, [
      { by: byTitle(ARTICLE, PAGE), descending: true },
      { by: { kind: 'system', name: 'id' }, descending: false },
    ]);
    assert.deepEqual(read('content_type=page&order=fields.title').entries.order, [
      { by: byTitle(PAGE), descending: false },
    ]);
    const [slug] = read('order=slug').entries.order;
    assert.ok(slug?.by.kind === 'field');
    assert.deepEqual(
      [...slug.by.byType.values()].map(({ contentType, field }) => [contentType, field]),
      [
        [ARTICLE, 2],
        [PAGE, 2],
      ],
    );
    assert.equal(read('content_type=article&order=rating').entries.order.length, 1);
  });

  it('selects attributes and fields; id and content type always come', () => {
    const { selection } = read('select=slug,fields.title');
    assert.deepEqual([...(selection?.attributes ?? [])].sort(), ['content_type', 'fields', 'id', 'slug']);
    assert.deepEqual([...(selection?.fields ?? [])], ['title']);
    assert.equal(read('select=fields,fields.title').selection?.fields, null);
    assert.equal(read('select=fields.title,slug').selection?.code, read('select=slug,fields.title').selection?.code);
    assert.notEqual(read('select=slug').selection?.code, read('select=slug,fields').selection?.code);
    // The type has a field that is called slug as well.
    assert.notEqual(read('select=slug,fields').selection?.code, read('select=fields.slug').selection?.code);
  });

  it('selects attributes where there is no content type yet', () => {
    const { environment, spaceId, code, ownCode, codes, revision, locales } = model;
    const empty = new Model({ environment, spaceId, code, ownCode, codes, revision, locales, types: [] });
    assert.ok(readEntryList('select=slug', empty, 'preview').selection?.attributes.has('slug'));
  });
});

describe('paths through links', () => {
  it('decide how deep links are resolved, unless include does', () => {
    const depthOf = (search: string) => read(search).include;
    assert.deepEqual(['follow=author', 'follow=image,author.favourite'].map(depthOf), [1, 2]);
    assert.deepEqual(['include=3&follow=author', 'follow=related.related.author'].map(depthOf), [3, 3]);
    assert.equal(read('follow=author').cursorScope, read('').cursorScope, 'cursors stay valid');
    assert.deepEqual([read('include=2').branches, read('select=title').branches], [null, null]);
  });

  it('select of the targets what is named, and all of those that are named alone', () => {
    const { selection } = read('select=title,author.name,related.author.fields.name,image,related.slug');
    assert.deepEqual([...(selection?.fields ?? [])].sort(), ['author', 'image', 'related', 'title']);
    const through = (...ids: string[]) => ids.reduce((one, id) => one?.through.get(id), selection ?? undefined);
    assert.equal(through('author')?.code, 'content_type,fields,id name');
    assert.equal(through('related')?.code, 'content_type,fields,id,slug author');
    assert.equal(through('related', 'author')?.code, 'content_type,fields,id name');
    assert.deepEqual([through('image'), read('select=author,author.name').selection?.through.size], [undefined, 0]);
    assert.equal(read('select=fields,author.name').selection?.fields, null);
  });
});

describe('a canonical query', () => {
  it('is the same for every order of parameters, and another for every other question', () => {
    assert.equal(read('limit=2&fields.name=a').canonical, read('fields.name=%61&limit=2').canonical);
    const questions = [
      '',
      'limit=2',
      'fields.name=a',
      'fields.name[ne]=a',
      'fields.name=a&limit=2',
      'locale=*',
      'include=2',
      'select=slug',
    ];
    assert.equal(new Set(questions.map((search) => read(search).canonical)).size, questions.length);
  });
});

describe('a cursor', () => {
  const position = { part: 0, values: ['aß\n'], id: 'a.b-c_9', since: null, seen: 0, passed: 1234 };

  it('continues the list it was made for, whatever the page size', () => {
    const cursor = writeCursor(position, read('fields.name=a&order=title').cursorScope);
    const { entries } = read(`order=title&fields.name=a&limit=7&include=0&cursor=${cursor}`);
    assert.deepEqual(entries.after, position);
    assert.deepEqual([entries.limit, entries.skip], [7, 0]);
  });

  it('is refused for another question, changed, or together with skip', () => {
    const ofDefault = { ...position, values: [5], since: 9, seen: 12 };
    const cursor = writeCursor(ofDefault, read('fields.name=a').cursorScope);
    assert.deepEqual(read(`fields.name=a&cursor=${cursor}`).entries.after, ofDefault);
    const changed = Buffer.from(Buffer.from(cursor, 'base64url').toString().replace('a.b', 'a.c')).toString(
      'base64url',
    );
    const strange = [
      `fields.name=b&cursor=${cursor}`,
      `cursor=${cursor}`,
      `fields.name=a&cursor=${changed}`,
      'cursor=',
      `fields.name=a&cursor=${'A'.repeat(20_000)}`,
      ...[{ values: [] }, { values: [1, 2] }, { part: 3 }, { since: 0.5 }].map(
        (misfit) =>
          `fields.name=a&cursor=${writeCursor({ ...ofDefault, ...misfit }, read('fields.name=a').cursorScope)}`,
      ),
    ];
    for (const search of strange) assert.equal(violations(search)[0]?.path, 'query.cursor', search);
    assert.equal(violations(`fields.name=a&cursor=${cursor}`, 'preview')[0]?.path, 'query.cursor');
    assert.equal(violations(`fields.name=a&skip=1&cursor=${cursor}`)[0]?.rule, 'exclusive');
  });
});
