/**
 * Bodies at every limit for one route, from its schema in `openapi.json`: as long, wide, deep and full of keys as 1 MiB allows,
 * and with the longest numbers. Invariant: the rest of each body fits the schema, as far as it is specific.
 */
import { valueAt } from '../../../../testing/src/client.ts';
import { entriesOf, listOf } from '../../routes/described-routes.ts';
import { type Attack, BODY_BYTES, rawJson } from './attack.ts';

const DEPTH_MAX = 6;
const NESTING = 100;
/** Leaves room for what surrounds the exaggerated part. */
const ROOM_BYTES = BODY_BYTES - 60_000;
const [TEXT, NUMBER, LIST, KEYS, ANY] = ['@text@', '@number@', '@list@', '@keys@', '@any@'] as const;

/** The attacks by body on a route whose body has that schema; `description` resolves references. */
export function bodyAttacks(schema: unknown, description: unknown): Attack[] {
  const skeleton = skeletonOf(schema, description, 0);
  const nested = `${'['.repeat(NESTING - DEPTH_MAX)}${']'.repeat(NESTING - DEPTH_MAX)}`;
  const overdone: readonly (readonly [string, Partial<Fillings>])[] = [
    ['longest', { text: (bytes) => quotedText('ab ', bytes), any: (bytes) => quotedText('ab ', bytes) }],
    ['widest', { list: (bytes) => repeated('"a"', bytes), any: (bytes) => `[${repeated('1', bytes)}]` }],
    ['most keys', { keys: (bytes) => `,${keysOf(bytes)}`, any: (bytes) => `{${keysOf(bytes)}}` }],
    ['deepest', { any: (bytes) => `[${repeated(nested, bytes)}]`, list: (bytes) => repeated(nested, bytes) }],
    ['worst numbers', { number: (bytes) => '9'.repeat(bytes), any: (bytes) => `[${repeated('1e308', bytes)}]` }],
  ];
  return [
    ...overdone.map(([name, fillings]) => rawJson(name, filled(skeleton, { ...modest, ...fillings }, fillings))),
    rawJson('bottomless', '['.repeat(BODY_BYTES)),
    rawJson('nothing but keys', `{${keysOf(ROOM_BYTES)}}`),
  ];
}

/** The content of each kind of placeholder, of a given size. */
interface Fillings {
  readonly text: (bytes: number) => string;
  readonly number: (bytes: number) => string;
  readonly list: (bytes: number) => string;
  readonly keys: (bytes: number) => string;
  readonly any: (bytes: number) => string;
}

const modest: Fillings = { text: () => '"a"', number: () => '1', list: () => '', keys: () => '', any: () => '"a"' };

function filled(skeleton: string, fillings: Fillings, overdone: Partial<Fillings>): string {
  const places = [...skeleton.matchAll(/"@(\w+)@"/g)];
  const grown = places.filter(([, kind]) => kind !== undefined && kind in overdone).length;
  const bytes = Math.floor(ROOM_BYTES / Math.max(1, grown));
  return skeleton.replaceAll(/"@(\w+)@"/g, (_place, kind: keyof Fillings) => fillings[kind](bytes));
}

/** JSON text with placeholders, with all properties present. */
function skeletonOf(schema: unknown, description: unknown, depth: number): string {
  const reference = valueAt(schema, '$ref');
  if (typeof reference === 'string')
    return skeletonOf(valueAt(description, reference.replace(/^#\//, '').replaceAll('/', '.')), description, depth);
  const options = [...listOf(valueAt(schema, 'anyOf')), ...listOf(valueAt(schema, 'oneOf'))];
  const option = options.find((candidate) => valueAt(candidate, 'type') !== 'null');
  if (option !== undefined) return skeletonOf(option, description, depth);
  const [among] = listOf(valueAt(schema, 'enum'));
  const fixed = valueAt(schema, 'const') ?? among;
  if (fixed !== undefined) return JSON.stringify(fixed);
  return depth > DEPTH_MAX ? `"${ANY}"` : ofType(schema, description, depth);
}

function ofType(schema: unknown, description: unknown, depth: number): string {
  const given = valueAt(schema, 'type');
  const type = Array.isArray(given) ? given.find((name) => name !== 'null') : given;
  if (type === 'string') return `"${TEXT}"`;
  if (type === 'integer' || type === 'number') return `"${NUMBER}"`;
  if (type === 'boolean') return 'true';
  if (type === 'array') return `["${LIST}"]`;
  if (type !== 'object') return `"${ANY}"`;
  const properties = entriesOf(valueAt(schema, 'properties'));
  if (properties.length === 0) return `"${ANY}"`;
  const members = properties.map(
    ([name, property]) => `${JSON.stringify(name)}:${skeletonOf(property, description, depth + 1)}`,
  );
  return `{${members.join(',')}"${KEYS}"}`;
}

function quotedText(words: string, bytes: number): string {
  return `"${words.repeat(Math.max(1, Math.floor(bytes / words.length)))}"`;
}

function repeated(item: string, bytes: number): string {
  return Array.from({ length: Math.max(1, Math.floor(bytes / (item.length + 1))) }, () => item).join(',');
}

/** Members of an object with distinct names. */
function keysOf(bytes: number): string {
  const AVERAGE_BYTES = 11;
  return Array.from({ length: Math.floor(bytes / AVERAGE_BYTES) }, (_, n) => `"k${n}":1`).join(',');
}
