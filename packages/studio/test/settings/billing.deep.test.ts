/** An account that is behind with its payment, in a real Chromium, against a server with the interface of Stripe. */
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { withPlans } from '../../../server/test/accounts/billing/plans.ts';
import { deliver, eventAbout, startStripeServer } from '../../../testing/src/servers/stripe-server.ts';
import { until } from '../../../testing/src/until.ts';
import { fillSpace } from '../harness/filled-space.ts';
import { describeScenes } from '../harness/scene.ts';

/** The job that suspends runs once a minute. */
const WITHIN_MS = 90_000;
const stripe = await startStripeServer();
after(() => stripe.close());
const env = { ...withPlans(), ...stripe.environment, LECTERN_BILLING_GRACE_DAYS: '0' };

describeScenes('paying for Studio', { env, fill: fillSpace }, (it) => {
  it('an owner pays, falls behind, is led to the plan from wherever they are, pays again and goes on; a colleague waits', async (scene) => {
    const { owner } = scene.given;
    const waiting = await scene.colleague();
    const report = async (subscription: ReturnType<typeof stripe.pay>, status: string) => {
      subscription.status = status;
      assert.equal((await deliver(scene.url, eventAbout(subscription))).status, 200);
    };
    const ordered = await owner.post('/billing/checkout', { plan: 'large' }, 200);
    const first = stripe.pay(ordered.string('checkout_url'));
    await report(first, 'active');
    const page = await scene.show(`${scene.path}/settings/plan`);
    const invoices = page.getByRole('region', { name: 'Invoices' });
    await invoices.getByRole('row', { name: /LEC-\d+ .*1,234\.56 Paid/ }).waitFor();
    await page.route('https://billing.stripe.example/**', (route) => route.fulfill({ body: 'The portal' }));
    await invoices.getByRole('button', { name: 'Payment details' }).click();
    await page.getByText('The portal').waitFor();

    await report(first, 'past_due');
    await until(async () => (await owner.get('/spaces')).status === 403, Boolean, WITHIN_MS);
    stripe.addInvoice({ customer: first.customer, total: 123_456, currency: 'usd' }, 'open');
    const colleague = await scene.showTo(waiting, `${scene.path}/content`);
    await colleague.getByRole('link', { name: scene.given.member.email }).waitFor();
    await page.goto(`${scene.url}/studio${scene.path}/content`);
    await page.getByText('This account is suspended').waitFor();
    assert.equal(new URL(page.url()).pathname, '/studio/plan');
    await invoices.getByRole('link', { name: /^Pay invoice LEC-/ }).waitFor();
    await page.route('https://checkout.stripe.example/**', (route) => route.fulfill({ body: 'The checkout' }));
    await page.getByRole('button', { name: 'Choose Large' }).click();
    await page.getByRole('button', { name: 'Go to the order' }).click();
    await page.getByText('The checkout').waitFor();
    const checkout = page.url();
    await page.goto(`${scene.url}/studio/plan?ordered=large`);
    await page.getByText('Thank you').waitFor();

    await report(stripe.pay(checkout), 'active');
    for (const one of [page, colleague]) {
      await one.getByRole('link', { name: 'Back to Content' }).click();
      await one.getByRole('navigation').first().waitFor();
    }
  });
});
