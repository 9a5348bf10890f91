/** When two requests count as the same. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import Fastify from 'fastify';
import { idempotencyOf } from './idempotency.ts';

const app = Fastify();
for (const url of ['/things', '/others']) {
  app.all(url, async (request) => idempotencyOf(request, String(request.headers['x-principal'])) ?? null);
}
after(() => app.close());

interface Sent {
  readonly url?: string;
  readonly method?: 'POST' | 'PUT';
  readonly principal?: string;
  readonly key?: string;
  readonly payload?: object;
}

async function identity({ url = '/things', method = 'POST', principal = 'ann', key, payload = { a: 1 } }: Sent) {
  const headers = { 'x-principal': principal, ...(key === undefined ? {} : { 'idempotency-key': key }) };
  const response = await app.inject({ method, url, headers, payload });
  return response.json() as { scope: string; bodyHash: string } | null;
}

describe('an idempotent request', () => {
  it('is the same with the same key, principal, route and body', async () => {
    assert.deepEqual(await identity({ key: 'k' }), await identity({ key: 'k' }));
  });

  it('has another scope with another key, principal or route', async () => {
    const first = await identity({ key: 'k' });
    for (const other of [{ key: 'l' }, { key: 'k', principal: 'bob' }, { key: 'k', url: '/others' }]) {
      assert.notEqual((await identity(other))?.scope, first?.scope);
    }
  });

  it('is another request under the same scope with another body or query', async () => {
    const first = await identity({ key: 'k' });
    for (const other of [
      { key: 'k', payload: { a: 2 } },
      { key: 'k', url: '/things?x=1' },
    ]) {
      const second = await identity(other);
      assert.equal(second?.scope, first?.scope);
      assert.notEqual(second?.bodyHash, first?.bodyHash);
    }
  });

  it('needs a key and the method POST', async () => {
    assert.equal(await identity({}), null);
    assert.equal(await identity({ key: 'k', method: 'PUT' }), null);
  });

  it('reveals nothing of key, principal or body', async () => {
    const text = JSON.stringify(await identity({ key: 'secret-key', payload: { password: 'hunter2' } }));
    assert.doesNotMatch(text, /secret-key|ann|hunter2/);
  });
});
