/** Which requests are served without the framework, with which head, and that everything else is left to it. */
import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import pino from 'pino';
import { notFound } from '../platform/errors/domain-error.ts';
import { changingLines } from '../platform/http/written-head.ts';
import type { MaybePromise } from '../platform/kit/steps.ts';
import { NO_LIMIT, type RateLimit } from '../platform/request-limits/accounts/rate-limit.ts';
import type { ReadRequest, ReadResponse } from '../reading/delivery/read.ts';
import type { ReadingKey } from '../reading/delivery/reading-key.ts';
import { ReadingPlane, type ReadingPlaneParts } from './reading.ts';

const BASE = '/spaces/spc_1/environments/master/delivery';
const ROUTES = '/spaces/:space_id/environments/:environment/delivery';
const body = Buffer.from('{"items":[]}');
const content = { body, encoding: 'identity', cursor: null, cacheTag: 'spc_1' } as const;
const result: ReadResponse = {
  tag: '"a"',
  environment: 'green',
  revision: 7,
  isKept: false,
  staleSeconds: null,
  content,
};
const key: ReadingKey = {
  id: 'key_1',
  name: 'site',
  kind: 'delivery',
  spaceId: 'spc_1',
  accountId: 'acc_1',
  environments: null,
  history: false,
  expiresAt: null,
  plan: null,
  caller: { account: 'acc_1', space: 'spc_1', keyId: 'key_1', key: 'cms_del_…abcd', user: null },
};
const HEAD = {
  'x-cms-version': '1',
  'x-content-type-options': 'nosniff',
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'Cache-Tag, ETag, Link, RateLimit, RateLimit-Policy, Retry-After, X-CMS-As-Of, X-CMS-Environment, X-CMS-Revision, X-CMS-Stale, X-CMS-Version, X-Request-Id',
  'x-request-id': 'mine',
  etag: '"a"',
  'cache-control': 'private, no-cache',
  vary: 'Authorization, Accept-Encoding',
  'x-cms-environment': 'green',
  'x-cms-revision': '7',
};
const HEAD_OF_CONTENT = { 'cache-tag': 'spc_1', 'content-type': 'application/json; charset=utf-8' };

interface Sent {
  readonly status: number;
  readonly head: Readonly<Record<string, string>>;
  readonly body: unknown;
}

function request(headers: Record<string, string> = {}, { method = 'GET', url = `${BASE}/entries` } = {}) {
  const all = { authorization: 'Bearer one', 'x-request-id': 'mine', ...headers };
  return { method, url, headers: all } as unknown as IncomingMessage;
}

/** A plane that gives `now` for every question; its one good token is `one`. */
function plane(
  now: (asked: ReadRequest) => MaybePromise<ReadResponse> = () => result,
  limits: RateLimit | null = NO_LIMIT,
  isObserved = true,
) {
  const measured: string[] = [];
  const noted: string[] = [];
  const counted: string[] = [];
  const asked: ReadRequest[] = [];
  const admission = { takeBack: () => counted.push('taken back'), rateLimit: () => limits ?? NO_LIMIT };
  const reads = new ReadingPlane(
    {
      inFlight: { refusalOf: () => undefined, hold: () => undefined },
      database: { changeMark: () => 3 },
      authentication: {
        knownReading: (token) => (token === 'one' ? key : undefined),
        reading: () => assert.fail('The routes look keys up.'),
      },
      quotas: {
        takeNow: () => {
          counted.push('taken');
          return limits === null ? null : admission;
        },
        admit: async () => admission,
        rateLimitOf: () => limits ?? NO_LIMIT,
      },
      routes: {
        delivery: {
          planOf: () => undefined,
          place: () => assert.fail(),
          read: (one: ReadRequest) => {
            asked.push(one);
            return now(one);
          },
        },
      } as unknown as ReadingPlaneParts['routes'],
      live: { listen: () => assert.fail('The routes open streams.'), close: () => undefined },
      waits: { close: () => undefined },
      cdn: 'none',
      large: { sending: () => undefined },
    },
    {
      log: pino({ level: 'silent' }),
      connections: { endIfEnding: () => undefined, onEnding: () => undefined },
      observer: {
        noted: (space, { status, url }) => noted.push(`${space} ${status} ${url}`),
        wants: () => isObserved,
        responded: ({ route, status }) => measured.push(`${status} ${route}`),
      },
    },
  );
  const ask = (one: IncomingMessage): Promise<Sent | 'left'> =>
    new Promise((resolve) => {
      let sent: Omit<Sent, 'body'> | undefined;
      const response = {
        statusCode: 200,
        writeHead: (status: number, head: readonly string[]) => {
          const pairs = head.flatMap((name, at) => (at % 2 === 0 ? [[name, head[at + 1] ?? '']] : []));
          sent = { status, head: Object.fromEntries(pairs) };
          response.statusCode = status;
          return response;
        },
        end: (bytes: unknown) => {
          const given = sent;
          if (given !== undefined) setImmediate(() => resolve({ ...given, body: bytes }));
        },
      };
      reads.respondFirst(one, response as unknown as ServerResponse, () => resolve('left'));
    });
  return { reads, ask, asked, measured, noted, counted };
}

