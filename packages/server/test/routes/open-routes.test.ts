/**
 * Routes without a token: what one network can send is bounded before a body is read, on every such route, and nobody
 * else is affected.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type ApiResponse, send } from '../../../testing/src/client.ts';
import { freshEmail, PASSWORD } from '../../../testing/src/given.ts';
import { onEachEngine } from '../../../testing/src/on-each-engine.ts';
import { routes } from './table.ts';

const LARGE_BYTES = 1_000_000;
const REQUESTS = 20;
/** Log-ins that are evaluated before the delays begin, and what a machine could have besides in two minutes, as each delay is twice the one before. */
const EVALUATED_MAX = 17;
/** Of large bodies, before an allowance is used up. */
const LARGE_MAX = 12;

onEachEngine(
  'open routes',
  (stage) => {
    let networks = 0;
    const freshAddress = () => `192.0.2.${++networks}`;
    const post = (path: string, from: string, body: unknown) =>
      send(stage.url, 'POST', path, { body, headers: { 'x-forwarded-for': from } });

    it('refuse what is too much of one network, and nothing of another', async () => {
      const large = { unknown: 'x'.repeat(LARGE_BYTES) };
      const open = routes.filter(({ access, name }) => access === 'public' && name.startsWith('POST /auth/'));
      assert.ok(open.length > 10, `${open.length} routes`);
      for (const { path } of open) {
        const [attacker, other] = [freshAddress(), freshAddress()];
        const responses: ApiResponse[] = [];
        for (let time = 0; time < REQUESTS; time++) responses.push(await post(path, attacker, large));
        const throttled = responses.filter(({ status }) => status === 429);
        assert.ok(throttled.length >= REQUESTS - LARGE_MAX, `${path}: ${throttled.length} of ${REQUESTS}`);
        assert.ok(responses.every(({ status }) => status === 422 || status === 429));
        assert.equal(throttled[0]?.at('detail.scope'), 'requests');
        assert.match(String(throttled[0]?.headers['retry-after']), /^[1-4]$/);
        assert.equal((await post(path, other, { unknown: 1 })).status, 422);
      }
    });

    it('serve small requests in a row', async () => {
      const address = freshAddress();
      for (let time = 0; time < 100; time++) {
        const response = await post('/auth/refresh', address, { refresh_token: 'unknown' });
        assert.equal(response.status, 401, String(response));
      }
    });

    it('count parallel log-ins as many as they are', async () => {
      const [email, attacker] = [freshEmail(), freshAddress()];
      assert.equal((await post('/auth/signup', freshAddress(), { email, password: PASSWORD })).status, 201);
      const guess = () => post('/auth/login', attacker, { email, password: 'another quiet harbour 5' });
      const statuses = (await Promise.all(Array.from({ length: 150 }, guess))).map(({ status }) => status);
      const evaluated = statuses.filter((status) => status === 401).length;
      assert.ok(evaluated >= 10 && evaluated <= EVALUATED_MAX, `${evaluated} were evaluated`);
      assert.equal(statuses.filter((status) => status === 429).length, 150 - evaluated);
      assert.equal((await post('/auth/login', freshAddress(), { email, password: PASSWORD })).status, 200);
    });
  },
  { LECTERN_TRUSTED_PROXIES: '127.0.0.1/32' },
);
