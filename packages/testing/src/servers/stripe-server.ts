/**
 * A server with the interface of Stripe's API, as far as billing uses it: customers, checkout sessions, subscriptions, invoices,
 * the customer portal, signed events. It rejects what Stripe rejects: other keys, unknown parameters, an idempotency key with other parameters. It was not
 * compared with Stripe's own servers, which the tests cannot reach.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ApiResponse, send } from '../client.ts';

export const STRIPE_KEY = 'sk_test_the_key_of_the_test_server';
export const STRIPE_WEBHOOK_SECRET = 'whsec_the_secret_of_the_test_endpoint';

/** A request of the service. */
export interface StripeRequest {
  readonly method: string;
  readonly path: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly idempotencyKey: string | undefined;
}

/** A subscription as the server keeps it. */
export interface KeptSubscription {
  readonly id: string;
  readonly customer: string;
  status: string;
  readonly created: number;
  periodEnd: number;
  readonly metadata: Readonly<Record<string, string>>;
}

/** An invoice as the server keeps it. */
export interface KeptInvoice {
  readonly id: string;
  readonly customer: string;
  readonly number: string | null;
  readonly total: number;
  readonly currency: string;
  status: string;
  readonly created: number;
}

interface KeptSession {
  readonly id: string;
  readonly customer: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly total: number;
  readonly currency: string;
}

interface StoredReply {
  readonly parameters: string;
  readonly reply: Reply;
}

interface Reply {
  readonly status: number;
  readonly body: object;
}

const CUSTOMER = ['email', 'metadata[account_id]'];
const SESSION = [
  'mode',
  'customer',
  'client_reference_id',
  'line_items[0][quantity]',
  'line_items[0][price_data][currency]',
  'line_items[0][price_data][unit_amount]',
  'line_items[0][price_data][recurring][interval]',
  'line_items[0][price_data][product_data][name]',
  'metadata[account_id]',
  'metadata[plan]',
  'metadata[checkout_id]',
  'subscription_data[metadata][account_id]',
  'subscription_data[metadata][plan]',
  'subscription_data[metadata][checkout_id]',
  'payment_method_collection',
  'success_url',
  'cancel_url',
];
const CANCELLATION = ['prorate', 'invoice_now'];
const LIST = ['customer', 'status', 'limit', 'starting_after'];
const PORTAL = ['customer', 'return_url'];
const PERIOD_S = 30 * 86_400;
const NOT_FOUND = 404;
const WRONG_KEY = 401;
const REFUSED = 400;

export class StripeServer {
  readonly requests: StripeRequest[] = [];
  readonly subscriptions: KeptSubscription[] = [];
  readonly invoices: KeptInvoice[] = [];
  readonly customers = new Set<string>();
  /** While set, every request fails like this: with a status, or by a closed connection. */
  failing: number | 'connection' | null = null;
  /** `before` runs before a list of subscriptions is read; `after` once it is read, before it is sent. */
  onList: { before?: () => Promise<void>; after?: () => Promise<void> } = {};
  url = '';
  readonly #sessions = new Map<string, KeptSession>();
  readonly #replies = new Map<string, StoredReply>();
  readonly #server = createServer((request, response) => void this.#respond(request, response));
  #created = 1_800_000_000;

