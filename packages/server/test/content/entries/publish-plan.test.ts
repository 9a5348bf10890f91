/**
 * The publish plan over a graph of sixty entries, compared with what the test itself knows: which entries are reached, what keeps
 * each from being published, and that a set is published as a whole, whatever its order and whenever the service is killed.
 * `KILLS=20` before an issue is closed, fewer otherwise; from that number on, some kills have to come before the publish and some
 * after it.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Actor, type ApiResponse, closeConnections } from '../../../../testing/src/client.ts';
import { describeEachEngine, type TestEngine } from '../../../../testing/src/engines.ts';
import { field, given, type Scene } from '../../../../testing/src/given.ts';
import { onEachEngine } from '../../../../testing/src/on-each-engine.ts';
import { startProcess } from '../../../../testing/src/process.ts';

const NODES = 60;
const KILLS = Number(process.env.KILLS ?? 1);
/**
 * A kill comes within this time after the request of the bulk; every other one within more, as the first bulk of a process is
 * slow.
 */
const TAKES_MS = 250;
const SLOW = 8;
/** With this many kills, some come before and some after the publish. */
const KILLS_MEET_BOTH = 20;
const DEPTHS = [0, 1, 2, 10];

type Status = 'draft' | 'published' | 'changed' | 'archived';

/** An entry as the test knows it: its draft, and the unique value of its published state. */
interface Node {
  readonly key: string;
  readonly status: Status;
  readonly links: readonly string[];
  /** Locales without the required title. */
  readonly untitled: readonly string[];
  readonly sku: string | null;
  readonly publishedSku: string | null;
}

interface Item {
  readonly id: string;
  readonly title: string | null;
  readonly status: string;
  readonly linked_from: string[];
  readonly problems: { readonly path: string; readonly rule: string }[];
}

const keyOf = (n: number) => `node-${n}`;
const keyIn = (id: string) => id.split('_').slice(2).join('_');

/** A graph with cycles, missing targets, archived and invalid entries, and values that entries take from each other. */
function makeNodes(): Node[] {
  return Array.from({ length: NODES }, (_, n) => {
    const statuses = ['draft', 'published', 'changed', 'draft', 'archived', 'published'] as const;
    const status = n === 10 || n === 11 ? 'changed' : (statuses[n % statuses.length] as Status);
    const links = [(n * 7 + 3) % NODES, (n * n + 1) % NODES, n % 5 === 0 ? n : (n + 20) % NODES].map(keyOf);
    const isFaulty = status === 'draft' && n % 4 === 3;
    const untitled = isFaulty ? [n % 8 === 3 ? 'de' : 'en-US'] : [];
    const sku = skuOf(n, status);
    const publishedSku = n === 10 ? 'b' : n === 11 ? 'a' : status === 'published' || status === 'changed' ? sku : null;
    return {
      key: keyOf(n),
      status,
      links: status === 'draft' && n % 6 === 0 ? [...links, `missing-${n}`] : links,
      untitled,
      sku,
      publishedSku,
    };
  });
}

/** Two entries swap their values, some drafts share one, and one wants that of a published entry. */
function skuOf(n: number, status: Status): string | null {
  if (n === 10) return 'a';
  if (n === 11) return 'b';
  if (status === 'draft' && n % 9 === 0) return 'shared';
  if (n === 1 || n === 3) return 'taken';
  return null;
}

function fieldsOf({ key, links, untitled, sku }: Node): Record<string, unknown> {
  const title = Object.fromEntries(
    ['en-US', 'de'].filter((code) => !untitled.includes(code)).map((code) => [code, key]),
  );
  return { ...(Object.keys(title).length === 0 ? {} : { title }), links, ...(sku === null ? {} : { sku }) };
}

async function build(scene: Scene, nodes: readonly Node[]): Promise<void> {
  const { owner, base, space } = scene;
  await owner.post(`${space}/locales`, { code: 'de', fallback: null }, 201);
  const fields = [
    field('title', 'string', { required: true, localized: true }),
    field('sku', 'string', { unique: true }),
    field('links', 'array', { items: { type: 'entry' } }),
  ];
  await owner.post(`${base}/content-types`, { api_id: 'node', name: 'Node', display_field: 'title', fields }, 201);
  for (const node of nodes) {
    const isPublished = node.publishedSku !== node.sku ? { ...node, sku: node.publishedSku } : node;
    const body = {
      content_type_id: 'node',
      key: node.key,
      fields: fieldsOf(node.status === 'draft' ? node : isPublished),
    };
    await owner.post(`${base}/entries`, body, 201);
  }
  for (const node of nodes) {
    const path = `${base}/entries/${node.key}`;
    if (node.status === 'published' || node.status === 'changed') await owner.post(`${path}/publish`, undefined, 200);
    if (node.status === 'archived') await owner.post(`${path}/archive`, undefined, 200);
  }
  for (const node of nodes)
    if (node.status === 'changed')
      await owner.patch(
        `${base}/entries/${node.key}`,
        { fields: { ...fieldsOf(node), title: { 'en-US': `${node.key}!` } } },
        200,
      );
}

