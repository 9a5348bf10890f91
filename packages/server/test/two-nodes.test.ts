/**
 * Two processes on one database, as behind a balancer or on one machine: what one of them acknowledged the other
 * shows within a second, nothing is lost between them, and what must be unique is unique.
 */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Actor, type ApiResponse, closeConnections } from './client.ts';
import { describeEachEngine } from './harness/engines.ts';
import { type ServiceProcess, startProcess } from './harness/process.ts';
import { createEntry, makeMagazine, makeScene, PASSWORD, publishNew, type Scene } from './scene.ts';

/** The longest that a node may show what another one has changed. */
const STALE_MAX_MS = 1_000;
/** What the clocks of timers may add to that. */
const SLACK_MS = 500;
const POLL_MS = 20;
const ROUNDS = 10;
const CLIENTS = 8;
const CHANGES = 6;

describeEachEngine('two nodes', (engine) => {
  const nodes: ServiceProcess[] = [];
  let scene: Scene;
  before(async () => {
    nodes.push(await startProcess({ engine }));
    nodes.push(await startProcess({ engine }));
    scene = await makeScene(nodes[0]?.url ?? '');
    await makeMagazine(scene);
  });
  after(async () => {
    closeConnections();
    await Promise.all(nodes.map((node) => node.end('SIGINT')));
  });

  /** The same actor at one of the nodes. */
  const at = (node: number, actor: Actor) => new Actor(nodes[node % nodes.length]?.url ?? '', actor.token);
  const author = (fields: Record<string, unknown>) => ({ content_type_id: 'author', fields });

  it('show each other’s publications, and their ends, within a second', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const id = await publishNew(at(round, scene.owner), scene.base, author({ name: `Round ${round}` }));
      const reader = at(round + 1, scene.delivery);
      const seen = await soon(
        () => reader.get(`${scene.read}/entries/${id}`),
        (response) => response.status === 200,
      );
      assert.equal(seen.at('fields.name'), `Round ${round}`);
      await at(round, scene.owner).post(`/entries/${id}/unpublish`, undefined, 200);
      await soon(
        () => reader.get(`${scene.read}/entries?fields.name=Round%20${round}`),
        (response) => response.at('total') === 0,
      );
    }
  });

  it('show each other’s models within a second', async () => {
    await at(0, scene.owner).put(`${scene.base}/content-types/fresh`, { name: 'Fresh', fields: [] }, 201);
    await soon(
      () => at(1, scene.owner).get(`${scene.base}/content-types/fresh`),
      (response) => response.status === 200,
    );
    const body = { content_type_id: 'fresh', fields: {} };
    await soon(
      () => at(1, scene.owner).post(`${scene.base}/entries`, body),
      (response) => response.status === 201,
    );
  });

  it('refuse a key and a session that the other one ended, within a second', async () => {
    const key = await at(0, scene.owner).post(`${scene.space}/api-keys`, { name: 'Short', kind: 'delivery' }, 201);
    const reader = new Actor(nodes[1]?.url ?? '', key.string('token'));
    await reader.get(`${scene.read}/entries`, 200);
    await at(0, scene.owner).delete(`${scene.space}/api-keys/${key.string('id')}`, 204);
    await soon(
      () => reader.get(`${scene.read}/entries`),
      (response) => response.status === 401,
    );
    const credentials = { email: scene.member.email, password: PASSWORD };
    const session = await at(0, new Actor('', null)).post('/auth/login', credentials, 200);
    const person = new Actor('', session.string('access_token'));
    await at(1, person).get('/auth/me', 200);
    await at(0, person).post('/auth/logout');
    await soon(
      () => at(1, person).get('/auth/me'),
      (response) => response.status === 401,
    );
  });

  it('lose no change of one entry to each other', async () => {
    const id = await createEntry(at(0, scene.owner), scene.base, author({ name: 'Counter', city: '0' }));
    const counts = await Promise.all(
      Array.from({ length: CLIENTS }, (_, client) => countUp(at(client, scene.owner), id)),
    );
    const entry = await at(0, scene.owner).get(`/entries/${id}`, 200);
    const changes = counts.reduce((sum, count) => sum + count, 0);
    assert.equal(entry.at('fields.city.en-US'), String(changes));
    assert.equal(entry.at('version'), changes + 1);
  });

  it('give one slug, one key and one idempotent effect to one request only', async () => {
    const slug = { content_type_id: 'article', fields: { title: 'Race' }, slug: 'one-slug' };
    assert.equal(created(await race((actor) => actor.post(`${scene.base}/entries`, slug))), 1);
    const keyed = { ...author({ name: 'Key' }), key: 'one-key' };
    assert.equal(created(await race((actor) => actor.post(`${scene.base}/entries`, keyed))), 1);
    const headers = { 'idempotency-key': 'one-effect' };
    const same = await race((actor) =>
      actor.post(`${scene.base}/entries`, author({ name: 'Effect' }), undefined, headers),
    );
    assert.ok(
      same.every((response) => response.status === 201 || response.status === 409),
      same.join('\n'),
    );
    assert.equal(
      new Set(same.filter((response) => response.status === 201).map((response) => response.at('id'))).size,
      1,
    );
  });

  /** The same request from many clients at both nodes at once. */
  function race(request: (actor: Actor) => Promise<ApiResponse>): Promise<ApiResponse[]> {
    return Promise.all(Array.from({ length: CLIENTS }, (_, client) => request(at(client, scene.owner))));
  }
});

/** Reads the entry and writes it back one higher, again where somebody else was faster; gives how often it got through. */
async function countUp(actor: Actor, id: string): Promise<number> {
  let changes = 0;
  while (changes < CHANGES) {
    const entry = await actor.get(`/entries/${id}`, 200);
    const city = String(Number(entry.at('fields.city.en-US')) + 1);
    const response = await actor.patch(`/entries/${id}`, { version: entry.number('version'), fields: { city } });
    assert.ok(response.status === 200 || response.status === 409, String(response));
    if (response.status === 200) changes++;
  }
  return changes;
}

function created(responses: readonly ApiResponse[]): number {
  assert.ok(
    responses.every((response) => response.status === 201 || response.status === 409),
    responses.join('\n'),
  );
  return responses.filter((response) => response.status === 201).length;
}

/**
 * Asks until the response is as wanted, which it must be where it was asked for later than a node may lag behind. How long
 * a response takes is another matter.
 */
async function soon(ask: () => Promise<ApiResponse>, wanted: (response: ApiResponse) => boolean): Promise<ApiResponse> {
  const deadline = Date.now() + STALE_MAX_MS + SLACK_MS;
  for (;;) {
    const askedAt = Date.now();
    const response = await ask();
    if (wanted(response)) return response;
    assert.ok(askedAt < deadline, `still after ${STALE_MAX_MS + SLACK_MS} ms: ${response}`);
    await sleep(POLL_MS);
  }
}
