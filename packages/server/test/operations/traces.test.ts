/** What a collector of traces receives, and what is loaded where there is none. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { closeConnections, send } from '../../../testing/src/client.ts';
import { describeEachEngine, describeFirstEngine } from '../../../testing/src/engines.ts';
import { createEntry, given, magazine, publishNew, type Scene } from '../../../testing/src/given.ts';
import { loadedModules, NAMES_LOADED } from '../../../testing/src/loaded-modules.ts';
import { startProcess } from '../../../testing/src/process.ts';
import { startService, type TestService } from '../../../testing/src/service.ts';
import { until } from '../../../testing/src/until.ts';
import { accept, type Receiver, startReceiver } from '../webhooks/receiver.ts';
import { makeWebhook, SENDS_HOME } from '../webhooks/webhook.ts';
import { type Collector, type ReceivedSpan, startCollector } from './collector.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = 'b7ad6b7169203331';
const SERVER = 2;
const CLIENT = 3;
const ENTRIES = '/spaces/:space_id/environments/:environment/entries';
const READ = '/spaces/:space_id/environments/:environment/delivery/entries';

/** Account, space, key and person of a request. */
function whoseIs({ attributes }: ReceivedSpan): (string | undefined)[] {
  return ['account_id', 'space_id', 'key', 'user_id'].map((name) => attributes[`lectern.${name}`]);
}

describeEachEngine('with a collector', (engine) => {
  let collector: Collector;
  let receiver: Receiver;
  let service: TestService;
  let scene: Scene;

  before(async () => {
    collector = await startCollector();
    receiver = await startReceiver(accept);
    const env = {
      ...SENDS_HOME,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=a%20b,authorization=Bearer%20t',
      OTEL_SERVICE_NAME: 'content',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
      OTEL_BSP_SCHEDULE_DELAY: '20',
    };
    service = await startService({ engine, env });
    scene = await given(service.url, { types: magazine });
  });

  after(async () => {
    closeConnections();
    await service.close();
    await receiver.close();
    await collector.close();
  });

  it('a request is a span in the trace of its caller, and its write one inside of it', async () => {
    const raw = JSON.stringify({ content_type_id: 'author', fields: { name: 'Ada' } });
    const headers = {
      'content-type': 'application/json',
      traceparent: `00-${TRACE}-${CALLER}-01`,
      'x-request-id': 'trace-1',
    };
    const response = await scene.owner.send('POST', `${scene.base}/entries`, { raw, headers });
    assert.equal(response.status, 201);
    const request = await collector.until(({ traceId, kind }) => traceId === TRACE && kind === SERVER);
    assert.deepEqual([request.name, request.parentSpanId], [`POST ${ENTRIES}`, CALLER]);
    assert.equal(request.attributes['http.route'], ENTRIES);
    assert.equal(request.attributes['http.response.status_code'], '201');
    assert.equal(request.attributes['lectern.request_id'], 'trace-1');
    const { accountId, userId } = scene.member;
    assert.deepEqual(whoseIs(request), [accountId, scene.spaceId, undefined, userId]);
    assert.equal(request.status.code ?? 0, 0);
    const write = await collector.until(({ name, traceId }) => name === 'write' && traceId === TRACE);
    assert.equal(write.parentSpanId, request.spanId);
    assert.equal(write.attributes['db.system.name'], engine.kind === 'sqlite' ? 'sqlite' : 'postgresql');
    const [from, to] = [BigInt(write.startTimeUnixNano), BigInt(write.endTimeUnixNano)];
    assert.ok(BigInt(request.startTimeUnixNano) <= from && from < to && to <= BigInt(request.endTimeUnixNano));
  });

  it('reads are spans too, also those that bypass the framework', async () => {
    await publishNew(scene.owner, scene.base, { content_type_id: 'author', fields: { name: 'Grace' } });
    for (let n = 0; n < 3; n++) {
      const headers = { traceparent: `00-${`${n}`.repeat(32).replace(/^0/, 'a')}-${CALLER}-01` };
      assert.equal((await scene.delivery.send('GET', `${scene.read}/entries`, { headers })).status, 200);
    }
    for (const trace of ['a'.padEnd(32, '0'), '1'.repeat(32), '2'.repeat(32)]) {
      const read = await collector.until(({ traceId, kind }) => traceId === trace && kind === SERVER);
      assert.deepEqual([read.name, read.attributes['http.response.status_code']], [`GET ${READ}`, '200']);
      const key = `cms_del_…${scene.delivery.token?.slice(-4)}`;
      assert.deepEqual(whoseIs(read), [scene.member.accountId, scene.spaceId, key, undefined]);
      assert.match(read.attributes['lectern.request_id'] ?? '', /^\S+$/);
    }
  });

  it('a caller that does not keep its trace is followed', async () => {
    const trace = 'd'.repeat(32);
    const headers = { traceparent: `00-${trace}-${CALLER}-00` };
    assert.equal((await scene.owner.send('GET', `${scene.base}/entries`, { headers })).status, 200);
    await scene.owner.get(`${scene.base}/content-types`, 200);
    await collector.until(({ name }) => name === `GET ${ENTRIES.replace('entries', 'content-types')}`);
    assert.ok(collector.spans.every(({ traceId }) => traceId !== trace));
  });

  it('nothing that a client sent is in a span, and health is not traced', async () => {
    await send(service.url, 'GET', '/no/such/path-private?q=private');
    for (const path of ['/healthz', '/readyz', '/openapi.json']) await send(service.url, 'GET', path);
    await collector.until(({ name }) => name === 'GET /openapi.json');
    await collector.until(({ name }) => name === '404');
    assert.doesNotMatch(JSON.stringify(collector.spans), /private|healthz|readyz|Ada|example\.com/);
  });

  it('an attempt of a webhook is a trace of its own, which the receiver is told', async () => {
    const webhook = await makeWebhook(scene, receiver.url);
    await createEntry(scene.owner, scene.base, { content_type_id: 'author', fields: { name: 'Mary' } });
    const [received] = await receiver.until(1);
    const [, traceId, spanId] = /^00-(\w{32})-(\w{16})-01$/.exec(String(received?.headers.traceparent)) ?? [];
    const attempt = await collector.until((span) => span.spanId === spanId);
    assert.deepEqual([attempt.name, attempt.kind, attempt.traceId], ['webhook attempt', CLIENT, traceId]);
    assert.equal(attempt.parentSpanId, undefined);
    assert.equal(attempt.attributes['lectern.event'], 'entry.create');
    assert.equal(attempt.attributes['lectern.delivery_id'], received?.headers['x-cms-delivery']);
    assert.equal(attempt.attributes['lectern.webhook_id'], webhook.string('id'));
    assert.equal(attempt.attributes['lectern.space_id'], scene.spaceId);
    assert.equal(attempt.attributes['http.response.status_code'], '204');
  });

  it('a run of a background job is a span if it wrote something', async () => {
    const sealing = await collector.until(({ name }) => name === 'job audit-sealing');
    await collector.until(({ name, parentSpanId }) => name === 'write' && parentSpanId === sealing.spanId);
    assert.ok(collector.spans.every(({ name }) => name !== 'job webhook-sending'));
  });

  it('the collector is told who sends, with the headers it wants', () => {
    assert.ok(collector.requests.every(({ path }) => path === '/v1/traces'));
    const { headers } = collector.requests[0] ?? {};
    assert.deepEqual(
      [headers?.['content-type'], headers?.['x-tenant'], headers?.authorization],
      ['application/json', 'a b', 'Bearer t'],
    );
    const {
      'service.name': name,
      'service.version': version,
      'deployment.environment.name': where,
    } = collector.resource();
    assert.deepEqual([name, where], ['content', 'test']);
    assert.match(version ?? '', /^\d+\./);
  });

  it('spans are sent again after the collector was away', async () => {
    collector.respond(503);
    const before = collector.requests.length;
    const headers = { traceparent: `00-${'e'.repeat(32)}-${CALLER}-01` };
    assert.equal((await scene.owner.send('GET', `${scene.base}/entries`, { headers })).status, 200);
    while (collector.requests.length === before) await scene.owner.get('/account', 404).catch(() => undefined);
    collector.respond(200);
    await collector.until(({ traceId }) => traceId === 'e'.repeat(32));
  });
});