/** Keys of entries reached by that many links, and of the entries that link to each: every path is walked. */
function reach(nodes: ReadonlyMap<string, Node>, roots: readonly string[], depth: number): Set<string> {
  const reached = new Set<string>();
  const walk = (key: string, left: number): void => {
    const node = nodes.get(key);
    if (node === undefined) return;
    reached.add(key);
    if (left > 0 && node.status !== 'archived') for (const link of node.links) walk(link, left - 1);
  };
  for (const root of roots) walk(root, Math.min(depth, 8));
  if (depth <= 8) return reached;
  // Walking every path of more links would take too long: the rest is added until nothing is new.
  for (let step = 8; step < depth; step++)
    for (const key of [...reached])
      if (nodes.get(key)?.status !== 'archived')
        for (const link of nodes.get(key)?.links ?? []) if (nodes.has(link)) reached.add(link);
  return reached;
}

function problemsOf(node: Node, nodes: ReadonlyMap<string, Node>): string[] {
  if (node.status === 'archived') return ['status archived'];
  return [
    ...node.untitled.map((code) => `fields.title.${code} required`),
    ...node.links.flatMap((key, index) => (nodes.has(key) ? [] : [`fields.links.en-US.${index} link`])),
  ];
}

function shown(problems: Item['problems'], isUnique: boolean): string[] {
  return problems.filter(({ rule }) => (rule === 'unique') === isUnique).map(({ path, rule }) => `${path} ${rule}`);
}

const itemsOf = (response: ApiResponse) => response.at('items') as Item[];

onEachEngine('a publish plan', (stage) => {
  it('is what the graph says, at every depth', async () => {
    const scene = await given(stage.url);
    const list = makeNodes();
    const nodes = new Map(list.map((node) => [node.key, node]));
    await build(scene, list);
    const before = (await scene.owner.get(`${scene.base}/entries?limit=100`, 200)).text;
    for (const depth of DEPTHS)
      for (const roots of [
        ['node-0'],
        ['node-1', 'node-10'],
        ['node-4', 'node-58', 'node-58'],
        list.map(({ key }) => key),
      ]) {
        const plan = await scene.owner.post(`${scene.base}/publish-plan`, { ids: roots, depth }, 200);
        const items = itemsOf(plan);
        const reached = reach(nodes, roots, depth);
        const expected = [...reached].filter((key) => nodes.get(key)?.status !== 'published').sort();
        assert.deepEqual(items.map(({ id }) => keyIn(id)).sort(), expected, `${roots} at ${depth}`);
        assert.equal(plan.number('total'), items.length);
        for (const item of items) checkItem(item, { nodes, reached, items });
      }
    assert.equal((await scene.owner.get(`${scene.base}/entries?limit=100`, 200)).text, before, 'nothing changed');
  });

  it('is published whole in any order, and refused whole for the problems it names', async () => {
    const scene = await given(stage.url);
    const list = makeNodes();
    await build(scene, list);
    const ids = ['node-0', 'node-1', 'node-10', 'node-11', 'node-18'];
    const items = itemsOf(await scene.owner.post(`${scene.base}/publish-plan`, { ids }, 200));
    const bulk = (some: readonly Item[]) =>
      scene.owner.post(`${scene.base}/entries/bulk`, {
        action: 'publish',
        atomic: true,
        ids: some.map(({ id }) => id),
      });
    const refused = await bulk(items);
    assert.equal(refused.status, 422);
    const results = refused.at('detail.results') as { id: string; error?: { errors?: Item['problems'] } }[];
    for (const [index, item] of items.entries()) {
      const isFailed = results[index]?.error !== undefined;
      // Which of several entries may have a value depends on which others are published.
      const isSure = item.problems.every(({ rule }) => rule !== 'unique');
      if (isSure) assert.equal(isFailed, item.problems.length > 0, `${item.id}: ${JSON.stringify(results[index])}`);
    }
    const good = items.filter(({ problems }) => problems.length === 0);
    assert.ok(good.length > 10 && good.length < items.length, `${good.length} of ${items.length} are good`);
    assert.equal((await bulk(good.toReversed())).status, 200);
    const rest = itemsOf(await scene.owner.post(`${scene.base}/publish-plan`, { ids }, 200));
    assert.deepEqual(
      rest.map(({ id }) => id).sort(),
      items
        .filter(({ problems }) => problems.length > 0)
        .map(({ id }) => id)
        .sort(),
    );
  });

  it('names the ids that do not exist', async () => {
    const scene = await given(stage.url);
    const refused = await scene.owner.post(`${scene.base}/publish-plan`, { ids: ['gone', 'ent_abcdef_x'] }, 422);
    assert.deepEqual([refused.at('detail.errors.0.path'), refused.at('detail.errors.1.path')], ['ids.0', 'ids.1']);
    for (const body of [
      { ids: [] },
      { ids: ['x'], depth: 11 },
      { ids: ['x'], depth: -1 },
      { ids: Array(101).fill('x') },
    ])
      await scene.owner.post(`${scene.base}/publish-plan`, body, 422);
  });
});

