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
import type { Page, PageFact, PageLink, Pages } from '../../platform/http/pages/page.ts';
import type { Language } from '../../platform/kit/language.ts';
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

const WORDS = {
  en: {
    title: (plan: string) => `Change to the plan ${plan}`,
    account: 'Account',
    plan: 'Plan',
    price: 'Price',
    inPlaceOf: (now: string, before: string) => `${now}, in place of ${before}`,
    inUse: (amount: string) => `; in use: ${amount}`,
    beyond: (name: string, has: string, allowed: string) =>
      `${name}: the account has ${has}, and the plan allows ${allowed}. Nothing is deleted, but you cannot add any more until you have fewer.`,
    back: 'Go back without a change',
    confirm: 'Confirm the order',
    paying: 'The plan changes as soon as Stripe reports the payment, usually within a minute. Reload this page to see.',
    press: 'Press the button to change the plan at once. No payment is taken here.',
    operator: 'No payment is taken here. Whoever runs this installation confirms the order with this command:',
    confirmed: 'The order is confirmed',
    changed: (account: string, plan: string) =>
      `The account ${account} now has the plan ${plan}. You can close this page.`,
    goOn: 'Continue',
    expired: ['This order has expired', 'It is more than a day old.'],
    gone: ['This order is no longer valid', 'The plan is no longer offered.'],
    again: 'Nothing was changed. An owner of the account can order a plan again.',
    backOnly: 'Back',
    unknown: 'There is no such order',
    unknownWhy: 'The address is incomplete, or the order is more than 30 days old. An owner can order a plan again.',
  },
  de: {
    title: (plan: string) => `Zum Tarif ${plan} wechseln`,
    account: 'Konto',
    plan: 'Tarif',
    price: 'Preis',
    inPlaceOf: (now: string, before: string) => `${now} statt ${before}`,
    inUse: (amount: string) => `; belegt: ${amount}`,
    beyond: (name: string, has: string, allowed: string) =>
      `${name}: Das Konto hat ${has}, der Tarif erlaubt ${allowed}. Gelöscht wird nichts, aber neue kommen erst wieder hinzu, wenn es weniger sind.`,
    back: 'Ohne Änderung zurück',
    confirm: 'Bestellung bestätigen',
    paying:
      'Der Tarif wechselt, sobald Stripe die Zahlung meldet, meist innerhalb einer Minute. Laden Sie die Seite dann neu.',
    press: 'Mit der Schaltfläche wechseln Sie den Tarif sofort. Bezahlt wird hier nichts.',
    operator: 'Bezahlt wird hier nichts. Der Betreiber dieser Installation bestätigt die Bestellung mit diesem Befehl:',
    confirmed: 'Die Bestellung ist bestätigt',
    changed: (account: string, plan: string) =>
      `Das Konto ${account} hat jetzt den Tarif ${plan}. Sie können diese Seite schließen.`,
    goOn: 'Weiter',
    expired: ['Diese Bestellung ist abgelaufen', 'Sie ist älter als einen Tag.'],
    gone: ['Diese Bestellung gilt nicht mehr', 'Den Tarif gibt es nicht mehr.'],
    again: 'Geändert wurde nichts. Ein Inhaber des Kontos kann noch einmal einen Tarif bestellen.',
    backOnly: 'Zurück',
    unknown: 'Diese Bestellung gibt es nicht',
    unknownWhy:
      'Die Adresse ist unvollständig, oder die Bestellung ist älter als 30 Tage. Ein Inhaber kann noch einmal einen Tarif bestellen.',
  },
} as const;

export function checkoutPage(parts: CheckoutPageParts): TokenForm<OrderView, typeof body> {
  const { checkouts, orders, isOpen } = parts;
  return {
    path: '/checkout',
    body,
    look: (token) => orders.of(token),
    form: (view, token, problems) => ({ ...pageOf(view, token, problems, parts), language: problems.language }),
    submit: async ({ order }, { token }, origin) => {
      if (!isOpen) throw operatorConfirms();
      await checkouts.confirm(order.id, { name: CONFIRMED_ON_PAGE, origin });
      const view = await orders.of(token);
      if (view === undefined) throw notFound('checkout', 'the session id');
      return { en: confirmedPage(view, 'en'), de: confirmedPage(view, 'de') };
    },
    unknown: { error: notFound('checkout', 'the session id'), page: UNKNOWN },
  };
}

