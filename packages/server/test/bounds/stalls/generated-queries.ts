/** Query strings and headers at every limit for one route, from its parameters in `openapi.json`. */
import { valueAt } from '../../../../testing/src/client.ts';
import { listOf } from '../../routes/described-routes.ts';
import type { Attack } from './attack.ts';

/** Length of a query string that leaves room for the path in the URL. */
const QUERY_BYTES = 7_500;
const HEADER_BYTES = 12_000;

const WORST_VALUES: Readonly<Record<string, (bytes: number) => string>> = {
  digits: (bytes) => '9'.repeat(bytes),
  letters: (bytes) => 'a'.repeat(bytes),
  commas: (bytes) => 'a,'.repeat(bytes / 2),
  minuses: (bytes) => '-title,'.repeat(bytes / 7),
  words: (bytes) => 'ab+'.repeat(bytes / 3),
  escapes: (bytes) => '%F0%9F%A6%8A'.repeat(bytes / 12),
  spaces: (bytes) => `1${'%20'.repeat(bytes / 3)}1`,
};

/** The attacks by query string on a route; each parameter alone in two ways only, unless `thorough`. */
export function queryAttacks(operation: unknown, thorough: boolean): Attack[] {
  const names = listOf(valueAt(operation, 'parameters'))
    .filter((parameter) => valueAt(parameter, 'in') === 'query')
    .map((parameter) => String(valueAt(parameter, 'name')));
  const alone = thorough ? kinds() : ['commas', 'escapes'];
  const each = names.flatMap((name) => alone.map((kind) => queryAttack(`${name} of ${kind}`, [name], kind)));
  const unknown = Array.from({ length: QUERY_BYTES / 8 }, (_, n) => `u${n}=1`).join('&');
  const known = names.length === 0 ? [] : kinds().map((kind) => queryAttack(`all of ${kind}`, names, kind));
  return [...each, ...known, { name: 'unknown parameters', query: `?${unknown}` }];
}

/** Attacks by headers, the same for all routes. */
export const headerAttacks: readonly Attack[] = [
  headerAttack('if-none-match', `${'"a",'.repeat(HEADER_BYTES / 4)}"a"`),
  headerAttack('if-match', `${'"1",'.repeat(HEADER_BYTES / 4)}"1"`),
  headerAttack('accept-encoding', `${'gzip;q=0.1,'.repeat(HEADER_BYTES / 11)}br`),
  headerAttack('accept', `${'text/html;q=0.1,'.repeat(HEADER_BYTES / 16)}*/*`),
  headerAttack('range', `bytes=${'0-0,'.repeat(HEADER_BYTES / 4)}1-1`),
];

function queryAttack(name: string, parameters: readonly string[], kind: string): Attack {
  const bytes = Math.floor(QUERY_BYTES / parameters.length) - 16;
  const value = WORST_VALUES[kind]?.(bytes) ?? '';
  return { name, query: `?${parameters.map((parameter) => `${parameter}=${value}`).join('&')}` };
}

function headerAttack(name: string, value: string): Attack {
  return { name: `${name} of ${HEADER_BYTES} bytes`, parts: { headers: { [name]: value } } };
}

function kinds(): string[] {
  return Object.keys(WORST_VALUES);
}