function checkItem(
  item: Item,
  { nodes, reached, items }: { nodes: ReadonlyMap<string, Node>; reached: ReadonlySet<string>; items: readonly Item[] },
): void {
  const key = keyIn(item.id);
  const node = nodes.get(key) as Node;
  assert.equal(item.status, node.status);
  const title = node.status === 'changed' ? `${key}!` : key;
  assert.equal(item.title, node.untitled.includes('en-US') ? null : title);
  const sources = [...reached].filter((from) => {
    const { status, links } = nodes.get(from) as Node;
    return status !== 'archived' && links.includes(key);
  });
  assert.deepEqual(item.linked_from.map(keyIn).sort(), sources.sort());
  assert.deepEqual(shown(item.problems, false).sort(), problemsOf(node, nodes).sort());
  const planned = new Map(items.map((one) => [keyIn(one.id), one]));
  const claims = items.filter((one) => one.status !== 'archived' && nodes.get(keyIn(one.id))?.sku === node.sku);
  const stays = [...nodes.values()].some(
    ({ key: holder, publishedSku }) => publishedSku !== null && publishedSku === node.sku && !planned.has(holder),
  );
  const isBlocked = node.sku !== null && node.status !== 'archived' && (stays || claims[0]?.id !== item.id);
  assert.deepEqual(shown(item.problems, true), isBlocked ? ['fields.sku.en-US unique'] : []);
}

describeEachEngine('a service that is killed while it publishes a plan', (engine) => {
  it(`publishes all or nothing, over ${KILLS} kills`, { timeout: 900_000 }, async (context) => {
    const scene = await prepare(engine);
    let whole = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const service = await startProcess({ engine });
      const owner = new Actor(service.url, scene.management.token);
      const ids = itemsOf(await owner.post(`${scene.base}/publish-plan`, { ids: ['node-0'] }, 200)).map(({ id }) => id);
      assert.equal(ids.length, NODES);
      const body = { action: 'publish', atomic: true, ids };
      const asked = owner.post(`${scene.base}/entries/bulk`, body).catch(() => undefined);
      await sleep(Math.random() * TAKES_MS * (kill % 2 === 0 ? 1 : SLOW));
      await service.end('SIGKILL');
      const answer = await asked;
      closeConnections();
      const again = await startProcess({ engine });
      const by = new Actor(again.url, scene.management.token);
      const left = itemsOf(await by.post(`${scene.base}/publish-plan`, { ids: ['node-0'] }, 200)).length;
      assert.ok(left === 0 || left === NODES, `${left} of ${NODES} are left`);
      if (answer !== undefined) assert.deepEqual([answer.status, left], [200, 0], String(answer));
      if (left === 0) whole += 1;
      if (left === 0) await by.post(`${scene.base}/entries/bulk`, { ...body, action: 'unpublish' }, 200);
      closeConnections();
      await again.end('SIGINT');
    }
    context.diagnostic(`${whole} of ${KILLS} were published`);
    if (KILLS >= KILLS_MEET_BOTH) assert.ok(whole > 0 && whole < KILLS, `${whole} of ${KILLS} were published`);
  });
});

/** A ring of drafts. */
async function prepare(engine: TestEngine): Promise<Scene> {
  const service = await startProcess({ engine });
  const scene = await given(service.url);
  const fields = [field('title', 'string'), field('links', 'array', { items: { type: 'entry' } })];
  await scene.owner.post(`${scene.base}/content-types`, { api_id: 'node', name: 'Node', fields }, 201);
  const ring = (n: number) => [1, 7, 13, 29].map((step) => keyOf((n + step) % NODES));
  for (let n = 0; n < NODES; n++) {
    const body = { content_type_id: 'node', key: keyOf(n), fields: { title: keyOf(n), links: ring(n) } };
    await scene.owner.post(`${scene.base}/entries`, body, 201);
  }
  closeConnections();
  await service.end('SIGINT');
  return scene;
}