const UNKNOWN: Pages = {
  en: { title: WORDS.en.unknown, paragraphs: [WORDS.en.unknownWhy] },
  de: { title: WORDS.de.unknown, paragraphs: [WORDS.de.unknownWhy] },
};

function pageOf(view: OrderView, token: string, { problem, language }: FormProblems, parts: CheckoutPageParts): Page {
  const words = WORDS[language];
  if (view.state === 'confirmed') return confirmedPage(view, language);
  if (view.state === 'expired') return deadPage(view, words.expired, language);
  if (view.plan === undefined) return deadPage(view, words.gone, language);
  const { order, changes } = view;
  const back = linkTo(words.back, order.cancel_url);
  const beyond = changes.filter(isBeyond).map((change) => beyondText(change, language));
  return {
    title: words.title(view.plan.name),
    paragraphs: [...beyond, ...nextSteps(view, parts, language)],
    facts: factsOf(view, priceText(view.plan, { currency: parts.currency, language }, order.price), language),
    ...(problem === undefined ? {} : { problem }),
    ...(mayConfirm(view, parts)
      ? { form: { action: 'checkout', fields: [tokenField(token)], submit: words.confirm } }
      : {}),
    ...(back === undefined ? {} : { link: back }),
  };
}

function mayConfirm({ order }: OrderView, { isOpen }: CheckoutPageParts): boolean {
  return isOpen && order.at_stripe === 0;
}

function nextSteps(view: OrderView, parts: CheckoutPageParts, language: Language): string[] {
  const { order } = view;
  const { paying, press, operator } = WORDS[language];
  if (order.at_stripe === 1) return [paying];
  if (mayConfirm(view, parts)) return [press];
  return [operator, `lectern billing confirm ${order.id}`];
}

function factsOf(
  { accountName, presentPlan, plan, changes }: OrderView,
  price: string,
  language: Language,
): PageFact[] {
  const words = WORDS[language];
  return [
    { label: words.account, value: accountName },
    { label: words.plan, value: words.inPlaceOf(plan?.name ?? '', presentPlan) },
    { label: words.price, value: price },
    ...changes.map((change) => ({
      label: metricName(change.metric, language),
      value: changeText(change, language),
    })),
  ];
}

function changeText({ metric, from, to, used }: LimitChange, language: Language): string {
  const words = WORDS[language];
  const text = (amount: number | null) => amountText(metric, amount, language);
  return `${words.inPlaceOf(text(to), text(from))}${used === null ? '' : words.inUse(text(used))}`;
}

function beyondText({ metric, to, used }: LimitChange, language: Language): string {
  const text = (amount: number | null) => amountText(metric, amount, language);
  return WORDS[language].beyond(metricName(metric, language), text(used), text(to));
}

function confirmedPage({ order, plan, accountName }: OrderView, language: Language): Page {
  const words = WORDS[language];
  const next = linkTo(words.goOn, order.success_url);
  return {
    title: words.confirmed,
    paragraphs: [words.changed(accountName, plan?.name ?? order.plan)],
    ...(next === undefined ? {} : { link: next }),
  };
}

function deadPage({ order }: OrderView, [title, reason]: readonly [string, string], language: Language): Page {
  const words = WORDS[language];
  const back = linkTo(words.backOnly, order.cancel_url);
  const paragraphs = [`${reason} ${words.again}`];
  return { title, paragraphs, ...(back === undefined ? {} : { link: back }) };
}

function linkTo(label: string, url: string | null): PageLink | undefined {
  return url === null ? undefined : { label, url };
}

function operatorConfirms(): DomainError {
  const message = 'Here the operator confirms orders; ask for lectern billing confirm with the session id.';
  return new DomainError('insufficient_permission', message, { permission: 'billing.manage' });
}
