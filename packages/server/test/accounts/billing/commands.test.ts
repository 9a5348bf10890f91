/** `lectern billing` beside a running service: its output, its exit code, and its effect on the account. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { Actor, closeConnections, send } from '../../../../testing/src/client.ts';
import { describeFirstEngine } from '../../../../testing/src/engines.ts';
import { serviceEnvironment } from '../../../../testing/src/environment.ts';
import { given, signUp } from '../../../../testing/src/given.ts';
import { runProgram, type ServiceProcess, startProcess } from '../../../../testing/src/process.ts';
import {
  deliver,
  eventAbout,
  type StripeServer,
  startStripeServer,
} from '../../../../testing/src/servers/stripe-server.ts';
import { openDatabase } from '../../../src/platform/database/connect.ts';
import { subscribe } from '../plans/plans-file.ts';
import { order, subscriptionOf, withPlans } from './plans.ts';

const CONFIRMS = 3;

describeFirstEngine('lectern billing', (engine) => {
  const env = withPlans();
  let stripe: StripeServer;
  let service: ServiceProcess;
  before(async () => {
    stripe = await startStripeServer();
    service = await startProcess({ engine, env });
  });
  after(async () => {
    closeConnections();
    await service?.end('SIGINT');
    await stripe?.close();
  });
  const lectern = (...words: string[]) => runProgram(words, serviceEnvironment({ engine, env }));

  it('confirms an order once, however many commands do so at once', async () => {
    const { actor, accountId } = await signUp(service.url);
    const { id } = await order(actor, 'large', { success_url: 'https://shop.example/done' });
    const listed = await lectern('billing', 'orders', '--json');
    const [first] = JSON.parse(listed.output) as Record<string, unknown>[];
    assert.deepEqual([first?.session_id, first?.account, first?.plan, first?.status], [id, accountId, 'large', 'open']);
    const results = await Promise.all(
      Array.from({ length: CONFIRMS }, () => lectern('billing', 'confirm', id, '--json')),
    );
    for (const { code, output } of results) assert.equal(code, 0, output);
    const changed = results.map(({ output }) => (JSON.parse(output) as { changed: boolean }).changed);
    assert.equal(changed.filter(Boolean).length, 1);
    assert.deepEqual([(await subscriptionOf(actor)).plan, (await subscriptionOf(actor)).version], ['large', 2]);
    const page = await send(service.url, 'GET', `/checkout?token=${id}`);
    assert.match(page.text, /The order is confirmed[\s\S]*href="https:\/\/shop\.example\/done"/);
    assert.match((await lectern('billing', 'orders')).output, new RegExp(`${accountId}  large  confirmed  ${id}`));
    const audit = await actor.get(`/accounts/${accountId}/audit?action=subscription.update`, 200);
    assert.equal(audit.at('items.0.actor.name'), 'lectern billing confirm');
  });

  it('shows what an account has and uses, and that its plan is gone', async () => {
    const scene = await given(service.url);
    const { accountId } = scene.member;
    const shown = await lectern('billing', 'show', accountId, '--json');
    const facts = JSON.parse(shown.output) as Record<string, unknown>;
    const response = await scene.owner.get('/billing/subscription', 200);
    assert.deepEqual([facts.plan, facts.plan_offered], ['start', true]);
    assert.deepEqual(countedAtATime(facts.usage), countedAtATime(response.at('usage')));
    const database = await openDatabase(engine.databaseConfig());
    await subscribe(database, accountId, 'bygone');
    await database.close();
    const { output } = await lectern('billing', 'show', accountId);
    assert.match(output, /bygone, which is not in LECTERN_PLANS_FILE/);
    assert.match(output, /Spaces: 1 \(of 5\)/);
    const beside = await startProcess({ engine, env });
    await beside.end('SIGINT');
    assert.match(
      beside.output(),
      /"plan":"bygone","accounts":1,"msg":"Accounts have a plan that is not in LECTERN_PLANS_FILE/,
    );
  });

  it('assigns a plan, and says when that changes nothing', async () => {
    const { actor, accountId } = await signUp(service.url);
    const done = await lectern('billing', 'assign', accountId, 'annual');
    assert.deepEqual([done.code, done.output], [0, `The account ${accountId} has the plan annual.\n`]);
    const { plan, version } = await subscriptionOf(actor);
    assert.deepEqual([plan, version], ['annual', 2]);
    const again = await lectern('billing', 'assign', accountId, 'annual', '--json');
    assert.deepEqual(JSON.parse(again.output), { account: accountId, plan: 'annual', changed: false });
  });

  it('leaves alone what is paid at Stripe', async () => {
    const paid = { ...env, ...stripe.environment };
    const beside = await startProcess({ engine, env: paid });
    try {
      const { actor, accountId } = await signUp(beside.url);
      const made = await order(new Actor(beside.url, actor.token), 'large');
      const withStripe = (...words: string[]) => runProgram(words, serviceEnvironment({ engine, env: paid }));
      const confirmed = await withStripe('billing', 'confirm', made.id);
      assert.deepEqual([confirmed.code, /paid at Stripe/.test(confirmed.output)], [1, true]);
      assert.equal((await deliver(beside.url, eventAbout(stripe.pay(made.url)))).status, 200);
      const assigned = await withStripe('billing', 'assign', accountId, 'annual');
      assert.deepEqual([assigned.code, /cancel sub_\w+ there first/.test(assigned.output)], [1, true]);
      assert.equal((await subscriptionOf(actor)).plan, 'large');
    } finally {
      closeConnections();
      await beside.end('SIGINT');
    }
  });

  it('says what is wrong, with 1 for what does not exist and 2 for wrong usage', async () => {
    const { accountId } = await signUp(service.url);
    for (const words of [
      ['confirm', 'chk_nothing'],
      ['confirm', `chk_${'0'.repeat(49)}`],
      ['show', 'acc_00000000000000000000000000'],
      ['assign', 'acc_00000000000000000000000000', 'large'],
      ['assign', accountId, 'huge'],
    ]) {
      const { code, output } = await lectern('billing', ...words);
      assert.equal(code, 1, output);
      assert.match(output, /[.]\n$/);
    }
    for (const words of [
      [],
      ['confirm'],
      ['orders', 'x'],
      ['assign', accountId],
      ['pay', 'x'],
      ['show', '--all', 'x'],
    ]) {
      const { code, output } = await lectern('billing', ...words);
      assert.equal(code, 2, output);
      assert.match(output, /Usage: lectern billing /);
    }
    const help = await lectern('billing', '--help');
    assert.deepEqual([help.code, help.output.startsWith('Usage: lectern billing ')], [0, true]);
  });
});

/** The usage without the month's requests, because the service writes the last of those some seconds later. */
function countedAtATime(usage: unknown): unknown[] {
  return (usage as { metric: string }[]).filter(({ metric }) => metric !== 'api_requests_per_month');
}
