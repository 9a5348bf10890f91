/** The page of an order that owners confirm by themselves: its contents, and that its button works once. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type ApiResponse, closeConnections, send } from '../../../../testing/src/client.ts';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { signUp } from '../../../../testing/src/given.ts';
import { startService, type TestService } from '../../../../testing/src/service.ts';
import { openDatabase } from '../../../src/platform/database/connect.ts';
import type { Database } from '../../../src/platform/database/database.ts';
import { DAY_MS, order, plans, subscriptionOf, withPlans } from './plans.ts';

const CONFIRMS = 10;

describeEachEngine('the page of an order', (engine) => {
  const nodes: TestService[] = [];
  let database: Database;
  before(async () => {
    const env = { ...withPlans(), LECTERN_BILLING: 'open' };
    const fewer = { ...withPlans(plans.filter(({ id }) => id !== 'large')), LECTERN_BILLING: 'open' };
    for (const variables of [env, env, fewer]) nodes.push(await startService({ engine, env: variables }));
    database = await openDatabase(engine.databaseConfig());
  });
  after(async () => {
    closeConnections();
    await database?.close();
    await Promise.all(nodes.map((node) => node.close()));
  });
  const urlOf = (node: number) => nodes[node]?.url ?? '';
  const read = (id: string, node = 0, language = 'en') =>
    send(urlOf(node), 'GET', `/checkout?token=${id}`, { headers: { 'accept-language': language } });
  const confirm = (id: string, node = 0) =>
    send(urlOf(node), 'POST', '/checkout', {
      raw: new URLSearchParams({ token: id }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  const title = ({ text }: ApiResponse) => /<h1>(.*)<\/h1>/.exec(text)?.[1];
  const factsIn = ({ text }: ApiResponse) =>
    Object.fromEntries([...text.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(([, label, value]) => [label, value]));

  it('shows account, plan, price and every limit that changes, in the language of the browser', async () => {
    const { actor, accountId } = await signUp(urlOf(0));
    await actor.patch(`/accounts/${accountId}`, { name: 'Press & <b>' }, 200);
    const page = await read((await order(actor, 'large')).id);
    assert.deepEqual(factsIn(page), {
      Account: 'Press &amp; &lt;b&gt;',
      Plan: 'Large, in place of Start',
      Price: 'USD 1,234.56 a month',
      Spaces: '50, in place of 5; in use: 0',
      'Storage of assets': '2 GiB, in place of no limit; in use: 0 bytes',
      'AI tokens a month': 'no limit, in place of 1,000',
    });
    assert.equal(title(page), 'Change to the plan Large');
    const german = await read((await order(actor, 'large')).id, 0, 'de');
    assert.equal(title(german), 'Zum Tarif Large wechseln');
    assert.equal(factsIn(german)['Speicher für Dateien'], '2 GiB statt unbegrenzt; belegt: 0 Byte');
    assert.equal(factsIn(await read((await order(actor, 'annual')).id)).Price, 'USD 99.05 a year');
  });

  it('names what the account has too much of, and takes nothing of it away', async () => {
    const { actor } = await signUp(urlOf(0));
    for (const name of ['A', 'B']) await actor.post('/spaces', { name }, 201);
    const { id } = await order(actor, 'small');
    assert.match((await read(id)).text, /Spaces: the account has 2, and the plan allows 1\. Nothing is deleted/);
    assert.equal((await confirm(id)).status, 200);
    assert.equal((await subscriptionOf(actor)).plan, 'small');
    assert.equal((await actor.get('/spaces', 200)).at('total'), 2);
    assert.equal((await actor.post('/spaces', { name: 'C' }, 402)).at('detail.metric'), 'spaces');
  });

  it(`changes the plan once, of ${CONFIRMS} confirmations at once on two nodes`, async () => {
    const { actor, accountId } = await signUp(urlOf(0));
    const { id } = await order(actor, 'large', { success_url: 'https://shop.example/done?a=1&b=2' });
    const pages = await Promise.all(Array.from({ length: CONFIRMS }, (_, n) => confirm(id, n % 2)));
    for (const page of pages) {
      assert.deepEqual([page.status, title(page)], [200, 'The order is confirmed']);
      assert.ok(page.text.includes('href="https://shop.example/done?a=1&amp;b=2"'));
    }
    assert.deepEqual([(await subscriptionOf(actor)).plan, (await subscriptionOf(actor)).version], ['large', 2]);
    for (const action of ['subscription.update', 'checkout.confirm'])
      assert.equal((await actor.get(`/accounts/${accountId}/audit?action=${action}`, 200)).at('total'), 1);
    const [change] = (await actor.get(`/accounts/${accountId}/audit?action=subscription.update`, 200)).list('items');
    const { changes } = change as { changes: { before: { plan: string }; after: { plan: string } } };
    assert.deepEqual([changes.before.plan, changes.after.plan], ['start', 'large']);
    assert.equal(title(await read(id)), 'The order is confirmed');
  });

  it('leaves the confirmed order in the list of invoices, where there are none else, and outlives its page there', async () => {
    const { actor } = await signUp(urlOf(0));
    const { id } = await order(actor, 'large');
    await order(actor, 'annual');
    assert.equal((await confirm(id)).status, 200);
    const { created_at: at, ...shown } = (await actor.get('/billing/invoices', 200)).at('items.0') as {
      created_at: string;
    };
    const nothing = { number: null, url: null, pdf_url: null };
    const ordered = { plan: 'large', amount: 123_456, currency: 'usd', status: 'confirmed' };
    assert.deepEqual(shown, { id: id.slice(0, 12), kind: 'order', ...ordered, ...nothing });
    assert.ok(Date.parse(at) > 0);
    await database.write((writer) =>
      writer
        .updateTable('checkouts')
        .set({ created_at: Date.now() - 31 * DAY_MS })
        .where('id', '=', id)
        .execute(),
    );
    assert.equal(title(await read(id)), 'There is no such order');
    assert.equal((await actor.get('/billing/invoices', 200)).at('total'), 1);
    assert.equal((await actor.post('/billing/portal', {}, 503)).at('detail.code'), 'billing_not_configured');
  });

  it('says that an order is unknown, expired, or for a plan that is gone', async () => {
    const { actor } = await signUp(urlOf(0));
    for (const id of ['', 'x', 'chk_', `chk_${'0'.repeat(49)}`]) {
      for (const page of [await read(id), await confirm(id)])
        assert.deepEqual([page.status, title(page)], [404, 'There is no such order'], id);
    }
    const { id: old } = await order(actor, 'large', { cancel_url: 'https://shop.example/back' });
    await database.write((writer) =>
      writer
        .updateTable('checkouts')
        .set({ expires_at: Date.now() - DAY_MS })
        .where('id', '=', old)
        .execute(),
    );
    assert.equal(title(await read(old)), 'This order has expired');
    assert.equal((await confirm(old)).status, 409);
    const { id: gone } = await order(actor, 'large');
    assert.equal(title(await read(gone, 2)), 'This order is no longer valid');
    assert.equal((await confirm(gone, 2)).status, 409);
    assert.equal((await subscriptionOf(actor)).plan, 'start');
  });

  it('shows an account the limits of the default plan once its own has left the file', async () => {
    const { actor } = await signUp(urlOf(0));
    assert.equal((await confirm((await order(actor, 'large')).id)).status, 200);
    const elsewhere = await send(urlOf(2), 'GET', '/billing/subscription', { token: actor.token });
    assert.deepEqual([elsewhere.status, elsewhere.at('plan'), elsewhere.at('usage.0.limit')], [200, 'large', 5]);
  });
});
