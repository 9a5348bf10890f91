/**
 * Orders of plans. An owner creates an order, which expires after a day and is confirmed once: by payment at Stripe, or without
 * payment by the operator or the button on its page. Whoever knows its id can open the page, so nothing shows the id to others.
 */

import type { Violation } from '../../../../../contract/src/violations.ts';
import type { Database } from '../../../platform/database/database.ts';
import { DomainError, notFound, validationFailed } from '../../../platform/errors/domain-error.ts';
import { type Actor, type RequestOrigin, systemActor } from '../../../platform/journal/actor.ts';
import type { Journal } from '../../../platform/journal/journal.ts';
import { isoTime } from '../../../platform/kit/clock.ts';
import { isToken, newToken } from '../../../platform/kit/token.ts';
import { lockExisting } from '../accounts.ts';
import type { Plan } from '../plans/plan.ts';
import type { Plans } from '../plans/plans.ts';
import type { Subscription, Subscriptions } from '../plans/subscriptions.ts';
import type { CheckoutRow } from '../tables.ts';
import type { PlanChanges } from './plan-changes.ts';
import type { CheckoutRequest, CheckoutStarted } from './schema.ts';
import {
  confirmCheckout,
  deleteCheckout,
  findCheckout,
  insertCheckout,
  keepLatestConfirmed,
  lockCheckout,
  openCheckoutsOf,
} from './store.ts';
import type { StripeCheckout } from './stripe/stripe-checkout.ts';

const ID_PREFIX = 'chk_';
/** Characters of an order's id that are not secret: they name the order in the audit. */
const NAME_LENGTH = 12;
const DAY_MS = 86_400_000;
const GOOD_FOR_MS = DAY_MS;
/** Open orders of an account. A further order replaces the oldest one. */
const OPEN_MAX = 20;
/** How long the page of an order can show its outcome. */
export const PAGE_SHOWN_MS = 30 * DAY_MS;
/** Orders of an account that were confirmed without payment, which are kept as its invoices are at Stripe: the latest. */
export const ORDERS_KEPT_MAX = 100;

interface CheckoutsParts {
  readonly database: Database;
  readonly journal: Journal;
  readonly plans: Plans;
  readonly subscriptions: Subscriptions;
  readonly changes: PlanChanges;
  /** Where clients reach the service. */
  readonly address: { readonly url: string };
  /** Null if no payments are taken. */
  readonly stripe: StripeCheckout | null;
}

export class Checkouts {
  readonly #parts: CheckoutsParts;

  constructor(parts: CheckoutsParts) {
    this.#parts = parts;
  }

