/** Which requests are answered without the routes, and that everything else is left to them. */
import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import type { ReadAnswer, ReadRequest } from './delivery.ts';
import type { ReadingKey } from './reading-key.ts';
import { Repeats } from './repeats.ts';

const body = Buffer.from('{"items":[]}');
const answer: ReadAnswer = {
  tag: '"a"',
  revision: 7,
  content: { body, encoding: 'identity', cursor: null, cacheTag: 'spc_1' },
};
const key: ReadingKey = {
  id: 'key_1',
  name: 'site',
  kind: 'delivery',
  spaceId: 'spc_1',
  accountId: 'acc_1',
  environments: null,
  expiresAt: null,
};
const asked: ReadRequest = {
  key,
  mark: 1,
  spaceId: 'spc_1',
  environment: 'master',
  resource: { kind: 'entries', idOrKey: null },
  search: '',
  encoding: 'identity',
  ifNoneMatch: undefined,
};

function request(headers: Record<string, string> = {}, method = 'GET', url = '/entries'): IncomingMessage {
  return { method, url, headers: { authorization: 'Bearer one', ...headers } } as unknown as IncomingMessage;
}

/** A service that answered `request()` before; `now` is what it has kept, `isGood` whether the token still is. */
function repeats(now: () => ReadAnswer | undefined, isGood = () => true) {
  const measured: string[] = [];
  const sent: { head: readonly string[]; body: unknown }[] = [];
  const made = new Repeats({
    database: { changeMark: () => 1 },
    authentication: { knownReading: () => (isGood() ? key : undefined) },
    delivery: { known: now },
    onAnswer: (route) => measured.push(route),
  });
  const headers = { etag: '"a"', 'content-length': body.length, 'x-request-id': 'req_first' };
  made.remember(request(), { asked, token: 'one', answer, headers, route: '/entries' });
  let head: readonly string[] = [];
  const response = {
    writeHead: (_status: number, given: readonly string[]) => {
      head = given;
    },
    end: (given: unknown) => sent.push({ head, body: given }),
  } as unknown as ServerResponse;
  return { made, sent, measured, ask: (one: IncomingMessage) => made.answer(one, response) };
}

describe('a request that came before', () => {
  it('gets the head and body it got, with an id of its own', () => {
    const { ask, sent, measured } = repeats(() => answer);
    assert.ok(ask(request({ 'x-request-id': 'mine' })));
    assert.deepEqual(sent, [{ head: ['etag', '"a"', 'content-length', '12', 'x-request-id', 'mine'], body }]);
    assert.deepEqual(measured, ['/entries']);
  });

  it('is left to the routes where what it got does not hold', () => {
    const others: (() => ReadAnswer | undefined)[] = [
      () => undefined,
      () => ({ ...answer, revision: 8 }),
      () => ({ ...answer, tag: '"b"' }),
      () => ({ ...answer, content: null }),
      () => ({ ...answer, content: { body, encoding: 'br', cursor: null, cacheTag: 'spc_1' } }),
      () => ({ ...answer, content: { body: Buffer.from('{}'), encoding: 'identity', cursor: null, cacheTag: '' } }),
      () => {
        throw new Error('broken');
      },
    ];
    for (const other of others) assert.equal(repeats(other).ask(request()), false);
    assert.equal(
      repeats(
        () => answer,
        () => false,
      ).ask(request()),
      false,
    );
  });

  it('is left to the routes once the process is ending', () => {
    const { made, ask } = repeats(() => answer);
    made.close();
    assert.equal(ask(request()), false);
  });
});

describe('another request', () => {
  const others = [
    request({ authorization: 'Bearer two' }),
    request({ 'accept-encoding': 'br' }),
    request({ 'if-none-match': '"a"' }),
    request({ accept: 'text/html' }),
    request({ 'content-length': '2' }),
    request({}, 'HEAD'),
    request({}, 'GET', '/entries?limit=1'),
  ];
  for (const other of others) {
    it(`is left to the routes: ${other.method} ${other.url} ${JSON.stringify(other.headers)}`, () => {
      assert.equal(repeats(() => answer).ask(other), false);
    });
  }
});
