/**
 * Events of Stripe: only signed ones count, and an account ends up in the state that Stripe reports, in whatever order events
 * arrive, how often, and at how many nodes at once.
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { closeConnections, send } from '../../../../testing/src/client.ts';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { type Member, signUp } from '../../../../testing/src/given.ts';
import { SEED } from '../../../../testing/src/seed.ts';
import {
  deliver,
  deliverUntilTaken,
  eventAbout,
  type KeptSubscription,
  type StripeServer,
  startStripeServer,
} from '../../../../testing/src/servers/stripe-server.ts';
import { startService, type TestService } from '../../../../testing/src/service.ts';
import { Random } from '../../reading/consistency/random.ts';
import { order, subscriptionOf, withPlans } from './plans.ts';

const ROUNDS = Number(process.env.STRIPE_ROUNDS ?? 10);
const STEPS = 4;
/** How often a new subscription is paid in addition to the previous one. */
const NEW_SHARE = 0.3;
const DELAY_MAX_MS = 12;
const LARGE_BYTES = 300_000;
const MINUTE_MS = 60_000;

describeEachEngine('events of Stripe', (engine) => {
  let stripe: StripeServer;
  const nodes: TestService[] = [];
  let member: Member;
  let subscription: KeptSubscription;
  before(async () => {
    stripe = await startStripeServer();
    const env = { ...withPlans(), ...stripe.environment };
    for (let node = 0; node < 2; node++) nodes.push(await startService({ engine, env }));
  });
  after(async () => {
    closeConnections();
    await Promise.all(nodes.map((node) => node.close()));
    await stripe?.close();
  });
  beforeEach(async () => {
    stripe.onList = {};
    member = await signUp(urlOf());
    subscription = stripe.pay((await order(member.actor, 'large')).url);
    stripe.requests.length = 0;
  });
  const urlOf = (node = 0) => nodes[node % 2]?.url ?? '';
  /** Delays the next list response of Stripe. @returns a promise of when it is held, and a function that releases it */
  const holdNextList = () => {
    const [release, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    stripe.onList.after = () => {
      stripe.onList = {};
      held.resolve();
      return release.promise;
    };
    return { release, held };
  };

  it('are refused unless they are signed with the secret, and lately', async () => {
    const event = eventAbout(subscription);
    const raw = JSON.stringify(event);
    const post = (headers: Record<string, string>) =>
      send(urlOf(), 'POST', '/billing/stripe/webhook', {
        raw,
        headers: { 'content-type': 'application/json', ...headers },
      });
    const now = Math.floor(Date.now() / 1_000);
    const refused = [
      await post({}),
      await post({ 'stripe-signature': '' }),
      await post({ 'stripe-signature': 'nonsense' }),
      await post({ 'stripe-signature': `t=${now},v1=` }),
      await post({ 'stripe-signature': `t=${now},v1=${'0'.repeat(64)}` }),
      await post({ 'stripe-signature': `t=${now},v0=${'0'.repeat(64)}` }),
      await deliver(urlOf(), event, { secret: 'whsec_of_somebody_else' }),
      await deliver(urlOf(), event, { at: Date.now() - 10 * MINUTE_MS }),
    ];
    for (const response of refused)
      assert.deepEqual([response.status, response.at('detail.code')], [400, 'malformed_request'], String(response));
    assert.deepEqual(stripe.requests, []);
    assert.equal((await subscriptionOf(member.actor)).plan, 'start');
    assert.equal((await deliver(urlOf(), event)).status, 200);
    assert.equal((await subscriptionOf(member.actor)).plan, 'large');
  });

  it('are refused when they are too large, or no JSON', async () => {
    const headers = { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=0' };
    const large = await send(urlOf(), 'POST', '/billing/stripe/webhook', { raw: 'x'.repeat(LARGE_BYTES), headers });
    assert.equal(large.status, 413);
    const text = { 'content-type': 'text/plain' };
    assert.equal((await send(urlOf(), 'POST', '/billing/stripe/webhook', { raw: 'x', headers: text })).status, 415);
  });

  it('are acknowledged and left alone if they are about nobody here', async () => {
    const version = (await subscriptionOf(member.actor)).version;
    for (const event of [
      eventAbout({ ...subscription, customer: 'cus_of_another_product' }),
      { id: 'evt_1', object: 'event', type: 'customer.subscription.updated', data: { object: {} } },
      { id: 'evt_2', object: 'event', type: 'charge.refunded', data: { object: { customer: subscription.customer } } },
      { id: 'evt_3', object: 'event', type: 'ping' },
    ]) {
      const response = await deliver(urlOf(), event);
      assert.deepEqual([response.status, response.json], [200, { received: true }]);
    }
    assert.equal((await subscriptionOf(member.actor)).version, version);
  });

  it('do not make subscriptions of other products at Stripe a plan', async () => {
    const { accountId } = member;
    const metadata = [{}, { account_id: 'acc_other', plan: 'annual' }, { account_id: accountId }];
    for (const [index, one] of metadata.entries())
      stripe.subscriptions.push({
        ...subscription,
        id: `sub_other_${accountId}_${index}`,
        created: 2_000_000_000,
        metadata: one as Record<string, string>,
      });
    assert.equal((await deliver(urlOf(), eventAbout(subscription))).status, 200);
    assert.equal((await subscriptionOf(member.actor)).plan, 'large');
    assert.deepEqual(stripe.requestsTo('DELETE'), []);
  });

  it('that come again change nothing', async () => {
    const event = eventAbout(subscription);
    for (let time = 0; time < 3; time++) assert.equal((await deliver(urlOf(time), event)).status, 200);
    assert.equal((await subscriptionOf(member.actor)).version, 2);
  });

  it('that were read from Stripe before a later change are not written over it', async () => {
    const { release, held } = holdNextList();
    subscription.status = 'past_due';
    const early = deliver(urlOf(), eventAbout(subscription));
    await held.promise;
    subscription.status = 'active';
    assert.equal((await deliver(urlOf(1), eventAbout(subscription))).status, 200);
    assert.equal((await subscriptionOf(member.actor)).status, 'active');
    release.resolve();
    assert.equal((await early).status, 200);
    assert.deepEqual(
      [(await subscriptionOf(member.actor)).status, (await subscriptionOf(member.actor)).version],
      ['active', 2],
    );
  });

  it('that a subscription is followed while an old one of another plan ends stay in the right order', async () => {
    assert.equal((await deliver(urlOf(), eventAbout(subscription))).status, 200);
    const next = stripe.pay((await order(member.actor, 'annual')).url);
    const events = [eventAbout(subscription), eventAbout(next), eventAbout(next, 'invoice.paid')];
    await Promise.all(events.map((event, index) => deliverUntilTaken(urlOf(index), event)));
    assert.deepEqual(
      [(await subscriptionOf(member.actor)).plan, subscription.status, next.status],
      ['annual', 'canceled', 'active'],
    );
  });

  it('that were read while a state came and went do not keep it', async () => {
    assert.equal((await deliver(urlOf(), eventAbout(subscription))).status, 200);
    const { release, held } = holdNextList();
    subscription.status = 'past_due';
    const early = deliver(urlOf(), eventAbout(subscription));
    await held.promise;
    subscription.status = 'active';
    assert.equal((await deliver(urlOf(1), eventAbout(subscription))).status, 200);
    release.resolve();
    assert.equal((await early).status, 200);
    assert.equal((await subscriptionOf(member.actor)).status, 'active');
  });

  it(`at any time and in any order end in what Stripe has, over ${ROUNDS} rounds (seed ${SEED})`, {
    timeout: 300_000,
  }, async () => {
    const statuses = ['active', 'past_due', 'canceled', 'incomplete', 'trialing', 'unpaid'];
    const kinds = ['customer.subscription.updated', 'invoice.paid', 'invoice.payment_failed'];
    const random = new Random(SEED);
    stripe.onList.after = () => sleep(random.unit() * DELAY_MAX_MS);
    for (let round = 0; round < ROUNDS; round++) {
      const deliveries: Promise<void>[] = [];
      const events: object[] = [];
      for (let step = 0; step < STEPS; step++) {
        if (subscription.status === 'canceled' || random.chance(NEW_SHARE))
          subscription = stripe.pay(await orderAny(member), random.pick(statuses));
        else subscription.status = random.pick(statuses);
        events.push(eventAbout(subscription, random.pick(kinds)));
        deliveries.push(deliverUntilTaken(urlOf(step), random.pick(events)));
        await sleep((random.unit() * DELAY_MAX_MS) / 2);
      }
      deliveries.push(...events.toReversed().map((event, index) => deliverUntilTaken(urlOf(index), event)));
      await Promise.all(deliveries);
      await assertFollowed(member, stripe, `round ${round}`);
    }
  });
});

/** Orders a plan that the account does not have. @returns the URL at Stripe */
async function orderAny({ actor }: Member): Promise<string> {
  for (;;) {
    for (const plan of ['large', 'annual']) {
      const response = await actor.post('/billing/checkout', { plan });
      if (response.status === 200) return response.string('checkout_url');
      assert.equal(response.status, 409, String(response));
    }
  }
}

/** Fails unless the account has what Stripe has: the latest paid plan, else the latest late one, else the default plan. */
async function assertFollowed({ actor, accountId }: Member, stripe: StripeServer, about: string): Promise<void> {
  const own = stripe.subscriptions.filter(({ metadata }) => metadata.account_id === accountId).toReversed();
  const paid = own.filter(({ status }) => ['active', 'trialing'].includes(status));
  const late = own.filter(({ status }) => ['past_due', 'unpaid'].includes(status));
  const shown = await subscriptionOf(actor);
  const current = paid[0] ?? late[0];
  const expected =
    current === undefined
      ? { plan: 'start', status: 'active', paid_at: null }
      : { plan: current.metadata.plan, status: paid.length > 0 ? 'active' : 'past_due', paid_at: 'stripe' };
  const { plan, status, paid_at } = shown;
  assert.deepEqual({ plan, status, paid_at }, expected, about);
  assert.ok(paid.length <= 1, `${about}: ${paid.length} are paid`);
}
