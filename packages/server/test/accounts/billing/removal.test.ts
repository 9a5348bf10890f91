/** A removed account no longer pays for anything: it is only removed once Stripe has ended its subscriptions. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { closeConnections } from '../../../../testing/src/client.ts';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { signUp } from '../../../../testing/src/given.ts';
import { deliver, eventAbout, startStripeServer } from '../../../../testing/src/servers/stripe-server.ts';
import { startService } from '../../../../testing/src/service.ts';
import { until } from '../../../../testing/src/until.ts';
import { openDatabase } from '../../../src/platform/database/connect.ts';
import { order, withPlans } from './plans.ts';

const WITHIN_MS = 20_000;

describeEachEngine('removing an account', (engine) => {
  it('cancels what it pays for, and waits for Stripe with that', async () => {
    const stripe = await startStripeServer();
    const settings = { engine, env: { ...withPlans(), ...stripe.environment, LECTERN_LOG_LEVEL: 'silent' } };
    const first = await startService(settings);
    const database = await openDatabase(engine.databaseConfig());
    const isThere = async (id: string) =>
      (await database.reader.selectFrom('accounts').select('id').where('id', '=', id).execute()).length > 0;
    const { actor, accountId } = await signUp(first.url);
    const subscription = stripe.pay((await order(actor, 'large')).url);
    assert.equal((await deliver(first.url, eventAbout(subscription))).status, 200);
    await first.close();
    await database.write((writer) =>
      writer
        .updateTable('accounts')
        .set({ deletion_at: Date.now() - 1 })
        .where('id', '=', accountId)
        .execute(),
    );
    stripe.failing = 500;
    stripe.requests.length = 0;
    const second = await startService(settings);
    try {
      await until(() => stripe.requests.length >= 2, Boolean, WITHIN_MS);
      assert.deepEqual([await isThere(accountId), subscription.status], [true, 'active']);
      stripe.failing = null;
      await until(async () => !(await isThere(accountId)), Boolean, WITHIN_MS);
      assert.equal(subscription.status, 'canceled');
      assert.equal((await deliver(second.url, eventAbout(subscription, 'customer.subscription.deleted'))).status, 200);
    } finally {
      closeConnections();
      await second.close();
      await database.close();
      await stripe.close();
    }
  });
});
