/**
 * The page of an order where no payments are taken: what is ordered and what that changes. Where owners may help
 * themselves, it has a button that confirms the order; else it says how the operator does. Who comes back from Stripe
 * without a URL of their own sees it too.
 */
import { Type } from 'typebox';
import type { Checkouts } from '../../identity/accounts/billing/checkouts.ts';
import { amountText, metricName } from '../../identity/accounts/billing/metric-text.ts';
import {
  isBeyond,
  type LimitChange,
  type OrderView,
  type OrderViews,
} from '../../identity/accounts/billing/order-view.ts';
import { priceText } from '../../identity/accounts/billing/price.ts';
import { DomainError, notFound } from '../../platform/errors/domain-error.ts';
import type { Page, PageFact, PageLink } from '../../platform/http/pages/page.ts';
import { type FormProblems, type TokenForm, tokenField, tokenSchema } from './token-form.ts';

/** Who confirmed an order with the button, as the audit shows it. */
const CONFIRMED_ON_PAGE = 'the page of the order';

export interface CheckoutPageParts {
  readonly checkouts: Checkouts;
  readonly orders: OrderViews;
  /** Whether the page has the button. */
  readonly isOpen: boolean;
  /** Of all prices, in lower case. */
  readonly currency: string;
}

const body = Type.Object({ token: tokenSchema }, { additionalProperties: false });

export function checkoutPage(parts: CheckoutPageParts): TokenForm<OrderView, typeof body> {
  const { checkouts, orders, isOpen } = parts;
  return {
    path: '/checkout',
    body,
    look: (token) => orders.of(token),
    form: (view, token, { problem }) => pageOf(view, token, problem, parts),
    submit: async ({ order }, { token }, origin) => {
      if (!isOpen) throw operatorConfirms();
      await checkouts.confirm(order.id, { name: CONFIRMED_ON_PAGE, origin });
      const view = await orders.of(token);
      if (view === undefined) throw notFound('checkout', 'the session id');
      return confirmedPage(view);
    },
    unknown: {
      error: notFound('checkout', 'the session id'),
      page: {
        title: 'There is no such order',
        paragraphs: ['The address is incomplete, or the order is older than 30 days. An owner can order a plan again.'],
      },
    },
  };
}

function pageOf(view: OrderView, token: string, problem: FormProblems['problem'], parts: CheckoutPageParts): Page {
  if (view.state === 'confirmed') return confirmedPage(view);
  if (view.state === 'expired') return deadPage(view, 'This order has expired', 'It is older than a day.');
  if (view.plan === undefined) return deadPage(view, 'This order is no longer valid', 'The plan is no longer offered.');
  const { order, changes } = view;
  const back = linkTo('Go back without a change', order.cancel_url);
  return {
    title: `Change to the plan ${view.plan.name}`,
    paragraphs: [...changes.filter(isBeyond).map(beyondText), ...nextSteps(view, parts)],
    facts: factsOf(view, priceText(view.plan, parts.currency, order.price)),
    ...(problem === undefined ? {} : { problem }),
    ...(mayConfirm(view, parts)
      ? { form: { action: 'checkout', fields: [tokenField(token)], submit: 'Confirm the order' } }
      : {}),
    ...(back === undefined ? {} : { link: back }),
  };
}

function mayConfirm({ order }: OrderView, { isOpen }: CheckoutPageParts): boolean {
  return isOpen && order.at_stripe === 0;
}

function nextSteps(view: OrderView, parts: CheckoutPageParts): string[] {
  const { order } = view;
  if (order.at_stripe === 1)
    return [
      'The plan changes as soon as Stripe reports the payment, mostly within a minute. Load this page again to see.',
    ];
  if (mayConfirm(view, parts)) return ['Press the button to change the plan at once. No payment is taken here.'];
  return [
    'No payment is taken here. The operator of this installation confirms the order with this command:',
    `lectern billing confirm ${order.id}`,
  ];
}

function factsOf({ accountName, presentPlan, plan, changes }: OrderView, price: string): PageFact[] {
  return [
    { label: 'Account', value: accountName },
    { label: 'Plan', value: `${plan?.name}, in place of ${presentPlan}` },
    { label: 'Price', value: price },
    ...changes.map((change) => ({ label: metricName(change.metric), value: changeText(change) })),
  ];
}

function changeText({ metric, from, to, used }: LimitChange): string {
  const now = used === null ? '' : `; in use: ${amountText(metric, used)}`;
  return `${amountText(metric, to)}, in place of ${amountText(metric, from)}${now}`;
}

function beyondText({ metric, to, used }: LimitChange): string {
  const [name, has, allowed] = [metricName(metric), amountText(metric, used), amountText(metric, to)];
  return `${name}: the account has ${has}, and the plan allows ${allowed}. Nothing is deleted, but no more can be added until fewer are left.`;
}

function confirmedPage({ order, plan, accountName }: OrderView): Page {
  const next = linkTo('Go on', order.success_url);
  return {
    title: 'The order is confirmed',
    paragraphs: [
      `The account ${accountName} has changed to the plan ${plan?.name ?? order.plan}. You can close this page.`,
    ],
    ...(next === undefined ? {} : { link: next }),
  };
}

function deadPage({ order }: OrderView, title: string, reason: string): Page {
  const back = linkTo('Back', order.cancel_url);
  const paragraphs = [`${reason} Nothing was changed. An owner of the account can order a plan again.`];
  return { title, paragraphs, ...(back === undefined ? {} : { link: back }) };
}

function linkTo(label: string, url: string | null): PageLink | undefined {
  return url === null ? undefined : { label, url };
}

function operatorConfirms(): DomainError {
  const message = 'Here the operator confirms orders; ask for lectern billing confirm with the session id.';
  return new DomainError('insufficient_permission', message, { permission: 'billing.manage' });
}
