/**
 * Two processes on one database, as behind a balancer or on one machine: what one of them acknowledged the other
 * shows within a second, nothing is lost between them, and what must be unique is unique.
 * `ROUNDS=10000` before an issue is closed.
 */
import assert from 'node:assert/strict';
import { after, before, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Actor, type ApiResponse, closeConnections } from './client.ts';
import { describeEachEngine } from './harness/engines.ts';
import { type ServiceProcess, startProcess } from './harness/process.ts';
import { createEntry, joinAs, makeMagazine, makeScene, PASSWORD, type Scene } from './scene.ts';

/** The longest that a node may show what another one has changed. */
const STALE_MAX_MS = 1_000;
const POLL_MS = 20;
const ROUNDS = Number(process.env.ROUNDS ?? 10);
/** Rounds of revoking, which take up to a second each, and of people, who have to log in. */
const REVOKED = Math.ceil(ROUNDS / 10);
const PEOPLE = Math.ceil(ROUNDS / 100);
/** Rounds at once. */
const LANES = 10;
const limit = { timeout: 3_600_000 };
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
  /** The node that changes something in a round: one for the first half, since what a node writes itself refreshes what it knows. */
  const writerOf = (round: number, rounds: number) => (round < rounds / 2 ? 0 : 1);
  const author = (fields: Record<string, unknown>) => ({ content_type_id: 'author', fields });

  it(`show each other’s publications, and their ends, within a second, ${ROUNDS} times`, limit, async (context) => {
    const lags = new Lags();
    await inLanes(ROUNDS, async (round) => {
      const node = writerOf(round, ROUNDS);
      const editor = at(node, scene.management);
      const id = await createEntry(editor, scene.base, author({ name: `Round ${round}` }));
      const reader = at(node + 1, scene.delivery);
      const path = `${scene.read}/entries/${id}`;
      const named = `${scene.read}/entries?fields.name=Round%20${round}`;
      const published = await editor.post(`/entries/${id}/publish`, undefined, 200);
      if (round % 2 === 0) await reader.get(`${path}?${bound(published)}`, 200);
      else await lags.until(reader, path, ({ status }) => status === 200);
      const ended = await editor.post(`/entries/${id}/unpublish`, undefined, 200);
      if (round % 2 === 1) assert.equal((await reader.get(`${named}&${bound(ended)}`, 200)).at('total'), 0);
      else await lags.until(reader, named, (response) => response.at('total') === 0);
    });
    lags.report(context);
  });

  it('show each other’s models within a second', async () => {
    const lags = new Lags();
    await at(0, scene.owner).put(`${scene.base}/content-types/fresh`, { name: 'Fresh', fields: [] }, 201);
    await lags.until(at(1, scene.owner), `${scene.base}/content-types/fresh`, ({ status }) => status === 200);
    await at(1, scene.owner).post(`${scene.base}/entries`, { content_type_id: 'fresh', fields: {} }, 201);
  });

  it(`refuse keys that the other one revoked, within a second, ${REVOKED} times`, limit, async (context) => {
    const lags = new Lags();
    await inLanes(REVOKED, async (round) => {
      const node = writerOf(round, REVOKED);
      const kind = round % 2 === 0 ? { kind: 'delivery' } : { kind: 'management', role: 'admin' };
      const body = { name: 'Short', ...kind };
      const key = await at(node, scene.management).post(`${scene.space}/api-keys`, body, 201);
      const user = at(node + 1, new Actor('', key.string('token')));
      const path = round % 2 === 0 ? `${scene.read}/entries` : `${scene.base}/entries`;
      await user.get(path, 200);
      await at(node, scene.management).delete(`${scene.space}/api-keys/${key.string('id')}`, 204);
      await lags.until(user, path, ({ status }) => status === 401);
    });
    lags.report(context);
  });

  it(
    `refuse sessions and members that the other one ended, within a second, ${PEOPLE} times`,
    limit,
    async (context) => {
      const lags = new Lags();
      await inLanes(PEOPLE, async (round) => {
        const node = writerOf(round, PEOPLE);
        const member = await joinAs({ ...scene.member, actor: at(node, scene.owner) }, 'editor');
        const login = { email: member.email, password: PASSWORD };
        const session = await at(node + 1, new Actor('', null)).post('/auth/login', login, 200);
        const elsewhere = at(node + 1, new Actor('', session.string('access_token')));
        await elsewhere.get('/auth/me', 200);
        await at(node, elsewhere).post('/auth/logout');
        await lags.until(elsewhere, '/auth/me', ({ status }) => status === 401);
        const editor = at(node + 1, member.actor);
        await editor.get('/spaces', 200);
        await at(node, scene.owner).delete(`/accounts/${scene.member.accountId}/members/${member.userId}`, 204);
        await lags.until(editor, '/spaces', ({ status }) => status === 401);
      });
      lags.report(context);
    },
  );

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

/** The parameter that asks for no older revision than that of a write. */
function bound({ headers }: ApiResponse): string {
  return `min_revision=${headers['x-cms-revision']}`;
}

/** Runs rounds, some at once, and as many of them as are wanted. */
async function inLanes(rounds: number, run: (round: number) => Promise<void>): Promise<void> {
  const numbers = [...Array(rounds).keys()].values();
  const lane = async () => {
    for (const round of numbers) await run(round);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

/** How long nodes went on with what another one had ended. */
class Lags {
  readonly #ms: number[] = [];

  /**
   * Asks until the response is as wanted, which it must be where it was asked for later than a node may lag behind. How long
   * a response takes is another matter.
   */
  async until(reader: Actor, path: string, wanted: (response: ApiResponse) => boolean): Promise<void> {
    const changedAt = performance.now();
    let lagMs = 0;
    for (;;) {
      const askedAt = performance.now();
      const response = await reader.get(path);
      if (wanted(response)) break;
      lagMs = askedAt - changedAt;
      assert.ok(lagMs < STALE_MAX_MS, `still after ${lagMs} ms: ${response}`);
      await sleep(POLL_MS);
    }
    this.#ms.push(lagMs);
  }

  report(context: TestContext): void {
    const sorted = this.#ms.toSorted((one, other) => one - other);
    const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN);
    context.diagnostic(`last seen as before after: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`);
  }
}