describe('a plain request to read', () => {
  it('gets the head that its route gives', async () => {
    const { ask, asked, measured } = plane();
    const sent = await ask(request({}, { url: `${BASE}/entries?limit=2` }));
    assert.deepEqual(sent, { status: 200, head: { ...HEAD, ...HEAD_OF_CONTENT, 'content-length': '12' }, body });
    const [one] = asked;
    assert.ok(one);
    const { spaceId, environment, search, resource } = one.parameters;
    assert.deepEqual([spaceId, environment, search, one.mark], ['spc_1', 'master', 'limit=2', 3]);
    assert.deepEqual(resource, { kind: 'entries', idOrKey: null });
    assert.deepEqual(measured, [`200 ${ROUTES}/entries`]);
  });

  it('is served later where there is something to wait for', async () => {
    const { ask } = plane(async () => ({ ...result, content: { ...content, encoding: 'br', cursor: 'next' } }));
    const sent = await ask(request({}, { url: `${BASE}/assets/pic?locale=de` }));
    assert.ok(sent !== 'left');
    assert.equal(sent.head['content-encoding'], 'br');
    assert.equal(sent.head.link, `<${BASE}/assets/pic?locale=de&cursor=next>; rel="next"`);
  });

  it('gets 304 where the client has the response', async () => {
    const { ask, asked, measured } = plane(() => ({ ...result, content: null }));
    const url = `${BASE}/entries/a.b-c`;
    assert.deepEqual(await ask(request({ 'if-none-match': '"a"' }, { url })), {
      status: 304,
      head: HEAD,
      body: undefined,
    });
    assert.deepEqual([asked[0]?.parameters.ifNoneMatch, asked[0]?.parameters.resource.idOrKey], ['"a"', 'a.b-c']);
    assert.deepEqual(measured, [`304 ${ROUTES}/entries/:id`]);
  });
});

describe('a response that nobody asked about', () => {
  it('is told to nobody but the list of its space, and goes out all the same', async () => {
    const { ask, measured, noted } = plane(undefined, NO_LIMIT, false);
    const sent = await ask(request());
    assert.ok(sent !== 'left');
    assert.deepEqual([sent.status, sent.body, measured], [200, body, []]);
    assert.deepEqual(noted, [`spc_1 200 ${BASE}/entries`]);
  });
});

describe('a request of an account with limits', () => {
  const headers = ['ratelimit-policy', '"second";q=5;w=1', 'ratelimit', '"second";r=4;t=1'];
  const limits = { headers, lines: changingLines(headers) };
  const shown = { 'ratelimit-policy': '"second";q=5;w=1', ratelimit: '"second";r=4;t=1' };

  it('is told of them', async () => {
    const { ask, counted } = plane(undefined, limits);
    const sent = await ask(request());
    const head = { ...HEAD, ...HEAD_OF_CONTENT, ...shown, 'content-length': '12' };
    assert.deepEqual(sent, { status: 200, head, body });
    assert.deepEqual(counted, ['taken']);
  });

  it('is not counted where the client has the response', async () => {
    const { ask, counted } = plane(() => ({ ...result, content: null }), limits);
    assert.deepEqual(await ask(request()), { status: 304, head: { ...HEAD, ...shown }, body: undefined });
    assert.deepEqual(counted, ['taken', 'taken back']);
  });

  it('waits where it is not known at once how many are left, and is counted once', async () => {
    const { ask, asked, counted } = plane(undefined, null);
    assert.ok((await ask(request())) !== 'left');
    assert.deepEqual([asked.length, counted], [1, ['taken']]);
  });

  it('is told of them where it is refused too', async () => {
    const { ask, counted, measured } = plane(() => {
      throw notFound('entry');
    }, limits);
    const sent = await ask(request());
    assert.ok(sent !== 'left');
    assert.deepEqual(
      [sent.status, sent.head.ratelimit, sent.head['cache-control']],
      [404, '"second";r=4;t=1', 'no-store'],
    );
    assert.deepEqual([counted, measured], [['taken'], [`404 ${ROUTES}/entries`]]);
  });
});

