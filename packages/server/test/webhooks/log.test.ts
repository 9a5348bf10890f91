/** What webhooks are sent and what their log says of it: samples, failures, deliveries once more, secrets that change. */

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, it } from 'node:test';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { type ApiResponse, send } from '../../../testing/src/client.ts';
import { createEntry, given, magazine, PASSWORD, publishNew, type Scene } from '../../../testing/src/given.ts';
import { onEachEngine } from '../../../testing/src/on-each-engine.ts';
import { mailsTo } from '../../../testing/src/people/mails.ts';
import { until } from '../../../testing/src/until.ts';
import { accept, type Received, type Receiver, refuse, startReceiver } from './receiver.ts';
import { makeWebhook, SENDS_HOME } from './webhook.ts';

onEachEngine(
  'what webhooks are sent',
  (stage) => {
    let receiver: Receiver;
    before(async () => {
      receiver = await startReceiver();
    });
    after(() => receiver.close());

    /** A tenant with a webhook of its own, and what that was sent. */
    const setUp = async (more: Record<string, unknown> = {}) => {
      const scene = await given(stage.url, { types: magazine });
      const made = await makeWebhook(scene, receiver.url, more);
      const path = `${scene.space}/webhooks/${made.string('id')}`;
      const mine = ({ body }: Received) => body.includes(scene.spaceId);
      const arrived = (count: number) => receiver.until(count, mine);
      const log = (query = '') => scene.owner.get(`${path}/deliveries${query}`, 200);
      return { scene, made, path, arrived, log, secret: made.string('secret') };
    };
    const publish = (scene: Scene, name: string) =>
      publishNew(scene.owner, scene.base, { content_type_id: 'author', fields: { name } });

    it('is signed over the bytes that come, and logged with them', async () => {
      const { scene, path, arrived, log, secret } = await setUp({ headers: { Authorization: 'Bearer 4711' } });
      const id = await createEntry(scene.owner, scene.base, { content_type_id: 'author', fields: { name: 'Zoë 💡' } });
      const [received] = await arrived(1);
      assert.ok(received !== undefined);
      const { headers, body } = received;
      assert.deepEqual(Object.keys(JSON.parse(body)), ['event', 'space_id', 'environment', 'resource', 'timestamp']);
      assert.deepEqual(JSON.parse(body).resource, { id, content_type: 'author', slug: null, status: 'draft' });
      assert.equal(headers['x-cms-signature'], signatureOf(body, secret));
      assert.ok(new StandardWebhook(secret).verify(body, headers as Record<string, string>));
      assert.equal(headers.authorization, 'Bearer 4711');
      assert.equal(headers['webhook-id'], received.delivery);
      assert.match(String(headers['x-cms-timestamp']), /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
      const ended = await until(
        () => log('?status=success'),
        (response) => response.at('total') === 1,
      );
      const record = ended.list('items')[0] as Record<string, unknown>;
      assert.deepEqual(Object.keys(record).sort(), [...RECORD_KEYS].sort());
      assert.deepEqual(
        [record.delivery_id, record.event, record.attempt, record.status_code, record.error, record.next_attempt_at],
        [received.delivery, 'entry.create', 1, 204, null, null],
      );
      const request = record.request as { url: string; headers: Record<string, string>; body: string };
      assert.deepEqual([request.url, request.body], [receiver.url, body]);
      assert.equal(request.headers.Authorization, '[masked]');
      assert.equal(request.headers['x-cms-signature'], headers['x-cms-signature']);
      const attempts = await scene.owner.get(`${path}/deliveries/${received.delivery}`, 200);
      assert.deepEqual([attempts.at('total'), attempts.at('items.0.id')], [1, record.id]);
    });

    it('only goes to webhooks whose events and filters match', async () => {
      const { scene, arrived } = await setUp({ events: ['entry.publish'], filters: { content_types: ['author'] } });
      await publishNew(scene.owner, scene.base, { content_type_id: 'article', fields: { title: 'No' } });
      await scene.owner.post(`${scene.space}/environments`, { name: 'other' }, 201);
      const id = await publish(scene, 'Yes');
      assert.deepEqual(
        (await arrived(1)).map(({ event, resource }) => [event, resource]),
        [['entry.publish', id]],
      );
    });

    it('is a sample on request, once for a repeated request, also while it is disabled', async () => {
      const { scene, path, arrived, secret } = await setUp({ active: false, events: ['asset.update'] });
      await publish(scene, 'Untold');
      const key = { 'idempotency-key': 'sample' };
      const sample = await scene.owner.post(`${path}/test`, undefined, 200, key);
      assert.deepEqual(
        ['event', 'attempt', 'status', 'status_code'].map((name) => sample.at(name)),
        ['asset.update', 1, 'success', 204],
      );
      const again = await scene.owner.post(`${path}/test`, undefined, 200, key);
      assert.equal(again.at('id'), sample.at('id'));
      const [received, ...more] = await arrived(1);
      assert.equal(more.length, 0);
      assert.equal(received?.headers['x-cms-signature'], signatureOf(String(received?.body), secret));
      await scene.owner.post(`${path}/test`, undefined, 409, { 'if-match': '"9"' });
    });

    it('is a sample about an entry of the space where one is named', async () => {
      const { scene, path, arrived } = await setUp({ events: ['entry.publish', 'asset.update'] });
      const id = await createEntry(scene.owner, scene.base, {
        content_type_id: 'article',
        fields: { title: 'Tide', slug: { 'en-US': 'tide' } },
      });
      const sample = await scene.owner.post(`${path}/test`, { entry_id: id, event: 'entry.update' }, 200);
      assert.deepEqual([sample.at('event'), sample.at('status')], ['entry.update', 'success']);
      const [received] = await arrived(1);
      assert.deepEqual(JSON.parse(received?.body ?? '').resource, {
        id,
        content_type: 'article',
        slug: 'tide',
        status: 'draft',
      });
      assert.ok(String(received?.headers['x-cms-tags']).split(',').includes(id));
      assert.equal(received?.headers['x-cms-slugs'], '{"en-US":{"slug":"tide"}}');
      const refused = await scene.owner.post(`${path}/test`, { entry_id: id, event: 'asset.update' }, 422);
      assert.equal(refused.at('detail.errors.0.path'), 'event');
      const other = await given(stage.url, { types: magazine });
      const foreign = await createEntry(other.owner, other.base, { content_type_id: 'author', fields: { name: 'A' } });
      for (const entry of [foreign, `${id}x`, 'nothing'])
        assert.equal(
          (await scene.owner.post(`${path}/test`, { entry_id: entry }, 422)).at('detail.errors.0.path'),
          'entry_id',
        );
    });

    it('is listed by status, event and page, the newest first', async () => {
      const { scene, arrived, log } = await setUp({ events: ['entry.create', 'entry.publish'] });
      for (const name of ['a', 'b', 'c']) await publish(scene, name);
      await arrived(6);
      await until(
        () => log('?status=success'),
        (response) => response.at('total') === 6,
      );
      const published = await log('?event=entry.publish&status=success');
      assert.deepEqual([published.at('total'), new Set(published.each('items', 'event')).size], [3, 1]);
      const all = (await log()).each('items', 'id');
      assert.deepEqual(all, [...all].sort().reverse());
      assert.deepEqual((await log('?order=attempted_at')).each('items', 'id'), [...all].reverse());
      assert.deepEqual((await log('?skip=4')).each('items', 'id'), all.slice(4));
      const pages = [];
      for (let next: string | undefined = '?limit=4'; next !== undefined; ) {
        const page: ApiResponse = await log(next);
        pages.push(page.each('items', 'id'));
        next = /\?[^>]*/.exec(String(page.headers.link ?? ''))?.[0];
      }
      assert.deepEqual(pages, [all.slice(0, 4), all.slice(4)]);
      for (const query of ['?status=done', '?event=entry.publishd', '?cursor=x', '?order=status'])
        await scene.owner.get(`${await pathOf(scene)}/deliveries${query}`, 422);
    });

    it('is shown as failed with the time of the retry, and is sent again with the same bytes', async () => {
      const { scene, path, arrived, log } = await setUp({ events: ['entry.publish'] });
      receiver.respond(refuse);
      await publish(scene, 'Ada');
      const failed = await until(
        () => log('?status=failed'),
        (response) => response.at('total') === 1,
      );
      assert.deepEqual(
        ['status_code', 'error', 'response', 'attempt'].map((key) => failed.at(`items.0.${key}`)),
        [500, 'http_error', 'no', 1],
      );
      const wait =
        Date.parse(failed.string('items.0.next_attempt_at')) - Date.parse(failed.string('items.0.attempted_at'));
      assert.ok(wait > 3_500 && wait < 7_500, `${wait} ms until the second attempt`);
      receiver.respond(accept);
      const delivery = failed.string('items.0.delivery_id');
      const sent = await scene.owner.post(`${path}/deliveries/${delivery}/redeliver`, undefined, 200);
      assert.deepEqual([sent.at('delivery_id'), sent.at('status')], [delivery, 'success']);
      const [first, second] = await arrived(2);
      assert.deepEqual([second?.body, second?.delivery], [first?.body, delivery]);
      const missing = await scene.owner.post(`${path}/deliveries/dlv_none/redeliver`, undefined, 404);
      assert.equal(missing.at('detail.resource'), 'delivery');
      await scene.owner.get(`${path}/deliveries/dlv_none`, 404);
    });

    it('is sent again for a range of times, each entry in the order of its changes', async () => {
      const { scene, path, arrived, log } = await setUp({ events: ['entry.create', 'entry.publish', 'entry.update'] });
      const again = `${path}/deliveries/redeliver`;
      // The clock of the database may differ a little.
      const began = new Date(Date.now() - MINUTE_MS).toISOString();
      receiver.respond(refuse);
      await scene.owner.post(`${path}/test`, undefined, 200);
      for (const name of ['a', 'b']) await publish(scene, name);
      const failed = await until(
        () => log('?status=failed'),
        (response) => response.at('total') === 5,
      );
      assert.deepEqual(failed.at('items.0.response_headers.content-type'), 'text/plain');
      const none = await scene.owner.post(again, { from: '2026-01-01T00:00:00Z', until: '2026-01-02T00:00:00Z' }, 200);
      assert.deepEqual(none.json, { deliveries: 0, next_from: null });
      receiver.respond(accept);
      const before = (await arrived(5)).length;
      const sent = await scene.owner.post(again, { from: began }, 200);
      assert.deepEqual(sent.json, { deliveries: 4, next_from: null });
      const received = (await arrived(before + 4)).slice(before);
      for (const [, one] of Map.groupBy(received, ({ resource }) => resource))
        assert.deepEqual(
          one.map(({ event }) => event),
          ['entry.create', 'entry.publish'],
        );
      await until(
        () => log('?status=success'),
        (response) => response.at('total') === 4,
      );
      assert.equal((await scene.owner.post(again, { from: began }, 200)).at('deliveries'), 0);
      assert.equal((await scene.owner.post(again, { from: began, status: 'success' }, 200)).at('deliveries'), 4);
      await arrived(before + 8);
      assert.equal((await log(`?until=${began}`)).at('total'), 0);
      assert.equal((await log(`?from=${began}&status=failed`)).at('total'), 5);
      for (const body of [{ from: 'yesterday' }, { from: began, until: began }, { from: '2999-01-01T00:00:00Z' }, {}])
        await scene.owner.post(again, body, 422);
      await scene.owner.patch(path, { active: false }, 200);
      await scene.owner.post(again, { from: began }, 409);
    });

    it('counts how the receiver fared in the last day', async () => {
      const { scene, path } = await setUp();
      const health = async () => (await scene.owner.get(path, 200)).at('health') as Record<string, unknown>;
      const fresh = await health();
      assert.deepEqual(fresh, {
        delivered: 0,
        failed: 0,
        waiting: 0,
        p95_ms: null,
        last_attempt_at: null,
        failing_since: null,
        paused_until: null,
      });
      receiver.respond(refuse);
      await publish(scene, 'Ada');
      const failing = await until(health, ({ failed }) => failed === 2);
      assert.deepEqual([failing.delivered, failing.waiting], [0, 2]);
      assert.equal(typeof failing.failing_since, 'string');
      receiver.respond(accept);
      await scene.owner.post(`${path}/test`, undefined, 200);
      const mended = await until(health, ({ delivered }) => Number(delivered) > 0);
      assert.equal(mended.failing_since, null);
      assert.ok(Number(mended.p95_ms) >= 1);
      const listed = await scene.owner.get(`${scene.space}/webhooks?order=-name`, 200);
      assert.deepEqual((listed.at('items.0.health') as typeof mended).last_attempt_at, mended.last_attempt_at);
      assert.equal((await scene.owner.patch(path, { name: 'Other' }, 200)).at('health'), undefined);
    });

    it('takes 60 samples and repetitions a minute for a space, also of those at once', async () => {
      const { scene, path } = await setUp({ events: ['entry.publish'] });
      const first = await scene.owner.post(`${path}/test`, undefined, 200);
      const again = `${path}/deliveries/${first.string('delivery_id')}/redeliver`;
      const other = `${scene.space}/webhooks`;
      const target = (await scene.owner.get(path, 200)).string('url');
      const second = (await scene.owner.post(other, { name: 'Other', url: target }, 201)).string('id');
      await scene.owner.post(`${path}/deliveries/dlv_none/redeliver`, undefined, 404);
      const paths = [`${path}/test`, again, `${other}/${second}/test`];
      const { token } = scene.owner;
      const responses = await Promise.all(
        Array.from({ length: 70 }, (_, index) => send(stage.url, 'POST', paths[index % 3] ?? '', { token })),
      );
      assert.equal(responses.filter(({ status }) => status === 200).length, 59);
      const refused = responses.filter(({ status }) => status === 429);
      assert.equal(refused.length, 11);
      assert.equal(refused[0]?.at('detail.scope'), 'webhook_sends');
      const seconds = Number(refused[0]?.headers['retry-after']);
      assert.ok(seconds >= 1 && seconds <= 60, `${seconds} seconds`);
    });

    it('is signed by the old secret until the new one is promoted, and for others by both', async () => {
      const { scene, path, secret } = await setUp();
      const signed = async () => {
        const { delivery_id: delivery } = (await scene.owner.post(`${path}/test`, undefined, 200)).json as {
          delivery_id: string;
        };
        const [received] = await receiver.until(1, (one) => one.delivery === delivery);
        assert.ok(received !== undefined);
        return received;
      };
      const rotated = await scene.owner.post(`${path}/rotate-secret`, undefined, 200);
      const next = rotated.string('secret');
      const between = await signed();
      assert.equal(between.headers['x-cms-signature'], signatureOf(between.body, secret));
      for (const known of [secret, next])
        assert.ok(new StandardWebhook(known).verify(between.body, between.headers as Record<string, string>));
      await scene.owner.post(`${path}/rotate-secret/promote`, undefined, 200);
      const after = await signed();
      assert.equal(after.headers['x-cms-signature'], signatureOf(after.body, next));
      assert.throws(() => new StandardWebhook(secret).verify(after.body, after.headers as Record<string, string>));
    });

    it('ends if the receiver responds with 410, and the owner is notified in their language', async () => {
      const { scene, path, arrived } = await setUp();
      const body = { email: scene.member.email, password: PASSWORD };
      await send(stage.url, 'POST', '/auth/login', { body, headers: { 'accept-language': 'de' } });
      receiver.respond((_received, response) => response.writeHead(410).end());
      await publish(scene, 'Ada');
      const off = await until(
        () => scene.owner.get(path, 200),
        (response) => response.at('active') === false,
      );
      assert.deepEqual([off.at('disabled_reason'), off.at('version')], ['gone', 2]);
      const mail = await until(
        async () => mailsTo(stage.dataDir, scene.member.email),
        (mails) => mails.some((mail) => mail.includes('410 Gone')),
      );
      const text = mail.at(-1)?.replaceAll(/=\r?\n/g, '') ?? '';
      assert.match(text, /abgeschaltet: sein Empfänger hat mit 410 Gone geantwortet/);
      const audit = await scene.owner.get(`/accounts/${scene.member.accountId}/audit?action=webhook.disable`, 200);
      assert.deepEqual([audit.at('total'), audit.at('items.0.actor.type')], [1, 'system']);
      receiver.respond(accept);
      const on = await scene.owner.patch(path, { active: true }, 200);
      assert.deepEqual([on.at('active'), on.at('disabled_reason'), on.at('disabled_at')], [true, null, null]);
      const before = (await arrived(1)).length;
      await publish(scene, 'Bob');
      await arrived(before + 1);
    });
  },
  SENDS_HOME,
);

const MINUTE_MS = 60_000;

const RECORD_KEYS = [
  'id',
  'delivery_id',
  'webhook_id',
  'event_id',
  'event',
  'attempt',
  'status',
  'status_code',
  'duration_ms',
  'response',
  'response_headers',
  'error',
  'attempted_at',
  'next_attempt_at',
  'request',
];

async function pathOf(scene: Scene): Promise<string> {
  const path = `${scene.space}/webhooks`;
  return `${path}/${(await scene.owner.get(path, 200)).string('items.0.id')}`;
}

function signatureOf(body: string, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}
