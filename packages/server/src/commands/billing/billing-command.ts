/** The command `lectern billing`: confirms orders, shows and sets the plans of accounts, whether the service runs or not. */
import { AiUsage } from '../../ai/usage/ai-usage.ts';
import { meteredBy } from '../../composition/billing.ts';
import { nameOfAccount, ownersOf } from '../../identity/accounts/accounts.ts';
import { BillingOverview } from '../../identity/accounts/billing/billing-overview.ts';
import { Checkouts } from '../../identity/accounts/billing/checkouts.ts';
import { amountText, metricName } from '../../identity/accounts/billing/metric-text.ts';
import { assignPlan, latestOrders } from '../../identity/accounts/billing/operator-orders.ts';
import { PlanChanges } from '../../identity/accounts/billing/plan-changes.ts';
import type { SubscriptionShown } from '../../identity/accounts/billing/schema.ts';
import { Subscriptions } from '../../identity/accounts/plans/subscriptions.ts';
import type { Config } from '../../platform/config/config.ts';
import { notFound } from '../../platform/errors/domain-error.ts';
import { systemClock } from '../../platform/kit/clock.ts';
import { Outbox } from '../../platform/outgoing/mail/outbox.ts';
import { Quotas } from '../../platform/request-limits/accounts/quotas.ts';
import type { OpenStore } from '../open-store.ts';
import { type Output, programOutput } from '../output.ts';
import { type Done, type OperatorCommand, runOperatorCommand } from '../people/operator-command.ts';

const usage = `Usage: lectern billing orders [--json]
       lectern billing confirm <session id> [--json]
       lectern billing show <account id> [--json]
       lectern billing assign <account id> <plan> [--json]

orders lists the latest 100 orders, the newest first.
confirm gives the account of an order its plan, without payment; an order is good for a day.
show prints what plan an account has, and what it uses of it.
assign gives an account a plan, without order and payment. It is refused while the account pays at Stripe.

  --json   print facts as JSON

All of them work on the database that LECTERN_DATA_DIR or LECTERN_DATABASE_URL names, with the plans of
LECTERN_PLANS_FILE. A running service follows at once.`;

const billingCommand: OperatorCommand = {
  noun: 'billing',
  words: ['account id'],
  wordsOf: { orders: [], confirm: ['session id'], assign: ['account id', 'plan'] },
  usage,
  actions: { orders, confirm, show, assign },
};

/**
 * Runs the command.
 * @param argv the arguments after `lectern billing`
 * @returns the exit code
 */
export function runBilling(argv: readonly string[], config: Config, output: Output = programOutput()): Promise<number> {
  return runOperatorCommand(billingCommand, argv, { config, output });
}

async function orders({ database }: OpenStore): Promise<Done> {
  const facts = await latestOrders(database.reader, systemClock());
  const lines = facts.map(
    ({ session_id, account, plan, status, created_at }) =>
      `${created_at}  ${account}  ${plan}  ${status}  ${session_id}`,
  );
  return { text: lines.length === 0 ? 'There are no orders.' : lines.join('\n'), facts };
}

async function confirm(store: OpenStore, sessionId = ''): Promise<Done> {
  const checkouts = checkoutsIn(store);
  const changed = await checkouts.confirm(sessionId, { name: 'lectern billing confirm', origin: null });
  const order = await checkouts.find(sessionId);
  const facts = { session_id: sessionId, account: order?.account_id, plan: order?.plan, changed };
  const text = changed
    ? `The account ${facts.account} has the plan ${facts.plan}.`
    : `The order was confirmed already; the account ${facts.account} ordered the plan ${facts.plan}.`;
  return { text, facts };
}

async function show(store: OpenStore, accountId = ''): Promise<Done> {
  const { database, plans } = store;
  const name = await nameOfAccount(database.reader, accountId);
  if (name === undefined) throw notFound('account', 'its id');
  const subscription = await overviewIn(store).subscription(accountId);
  const isOffered = plans.find(subscription.plan) !== undefined;
  const facts = { account: accountId, name, ...subscription, plan_offered: isOffered };
  return { text: showText(accountId, name, subscription, isOffered), facts };
}

async function assign(store: OpenStore, accountId = '', plan = ''): Promise<Done> {
  const { journal, plans } = store;
  const changed = await assignPlan({ journal, plans, changes: changesIn(store) }, { accountId, plan });
  const text = changed
    ? `The account ${accountId} has the plan ${plan}.`
    : `The account ${accountId} had the plan ${plan} already.`;
  return { text, facts: { account: accountId, plan, changed } };
}

function showText(accountId: string, name: string, shown: SubscriptionShown, isOffered: boolean): string {
  const lines = [
    `${name} (${accountId})`,
    `  plan     ${shown.plan}${isOffered ? '' : ', which is not in LECTERN_PLANS_FILE: the limits are those of the default plan'}`,
    `  status   ${shown.status}`,
    ...(shown.current_period_end === null ? [] : [`  paid to  ${shown.current_period_end}`]),
    ...(shown.grace_until === null ? [] : [`  grace    until ${shown.grace_until}`]),
    ...(shown.paid_at === null ? [] : [`  paid at  ${shown.paid_at}`]),
    ...shown.usage.map(({ metric, limit, used }) => {
      const amount = used === null ? 'not counted here' : amountText(metric, used);
      return `  ${metricName(metric)}: ${amount} (${limit === null ? 'no limit' : `of ${amountText(metric, limit)}`})`;
    }),
  ];
  return lines.join('\n');
}

function subscriptionsIn({ plans }: OpenStore): Subscriptions {
  return new Subscriptions(plans);
}

function changesIn(store: OpenStore): PlanChanges {
  const { secret, config } = store;
  return new PlanChanges({
    subscriptions: subscriptionsIn(store),
    outbox: new Outbox({ secret, clock: systemClock }),
    takesPayments: config.billing.stripe !== null,
    // What is done here ends a suspension, and no mail about that leads to a page.
    planPage: () => null,
    onChanged: () => {},
  });
}

/** Orders are only confirmed here, so none of their page URLs is ever used. */
function checkoutsIn(store: OpenStore): Checkouts {
  const { config } = store;
  return new Checkouts({
    ...store,
    subscriptions: subscriptionsIn(store),
    changes: changesIn(store),
    address: { url: config.publicUrl ?? '' },
    stripe: null,
  });
}

function overviewIn(store: OpenStore): BillingOverview {
  const { database, config, secret } = store;
  // No ceiling is needed here: the tokens are only read.
  const aiUsage = new AiUsage({ database, clock: systemClock, ceilingOf: async () => null });
  const outbox = new Outbox({ secret, clock: systemClock });
  const quotas = new Quotas({ ...store, clock: systemClock, owners: ownersOf, outbox });
  return new BillingOverview({
    ...store,
    subscriptions: subscriptionsIn(store),
    metered: meteredBy(aiUsage, quotas),
    currency: config.billing.currency,
  });
}