describe('a response that fails on its way out', () => {
  for (const [when, given] of [
    ['at once', () => result],
    ['later', async () => result],
  ] as const) {
    for (const headersSent of [true, false]) {
      it(`${headersSent ? 'ends the connection' : 'becomes an internal error'}, ${when}`, async () => {
        const { reads } = plane(given);
        const outcome = await new Promise((resolve) => {
          const response = {
            headersSent,
            writeHead: (status: number) => {
              if (status === 200) throw new Error('It cannot be written.');
              return { end: (body: Buffer) => resolve(JSON.parse(String(body)).detail.code) };
            },
            destroy: () => resolve('ended'),
          };
          reads.respondFirst(request(), response as unknown as ServerResponse, () => resolve('left'));
        });
        assert.equal(outcome, headersSent ? 'ended' : 'internal_error');
      });
    }
  }
});

describe('a request that came before', () => {
  it('gets what holds now, with an id of its own', async () => {
    const other = { ...content, body: Buffer.from('{}') };
    const results: ReadResponse[] = [
      { ...result, isKept: true },
      { ...result, isKept: true },
      { ...result, isKept: true, tag: '"b"' },
      { ...result, isKept: true, tag: '"b"', revision: 8 },
      { ...result, isKept: true, tag: '"b"', revision: 8, content: other },
    ];
    let turn = 0;
    const { ask } = plane(() => results[turn] ?? assert.fail());
    for (; turn < results.length; turn++) {
      const sent = await ask(request({ 'x-request-id': `id${turn}` }));
      const { tag, revision, content: shown } = results[turn] ?? assert.fail();
      assert.ok(sent !== 'left');
      assert.deepEqual(
        [
          sent.head.etag,
          sent.head['x-cms-revision'],
          sent.head['content-length'],
          sent.head['x-request-id'],
          sent.body,
        ],
        [tag, String(revision), String(shown?.body.length), `id${turn}`, shown?.body],
      );
    }
  });

  it('is read anew where another token, encoding or tag comes with it', async () => {
    const { ask, asked } = plane(() => ({ ...result, isKept: true }));
    await ask(request());
    assert.equal(await ask(request({ authorization: 'Bearer two' })), 'left');
    await ask(request({ 'accept-encoding': 'gzip' }));
    await ask(request({ 'if-none-match': '"x"' }));
    assert.deepEqual(
      asked.map(({ parameters }) => [parameters.encodings.best, parameters.ifNoneMatch]),
      [
        ['identity', undefined],
        ['gzip', undefined],
        ['identity', '"x"'],
      ],
    );
  });
});

describe('what the framework has to look at', () => {
  const others: readonly (readonly [string, IncomingMessage])[] = [
    ['an unknown token', request({ authorization: 'Bearer two' })],
    ['no token', request({ authorization: '' })],
    ['another scheme', request({ authorization: 'Basic one' })],
    ['a body', request({ 'content-length': '2' })],
    ['a body in pieces', request({ 'transfer-encoding': 'chunked' })],
    ['HEAD', request({}, { method: 'HEAD' })],
    ['another path', request({}, { url: `${BASE}/entries/a/b` })],
    ['an empty id', request({}, { url: `${BASE}/entries/` })],
    ['an escape in the path', request({}, { url: `${BASE}/entries/%61` })],
    ['NUL in the query', request({}, { url: `${BASE}/entries?q=%00` })],
    ['a long URL', request({}, { url: `${BASE}/entries?q=${'a'.repeat(9_000)}` })],
  ];
  for (const [name, other] of others) {
    it(`is left to it: ${name}`, async () => {
      assert.equal(await plane().ask(other), 'left');
    });
  }

  it('is left to it once the process is ending', async () => {
    const { reads, ask } = plane();
    reads.close();
    assert.equal(await ask(request()), 'left');
  });
});

describe('a refusal', () => {
  it('is sent as by the framework, at once or later', async () => {
    const refused = () => {
      throw notFound('entry');
    };
    const now = await plane(refused).ask(request());
    const later = await plane(async () => refused()).ask(request());
    assert.deepEqual(now, later);
    assert.ok(now !== 'left');
    assert.deepEqual([now.status, JSON.parse(String(now.body)).detail.code], [404, 'not_found']);
    const strange = await plane().ask(request({ accept: 'text/html' }));
    assert.ok(strange !== 'left');
    assert.equal(strange.status, 406);
  });
});
