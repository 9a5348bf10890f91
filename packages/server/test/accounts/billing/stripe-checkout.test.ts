/** Orders that are paid at Stripe: the requests, failures of Stripe, and that an account has one paid subscription. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import { closeConnections, send } from '../../../../testing/src/client.ts';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { joinAs, type Member, signUp } from '../../../../testing/src/given.ts';
import {
  deliver,
  eventAbout,
  type StripeServer,
  startStripeServer,
} from '../../../../testing/src/servers/stripe-server.ts';
import { startService, type TestService } from '../../../../testing/src/service.ts';
import { order, subscriptionOf, withPlans } from './plans.ts';

describeEachEngine('orders at Stripe', (engine) => {
  let stripe: StripeServer;
  const nodes: TestService[] = [];
  before(async () => {
    stripe = await startStripeServer();
    const env = { ...withPlans(), ...stripe.environment, LECTERN_BILLING_CURRENCY: 'chf' };
    for (let node = 0; node < 2; node++) nodes.push(await startService({ engine, env }));
    const mistaken = { ...env, LECTERN_STRIPE_SECRET_KEY: 'sk_test_of_somebody_else' };
    nodes.push(await startService({ engine, env: mistaken }));
  });
  beforeEach(() => {
    stripe.requests.length = 0;
    stripe.failing = null;
  });
  after(async () => {
    closeConnections();
    await Promise.all(nodes.map((node) => node.close()));
    await stripe?.close();
  });
  const urlOf = (node = 0) => nodes[node]?.url ?? '';
  const join = () => signUp(urlOf());
  const paid = async ({ actor }: Member, plan: string) => {
    const subscription = stripe.pay((await order(actor, plan)).url);
    assert.equal((await deliver(urlOf(), eventAbout(subscription, 'checkout.session.completed'))).status, 200);
    return subscription;
  };

  it('send the plan with its price, the account, and keys that make a repetition harmless', async () => {
    const { actor, accountId, email } = await join();
    const success = 'https://shop.example/done?session={CHECKOUT_SESSION_ID}';
    const { id, url } = await order(actor, 'annual', { success_url: success });
    assert.match(url, /^https:\/\/checkout\.stripe\.example\//);
    const [customer] = stripe.requestsTo('POST /v1/customers');
    assert.deepEqual(customer?.parameters, { email, 'metadata[account_id]': accountId });
    const [session] = stripe.requestsTo('POST /v1/checkout/sessions');
    const { customer: customerId, ...parameters } = session?.parameters ?? {};
    assert.match(String(customerId), /^cus_/);
    const about = { account_id: accountId, plan: 'annual', checkout_id: id };
    const named = (prefix: string) =>
      Object.fromEntries(Object.entries(about).map(([name, value]) => [`${prefix}[${name}]`, value]));
    assert.deepEqual(parameters, {
      mode: 'subscription',
      client_reference_id: accountId,
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'chf',
      'line_items[0][price_data][unit_amount]': '9905',
      'line_items[0][price_data][recurring][interval]': 'year',
      'line_items[0][price_data][product_data][name]': 'Annual',
      ...named('metadata'),
      ...named('subscription_data[metadata]'),
      payment_method_collection: 'always',
      success_url: success,
      cancel_url: `${urlOf()}/checkout?token=${id}`,
    });
    assert.equal(session?.idempotencyKey, id);
    assert.notEqual(customer?.idempotencyKey, undefined);
  });

  it('are one customer of an account, and one session of a request that is sent again', async () => {
    const { actor } = await join();
    const headers = { 'idempotency-key': 'once' };
    const body = { plan: 'large' };
    const sent = await Promise.all(
      Array.from({ length: 4 }, () => actor.post('/billing/checkout', body, 200, headers)),
    );
    assert.equal(new Set(sent.map((response) => response.string('checkout_url'))).size, 1);
    await order(actor, 'small');
    const customers = stripe.requestsTo('POST /v1/checkout/sessions').map(({ parameters }) => parameters.customer);
    assert.equal(new Set(customers).size, 1);
  });

  it('change the plan once Stripe says that it is paid, whatever the event says', async () => {
    const member = await join();
    const { id, url } = await order(member.actor, 'large');
    const page = (await send(urlOf(), 'GET', `/checkout?token=${id}`)).text;
    assert.match(page, /The plan changes as soon as Stripe reports the payment/);
    assert.doesNotMatch(page, /<form|lectern billing/);
    const subscription = stripe.pay(url, 'incomplete');
    assert.equal((await deliver(urlOf(), eventAbout({ ...subscription, status: 'active' }))).status, 200);
    assert.equal((await subscriptionOf(member.actor)).plan, 'start');
    subscription.status = 'active';
    assert.equal((await deliver(urlOf(), eventAbout({ ...subscription, status: 'incomplete' }))).status, 200);
    const current = { current_period_end: new Date(subscription.periodEnd * 1_000).toISOString(), grace_until: null };
    assert.deepEqual(await subscriptionOf(member.actor), {
      plan: 'large',
      status: 'active',
      ...current,
      paid_at: 'stripe',
      version: 2,
    });
    assert.match((await send(urlOf(), 'GET', `/checkout?token=${id}`)).text, /The order is confirmed/);
    const audit = await member.actor.get(`/accounts/${member.accountId}/audit?action=subscription.update`, 200);
    assert.deepEqual([audit.at('total'), audit.at('items.0.actor.name')], [1, 'Stripe']);
  });

  it('leave one paid subscription, the latest, and credit the one before', async () => {
    const member = await join();
    const first = await paid(member, 'small');
    const second = await paid(member, 'large');
    assert.deepEqual([first.status, second.status], ['canceled', 'active']);
    const [cancellation] = stripe.requestsTo('DELETE /v1/subscriptions');
    assert.deepEqual(cancellation?.parameters, { prorate: 'true', invoice_now: 'true' });
    assert.equal((await subscriptionOf(member.actor)).plan, 'large');
    for (const event of [eventAbout(first), eventAbout(second), eventAbout(first, 'customer.subscription.deleted')])
      assert.equal((await deliver(urlOf(), event)).status, 200);
    assert.deepEqual(
      [(await subscriptionOf(member.actor)).plan, (await subscriptionOf(member.actor)).version],
      ['large', 3],
    );
  });

  it('end the one before even if Stripe fails or the process stops in between', async () => {
    const member = await join();
    const first = await paid(member, 'small');
    const second = stripe.pay((await order(member.actor, 'large')).url);
    stripe.onList.after = async () => {
      stripe.failing = 500;
    };
    const failed = await deliver(urlOf(), eventAbout(second));
    stripe.onList = {};
    assert.deepEqual([failed.status, failed.at('detail.code')], [503, 'unavailable']);
    assert.deepEqual([first.status, (await subscriptionOf(member.actor)).plan], ['active', 'large']);
    stripe.failing = null;
    assert.equal((await deliver(urlOf(1), eventAbout(second))).status, 200);
    assert.deepEqual([first.status, second.status], ['canceled', 'active']);
  });

  it('give the default plan once the subscription ends', async () => {
    const member = await join();
    const subscription = await paid(member, 'large');
    subscription.status = 'canceled';
    assert.equal((await deliver(urlOf(), eventAbout(subscription, 'customer.subscription.deleted'))).status, 200);
    const ended = { plan: 'start', status: 'active', current_period_end: null, grace_until: null, paid_at: null };
    assert.deepEqual(await subscriptionOf(member.actor), { ...ended, version: 3 });
  });

  it('are 503 with Retry-After while Stripe is away, and go on after it', async () => {
    const { actor } = await join();
    const headers = { 'idempotency-key': 'while away' };
    for (const failing of ['connection', 500, 503, 429] as const) {
      stripe.failing = failing;
      const response = await actor.post('/billing/checkout', { plan: 'large' }, 503, headers);
      assert.equal(response.at('detail.code'), 'unavailable');
      assert.match(String(response.headers['retry-after']), /^\d+$/);
    }
    stripe.failing = null;
    await actor.post('/billing/checkout', { plan: 'large' }, 200, headers);
  });

  it('say what to set when Stripe refuses the key, and never show it', async () => {
    const { actor } = await join();
    const response = await send(urlOf(2), 'POST', '/billing/checkout', { token: actor.token, body: { plan: 'large' } });
    assert.deepEqual([response.status, response.at('detail.code')], [503, 'billing_not_configured']);
    assert.match(response.string('detail.message'), /LECTERN_STRIPE_SECRET_KEY/);
    assert.ok(!response.text.includes('sk_test'));
  });

  it('make a new customer where Stripe knows the old one no longer', async () => {
    const { actor } = await join();
    await order(actor, 'large');
    const [gone] = stripe.requestsTo('POST /v1/checkout/sessions').map(({ parameters }) => String(parameters.customer));
    stripe.customers.delete(gone ?? '');
    const subscription = stripe.pay((await order(actor, 'small')).url);
    assert.notEqual(subscription.customer, gone);
    assert.equal((await deliver(urlOf(), eventAbout(subscription))).status, 200);
    assert.equal((await subscriptionOf(actor)).plan, 'small');
  });

  it('take no card for a plan that is free', async () => {
    const member = await join();
    const subscription = await paid(member, 'large');
    stripe.requests.length = 0;
    const free = stripe.pay((await order(member.actor, 'start')).url);
    const [session] = stripe.requestsTo('POST /v1/checkout/sessions');
    assert.equal(session?.parameters.payment_method_collection, 'if_required');
    assert.equal((await deliver(urlOf(), eventAbout(free))).status, 200);
    assert.deepEqual([subscription.status, (await subscriptionOf(member.actor)).plan], ['canceled', 'start']);
  });

  it('leave invoices, which owners alone read: the latest first, a page at a time, of this account, without drafts', async () => {
    const [member, other] = [await join(), await join()];
    assert.equal((await member.actor.get('/billing/invoices', 200)).at('total'), 0);
    const { customer } = await paid(member, 'small');
    await paid(other, 'annual');
    for (const [total, status] of [
      [1_000, 'open'],
      [-500, 'paid'],
      [700, 'draft'],
    ] as const)
      stripe.addInvoice({ customer, total, currency: 'chf' }, status);
    const list = await member.actor.get('/billing/invoices', 200);
    assert.deepEqual(
      [list.each('items', 'amount'), list.each('items', 'status')],
      [
        [-500, 1_000, 900],
        ['paid', 'open', 'paid'],
      ],
    );
    const { id, number, created_at: at, ...shown } = list.at('items.2') as Record<string, string>;
    const page = `https://invoice.stripe.example/i/${id}`;
    assert.deepEqual(shown, {
      kind: 'invoice',
      plan: null,
      amount: 900,
      currency: 'chf',
      status: 'paid',
      url: page,
      pdf_url: `${page}/pdf`,
    });
    assert.deepEqual([/^LEC-\d{4}$/.test(number ?? ''), Date.parse(at ?? '') > 0], [true, true]);
    const first = await member.actor.get('/billing/invoices?limit=2', 200);
    const [, next = ''] = /<([^>]+)>/.exec(String(first.headers.link)) ?? [];
    assert.deepEqual((await member.actor.get(next, 200)).each('items', 'id'), [id]);
    const admin = await joinAs(member, 'admin');
    assert.equal((await admin.actor.get('/billing/invoices', 403)).at('detail.permission'), 'billing.manage');
  });

  it('lead to the payment details at Stripe, once there are any, and back', async () => {
    const member = await join();
    const open = (body: object | undefined, status: number) => member.actor.post('/billing/portal', body, status);
    assert.equal((await open(undefined, 409)).at('detail.code'), 'conflict');
    await paid(member, 'large');
    assert.match((await open(undefined, 200)).string('portal_url'), /^https:\/\/billing\.stripe\.example\//);
    await open({ return_url: 'https://shop.example/plan' }, 200);
    const sent = stripe.requestsTo('POST /v1/billing_portal/sessions').map(({ parameters }) => parameters.return_url);
    assert.deepEqual(sent, [`${urlOf()}/studio/plan?account=${member.accountId}`, 'https://shop.example/plan']);
    assert.deepEqual((await open({ return_url: 'javascript:alert(1)' }, 422)).each('detail.errors', 'path'), [
      'return_url',
    ]);
    const admin = await joinAs(member, 'admin');
    assert.equal((await admin.actor.post('/billing/portal', {}, 403)).at('detail.permission'), 'billing.manage');
    stripe.failing = 'connection';
    for (const away of [await open({}, 503), await member.actor.get('/billing/invoices', 503)])
      assert.deepEqual([away.at('detail.code'), away.headers['retry-after']], ['unavailable', '10']);
    stripe.failing = null;
    stripe.customers.clear();
    assert.equal((await open({}, 409)).at('detail.code'), 'conflict');
    assert.equal((await member.actor.get('/billing/invoices', 200)).at('total'), 0);
  });
});
