/** Pages of small collections: order, following cursors, and what is rejected. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import Fastify from 'fastify';
import { SEED } from '../../../../testing/src/seed.ts';
import { Random } from '../../../test/reading/consistency/random.ts';
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

interface Tool {
  readonly id: string;
  readonly name: string | null;
  readonly size: number;
  readonly created_at: number;
  readonly updated_at: number;
  readonly last_used_at: number | null;
}
let tools: readonly Tool[] = [];
const aTool = { size: 1, created_at: 1, updated_at: 1, last_used_at: null };
const WALKS = 300;
app.get('/tools', { schema: { querystring } }, async (request, reply) =>
  pageOf(request, reply, tools, {
    idOf: ({ id }) => id,
    order: {
      name: ({ name }) => name,
      size: ({ size }) => size,
      created_at: (tool) => tool.created_at,
      updated_at: (tool) => tool.updated_at,
      last_used_at: (tool) => tool.last_used_at,
    },
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

  it('orders text without regard to case and accents', async () => {
    tools = ['Zange', 'Łopata', 'axt', 'Ähle'].map((name, at) => ({ ...aTool, id: `${at}`, name }));
    const response = await app.inject('/tools?order=name');
    assert.deepEqual(
      (response.json() as { items: Tool[] }).items.map(({ name }) => name),
      ['Ähle', 'axt', 'Łopata', 'Zange'],
    );
  });

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
    assert.equal((await page(next)).ids, 'cd', 'goes on behind where that item stood');
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

describe('a walk beside random changes', () => {
  it('gives what did not change once, and what was changed or used once or twice', async () => {
    const random = new Random(SEED);
    for (let walks = 0; walks < WALKS; walks++) {
      tools = Array.from({ length: 12 }, (_, at) => newTool(random, at));
      let now = 100;
      const first = tools;
      const order = random.pick(['', 'name', '-name', 'updated_at', '-updated_at', 'name,-last_used_at', '-size']);
      const came: string[] = [];
      let next: string | undefined = `/tools?limit=${1 + random.below(4)}${order === '' ? '' : `&order=${order}`}`;
      const touched = new Set<string>();
      while (next !== undefined) {
        const response: Awaited<ReturnType<typeof app.inject>> = await app.inject(next);
        const { items } = response.json() as { items: Tool[] };
        came.push(...items.map(({ id }) => id));
        assert.ok(came.length <= 4 * first.length, 'the walk does not end');
        next = /<([^>]+)>/.exec(String(response.headers.link ?? ''))?.[1];
        tools = tools.flatMap((tool) => changed(tool, { random, now: ++now, touched, near: items }));
        if (random.chance(0.3)) tools = [...tools, { ...newTool(random, now), created_at: now, updated_at: now }];
      }
      for (const { id } of first.filter((tool) => tools.some((left) => left.id === tool.id))) {
        const times = came.filter((one) => one === id).length;
        const most = touched.has(id) ? 2 : 1;
        if (touched.has(id) && !/_at/.test(order)) continue;
        assert.ok(
          times >= 1 && times <= most,
          `SEED=${SEED}, walk ${walks}, order ${order}: ${id} came ${times} times`,
        );
      }
    }
  });
});

function newTool(random: Random, at: number): Tool {
  const name = random.pick(['saw', 'axe', 'file', null]);
  return {
    id: `t${random.below(90)}-${at}`,
    name,
    size: random.below(3),
    last_used_at: null,
    created_at: 1,
    updated_at: 1 + random.below(9),
  };
}

/** A change moves a tool in every order by time; a use, in that by use. */
function changed(
  tool: Tool,
  { random, now, touched, near }: { random: Random; now: number; touched: Set<string>; near: readonly Tool[] },
): Tool[] {
  const isNear = near.some(({ id }) => id === tool.id);
  if (!random.chance(isNear ? 0.5 : 0.1)) return [tool];
  if (random.chance(0.2)) return [];
  touched.add(tool.id);
  return [{ ...tool, size: random.below(3), last_used_at: now, updated_at: now }];
}

async function walk(query: string): Promise<string> {
  let ids = '';
  for (let next: string | undefined = query; next !== undefined; ) {
    const response = await page(next);
    ids += response.ids;
    next = typeof response.link === 'string' ? response.link.match(/\?([^>]*)>/)?.[1] : undefined;
  }
  return ids;
}