  /** Variables that let a service use it. */
  get environment(): Record<string, string> {
    return {
      LECTERN_STRIPE_SECRET_KEY: STRIPE_KEY,
      LECTERN_STRIPE_WEBHOOK_SECRET: STRIPE_WEBHOOK_SECRET,
      LECTERN_STRIPE_API_BASE: this.url,
    };
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Pays on the page of a checkout, as a person would, with an invoice for it. */
  pay(checkoutUrl: string, status = 'active'): KeptSubscription {
    const session = this.#sessions.get(checkoutUrl);
    if (session === undefined) throw new Error(`There is no checkout at ${checkoutUrl}.`);
    const subscription = {
      id: `sub_${randomBytes(8).toString('hex')}`,
      customer: session.customer,
      status,
      created: this.#created++,
      periodEnd: this.#created + PERIOD_S,
      metadata: session.metadata,
    };
    this.subscriptions.push(subscription);
    this.addInvoice(session, subscription.status === 'active' ? 'paid' : 'open');
    return subscription;
  }

  /** Adds an invoice of a customer. A draft has no number yet. */
  addInvoice(
    { customer, total, currency }: Pick<KeptInvoice, 'customer' | 'total' | 'currency'>,
    status: string,
  ): void {
    const number = status === 'draft' ? null : `LEC-${String(this.invoices.length + 1).padStart(4, '0')}`;
    const id = `in_${randomBytes(8).toString('hex')}`;
    this.invoices.push({ id, customer, number, total, currency, status, created: this.#created++ });
  }

  /** The requests to a path, such as `POST /v1/customers`. */
  requestsTo(route: string): StripeRequest[] {
    return this.requests.filter(({ method, path }) => `${method} ${path}`.startsWith(route));
  }

  async #respond(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(incoming);
    const [path = '', query = ''] = (incoming.url ?? '').split('?', 2);
    const isForm = incoming.headers['content-type'] === 'application/x-www-form-urlencoded';
    const parameters = Object.fromEntries([
      ...new URLSearchParams(query),
      ...(isForm || body === '' ? new URLSearchParams(body) : [['body', body] as const]),
    ]);
    const idempotencyKey = incoming.headers['idempotency-key'] as string | undefined;
    const request = { method: incoming.method ?? '', path, parameters, idempotencyKey };
    this.requests.push(request);
    if (this.failing === 'connection') return void incoming.socket.destroy();
    const reply = await this.#replyTo(request, incoming.headers.authorization);
    response.writeHead(reply.status, { 'content-type': 'application/json', 'request-id': 'req_test' });
    response.end(JSON.stringify(reply.body));
  }

  async #replyTo(request: StripeRequest, authorization: string | undefined): Promise<Reply> {
    if (typeof this.failing === 'number') return refusal(this.failing, 'api_error', 'Something went wrong.');
    if (authorization !== `Bearer ${STRIPE_KEY}`)
      return refusal(WRONG_KEY, 'invalid_request_error', 'Invalid API Key provided.');
    if (request.method === 'GET') return this.#execute(request);
    const { idempotencyKey: key } = request;
    if (key === undefined) return refusal(REFUSED, 'invalid_request_error', 'The test wants an Idempotency-Key.');
    const parameters = JSON.stringify([request.method, request.path, request.parameters]);
    const stored = this.#replies.get(key);
    if (stored !== undefined && stored.parameters !== parameters)
      return refusal(
        REFUSED,
        'idempotency_error',
        'Keys for idempotent requests can only be used with the same parameters.',
      );
    const reply = stored?.reply ?? (await this.#execute(request));
    this.#replies.set(key, { parameters, reply });
    return reply;
  }

  async #execute({ method, path, parameters }: StripeRequest): Promise<Reply> {
    const [, , resource = '', id = ''] = path.split('/');
    const route = `${method} ${resource === 'checkout' ? 'sessions' : resource}`;
    if (route === 'GET invoices') return unknownIn(parameters, LIST) ?? this.#listInvoices(parameters);
    if (route === 'POST billing_portal') return unknownIn(parameters, PORTAL) ?? this.#openPortal(parameters);
    if (route === 'POST customers') return unknownIn(parameters, CUSTOMER) ?? this.#addCustomer(parameters);
    if (route === 'POST sessions') return unknownIn(parameters, SESSION) ?? this.#addSession(parameters);
    if (route === 'GET subscriptions') return unknownIn(parameters, LIST) ?? this.#list(parameters);
    if (route === 'DELETE subscriptions') return unknownIn(parameters, CANCELLATION) ?? this.#cancel(id);
    return refusal(NOT_FOUND, 'invalid_request_error', `Unrecognized request URL (${method}: ${path}).`);
  }

  #addCustomer({ email }: StripeRequest['parameters']): Reply {
    const id = `cus_${randomBytes(7).toString('hex')}`;
    this.customers.add(id);
    return { status: 200, body: { id, object: 'customer', email } };
  }

