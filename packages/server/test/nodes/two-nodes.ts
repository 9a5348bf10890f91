/** What two nodes on one database show of each other’s changes. How soon is asked of who follows them. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { Actor, type ApiResponse, closeConnections } from '../../../testing/src/client.ts';
import type { TestEngine } from '../../../testing/src/engines.ts';
import { createEntry, given, joinAs, magazine, PASSWORD, type Scene } from '../../../testing/src/given.ts';
import type { Follower } from '../../../testing/src/lags.ts';
import { type ServiceProcess, startProcess } from '../../../testing/src/process.ts';

/** Rounds at once. */
const LANES = 10;
const limit = { timeout: 3_600_000 };

/** Two processes on the database of an engine, and a space there. */
export interface TwoNodes {
  readonly scene: Scene;
  /** The same actor at one of the nodes. */
  at(node: number, actor: Actor): Actor;
}

/** Starts them before the tests of a suite, and ends them after. */
export function twoNodesOn(engine: TestEngine): TwoNodes {
  const nodes: ServiceProcess[] = [];
  let scene: Scene | undefined;
  before(async () => {
    nodes.push(await startProcess({ engine }));
    nodes.push(await startProcess({ engine }));
    scene = await given(nodes[0]?.url ?? '', { types: magazine });
  });
  after(async () => {
    closeConnections();
    await Promise.all(nodes.map((node) => node.end('SIGINT')));
  });
  return {
    get scene() {
      return scene ?? assert.fail('The nodes are not started yet.');
    },
    at: (node, actor) => new Actor(nodes[node % nodes.length]?.url ?? '', actor.token),
  };
}

/** Fields of a new author. */
export function author(fields: Record<string, unknown>) {
  return { content_type_id: 'author', fields };
}

/** Defines the tests that each node follows the other. @param rounds how often publications are tried; what takes longer, less often */
export function followEachOther(nodes: TwoNodes, rounds: number, follower: Follower): void {
  /** Rounds of revoking, which take up to a second each, and of people, who have to log in. */
  const revoked = Math.ceil(rounds / 10);
  const people = Math.ceil(rounds / 100);
  /** The node that changes something in a round: one for the first half, since what a node writes itself refreshes what it knows. */
  const writerOf = (round: number, of: number) => (round < of / 2 ? 0 : 1);
  const { at } = nodes;

  it(`show each other’s publications, and their ends, ${rounds} times`, limit, async (context) => {
    await inLanes(rounds, async (round) => {
      const node = writerOf(round, rounds);
      const editor = at(node, nodes.scene.management);
      const id = await createEntry(editor, nodes.scene.base, author({ name: `Round ${round}` }));
      const reader = at(node + 1, nodes.scene.delivery);
      const path = `${nodes.scene.read}/entries/${id}`;
      const named = `${nodes.scene.read}/entries?fields.name=Round%20${round}`;
      const published = await editor.post(`/entries/${id}/publish`, undefined, 200);
      if (round % 2 === 0) await reader.get(`${path}?${bound(published)}`, 200);
      else
        await follower.until(
          () => reader.get(path),
          ({ status }) => status === 200,
        );
      const ended = await editor.post(`/entries/${id}/unpublish`, undefined, 200);
      if (round % 2 === 1) assert.equal((await reader.get(`${named}&${bound(ended)}`, 200)).at('total'), 0);
      else
        await follower.until(
          () => reader.get(named),
          (response) => response.at('total') === 0,
        );
    });
    follower.report(context);
  });

  it('show each other’s models', async () => {
    await at(0, nodes.scene.owner).put(`${nodes.scene.base}/content-types/fresh`, { name: 'Fresh', fields: [] }, 201);
    await follower.until(
      () => at(1, nodes.scene.owner).get(`${nodes.scene.base}/content-types/fresh`),
      ({ status }) => status === 200,
    );
    await at(1, nodes.scene.owner).post(`${nodes.scene.base}/entries`, { content_type_id: 'fresh', fields: {} }, 201);
  });

  it(`refuse keys that the other one revoked, ${revoked} times`, limit, async (context) => {
    await inLanes(revoked, async (round) => {
      const node = writerOf(round, revoked);
      const kind = round % 2 === 0 ? { kind: 'delivery' } : { kind: 'management', role: 'admin' };
      const body = { name: 'Short', ...kind };
      const key = await at(node, nodes.scene.management).post(`${nodes.scene.space}/api-keys`, body, 201);
      const user = at(node + 1, new Actor('', key.string('token')));
      const path = round % 2 === 0 ? `${nodes.scene.read}/entries` : `${nodes.scene.base}/entries`;
      await user.get(path, 200);
      await at(node, nodes.scene.management).delete(`${nodes.scene.space}/api-keys/${key.string('id')}`, 204);
      await follower.until(
        () => user.get(path),
        ({ status }) => status === 401,
      );
    });
    follower.report(context);
  });

  it(`refuse sessions and members that the other one ended, ${people} times`, limit, async (context) => {
    await inLanes(people, async (round) => {
      const node = writerOf(round, people);
      const member = await joinAs({ ...nodes.scene.member, actor: at(node, nodes.scene.owner) }, 'editor');
      const login = { email: member.email, password: PASSWORD };
      const session = await at(node + 1, new Actor('', null)).post('/auth/login', login, 200);
      const elsewhere = at(node + 1, new Actor('', session.string('access_token')));
      await elsewhere.get('/auth/me', 200);
      await at(node, elsewhere).post('/auth/logout');
      await follower.until(
        () => elsewhere.get('/auth/me'),
        ({ status }) => status === 401,
      );
      const editor = at(node + 1, member.actor);
      await editor.get('/spaces', 200);
      await at(node, nodes.scene.owner).delete(
        `/accounts/${nodes.scene.member.accountId}/members/${member.userId}`,
        204,
      );
      await follower.until(
        () => editor.get('/spaces'),
        ({ status }) => status === 401,
      );
    });
    follower.report(context);
  });
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
