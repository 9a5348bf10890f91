/** The worst attacks for some routes, besides those generated from the description of every route. */
import { formOf } from '../../../../testing/src/form.ts';
import { archiveOf } from '../../branches/transfer/archives.ts';
import { type Attack, BODY_BYTES, jsonAttack } from './attack.ts';
import { heavyFields, patternedFields, type Target } from './target.ts';
import { WORST_PATTERNS, worstSubject } from './worst-patterns.ts';

const FIELDS = 100;

export function costlyTypes(): Attack[] {
  return typesThatCost().map((type) => jsonAttack(type.name, type));
}

export function costlyModels(): Attack[] {
  const [type] = typesThatCost();
  const many = Array.from({ length: 500 }, (_, n) => ({
    api_id: `many_${n}`,
    name: 'Many',
    fields: Array.from({ length: 50 }, (__, at) => ({ id: `f${at}`, type: 'string' })),
  }));
  const nested = many.slice(0, 200).map((one, n) => ({
    ...one,
    kind: 'component',
    fields: [{ id: 'inside', type: 'blocks', components: many.slice(0, 200).map((_, at) => `many_${(n + at) % 200}`) }],
  }));
  return [
    ...typesThatCost().map((one) => jsonAttack(one.name, { content_types: [one] })),
    jsonAttack('all at once', { content_types: typesThatCost() }),
    jsonAttack('five hundred types', { content_types: many, dry_run: true }),
    jsonAttack('components in circles', { content_types: nested }),
    jsonAttack('one type again and again', { content_types: Array.from({ length: 500 }, () => type) }),
  ];
}

function typesThatCost() {
  const type = (name: string, fieldOf: (n: number) => object) => {
    const fields = Array.from({ length: FIELDS }, (_, n) => ({ id: `f${n}`, name: 'f', type: 'text', ...fieldOf(n) }));
    return { api_id: name.replaceAll(' ', '_'), name, fields };
  };
  const listed = Array.from({ length: 1_000 }, (_, n) => `${n}`.padEnd(7, 'x'));
  return [
    ...WORST_PATTERNS.map((pattern, n) => type(`pattern ${n}`, () => ({ validations: { pattern } }))),
    type('a hundred patterns', (n) => ({ validations: { pattern: `${WORST_PATTERNS[n % 10]}${n}` } })),
    type('a hundred lists', () => ({ type: 'string', validations: { in: listed } })),
    type('large defaults', (n) => ({ default: `${n}`.padEnd(9_000, 'words ') })),
  ];
}

export function costlyEntries({ large }: Target): Attack[] {
  const subject = worstSubject(16_000);
  const hostile = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`f${n}`, subject]));
  return [
    ...large.map((name) => jsonAttack(name, { content_type_id: 'heavy', fields: heavyFields(name) })),
    ...WORST_PATTERNS.map((_, n) => jsonAttack(`pattern ${n}`, { content_type_id: `pattern_${n}`, fields: hostile })),
    jsonAttack('patterned', { content_type_id: 'patterned', fields: patternedFields() }),
  ];
}

export function onLargeEntries({ large }: Target): Attack[] {
  return large.map((key) => ({ name: `of ${key}`, path: key }));
}

export function bulks({ articles }: Target): Attack[] {
  const ids = Array.from({ length: 1_000 }, (_, n) => `article-${n % articles}`);
  return [true, false].flatMap((atomic) =>
    ['unpublish', 'publish'].map((action) => ({
      ...jsonAttack(`${action}${atomic ? ' atomically' : ''}`, { action, ids, atomic }),
      holdsWrites: atomic,
    })),
  );
}

const IMPORT_BYTES = 8 * BODY_BYTES;
const IMPORT_LINES = 50_000;

export function imports({ large }: Target): Attack[] {
  const lines = (name: string, line: (n: number) => string, count: number): Attack => ({
    name,
    parts: {
      raw: Array.from({ length: count }, (_, n) => line(n)).join('\n'),
      headers: { 'content-type': 'application/x-ndjson' },
    },
  });
  const heavy = large.map((name) =>
    JSON.stringify({
      entry: { key: `imported-${name}`, content_type: 'heavy', status: 'published', fields: heavyFields(name) },
    }),
  );
  const author = (n: number) =>
    JSON.stringify({ entry: { key: `new-${n}`, content_type: 'author', fields: { name: `N ${n}` } } });
  const patterned = (n: number) =>
    JSON.stringify({ entry: { key: `p-${n}`, content_type: 'pattern_0', fields: { f0: worstSubject(16_000) } } });
  return [
    lines('lines of 1', () => '1', IMPORT_LINES),
    lines('empty objects', () => '{}', IMPORT_LINES),
    lines('small entries', author, 1_000),
    lines('large entries', (n) => heavy[n % heavy.length] ?? '', 8),
    lines('patterns', patterned, 400),
    lines('one line', () => '['.repeat(IMPORT_BYTES), 1),
  ];
}

