/** Limits of AI helpers: switches, slots, the account's tokens, a missing provider, and requests that end early. */

import assert from 'node:assert/strict';
import { request } from 'node:http';
import { before, beforeEach, it } from 'node:test';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { createEntry, given, type Scene, signUp } from '../../../../testing/src/given.ts';
import { onEachEngine } from '../../../../testing/src/on-each-engine.ts';
import { INPUT_TOKENS, OUTPUT_TOKENS, startModelServer } from '../../../../testing/src/servers/model-server.ts';
import { startService } from '../../../../testing/src/service.ts';
import { until } from '../../../../testing/src/until.ts';
import { CALL_MAX_MS } from '../../../src/ai/provider/model-calls.ts';
import { AiUsage } from '../../../src/ai/usage/ai-usage.ts';
import { openDatabase } from '../../../src/platform/database/connect.ts';
import { subscribe, writePlans } from '../../accounts/plans/plans-file.ts';
import { makeTranslatedMagazine, onEachEngineWithModel } from './model-calls.ts';

const REWRITE = { text: 'Boats come and go.', style: 'formal' };

await onEachEngineWithModel('AI limits', (stage) => {
  let scene: Scene;
  before(async () => {
    scene = await makeTranslatedMagazine(stage.url);
  });
  beforeEach(() => {
    stage.model.requests.length = 0;
    stage.model.reply = () => 'What the model wrote.';
  });

  it('are two operations of an account at a time', async () => {
    const release = Promise.withResolvers<void>();
    stage.model.reply = () => release.promise.then(() => 'Done.');
    const sent = Array.from({ length: 10 }, () => scene.owner.post('/ai/rewrite', REWRITE));
    const other = await signUp(stage.url);
    const elsewhere = other.actor.post('/ai/rewrite', REWRITE);
    await until(() => stage.model.requests.length >= 3);
    release.resolve();
    const responses = await Promise.all(sent);
    const refused = responses.filter(({ status }) => status === 429);
    assert.deepEqual([refused.length, responses.filter(({ status }) => status === 200).length], [8, 2]);
    assert.equal(refused[0]?.at('detail.scope'), 'ai');
    assert.ok(Number(refused[0]?.headers['retry-after']) >= 1);
    assert.equal((await elsewhere).status, 200);
    await scene.owner.post('/ai/rewrite', REWRITE, 200);
  });

  it('are told of by day, and the status says of which model they are and when it answered', async () => {
    await scene.owner.post('/ai/rewrite', REWRITE, 200);
    const days = await scene.owner.get('/billing/usage?metric=ai_tokens_per_month&by=day', 200);
    const today = Number(days.at('items.89.used'));
    assert.ok(today >= INPUT_TOKENS + OUTPUT_TOKENS, String(today));
    const status = await scene.management.get('/ai/status', 200);
    assert.deepEqual([status.at('provider'), status.at('failed_at')], ['openai-compatible', null]);
    assert.match(status.string('answered_at'), /^\d{4}-/);
  });

  it('give a place back when the client goes away, and the provider is told', async () => {
    stage.model.reply = () => ({ hang: 'Half a te' });
    for (let time = 0; time < 3; time++) {
      const before = stage.model.requests.length;
      const { hostname, port } = new URL(stage.url);
      const headers = {
        authorization: `Bearer ${scene.owner.token}`,
        'content-type': 'application/json',
        accept: time === 1 ? 'text/event-stream' : '*/*',
      };
      const open = request({ hostname, port, method: 'POST', path: '/ai/rewrite', headers });
      open.on('error', () => {});
      open.end(JSON.stringify(REWRITE));
      await until(() => stage.model.requests.length > before);
      const closed = new Promise((resolve) => open.once('close', resolve));
      open.destroy();
      await closed;
      await until(() => stage.model.open === 0, Boolean, CALL_MAX_MS / 2);
    }
    stage.model.reply = () => 'Done.';
    let status = 429;
    while (status === 429) status = (await scene.owner.post('/ai/rewrite', REWRITE)).status;
    assert.equal(status, 200);
  });

  it('switch AI off for a space, and for an account', async () => {
    const { owner, space, management } = scene;
    const entry = {
      entry_id: await createEntry(owner, scene.base, { content_type_id: 'article', fields: { title: 'x' } }),
    };
    assert.equal((await owner.get(space, 200)).at('ai'), 'on');
    assert.equal((await owner.patch(space, { ai: 'off' }, 200)).at('ai'), 'off');
    for (const actor of [owner, management]) {
      const response = await actor.post('/ai/summarize', entry, 403);
      assert.deepEqual(
        [response.at('detail.code'), response.at('detail.permission')],
        ['insufficient_permission', 'ai.use'],
      );
    }
    // A person works in all spaces of the account, a key only in its own.
    await owner.post('/ai/rewrite', REWRITE, 200);
    await management.post('/ai/rewrite', REWRITE, 403);
    await owner.patch(space, { ai: 'on' }, 200);
    await owner.post('/ai/summarize', entry, 200);
    const account = `/accounts/${scene.member.accountId}`;
    assert.equal((await owner.get(account, 200)).at('ai'), 'on');
    assert.equal((await owner.patch(account, { ai: 'off' }, 200)).at('ai'), 'off');
    await owner.post('/ai/rewrite', REWRITE, 403);
    await management.post('/ai/summarize', entry, 403);
    assert.equal(stage.model.requests.length, 2);
    await owner.patch(account, { ai: 'maybe' }, 422);
    await owner.patch(account, { ai: 'on' }, 200);
    await owner.post('/ai/rewrite', REWRITE, 200);
  });
});

