/**
 * Two processes on one database, as behind a balancer or on one machine: each shows what the other acknowledged, nothing is lost
 * between them, and what must be unique is unique. `two-nodes.deep.test.ts` tests how soon.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Actor, type ApiResponse } from '../../../testing/src/client.ts';
import { describeEachEngine } from '../../../testing/src/engines.ts';
import { createEntry } from '../../../testing/src/given.ts';
import { eventually } from '../../../testing/src/lags.ts';
import { author, followEachOther, twoNodesOn } from './two-nodes.ts';

const ROUNDS = 10;
const CLIENTS = 8;
const CHANGES = 6;

describeEachEngine('two nodes', (engine) => {
  const nodes = twoNodesOn(engine);
  followEachOther(nodes, ROUNDS, eventually);

  it('lose no change of one entry to each other', async () => {
    const id = await createEntry(
      nodes.at(0, nodes.scene.owner),
      nodes.scene.base,
      author({ name: 'Counter', city: '0' }),
    );
    const counts = await Promise.all(
      Array.from({ length: CLIENTS }, (_, client) => countUp(nodes.at(client, nodes.scene.owner), id)),
    );
    const entry = await nodes.at(0, nodes.scene.owner).get(`/entries/${id}`, 200);
    const changes = counts.reduce((sum, count) => sum + count, 0);
    assert.equal(entry.at('fields.city.en-US'), String(changes));
    assert.equal(entry.at('version'), changes + 1);
  });

  it('give one slug, one key and one idempotent effect to one request only', async () => {
    const slug = { content_type_id: 'article', fields: { title: 'Race' }, slug: 'one-slug' };
    assert.equal(created(await race((actor) => actor.post(`${nodes.scene.base}/entries`, slug))), 1);
    const keyed = { ...author({ name: 'Key' }), key: 'one-key' };
    assert.equal(created(await race((actor) => actor.post(`${nodes.scene.base}/entries`, keyed))), 1);
    const headers = { 'idempotency-key': 'one-effect' };
    const same = await race((actor) =>
      actor.post(`${nodes.scene.base}/entries`, author({ name: 'Effect' }), undefined, headers),
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

  it('show with a preview token, at each node, what was saved before it was asked for at the other', async () => {
    const { scene } = nodes;
    const id = await createEntry(nodes.at(0, scene.owner), scene.base, author({ name: 'Round' }));
    const set = (await nodes.at(0, scene.owner).post(`${scene.base}/change-sets`, { name: 'Set' }, 201)).string('id');
    for (let round = 0; round < ROUNDS; round++)
      for (const query of ['', `?change_set=${set}`]) {
        const owner = nodes.at(round, scene.owner);
        const name = `Round ${round} ${query}`;
        await owner.patch(`/entries/${id}${query}`, { fields: { name } }, 200);
        const token = (await owner.get(`/entries/${id}/preview${query}`, 200)).string('token');
        const reader = nodes.at(round + 1, new Actor('', token));
        assert.equal((await reader.get(`${scene.read}/entries/${id}`, 200)).at('fields.name'), name);
      }
  });

  /** The same request from many clients at both nodes at once. */
  function race(request: (actor: Actor) => Promise<ApiResponse>): Promise<ApiResponse[]> {
    return Promise.all(Array.from({ length: CLIENTS }, (_, client) => request(nodes.at(client, nodes.scene.owner))));
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