  #addSession(parameters: StripeRequest['parameters']): Reply {
    const { customer = '' } = parameters;
    if (!this.customers.has(customer)) return missing('customer', customer);
    if (parameters.mode !== 'subscription' || !/^\d+$/.test(parameters['line_items[0][price_data][unit_amount]'] ?? ''))
      return refusal(REFUSED, 'invalid_request_error', 'Invalid mode or amount.');
    const id = `cs_test_${randomBytes(12).toString('hex')}`;
    const url = `https://checkout.stripe.example/c/pay/${id}`;
    const metadata = Object.fromEntries(
      ['account_id', 'plan', 'checkout_id'].map((name) => [
        name,
        parameters[`subscription_data[metadata][${name}]`] ?? '',
      ]),
    );
    const [total, currency = ''] = [
      Number(parameters['line_items[0][price_data][unit_amount]']),
      parameters['line_items[0][price_data][currency]'],
    ];
    this.#sessions.set(url, { id, customer, metadata, total, currency });
    return { status: 200, body: { id, object: 'checkout.session', url, status: 'open', mode: 'subscription' } };
  }

  async #list({ customer = '', limit = '10', starting_after: after }: StripeRequest['parameters']): Promise<Reply> {
    await this.onList.before?.();
    if (!this.customers.has(customer)) return missing('customer', customer);
    const own = this.subscriptions.filter((one) => one.customer === customer).toReversed();
    const start = after === undefined ? 0 : own.findIndex(({ id }) => id === after) + 1;
    const data = own.slice(start, start + Number(limit)).map(subscriptionBody);
    await this.onList.after?.();
    const hasMore = start + data.length < own.length;
    return { status: 200, body: { object: 'list', url: '/v1/subscriptions', has_more: hasMore, data } };
  }

  #listInvoices({ customer = '', limit = '10' }: StripeRequest['parameters']): Reply {
    if (!this.customers.has(customer)) return missing('customer', customer);
    const own = this.invoices.filter((one) => one.customer === customer).toReversed();
    const data = own.slice(0, Number(limit)).map(invoiceBody);
    return { status: 200, body: { object: 'list', url: '/v1/invoices', has_more: data.length < own.length, data } };
  }

  #openPortal({ customer = '', return_url: back }: StripeRequest['parameters']): Reply {
    if (!this.customers.has(customer)) return missing('customer', customer);
    const id = `bps_${randomBytes(8).toString('hex')}`;
    const url = `https://billing.stripe.example/p/session/${id}`;
    return { status: 200, body: { id, object: 'billing_portal.session', customer, return_url: back, url } };
  }

  #cancel(id: string): Reply {
    const subscription = this.subscriptions.find((one) => one.id === id);
    if (subscription === undefined || subscription.status === 'canceled') return missing('id', id);
    subscription.status = 'canceled';
    return { status: 200, body: subscriptionBody(subscription) };
  }
}

/** Starts a server on a free port of the loopback. The caller closes it. */
export async function startStripeServer(): Promise<StripeServer> {
  const server = new StripeServer();
  await server.listen();
  return server;
}

/** An event about a subscription as Stripe sends it: with the subscription's state at the time of the event. */
export function eventAbout(subscription: KeptSubscription, type = 'customer.subscription.updated'): object {
  const object = type.startsWith('customer.subscription')
    ? subscriptionBody(subscription)
    : { id: 'in_test', object: type.split('.')[0], customer: subscription.customer };
  return { id: `evt_${randomBytes(8).toString('hex')}`, object: 'event', type, data: { object } };
}

/** Sends an event to a service, signed now with the right secret unless told otherwise. */
export function deliver(
  serviceUrl: string,
  event: object,
  { secret = STRIPE_WEBHOOK_SECRET, at = Date.now() }: { readonly secret?: string; readonly at?: number } = {},
): Promise<ApiResponse> {
  const raw = JSON.stringify(event, null, 2);
  const time = Math.floor(at / 1_000);
  const signature = createHmac('sha256', secret).update(`${time}.${raw}`).digest('hex');
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'stripe-signature': `t=${time},v1=${signature}`,
  };
  return send(serviceUrl, 'POST', '/billing/stripe/webhook', { raw, headers });
}

/** Delivers an event as Stripe does: it retries after a while if the delivery fails. */
export async function deliverUntilTaken(serviceUrl: string, event: object): Promise<void> {
  const RETRIES = 50;
  const PAUSE_MS = 20;
  for (let attempt = 0; attempt < RETRIES; attempt++) {
    const response = await deliver(serviceUrl, event).catch(() => undefined);
    if (response?.status === 200) return;
    await sleep(PAUSE_MS);
  }
  throw new Error('The event was never taken.');
}

function subscriptionBody({ id, customer, status, created, periodEnd, metadata }: KeptSubscription): object {
  return {
    id,
    object: 'subscription',
    customer,
    status,
    created,
    metadata,
    items: { object: 'list', data: [{ id: `si_${id}`, object: 'subscription_item', current_period_end: periodEnd }] },
  };
}

function invoiceBody({ number, ...invoice }: KeptInvoice): object {
  const page = number === null ? null : `https://invoice.stripe.example/i/${invoice.id}`;
  const pages = { hosted_invoice_url: page, invoice_pdf: page && `${page}/pdf` };
  return { object: 'invoice', ...invoice, number, ...pages };
}

function unknownIn(parameters: StripeRequest['parameters'], known: readonly string[]): Reply | undefined {
  const unknown = Object.keys(parameters).find((name) => !known.includes(name));
  if (unknown === undefined) return undefined;
  return refusal(REFUSED, 'invalid_request_error', `Received unknown parameter: ${unknown}`);
}

function missing(param: string, id: string): Reply {
  const error = {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param,
    message: `No such ${param}: '${id}'`,
  };
  return { status: param === 'customer' ? REFUSED : NOT_FOUND, body: { error } };
}

function refusal(status: number, type: string, message: string): Reply {
  return { status, body: { error: { type, message } } };
}