describeFirstEngine('the code of tracing', (engine) => {
  it('is loaded only where an endpoint is set', async () => {
    for (const [isLoaded, env] of [
      [false, { OTEL_SERVICE_NAME: 'content', OTEL_TRACES_SAMPLER: 'xray' }],
      [false, { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_SDK_DISABLED: 'true' }],
      [true, { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }],
    ] as const) {
      const service = await startProcess({ engine, env: { ...env, ...NAMES_LOADED } });
      try {
        await send(service.url, 'GET', '/readyz');
        const loaded = loadedModules(service.output());
        assert.ok(loaded.some((name) => name.endsWith('/start/start.ts')));
        for (const part of [
          '/tracing/tracing.ts',
          '/@opentelemetry/sdk-trace/',
          '/@opentelemetry/exporter-trace-otlp-http/',
        ])
          assert.equal(
            loaded.some((name) => name.includes(part)),
            isLoaded,
            `${part} ${JSON.stringify(env)}`,
          );
      } finally {
        closeConnections();
        assert.deepEqual(await service.end('SIGINT'), { code: 0, signal: null });
      }
    }
  });
});

describeFirstEngine('without a collector that takes anything', (engine) => {
  it('the log tells of it, and a stop does not wait for it', async () => {
    const collector = await startCollector();
    collector.respond(400);
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_TIMEOUT: '60000',
      OTEL_BSP_SCHEDULE_DELAY: '20',
    };
    const service = await startProcess({ engine, env });
    try {
      await send(service.url, 'GET', '/openapi.json');
      await until(() => /"exporting":"traces","failures":1,"spans_lost":\d/.test(service.output()));
      collector.respond(null);
      const before = collector.requests.length;
      await send(service.url, 'GET', '/openapi.json');
      await until(() => collector.requests.length > before);
    } finally {
      closeConnections();
      assert.deepEqual(await service.end('SIGINT'), { code: 0, signal: null });
      await collector.close();
    }
  });
});

describe('a wrong setting of tracing', () => {
  it('stops the start', async () => {
    const { readConfig } = await import('../../src/platform/config/config.ts');
    for (const [name, value] of Object.entries({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318x',
      OTEL_EXPORTER_OTLP_HEADERS: 'no-value',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
      OTEL_TRACES_SAMPLER: 'xray',
      OTEL_TRACES_SAMPLER_ARG: '2',
      OTEL_BSP_SCHEDULE_DELAY: 'soon',
    })) {
      const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', [name]: value };
      assert.throws(() => readConfig(env), new RegExp(`${name} is not valid`), name);
    }
  });
});
