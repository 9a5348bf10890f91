/** Late payments: the grace period, the suspension after it, who can still log in, and what lifts the suspension. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { Actor, type ApiResponse, closeConnections, send } from '../../../../testing/src/client.ts';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { serviceEnvironment } from '../../../../testing/src/environment.ts';
import { given, joinAs, type Member, PASSWORD, type Scene } from '../../../../testing/src/given.ts';
import { mailsTo } from '../../../../testing/src/people/mails.ts';
import { runProgram } from '../../../../testing/src/process.ts';
import {
  deliver,
  eventAbout,
  type KeptSubscription,
  type StripeServer,
  startStripeServer,
} from '../../../../testing/src/servers/stripe-server.ts';
import { startService, type TestService } from '../../../../testing/src/service.ts';
import { until } from '../../../../testing/src/until.ts';
import { openDatabase } from '../../../src/platform/database/connect.ts';
import { NO_LEASE } from '../../../src/platform/jobs/leases.ts';
import { DAY_MS, openBilling, order, subscriptionOf, withPlans } from './plans.ts';

const GRACE_DAYS = 3;
const WITHIN_MS = 10_000;

describeEachEngine('a late payment', (engine) => {
  let stripe: StripeServer;
  let service: TestService;
  let env: Record<string, string>;
  before(async () => {
    stripe = await startStripeServer();
    env = { ...withPlans(), ...stripe.environment, LECTERN_BILLING_GRACE_DAYS: String(GRACE_DAYS) };
    service = await startService({ engine, env });
  });
  after(async () => {
    closeConnections();
    await service?.close();
    await stripe?.close();
  });
  const nobody = () => new Actor(service.url, null);
  const lectern = (...words: string[]) => runProgram(words, serviceEnvironment({ engine, env }));
  /** Runs the background work as of that many days later. */
  const afterDays = async (days: number) => {
    const { billing, close } = await openBilling(engine, env, () => Date.now() + days * DAY_MS);
    try {
      if (await billing.upkeep.hasWork()) await billing.upkeep.run(new AbortController().signal);
    } finally {
      await close();
    }
  };
  const report = async (subscription: KeptSubscription, status: string) => {
    subscription.status = status;
    assert.equal((await deliver(service.url, eventAbout(subscription, 'invoice.payment_failed'))).status, 200);
  };
  /** An account with a plan that it has paid for. */
  const paying = async (): Promise<{ scene: Scene; subscription: KeptSubscription }> => {
    const scene = await given(service.url);
    const subscription = stripe.pay((await order(scene.owner, 'large')).url);
    await report(subscription, 'active');
    return { scene, subscription };
  };
  const planes = ({ owner, management, delivery, preview, read }: Scene): (() => Promise<ApiResponse>)[] => [
    () => owner.get('/spaces'),
    () => management.get('/auth/me'),
    () => delivery.get(`${read}/entries`),
    () => preview.get(`${read}/entries`),
  ];
  const allAre = async (scene: Scene, status: number) => {
    for (const request of planes(scene)) {
      const response = await until(request, (one) => one.status === status, WITHIN_MS);
      if (status === 403) assert.equal(response.at('detail.code'), 'account_suspended');
    }
  };
  const mailed = (scene: Scene, subject: string) =>
    until(
      () =>
        mailsTo(service.dataDir, scene.member.email).filter((text) => text.replaceAll(/=\r?\n/g, '').includes(subject))
          .length,
      Boolean,
      WITHIN_MS,
    );

  it('leaves the account in use for the days of grace, and tells its owners once, in the language of their last log-in', async () => {
    const { scene, subscription } = await paying();
    const before = Date.now();
    await send(service.url, 'POST', '/auth/login', {
      body: { email: scene.member.email, password: PASSWORD },
      headers: { 'accept-language': 'de' },
    });
    for (const status of ['past_due', 'unpaid', 'past_due']) await report(subscription, status);
    const { status, grace_until: graceUntil, plan } = await subscriptionOf(scene.owner);
    assert.deepEqual([status, plan], ['past_due', 'large']);
    const days = (Date.parse(String(graceUntil)) - before) / DAY_MS;
    assert.ok(Math.abs(days - GRACE_DAYS) < 0.01, String(graceUntil));
    await afterDays(GRACE_DAYS - 0.1);
    await allAre(scene, 200);
    assert.equal(await mailed(scene, 'steht aus'), 1);
    await report(subscription, 'active');
    assert.deepEqual(
      [(await subscriptionOf(scene.owner)).status, (await subscriptionOf(scene.owner)).grace_until],
      ['active', null],
    );
    await afterDays(GRACE_DAYS + 1);
    await allAre(scene, 200);
  });

  it('suspends it then on every plane, but for paying, and for learning who can, and paying ends that', async () => {
    const { scene, subscription } = await paying();
    const [admin, owner] = [await joinAs(scene.member, 'admin'), await joinAs(scene.member, 'owner')];
    const colleague = await joinAs(scene.member, 'editor');
    await report(subscription, 'past_due');
    await afterDays(GRACE_DAYS + 0.1);
    await allAre(scene, 403);
    await mailed(scene, '/studio/plan?account');
    assert.equal((await subscriptionOf(scene.owner)).status, 'unpaid');
    await owner.actor.get('/billing/plans', 200);
    for (const path of ['/billing/subscription', '/auth/me'])
      assert.equal((await scene.management.get(path, 403)).at('detail.code'), 'account_suspended', path);
    const logIn = async ({ email }: Pick<Member, 'email'>) => {
      const session = await nobody().post('/auth/login', { email, password: PASSWORD }, 200);
      assert.equal(session.at('account.suspended'), true);
      return new Actor(service.url, session.string('access_token'));
    };
    const editor = await logIn(colleague);
    const owners = await editor.get(`/accounts/${scene.member.accountId}/members?role=owner`, 200);
    assert.deepEqual(owners.each('items', 'email').toSorted(), [scene.member.email, owner.email].toSorted());
    assert.equal((await editor.get('/auth/me', 200)).at('account.suspended'), true);
    assert.equal((await editor.get('/billing/subscription', 403)).at('detail.code'), 'insufficient_permission');
    assert.equal((await admin.actor.post('/billing/portal', {}, 403)).at('detail.code'), 'insufficient_permission');
    assert.equal((await subscriptionOf(admin.actor)).status, 'unpaid');
    const renamed = await owner.actor.patch(`/accounts/${scene.member.accountId}`, { name: 'Late' }, 403);
    assert.equal(renamed.at('detail.code'), 'account_suspended');
    await editor.post('/auth/logout', undefined, 204);
    const again = await logIn(scene.member);
    assert.match((await again.get('/spaces', 403)).string('detail.message'), /late/);
    await nobody().post('/auth/refresh', { refresh_token: scene.member.refreshToken }, 200);
    await report(subscription, 'past_due');
    await allAre(scene, 403);
    const paid = stripe.pay((await order(again, 'annual')).url);
    assert.equal((await deliver(service.url, eventAbout(paid))).status, 200);
    await allAre(scene, 200);
    assert.equal(subscription.status, 'canceled');
    assert.deepEqual([(await subscriptionOf(again)).plan, (await subscriptionOf(again)).status], ['annual', 'active']);
    await mailed(scene, 'is in use again');
    const { accountId } = scene.member;
    for (const action of ['account.suspend', 'account.resume'])
      assert.equal((await again.get(`/accounts/${accountId}/audit?action=${action}`, 200)).at('total'), 1, action);
  });

  it('is not lifted by the operator, nor is a suspension by the operator by a payment', async () => {
    const { scene, subscription } = await paying();
    const { accountId } = scene.member;
    await report(subscription, 'past_due');
    await afterDays(GRACE_DAYS + 0.1);
    assert.equal((await lectern('account', 'suspend', accountId)).code, 0);
    assert.equal((await scene.owner.get('/billing/subscription', 403)).at('detail.code'), 'account_suspended');
    await report(subscription, 'active');
    await allAre(scene, 403);
    await report(subscription, 'past_due');
    await afterDays(GRACE_DAYS + 0.1);
    const resumed = await lectern('account', 'resume', accountId);
    assert.deepEqual([resumed.code, /late payment/.test(resumed.output)], [0, true], resumed.output);
    await allAre(scene, 403);
    await scene.owner.get('/billing/subscription', 200);
    await report(subscription, 'active');
    await allAre(scene, 200);
  });

  it('suspends nobody whose payment was only not reported, and nobody while Stripe is away', async () => {
    const { scene, subscription } = await paying();
    await report(subscription, 'past_due');
    stripe.failing = 500;
    await assert.rejects(afterDays(GRACE_DAYS + 0.1), /Stripe cannot be reached/);
    await allAre(scene, 200);
    stripe.failing = null;
    subscription.status = 'active';
    await afterDays(GRACE_DAYS + 0.1);
    await allAre(scene, 200);
    assert.equal((await subscriptionOf(scene.owner)).status, 'active');
  });

  it('ends with the subscription: the account has the default plan and is in use', async () => {
    const { scene, subscription } = await paying();
    await report(subscription, 'past_due');
    await afterDays(GRACE_DAYS + 0.1);
    await report(subscription, 'canceled');
    await allAre(scene, 200);
    assert.deepEqual(
      [(await subscriptionOf(scene.owner)).plan, (await subscriptionOf(scene.owner)).paid_at],
      ['start', null],
    );
  });

  it('lets an owner of two accounts into the one in use first, and switch to the other', async () => {
    const { scene, subscription } = await paying();
    const other = await given(service.url);
    const { email } = scene.member;
    const path = `/accounts/${other.member.accountId}/invitations`;
    const token = (await other.owner.post(path, { email, role: 'editor' }, 201)).string('token');
    await scene.owner.post('/invitations/accept', { token }, 200);
    await report(subscription, 'past_due');
    await afterDays(GRACE_DAYS + 0.1);
    const session = await nobody().post('/auth/login', { email, password: PASSWORD }, 200);
    assert.equal(session.at('account.id'), other.member.accountId);
    const actor = new Actor(service.url, session.string('access_token'));
    const switched = await actor.post('/auth/switch-account', { account_id: scene.member.accountId }, 200);
    await new Actor(service.url, switched.string('access_token')).get('/billing/subscription', 200);
  });

  it('is followed without events, where they were lost', async () => {
    const { scene, subscription } = await paying();
    subscription.status = 'canceled';
    const { billing, close } = await openBilling(engine, env, () => Date.now() + 400 * DAY_MS * 100);
    try {
      await billing.followUp.run(new AbortController().signal, NO_LEASE);
    } finally {
      await close();
    }
    assert.equal((await subscriptionOf(scene.owner)).plan, 'start');
  });

  it('and orders are forgotten after 30 days, but for those confirmed without payment', async () => {
    const { scene } = await paying();
    const { id } = await order(scene.owner, 'annual');
    const database = await openDatabase(engine.databaseConfig());
    const confirmed = { status: 'confirmed', at_stripe: 0, confirmed_at: Date.now() };
    const given = (await order(scene.owner, 'small')).id;
    await database.write((writer) => writer.updateTable('checkouts').set(confirmed).where('id', '=', given).execute());
    await database.close();
    await afterDays(29);
    assert.equal((await new Actor(service.url, null).get(`/checkout?token=${id}`)).status, 200);
    await afterDays(31);
    assert.equal((await new Actor(service.url, null).get(`/checkout?token=${id}`)).status, 404);
    const kept = (await scene.owner.get('/billing/invoices?order=amount', 200)).each('items', 'status');
    assert.deepEqual(kept, ['confirmed', 'paid']);
  });
});
