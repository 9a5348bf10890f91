/** Invalid query strings of the delivery list. */
import type { Case } from './case.ts';

const list = (query: string, codes: readonly string[] = ['validation_failed'], hint?: string): Case => ({
  name: `${query.slice(0, 60)} on delivery`,
  method: 'GET',
  path: `{read}/entries?${query}`,
  codes,
  ...(hint === undefined ? {} : { hint }),
});

export const badQueries: readonly Case[] = [
  ...['-1', '0', '1001', '1e9', 'abc', '1.5', '', '0x10', '99999999999999999999', 'NaN', '%00'].map((limit) =>
    list(`limit=${limit}`, undefined, limit === '%00' ? 'NUL' : 'limit'),
  ),
  ...['-1', 'abc', '1e3', '2147483648', '100001'].map((skip) => list(`skip=${skip}`)),
  ...['4', '-1', '1.5', 'all', ''].map((include) => list(`include=${include}`, undefined, 'include')),
  ...['fr', '', '**', 'en-us%00', '__proto__'].map((locale) =>
    list(`locale=${locale}`, undefined, locale.includes('%00') ? 'NUL' : 'locale'),
  ),
  ...[
    'nothing',
    '-',
    '',
    'fields.',
    '-password',
    'created_by',
    'fields.a.b.c',
    '__proto__',
    'title;drop table entries',
  ].map((order) => list(`order=${encodeURIComponent(order)}`)),
  ...['x', '', '__proto__', 'fields.nothing'].map((select) => list(`select=${select}`)),
  ...[
    'fields.nothing=1',
    'fields.=1',
    'fields=1',
    'fields.name[foo]=1',
    'fields.name[=1',
    'fields.a.b.c=1',
    'fields.__proto__=1',
    'fields.constructor.prototype=1',
  ].map((query) => list(query)),
  list("fields.name'%20or%20'1'='1=x"),
  list('lmit=5', undefined, 'limit'),
  list('access_token=x'),
  list(`q=${'x'.repeat(300)}`),
  list('min_revision=-1'),
  list('min_revision=soon'),
  list('limit=1&limit=2', undefined, 'limit'),
  list('cursor=abc'),
  list('cursor=%00%ff', ['validation_failed', 'malformed_request']),
  list('%E0%A4%A', ['malformed_request', 'validation_failed', 'not_found']),
  list('content_type=nothing', undefined, 'content_type'),
  list(Array.from({ length: 300 }, (_, index) => `x${index}=1`).join('&')),
  list(Array.from({ length: 31 }, (_, index) => `fields.name[ne]=${index}`).join('&'), undefined, '30 conditions'),
  list(`select=${'slug,'.repeat(200)}id`, undefined, '200 names'),
  list(`slug=${'x'.repeat(20_000)}`, ['headers_too_large', 'validation_failed']),
];