  /**
   * Orders a plan.
   * @throws `validation_failed`, `conflict` if the account has the plan, `unavailable`, `billing_not_configured`
   */
  async start(actor: Actor, request: CheckoutRequest): Promise<CheckoutStarted> {
    const { plans, journal, address, stripe } = this.#parts;
    const plan = plans.find(request.plan);
    rejectBroken(request, plan);
    const id = await journal.write(actor, async (writer, change) => {
      const account = await lockExisting(writer, actor.accountId);
      rejectSame(await this.#parts.subscriptions.of(writer, account.id), plan);
      const open = await openCheckoutsOf(writer, account.id);
      for (const old of open.slice(OPEN_MAX - 1)) await deleteCheckout(writer, old.id);
      const row = orderOf(request, plan, { actor, at: change.at, atStripe: stripe !== null });
      await insertCheckout(writer, row);
      change.record({
        action: 'checkout.create',
        target: targetOf(row),
        changes: { after: { plan: row.plan, price: row.price, expires_at: isoTime(row.expires_at) } },
      });
      return row.id;
    });
    const page = `${address.url}/checkout?token=${id}`;
    if (stripe === null) return { checkout_url: page, session_id: id };
    return { checkout_url: await stripe.start({ id, actor, plan, request, page }), session_id: id };
  }

  /** The order; undefined if there is none. */
  async find(id: string): Promise<CheckoutRow | undefined> {
    return isToken(id, ID_PREFIX) ? findCheckout(this.#parts.database.reader, id) : undefined;
  }

  /**
   * Confirms an order without payment: the account has the plan from then on. A confirmed order stays confirmed.
   * @param by who confirms it, as the audit shows them
   * @returns whether that changed anything
   * @throws `not_found`, `conflict`
   */
  async confirm(id: string, by: { readonly name: string; readonly origin: RequestOrigin | null }): Promise<boolean> {
    const known = await this.find(id);
    if (known === undefined) throw unknownOrder();
    const actor = { ...systemActor(by.name, known.account_id), origin: by.origin };
    const isChanged = await this.#parts.journal.write(actor, async (writer, change) => {
      const account = await lockExisting(writer, known.account_id);
      const row = await lockCheckout(writer, id);
      if (row === undefined) throw unknownOrder();
      if (row.status === 'confirmed') return false;
      rejectUnconfirmable(row, this.#parts.plans.find(row.plan), change.at);
      await this.#parts.changes.give(writer, change, account, row.plan);
      await confirmCheckout(writer, id, change.at);
      await keepLatestConfirmed(writer, account.id, ORDERS_KEPT_MAX);
      change.record({ action: 'checkout.confirm', target: targetOf(row), changes: { after: { plan: row.plan } } });
      return true;
    });
    if (isChanged) this.#parts.changes.committed();
    return isChanged;
  }
}

/** How the audit names an order. */
export function targetOf({ id }: Pick<CheckoutRow, 'id'>): { readonly type: string; readonly id: string } {
  return { type: 'checkout', id: id.slice(0, NAME_LENGTH) };
}

/** Whether it is too late to confirm an order. */
export function isExpired({ status, expires_at }: CheckoutRow, now: number): boolean {
  return status === 'open' && expires_at <= now;
}

function orderOf(
  request: CheckoutRequest,
  plan: Plan,
  { actor, at, atStripe }: { readonly actor: Actor; readonly at: number; readonly atStripe: boolean },
): CheckoutRow {
  return {
    id: newToken(ID_PREFIX),
    account_id: actor.accountId,
    plan: plan.id,
    price: plan.price,
    status: 'open',
    at_stripe: atStripe ? 1 : 0,
    success_url: request.success_url ?? null,
    cancel_url: request.cancel_url ?? null,
    created_at: at,
    created_by: actor.name,
    expires_at: at + GOOD_FOR_MS,
    confirmed_at: null,
  };
}

function rejectBroken(request: CheckoutRequest, plan: Plan | undefined): asserts plan is Plan {
  const violations: Violation[] = [];
  if (plan === undefined)
    violations.push({
      path: 'plan',
      rule: 'exists',
      message: 'There is no such plan; use one that GET /billing/plans lists.',
    });
  violations.push(...brokenUrls(request, ['success_url', 'cancel_url']));
  if (violations.length > 0) throw validationFailed(violations);
}

/** What is wrong with those members of a body, which are URLs of pages that a browser is led to. */
export function brokenUrls<Path extends string>(
  body: Readonly<Partial<Record<Path, string>>>,
  paths: readonly Path[],
): Violation[] {
  const isBroken = (path: Path) => body[path] !== undefined && !isWebAddress(body[path]);
  const message = 'Give an http or https URL without user and password.';
  return paths.filter(isBroken).map((path) => ({ path, rule: 'format', message }));
}

function isWebAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && ['http:', 'https:'].includes(url.protocol) && `${url.username}${url.password}` === '';
}

function rejectSame({ plan, status }: Subscription, wanted: Plan): void {
  if (plan !== wanted.id || status !== 'active') return;
  throw new DomainError('conflict', 'The account has this plan already; choose another one.');
}

function rejectUnconfirmable(row: CheckoutRow, plan: Plan | undefined, now: number): void {
  if (row.at_stripe === 1)
    throw new DomainError(
      'conflict',
      'The order is paid at Stripe; use lectern billing assign to give a plan without payment.',
    );
  if (isExpired(row, now))
    throw new DomainError('conflict', 'The order is older than a day; an owner has to order the plan again.');
  if (plan === undefined)
    throw new DomainError(
      'conflict',
      'The plan of the order is no longer offered; an owner has to choose another one.',
    );
}

function unknownOrder(): DomainError {
  return notFound('checkout', 'the session id');
}
