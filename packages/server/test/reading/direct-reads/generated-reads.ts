/**
 * Connections with random requests to the reading planes: typical ones, slightly wrong ones, and ones to be rejected. Requests are
 * texts, so that spelling, order and repetition of headers are included. Many are repeated word for word, because repeated
 * requests take a path of their own.
 */
import type { Random } from '../consistency/random.ts';

/** What can be requested. */
export interface Readable {
  readonly space: string;
  /** Tokens that read: of both planes, and of one that sees no environment but another. */
  readonly tokens: readonly string[];
  /** Tokens that do not: of the management plane, revoked, made up. */
  readonly strangeTokens: readonly string[];
  /** Ids and keys of entries, of assets, and of nothing. */
  readonly entries: readonly string[];
  readonly assets: readonly string[];
  /** ETags that some responses have. */
  readonly tags: readonly string[];
}

/** Requests that are sent on one connection, one right after the other; the last one has it closed. */
export interface RawConnection {
  readonly bytes: string;
  readonly methods: readonly string[];
}

const REPEATED = 0.4;
const REMEMBERED = 200;
const PIPELINED_MAX = 3;

const ENTRY_QUERIES = [
  'content_type=article&limit=5',
  'content_type=article&order=-rating&limit=20',
  'content_type=article&include=2&limit=30',
  'content_type=article&fields.title=Apple',
  'content_type=article&locale=de&order=title',
  'content_type=article&locale=*&limit=3',
  'content_type=article&q=apple',
  'content_type=article&select=slug,fields.title',
  'content_type=author&skip=3&limit=4',
  'content_type=article&limit=60&include=3',
  'content_type=article&fields.rating[gte]=4',
  'content_type=article&fields.rating%5Blt%5D=4',
  'content_type=article&slug=article-5',
  'ids=article-2,article-3',
  'links_to=author-3',
  'limit=1000',
  'limit=2',
];
const SINGLE_QUERIES = ['include=2', 'locale=de', 'locale=*', 'select=slug', 'include=0&locale=en-US'];
const ASSET_QUERIES = ['limit=3', 'order=created_at', 'locale=de', 'q=apple', 'order=-title&skip=2', 'ids=image-1'];
const STRANGE_QUERIES = [
  'limit=0',
  'limit=-1',
  'limit=1001',
  'limit=x',
  'limit=2&limit=3',
  'skip=2&cursor=x',
  'cursor=bm90aGluZw',
  'content_type=nothing',
  'content_type=article&order=nothing',
  'content_type=article&fields.nothing=1',
  'content_type=article&fields.rating[gte]=x',
  'content_type=article&fields.title[what]=1',
  'locale=fr',
  'include=99',
  'nothing=1',
  'q=',
  '=',
  '&&',
  '?',
  'limit=2#part',
  'q=%',
  'q=%zz',
  'q=%00',
  'q=a+b%20c',
  `q=${'a'.repeat(3_990)}`,
  `q=${'a'.repeat(9_000)}`,
  'min_revision=1',
  'min%5Frevision=1',
  'min_revision=x',
  'min_revision=1&min_revision=2',
  '__proto__=1',
  'constructor=1',
];
const STRANGE_ENDS = [
  '/',
  '//',
  '/..',
  '/.',
  '/%61',
  '/%2e%2e',
  '/a/b',
  ';a=b',
  `/${'a'.repeat(201)}`,
  `/${'a'.repeat(300)}`,
];
const STRANGE_IDS = ['nothing', 'ent_aaaaaa_nothing', '__proto__', '-', '~', '.', 'a'.repeat(200), '1'];
const STRANGE_PATHS = [
  '/',
  '*',
  '/delivery',
  '/delivery/token-info/',
  '/DELIVERY/token-info',
  '/delivery/token-info?a=1',
  '/spaces/spc_nothing/environments/master/delivery/entries',
  '/spaces//environments/master/delivery/entries',
  '/spaces/%00/environments/master/delivery/entries',
  'http://example.com/delivery/token-info',
];
const METHODS = ['HEAD', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'QUERY'];
/** What the parser refuses: it has the connection closed at once, whatever response is under way on it. */
const BROKEN_LINES = ['get /', 'NOTHING /', ' /', 'GET nothing', 'GET /é', 'GET'];
/** What is to be continued has a connection of its own: Node sends the interim response before those under way. */
const CONTINUED = ['Expect: 100-continue', 'Content-Length: 2', 'Content-Type: application/json'];
const ALONE = 0.02;
const ENCODINGS = [
  'gzip',
  'br',
  'gzip, br',
  'gzip, deflate, br, zstd',
  'br;q=0.5, gzip;q=1',
  'gzip;q=0',
  'identity',
  '*',
  '*;q=0',
  'GZIP',
  '',
  'nothing',
];
const ACCEPTED = [
  '*/*',
  'application/json',
  'application/json, */*',
  'application/*',
  'text/html',
  'APPLICATION/JSON',
  '',
];
const CONTENT_HEADERS: readonly (readonly [readonly string[], string])[] = [
  [['Content-Length: 2', 'Content-Type: application/json'], '{}'],
  [['Content-Length: 0'], ''],
  [['Content-Length: 2'], 'ab'],
  [['Transfer-Encoding: chunked', 'Content-Type: application/json'], '2\r\n{}\r\n0\r\n\r\n'],
  [['Expect: nothing'], ''],
];
const OTHER_HEADERS = [
  'Origin: https://example.com',
  'X-Request-Id: mine-1',
  'X-Request-Id: not sane!',
  'Access-Control-Request-Method: GET',
  'Range: bytes=0-10',
  'If-Modified-Since: Thu, 01 Jan 2026 00:00:00 GMT',
  'Cookie: a=b',
  'X-Forwarded-For: 10.0.0.1',
  'Upgrade: h2c',
  'Idempotency-Key: one',
  'X-HTTP-Method-Override: DELETE',
  `X-Long: ${'a'.repeat(3_000)}`,
];

