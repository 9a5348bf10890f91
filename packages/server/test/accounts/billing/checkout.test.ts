/** Plans, subscriptions and orders if no payments are taken and the operator confirms orders. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Actor, send } from '../../../../testing/src/client.ts';
import { createEntry, given, joinAs, magazine, signUp } from '../../../../testing/src/given.ts';
import { onEachEngine } from '../../../../testing/src/on-each-engine.ts';
import { until } from '../../../../testing/src/until.ts';
import { order, plans, subscriptionOf, useOf, withPlans } from './plans.ts';

const METRICS = [
  'spaces',
  'environments',
  'locales',
  'content_types',
  'entries',
  'assets',
  'asset_bytes',
  'members',
  'api_keys',
  'webhooks',
  'api_requests_per_month',
  'api_requests_per_second',
  'ai_tokens_per_month',
];

onEachEngine(
  'plans and orders',
  (stage) => {
    it('list the plans in the order of their file, with every limit', async () => {
      const { actor } = await signUp(stage.url);
      const page = await actor.get('/billing/plans', 200);
      assert.deepEqual(page.each('items', 'id'), ['start', 'small', 'large', 'annual']);
      const { limits: _, ...small } = page.at('items.1') as Record<string, unknown>;
      assert.deepEqual(small, { id: 'small', name: 'Small', price: 900, currency: 'eur', interval: 'month' });
      assert.deepEqual(Object.keys(page.at('items.1.limits') as object), METRICS);
      assert.deepEqual([page.at('items.1.limits.entries'), page.at('items.1.limits.assets')], [2, null]);
      const dearest = await actor.get('/billing/plans?order=-price&limit=1', 200);
      assert.deepEqual([dearest.at('items.0.id'), dearest.at('total')], ['large', plans.length]);
      const [, next = ''] =
        /<([^>]+)>/.exec(String((await actor.get('/billing/plans?limit=3', 200)).headers.link)) ?? [];
      assert.deepEqual((await actor.get(next, 200)).each('items', 'id'), ['annual']);
    });

    it('show the plan of a new account, and what it uses of every metric', async () => {
      const scene = await given(stage.url);
      const response = await scene.owner.get('/billing/subscription', 200);
      const { usage: _, ...shown } = response.json as Record<string, unknown>;
      const nothing = { current_period_end: null, grace_until: null, paid_at: null, notices: [] };
      assert.deepEqual(shown, { plan: 'start', status: 'active', ...nothing, version: 1 });
      assert.equal(response.headers.etag, '"1"');
      assert.deepEqual(response.each('usage', 'metric'), METRICS);
      assert.deepEqual(useOf(response, 'spaces'), { limit: 5, used: 1 });
      assert.deepEqual(useOf(response, 'api_keys'), { limit: null, used: 3 });
      assert.deepEqual(useOf(response, 'ai_tokens_per_month'), { limit: 1_000, used: 0 });
      assert.deepEqual(useOf(response, 'api_requests_per_second'), { limit: null, used: null });
    });

    it('are read by admins and owners, ordered by owners, and none of a key', async () => {
      const scene = await given(stage.url);
      const [admin, developer] = [await joinAs(scene.member, 'admin'), await joinAs(scene.member, 'developer')];
      for (const path of ['/billing/plans', '/billing/subscription', '/billing/usage']) {
        await scene.owner.get(path, 200);
        await admin.actor.get(path, 200);
        const refused = await developer.actor.get(path, 403);
        assert.deepEqual(
          [refused.at('detail.code'), refused.at('detail.permission')],
          ['insufficient_permission', 'billing.read'],
        );
        assert.equal((await scene.management.get(path, 403)).at('detail.code'), 'insufficient_permission');
      }
      for (const actor of [admin.actor, scene.management]) {
        const refused = await actor.post('/billing/checkout', { plan: 'large' }, 403);
        assert.equal(refused.at('detail.permission'), 'billing.manage');
      }
    });

    it('show of what usage consists: of spaces as they are, and of no other account, and refuse by name what nobody counts', async () => {
      const scene = await given(stage.url, { types: magazine });
      await createEntry(scene.owner, scene.base, { content_type_id: 'author', fields: { name: 'Ada' } });
      const usage = (metric: string, by: string, status = 200) =>
        scene.owner.get(`/billing/usage?metric=${metric}&by=${by}`, status);
      const id = scene.space.split('/').at(-1);
      for (const [metric, used] of Object.entries({
        entries: 1,
        environments: 1,
        locales: 1,
        api_keys: 3,
        webhooks: 0,
      })) {
        const shown = await usage(metric, 'space');
        assert.deepEqual(
          [shown.at('since'), shown.each('items', 'id'), shown.each('items', 'used')],
          [null, [id], [used]],
        );
      }
      const other = await signUp(stage.url);
      assert.deepEqual((await other.actor.get('/billing/usage?metric=entries&by=space', 200)).list('items'), []);
      const tokens = await usage('ai_tokens_per_month', 'day');
      assert.deepEqual([tokens.list('items').length, tokens.at('items.89.used')], [90, 0]);
      const by = await usage('entries', 'key', 422);
      assert.equal(by.at('detail.errors.0.message'), 'Usage of entries is not counted by key; ask for it by space.');
      assert.equal((await usage('members', 'space', 422)).at('detail.errors.0.path'), 'query.metric');
      await until(async () => (await usage('api_requests_per_month', 'key')).each('items', 'kind').includes('people'));
      assert.ok((await usage('api_requests_per_month', 'day')).each('items', 'used').some((used) => Number(used) > 0));
      assert.deepEqual((await usage('api_requests_per_month', 'space')).at('items.0.kind'), 'no_space');
    });

    it('give an order a page without a token, which changes nothing', async () => {
      const { actor } = await signUp(stage.url);
      const { id, url } = await order(actor, 'large');
      assert.ok(id.startsWith('chk_') && id.length >= 40, id);
      assert.equal(url, `${stage.url}/checkout?token=${id}`);
      assert.equal((await send(stage.url, 'GET', `/checkout?token=${id}`)).status, 200);
      assert.equal((await subscriptionOf(actor)).plan, 'start');
      const audit = await actor.get(
        `/accounts/${(await actor.get('/auth/me', 200)).string('account.id')}/audit?action=checkout.create`,
        200,
      );
      assert.equal(audit.at('total'), 1);
      assert.ok(!audit.text.includes(id), 'admins, who may not order, could open the page');
    });

    it('refuse what cannot be ordered, with its path', async () => {
      const { actor } = await signUp(stage.url);
      const bad = await actor.post(
        '/billing/checkout',
        { plan: 'huge', success_url: 'javascript:alert(1)', cancel_url: 'https://u:p@example.com/' },
        422,
      );
      assert.deepEqual(bad.each('detail.errors', 'path'), ['plan', 'success_url', 'cancel_url']);
      for (const url of ['', 'example.com', '/path', 'ftp://example.com/', 'data:text/html,x', 'http://'])
        assert.deepEqual(
          (await actor.post('/billing/checkout', { plan: 'large', success_url: url }, 422)).each(
            'detail.errors',
            'path',
          ),
          ['success_url'],
          url,
        );
      assert.equal((await actor.post('/billing/checkout', { plan: 'start' }, 409)).at('detail.code'), 'conflict');
      assert.equal((await actor.post('/billing/checkout', {}, 422)).at('detail.errors.0.path'), 'plan');
    });

    it('make one order of a request that is sent again with its Idempotency-Key', async () => {
      const { actor } = await signUp(stage.url);
      const headers = { 'idempotency-key': 'once' };
      const sent = await Promise.all(
        Array.from({ length: 5 }, () => actor.post('/billing/checkout', { plan: 'large' }, 200, headers)),
      );
      assert.equal(new Set(sent.map((response) => response.string('session_id'))).size, 1);
      assert.equal(
        (await actor.post('/billing/checkout', { plan: 'small' }, 409, headers)).at('detail.code'),
        'idempotency_conflict',
      );
    });

    it('keep the latest 20 open orders of an account', async () => {
      const { actor } = await signUp(stage.url);
      const ids: string[] = [];
      for (let n = 0; n < 22; n++) ids.push((await order(actor, 'large')).id);
      const statuses = await Promise.all(
        ids.map(async (id) => (await send(stage.url, 'GET', `/checkout?token=${id}`)).status),
      );
      assert.deepEqual(
        statuses.map((status) => status === 200),
        ids.map((_, index) => index >= 2),
      );
    });

    it('take no confirmation from the page', async () => {
      const { actor } = await signUp(stage.url);
      const { id } = await order(actor, 'large');
      const page = await send(stage.url, 'GET', `/checkout?token=${id}`);
      assert.ok(page.text.includes(`lectern billing confirm ${id}`));
      assert.doesNotMatch(page.text, /<form/);
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      assert.equal((await send(stage.url, 'POST', '/checkout', { raw: `token=${id}`, headers })).status, 403);
      assert.equal((await subscriptionOf(actor)).plan, 'start');
    });

    it('take no events of Stripe', async () => {
      const response = await new Actor(stage.url, null).post('/billing/stripe/webhook', {}, 503);
      assert.equal(response.at('detail.code'), 'billing_not_configured');
      assert.match(response.string('detail.message'), /LECTERN_STRIPE_SECRET_KEY/);
    });
  },
  { ...withPlans(), LECTERN_BILLING_CURRENCY: 'EUR' },
);
