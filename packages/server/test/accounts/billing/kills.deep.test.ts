/**
 * Payments to a service that is killed again and again meanwhile: in the end every account has what it paid for, and pays once.
 * `KILLS=20` before an issue is closed.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Actor, closeConnections } from '../../../../testing/src/client.ts';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { type Member, signUp } from '../../../../testing/src/given.ts';
import { startProcess } from '../../../../testing/src/process.ts';
import {
  deliver,
  deliverUntilTaken,
  eventAbout,
  startStripeServer,
} from '../../../../testing/src/servers/stripe-server.ts';
import { order, subscriptionOf, withPlans } from './plans.ts';

const KILLS = Number(process.env.KILLS ?? 2);
const ACCOUNTS = 8;
const LIFE_SPREAD_MS = 120;
const PLANS = ['small', 'large', 'annual'];

describeEachEngine('payments', (engine) => {
  it(`are taken once each, over ${KILLS} kills`, { timeout: 600_000 }, async () => {
    const stripe = await startStripeServer();
    const settings = { engine, env: { ...withPlans(), ...stripe.environment } };
    let service = await startProcess(settings);
    try {
      const members: Member[] = [];
      for (let n = 0; n < ACCOUNTS; n++) members.push(await signUp(service.url));
      for (let kill = 0; kill < KILLS; kill++) {
        const plan = PLANS[kill % PLANS.length] ?? '';
        const { url } = service;
        const orders = await Promise.all(members.map(({ actor }) => order(new Actor(url, actor.token), plan)));
        const events = orders.map((made) => eventAbout(stripe.pay(made.url), 'checkout.session.completed'));
        const sent = events.map((event) => deliver(url, event).catch(() => undefined));
        await sleep(Math.random() * LIFE_SPREAD_MS);
        await service.end('SIGKILL');
        await Promise.all(sent);
        closeConnections();
        service = await startProcess(settings);
        for (const event of events) await deliverUntilTaken(service.url, event);
        for (const { actor, accountId } of members) {
          const shown = await subscriptionOf(new Actor(service.url, actor.token));
          assert.deepEqual([shown.plan, shown.version], [plan, kill + 2]);
          const own = stripe.subscriptions.filter(({ metadata }) => metadata.account_id === accountId);
          assert.deepEqual(
            own.map(({ status }) => status),
            own.map((_, index) => (index === own.length - 1 ? 'active' : 'canceled')),
          );
        }
      }
    } finally {
      closeConnections();
      await service.end('SIGINT');
      await stripe.close();
    }
  });
});
