/** Pages of small collections: order, following cursors, and what is rejected. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import Fastify from 'fastify';
import { DomainError } from '../errors/domain-error.ts';
import { pageOf } from './paging.ts';

interface Fruit {
  readonly id: string;
  readonly colour: string | null;
  readonly weight: number;
}

const fruits: Fruit[] = [
  { id: 'c', colour: 'red', weight: 3 },
  { id: 'a', colour: null, weight: 1 },
  { id: 'd', colour: 'green', weight: 3 },
  { id: 'b', colour: 'red', weight: 2 },
];
let served: readonly Fruit[] = fruits;

const app = Fastify();
app.setErrorHandler((error, _request, reply) => reply.code(422).send(error instanceof DomainError ? error.extra : {}));
const number = { type: 'integer' };
const querystring = { type: 'object', properties: { limit: number, skip: number } };
app.get('/fruits', { schema: { querystring } }, async (request, reply) =>
  pageOf(request, reply, served, {
    idOf: ({ id }) => id,
    order: { colour: ({ colour }) => colour, weight: ({ weight }) => weight },
  }),
);
after(() => app.close());

async function page(query: string) {
  const response = await app.inject(`/fruits?${query}`);
  const { items, ...rest } = response.json() as { items?: Fruit[]; total: number; skip: number; limit: number };
  return { status: response.statusCode, ids: items?.map(({ id }) => id).join(''), link: response.headers.link, rest };
}

describe('a page', () => {
  const orders: readonly [query: string, ids: string][] = [
    ['', 'abcd'],
    ['order=weight', 'abcd'],
    ['order=-weight', 'cdba'],
    ['order=colour', 'dbca'],
    ['order=-colour', 'bcda'],
    ['order=-weight,-colour', 'cdba'],
    ['skip=1&limit=2', 'bc'],
    ['skip=9', ''],
  ];
  for (const [query, ids] of orders) {
    it(`is ${ids} for "${query}"`, async () => assert.equal((await page(query)).ids, ids));
  }

  it('gives total, skip and limit, and a next link only if there is more', async () => {
    const first = await page('limit=3');
    assert.deepEqual(first.rest, { total: 4, skip: 0, limit: 3 });
    assert.match(String(first.link), /^<\/fruits\?limit=3&cursor=[\w-]+>; rel="next"$/);
    assert.equal((await page('limit=4')).link, undefined);
  });

  it('can be read through its links, each item once', async () => {
    assert.equal(await walk('limit=1&order=-weight'), 'cdba');
  });

  it('skips nothing if an item is deleted while reading, and continues if the item of the cursor is gone', async () => {
    const first = await page('limit=2');
    served = fruits.filter(({ id }) => id !== 'a');
    const next = String(first.link).match(/\?([^>]*)>/)?.[1] ?? '';
    assert.equal((await page(next)).ids, 'cd');
    served = fruits.filter(({ id }) => id !== 'b');
    assert.equal((await page(next)).ids, 'd', 'continues counting');
    served = fruits;
  });

  const refused = [
    'order=wieght',
    'order=',
    'cursor=xyz',
    'cursor=W10',
    'cursor=WyJhIiwtMV0',
    'cursor=WyJhIiwxXQ&skip=1',
  ];
  for (const query of refused) {
    it(`is refused for ${query}`, async () => assert.equal((await page(query)).status, 422));
  }
});

async function walk(query: string): Promise<string> {
  let ids = '';
  for (let next: string | undefined = query; next !== undefined; ) {
    const response = await page(next);
    ids += response.ids;
    next = typeof response.link === 'string' ? response.link.match(/\?([^>]*)>/)?.[1] : undefined;
  }
  return ids;
}