interface RawRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly string[];
  readonly body: string;
}

/** Makes connections until as many requests are in them. */
export function* generatedReads(random: Random, readable: Readable, count: number): Generator<RawConnection> {
  const known: RawRequest[] = [];
  for (let left = count; left > 0; ) {
    if (random.chance(ALONE)) {
      left -= 1;
      yield random.chance(0.5) ? brokenConnection(random) : continuedConnection(random, readable);
      continue;
    }
    const requests = Array.from({ length: Math.min(left, 1 + random.below(PIPELINED_MAX)) }, () => {
      if (known.length > 0 && random.chance(REPEATED)) return random.pick(known);
      const request = newRequest(random, readable);
      if (known.length < REMEMBERED) known.push(request);
      else known[random.below(REMEMBERED)] = request;
      return request;
    });
    left -= requests.length;
    const closing = random.chance(0.3) ? (['HTTP/1.0', []] as const) : (['HTTP/1.1', ['Connection: close']] as const);
    const texts = requests.map((request, at) => {
      const [version, more] = at < requests.length - 1 ? (['HTTP/1.1', []] as const) : closing;
      return textOf(request, version, more);
    });
    yield { bytes: texts.join(''), methods: requests.map(({ method }) => method) };
  }
}

function brokenConnection(random: Random): RawConnection {
  return { bytes: `${random.pick(BROKEN_LINES)} HTTP/1.1\r\nHost: reads.test\r\n\r\n`, methods: ['GET'] };
}

function continuedConnection(random: Random, readable: Readable): RawConnection {
  const request = { ...newRequest(random, readable), body: '{}' };
  return { bytes: textOf(request, 'HTTP/1.1', [...CONTINUED, 'Connection: close']), methods: [request.method] };
}

function textOf({ method, target, headers, body }: RawRequest, version: string, more: readonly string[]): string {
  return `${[`${method} ${target} ${version}`, ...headers, ...more].join('\r\n')}\r\n\r\n${body}`;
}

function newRequest(random: Random, readable: Readable): RawRequest {
  const [more, body] = random.chance(0.03) ? random.pick(CONTENT_HEADERS) : [[], ''];
  const headers = [
    ...(random.chance(0.01) ? [] : ['Host: reads.test']),
    ...authorization(random, readable),
    ...spelled(random, 'Accept-Encoding', random.maybe(0.5, ENCODINGS)),
    ...spelled(random, 'Accept', random.maybe(0.2, ACCEPTED)),
    ...spelled(random, 'If-None-Match', random.maybe(0.25, tagsOf(random, readable))),
    ...(random.chance(0.15) ? [random.pick(OTHER_HEADERS)] : []),
    ...more,
  ];
  const method = random.chance(0.88) ? 'GET' : random.pick(METHODS);
  return { method, target: target(random, readable), headers, body };
}

function authorization(random: Random, { tokens, strangeTokens }: Readable): string[] {
  const token = random.pick(tokens);
  if (random.chance(0.92)) return spelled(random, 'Authorization', `Bearer ${token}`);
  const strange = random.pick(strangeTokens);
  return random.pick([
    [],
    ['Authorization:'],
    [`Authorization: Bearer ${strange}`],
    [`Authorization: Bearer ${strange}`],
    [`Authorization: bearer ${token}`],
    [`Authorization: Bearer  ${token}`],
    [`Authorization: Bearer ${token} x`],
    [`Authorization: Basic ${token}`],
    [`Authorization: ${token}`],
    [`Authorization: Bearer ${token}`, `Authorization: Bearer ${strange}`],
  ]);
}

/** A header in one of its spellings, now and then twice; none for null. */
function spelled(random: Random, name: string, value: string | null): string[] {
  if (value === null) return [];
  const written = `${random.pick([name, name, name.toLowerCase(), name.toUpperCase()])}: ${value}`;
  return random.chance(0.03) ? [written, written] : [written];
}

function tagsOf(random: Random, { tags }: Readable): string[] {
  const [one, other] = [random.pick(tags), random.pick(tags)];
  return [one, one, one, `W/${one}`, `"x", ${one}`, `${other}, ${one}`, '*', '"nothing"', 'nothing', ''];
}

function target(random: Random, readable: Readable): string {
  if (random.chance(0.04)) return random.pick(STRANGE_PATHS);
  if (random.chance(0.04)) return '/delivery/token-info';
  const environment = random.chance(0.95) ? 'master' : random.pick(['other', 'nothing', 'MASTER', '%6daster']);
  const kind = random.chance(0.75) ? 'entries' : 'assets';
  const isList = random.chance(0.6);
  const known = random.chance(0.92) ? readable[kind] : [...STRANGE_IDS, ...readable.entries, ...readable.assets];
  const end = random.chance(0.04) ? random.pick(STRANGE_ENDS) : isList ? '' : `/${random.pick(known)}`;
  const usual = isList ? (kind === 'entries' ? ENTRY_QUERIES : ASSET_QUERIES) : SINGLE_QUERIES;
  return `/spaces/${readable.space}/environments/${environment}/delivery/${kind}${end}${query(random, usual)}`;
}

function query(random: Random, usual: readonly string[]): string {
  if (random.chance(0.15)) return '';
  if (random.chance(0.001)) return '?min_revision=999999';
  if (random.chance(0.02)) return '?';
  const first = random.pick(random.chance(0.9) ? usual : STRANGE_QUERIES);
  return random.chance(0.05) ? `?${first}&${random.pick(STRANGE_QUERIES)}` : `?${first}`;
}