onEachEngine('AI without a provider', (stage) => {
  it('is a 503 that names the variable', async () => {
    const scene = await given(stage.url);
    const bodies = {
      generate: { prompt: 'x' },
      rewrite: REWRITE,
      summarize: { text: 'x' },
      seo: { entry_id: 'ent_zzzzzz_nothing' },
      'alt-text': { asset_id: 'ast_zzzzzz_nothing' },
      'translate-fields': { entry_id: 'ent_zzzzzz_nothing', source_locale: 'en-US', target_locales: ['de'] },
    };
    for (const [path, body] of Object.entries(bodies)) {
      const response = await scene.owner.post(`/ai/${path}`, body, 503);
      assert.equal(response.at('detail.code'), 'ai_not_configured');
      assert.match(response.string('detail.message'), /LECTERN_AI_PROVIDER/);
    }
  });
});

describeEachEngine('the AI usage of an account', (engine) => {
  const at = Date.UTC(2026, 10, 30, 23, 59, 59);

  it('counts tokens by month, stops at the ceiling, and holds two places on all nodes together', async () => {
    const service = await startService({ engine });
    const { accountId } = await signUp(service.url);
    const databases = [await openDatabase(engine.databaseConfig()), await openDatabase(engine.databaseConfig())];
    let now = at;
    const ceilingOf = async () => 100;
    const [one, other] = databases.map((database) => new AiUsage({ database, clock: () => now, ceilingOf }));
    assert.ok(one !== undefined && other !== undefined);
    try {
      const entered = await Promise.allSettled([1, 2, 3].flatMap(() => [one.enter(accountId), other.enter(accountId)]));
      const places = entered.filter((result) => result.status === 'fulfilled').map(({ value }) => value);
      assert.equal(places.length, 2);
      for (const result of entered)
        if (result.status === 'rejected') assert.equal(result.reason.code, 'api_quota_exceeded');
      const [place, second] = places;
      assert.ok(place !== undefined && second !== undefined);
      await one.requireTokens(accountId);
      const spend = { inputTokens: INPUT_TOKENS, outputTokens: OUTPUT_TOKENS };
      await Promise.all([one.spend(place, spend), other.spend(place, spend), one.spend(place, spend)]);
      assert.equal(await other.tokensThisMonth(accountId), 3 * (INPUT_TOKENS + OUTPUT_TOKENS));
      await assert.rejects(one.requireTokens(accountId), (error: { code: string; extra: object }) => {
        assert.equal(error.code, 'plan_limit_reached');
        assert.deepEqual(error.extra, { metric: 'ai_tokens_per_month', limit: 100, used: 111 });
        return true;
      });
      now += 2_000;
      assert.equal(await one.tokensThisMonth(accountId), 0);
      await one.requireTokens(accountId);
      // A killed process leaves its slot occupied.
      now += 80_000;
      await other.spend(place, spend);
      now += 20_000;
      const next = await one.enter(accountId);
      assert.equal(next.place, second.place);
      await assert.rejects(one.enter(accountId), { code: 'api_quota_exceeded' });
      // A process that lost its slot does not release that of another.
      await one.leave(second);
      await assert.rejects(one.enter(accountId), { code: 'api_quota_exceeded' });
      await other.leave(next);
      const last = await one.enter(accountId);
      // A slot taken while the clock was ahead is not kept once the clock is right again.
      await one.leave(last);
      await other.leave(place);
      now += 2 * 3_600_000;
      await one.enter(accountId);
      await other.enter(accountId);
      now -= 2 * 3_600_000;
      await one.enter(accountId);
    } finally {
      for (const database of databases) await database.close();
      await service.close();
    }
  });
});

describeEachEngine('the AI tokens of a plan', (engine) => {
  it('end at its ceiling, and go on with a larger plan', async () => {
    const model = await startModelServer(() => 'What the model wrote.');
    const ceiling = INPUT_TOKENS + OUTPUT_TOKENS + 1;
    const plan = (id: string, limits: object) => ({ id, name: id, price: 0, interval: 'month', limits });
    const plans = [plan('small', { ai_tokens_per_month: ceiling }), plan('large', {})];
    const env = { ...model.environment, LECTERN_PLANS_FILE: writePlans(plans), LECTERN_DEFAULT_PLAN: 'small' };
    const service = await startService({ engine, env });
    const database = await openDatabase(engine.databaseConfig());
    try {
      const { actor, accountId } = await signUp(service.url);
      for (let call = 0; call < 2; call++) await actor.post('/ai/rewrite', REWRITE, 200);
      const refused = await actor.post('/ai/rewrite', REWRITE, 402);
      const { message: _, ...detail } = refused.at('detail') as Record<string, unknown>;
      const used = 2 * (INPUT_TOKENS + OUTPUT_TOKENS);
      assert.deepEqual(detail, { code: 'plan_limit_reached', metric: 'ai_tokens_per_month', limit: ceiling, used });
      assert.equal(model.requests.length, 2);
      const shown = await actor.get('/billing/subscription', 200);
      assert.deepEqual(shown.list('usage').at(-1), { metric: 'ai_tokens_per_month', limit: ceiling, used });
      await subscribe(database, accountId, 'large');
      await actor.post('/ai/rewrite', REWRITE, 200);
    } finally {
      await database.close();
      await service.close();
      await model.close();
    }
  });
});
