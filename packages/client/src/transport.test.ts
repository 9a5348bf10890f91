/** What the client does about failures, equal reads and memory, seen by the `fetch` that it is given. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { setImmediate as settle } from 'node:timers/promises';
import { LecternError } from './lectern-error.ts';
import { Transport } from './transport.ts';
import type { Fetch } from './types/client.ts';

const BASE = 'https://cms.example.com/delivery/';
const LATER_MS = 60_000;

type Answer = (() => Response | Promise<Response>) | Error;

const ok =
  (body: string, headers: Record<string, string> = {}) =>
  () =>
    new Response(body, { headers });
const failed =
  (status: number, headers: Record<string, string> = {}) =>
  () =>
    new Response('{}', { status, headers });

/** A transport over these answers, one after the other, the last one for ever; and what was sent. */
function given(...answers: Answer[]) {
  const sent: { url: string; headers: Record<string, string>; signal: AbortSignal }[] = [];
  const fetch: Fetch = async (url, init) => {
    sent.push({ url, ...init });
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer instanceof Error || answer === undefined) throw answer;
    return answer();
  };
  return { sent, transport: new Transport(BASE, { token: 'cms_del_1', fetch }) };
}

/** Lets everything happen that waits for time. */
async function passTime(ms = LATER_MS): Promise<void> {
  for (let step = 0; step < 10; step++) {
    for (let turn = 0; turn < 10; turn++) await settle();
    mock.timers.tick(ms / 10);
  }
}

describe('a read', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  it('sends the token in a header and nowhere else', async () => {
    const { sent, transport } = given(ok('{}', { 'x-cms-revision': '7', 'cache-tag': 'a,b' }));
    const read = await transport.read('entries');
    assert.deepEqual(read, { text: '{}', tags: ['a', 'b'], next: null, revision: 7 });
    assert.equal(sent[0]?.url, `${BASE}entries`);
    assert.equal(sent[0]?.headers.authorization, 'Bearer cms_del_1');
  });

  it('finds the cursor of the next page', async () => {
    const link = '</a?limit=1&cursor=x%2By&order=id>; rel="next"';
    assert.equal((await given(ok('{}', { link })).transport.read('entries')).next, 'x+y');
  });

  for (const status of [408, 429, 500, 502, 503, 504])
    it(`is tried three times more after ${status}`, async () => {
      const { sent, transport } = given(failed(status), failed(status), failed(status), ok('good'));
      const read = transport.read('entries');
      await passTime(5_000);
      assert.equal((await read).text, 'good');
      assert.equal(sent.length, 4);
    });

  it('is tried again where the network fails, and gives up with its reason', async () => {
    const { sent, transport } = given(new TypeError('no route'));
    const read = assert.rejects(transport.read('entries'), (error: LecternError) => {
      assert.deepEqual([error.status, error.code], [0, 'network']);
      assert.match(error.message, /reached at https:\/\/cms\.example\.com\/delivery\/: TypeError: no route/);
      return error.cause instanceof TypeError;
    });
    await passTime(5_000);
    await read;
    assert.equal(sent.length, 4);
  });

  it('is not tried again where that would change nothing', async () => {
    for (const status of [400, 401, 403, 404, 422]) {
      const { sent, transport } = given(failed(status));
      await assert.rejects(transport.read('entries'), { status });
      assert.equal(sent.length, 1);
    }
  });

  it('waits as long as the service says, in seconds or until a time', async () => {
    for (const after of ['3', new Date(Date.now() + 4_000).toUTCString()]) {
      const { sent, transport } = given(failed(429, { 'retry-after': after }), ok('good'));
      const read = transport.read('entries');
      await passTime(1_500);
      assert.equal(sent.length, 1);
      await passTime(3_000);
      assert.equal((await read).text, 'good');
    }
  });

  it('does not wait longer than the caller would', async () => {
    const { sent, transport } = given(failed(429, { 'retry-after': '3600' }));
    await assert.rejects(transport.read('entries'), { status: 429 });
    assert.equal(sent.length, 1);
  });

  it('ends after ten seconds', async () => {
    const { sent, transport } = given(() => new Promise<Response>(() => {}));
    const read = assert.rejects(transport.read('entries'), { code: 'timeout' });
    await passTime(11_000);
    await read;
    assert.ok(sent[0]?.signal.aborted);
  });

  it('says what the service says', async () => {
    const body = JSON.stringify({ detail: { code: 'validation_failed', message: 'Give a number.' } });
    const { transport } = given(() => new Response(body, { status: 422, headers: { 'x-request-id': 'req_1' } }));
    await assert.rejects(transport.read('entries'), (error: LecternError) => {
      assert.ok(error instanceof LecternError);
      assert.deepEqual([error.message, error.code, error.requestId], ['Give a number.', 'validation_failed', 'req_1']);
      return true;
    });
  });

  it('shares its request with equal reads at the same time, and with no later one', async () => {
    const { sent, transport } = given(ok('one'));
    const reads = await Promise.all([transport.read('entries'), transport.read('entries'), transport.read('assets')]);
    assert.deepEqual(
      reads.map(({ text }) => text),
      ['one', 'one', 'one'],
    );
    assert.equal(sent.length, 2);
    await transport.read('entries');
    assert.equal(sent.length, 3);
  });

  it('ends for the caller who aborts it, and for the others when all have', async () => {
    const { sent, transport } = given(() => new Promise<Response>(() => {}));
    const [first, second] = [new AbortController(), new AbortController()];
    const reads = [first, second].map(({ signal }) => transport.read('entries', signal));
    const [one, other] = reads.map((read, at) => assert.rejects(read, { message: `reason ${at}` }));
    await settle();
    first.abort(new Error('reason 0'));
    await one;
    assert.ok(!sent[0]?.signal.aborted);
    second.abort(new Error('reason 1'));
    await other;
    assert.ok(sent[0]?.signal.aborted);
  });

  it('is not sent for a signal that is aborted already', async () => {
    const { sent, transport } = given(ok('{}'));
    await assert.rejects(transport.read('entries', AbortSignal.abort(new Error('gone'))), { message: 'gone' });
    assert.equal(sent.length, 0);
  });

  it('asks whether what is remembered is still right', async () => {
    const { sent, transport } = given(
      ok('one', { etag: '"1"', 'x-cms-revision': '1', 'cache-tag': 'a' }),
      () => new Response(null, { status: 304, headers: { etag: '"1"', 'x-cms-revision': '2' } }),
      ok('two', { etag: '"2"', 'x-cms-revision': '3' }),
    );
    await transport.read('entries');
    assert.deepEqual(await transport.read('entries'), { text: 'one', tags: ['a'], next: null, revision: 2 });
    assert.equal((await transport.read('entries')).text, 'two');
    assert.deepEqual(
      sent.map(({ headers }) => headers['if-none-match']),
      [undefined, '"1"', '"1"'],
    );
  });

  it('remembers a bounded amount, the latest', async () => {
    const large = 'x'.repeat(1_500_000);
    const { sent, transport } = given(ok(large, { etag: '"1"' }));
    for (const path of ['a', 'b', 'a', 'c', 'a', 'b']) await transport.read(path);
    assert.deepEqual(
      sent.map(({ headers }) => headers['if-none-match'] !== undefined),
      [false, false, true, false, true, false],
    );
  });
});
