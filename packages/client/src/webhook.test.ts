/** Requests of webhooks as the service signs them: what is read, and what is refused. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deliveryHeaders } from '../../server/src/events/webhooks/signature.ts';
import { newSecret } from '../../server/src/events/webhooks/webhook-secrets.ts';
import { readWebhook, WebhookError } from './webhook.ts';

const resource = { id: 'ent_k3x9q2_tide', content_type: 'article', slug: 'tide', status: 'published' };
const event = {
  event: 'entry.publish',
  space_id: 'spc_1',
  environment: 'master',
  resource,
  timestamp: '2026-11-21T12:00:00.000Z',
};
const body = JSON.stringify(event);
const secret = newSecret();

describe('a request of a webhook', () => {
  it('is read as its event, from a Request and from what Node has', async () => {
    const headers = headersOf(body, [secret]);
    const read = { ...event, delivery: 'dlv_1', revision: 7, tags: ['ent_k3x9q2_tide', 'mixed_k3x9q2'] };
    assert.deepEqual(await readWebhook(requestOf(body, headers), secret), read);
    assert.deepEqual(await readWebhook({ headers, body: Buffer.from(body) }, secret), read);
    assert.deepEqual(await readWebhook({ headers: upperCase(headers), body }, secret), read);
  });

  it('is good with either secret while one is replaced, on both sides', async () => {
    const next = newSecret();
    for (const known of [secret, next, [newSecret(), next]])
      await readWebhook({ headers: headersOf(body, [secret, next]), body }, known);
    await readWebhook({ headers: headersOf(body, ['s3cret']), body }, 's3cret');
  });

  const refused: readonly [title: string, request: () => Promise<unknown>][] = [
    ['with another secret', () => readWebhook({ headers: headersOf(body, [newSecret()]), body }, secret)],
    ['with another body', () => readWebhook({ headers: headersOf(body, [secret]), body: `${body} ` }, secret)],
    [
      'without a signature',
      () => readWebhook({ headers: { ...headersOf(body, [secret]), 'webhook-signature': '' }, body }, secret),
    ],
    [
      'with a signature that is none',
      () => readWebhook({ headers: { ...headersOf(body, [secret]), 'webhook-signature': 'v1,%% v2,a' }, body }, secret),
    ],
    ['with an empty secret', () => readWebhook({ headers: headersOf(body, ['s3cret']), body }, '')],
    ['with half a secret', () => readWebhook({ headers: headersOf(body, [secret]), body }, 'whsec_')],
    ['sent long ago', () => readWebhook({ headers: headersOf(body, [secret], Date.now() - 301_000), body }, secret)],
    [
      'of a time to come',
      () => readWebhook({ headers: headersOf(body, [secret], Date.now() + 302_000), body }, secret),
    ],
    [
      'without a time',
      () => readWebhook({ headers: { ...headersOf(body, [secret]), 'webhook-timestamp': 'now' }, body }, secret),
    ],
    [
      'with another id',
      () => readWebhook({ headers: { ...headersOf(body, [secret]), 'webhook-id': 'dlv_2' }, body }, secret),
    ],
    ['without end', () => readWebhook(requestOf(endless(), headersOf(body, [secret])), secret)],
    ['without a body', () => readWebhook({ headers: headersOf(body, [secret]), body: {} as string }, secret)],
    ['that is no JSON', () => readWebhook({ headers: headersOf('{', [secret]), body: '{' }, secret)],
  ];
  for (const [title, request] of refused) it(`is refused ${title}`, () => assert.rejects(request, WebhookError));
});

function headersOf(signed: string, secrets: [string, ...string[]], at = Date.now()): Record<string, string> {
  const named = { tags: 'ent_k3x9q2_tide,mixed_k3x9q2', slugs: null };
  const delivery = { event: 'entry.publish', deliveryId: 'dlv_1', revision: 7, attempt: 1, at, ...named };
  return deliveryHeaders({ ...delivery, body: signed, secrets, custom: {} });
}

function requestOf(sent: string | ReadableStream, headers: Record<string, string>): Request {
  return new Request('https://site.example/hook', {
    method: 'POST',
    body: sent,
    headers,
    duplex: 'half',
  } as RequestInit);
}

function upperCase(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
}

function endless(): ReadableStream {
  return new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(10_000)) });
}