/** Archives are read in the background, which must not affect anybody either. */
export function archives(): Attack[] {
  const archive = (name: string, entries: string): Attack => ({
    name,
    parts: {
      raw: archiveOf([
        ['export.json', '{"format":"lectern-export","version":1,"environments":["master"]}'],
        ['environments/master/entries/author.ndjson', entries],
      ]),
      headers: { 'content-type': 'application/x-tar' },
    },
  });
  const MEBIBYTE = 1_048_576;
  return [
    archive('one long line', `{"entry":"${'x'.repeat(4 * MEBIBYTE)}`),
    archive('brackets', '['.repeat(4 * MEBIBYTE)),
    archive('objects', `{"entry":[${'{},'.repeat(MEBIBYTE)}{}]}`),
    archive('empty lines', '\n'.repeat(8 * MEBIBYTE)),
    archive('numbers', '1\n'.repeat(4 * MEBIBYTE)),
  ];
}

export function longTexts(target: Target): Attack[] {
  const parts = ['a', '. ', '.', '\n', ' ', 'https://a.example ', '](', "href = '", '😀'];
  const texts = parts.map((part) =>
    jsonAttack(`a text of ${JSON.stringify(part)}`, { text: `${part.repeat(24_000 / part.length)}a`, style: 'formal' }),
  );
  return [...texts, ...largeEntries(target)];
}

export function largeEntries({ large, ids }: Target): Attack[] {
  const idOf = (key: string) => ids.entry_id.replace(/[^_]+$/, key);
  return large.map((key) => jsonAttack(`the entry ${key}`, { entry_id: idOf(key) }));
}

export function costlyTranslations({ large, ids }: Target): Attack[] {
  const id = ids.content_type_id.replace(/[^_]+$/, 'heavy');
  const locales = { source_locale: 'en-US', target_locales: ['de'] };
  return large.map((name) =>
    jsonAttack(`values of ${name}`, { content_type_id: id, fields: heavyFields(name), ...locales }),
  );
}

export async function uploads(): Promise<Attack[]> {
  const svg = (attributes: string, content = '') =>
    `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`;
  const file = async (name: string, text: string): Promise<Attack> => ({
    name,
    parts: await formOf([['file', { name: 'a.svg', bytes: text, type: 'image/svg+xml' }]]),
  });
  return [
    await file('a width of 40,000 digits', svg(`width="${'1'.repeat(40_000)}x"`)),
    await file('a width of a million digits', svg(`width="${'1'.repeat(1_000_000)}x"`)),
    await file('a view box of a million spaces', svg(`viewBox="0${' '.repeat(1_000_000)}0 1 1"`)),
    await file('a style of a million slashes', svg(`style="${'/*'.repeat(500_000)}"`)),
    await file('200,000 elements', svg('', '<g/>'.repeat(199_000))),
    await file('a large style sheet', svg('', `<style>${'a{fill:red}'.repeat(90_000)}</style>`)),
  ];
}

export function costlyQueries({ articles }: Target): Attack[] {
  const many = (name: string, parameter: (n: number) => string, count: number): Attack => ({
    name,
    query: `?${Array.from({ length: count }, (_, n) => parameter(n)).join('&')}`,
  });
  return [
    { name: 'a thousand with includes', query: '?limit=1000&include=3&content_type=article' },
    { name: 'a thousand whole entries', query: '?limit=1000&locale=*' },
    many('97 conditions through a link', (n) => `fields.author.name[ne]=Author+${n}`, 97),
    many('30 conditions through a link', (n) => `fields.author.name[ne]=Author+${n}`, 30),
    many('30 ranges of text', (n) => `fields.author.name[gt]=Author+${n}`, 30),
    many('30 conditions on titles', (n) => `fields.title[ne]=Article+${n % articles}`, 30),
    { name: 'operands', query: `?fields.title[nin]=${Array.from({ length: 1_000 }, (_, n) => n).join(',')}` },
    { name: 'many orders', query: `?content_type=article&order=${'rating,-pages,title,-slug,'.repeat(60)}id` },
    { name: 'a long search', query: `?q=${'article+of+'.repeat(600)}` },
    { name: 'many prefixes', query: `?q=${Array.from('abcdefghijklmnopqrstuvwxyz').join('+')}` },
  ];
}
