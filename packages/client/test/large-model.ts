/**
 * A site of 100 pages over a model of 200 content types, to count what the compiler does for it: each page filters, requires and orders,
 * includes two levels of links, to one type and to one of two, and reads what it asked for.
 */

import type { DeliveredField, DeliveredType } from '../src/generate/delivered-model.ts';
import { modelFile } from '../src/generate/model-file.ts';

const TYPES = 200;
const QUERIES = 100;
const evidence = { absent: 0, outside_in: 0, outside_types: 0 };
const nameOf = (n: number) => `type_${n % TYPES}`;

/** The generated model and the pages, by name of the file. @param client where the pages import it from */
export function largeSite(client: string): Record<string, string> {
  const types = Array.from({ length: TYPES }, (_, n) => typeOf(nameOf(n), fieldsOf(n)));
  const components = [
    typeOf('seo', [field('title', 'string', { localized: true }), field('noindex', 'boolean')], 'component'),
    typeOf('hero', [field('heading', 'string'), field('more', 'entry', to(0))], 'component'),
    typeOf('quote', [field('text', 'text')], 'component'),
  ];
  const locales = ['en', 'de'].map((code) => ({ code, fallback: null, default: code === 'en', optional: false }));
  const model = modelFile({ types: [...types, ...components], locales }).replace("'@lectern/client'", `'${client}'`);
  const pages = Array.from({ length: QUERIES }, (_, n) => page(2 * n));
  const head = `import { createClient } from '${client}';\nimport type { Model } from './model.js';\n
const site = createClient<Model>({ url: '', space: '', token: '' });\n`;
  return { 'model.ts': model, 'pages.ts': `${head}${pages.join('\n')}` };
}

function typeOf(api_id: string, fields: DeliveredField[], kind: DeliveredType['kind'] = 'entry'): DeliveredType {
  return { api_id, kind, name: api_id, description: '', fields };
}

function field(id: string, type: DeliveredField['type'], more: Partial<DeliveredField> = {}): DeliveredField {
  return { id, name: id, type, required: false, localized: false, evidence, ...more };
}

function to(...types: number[]): Pick<DeliveredField, 'validations'> {
  return { validations: { content_types: types.map(nameOf) } };
}

function fieldsOf(n: number): DeliveredField[] {
  return [
    field('title', 'string', { required: true, localized: true }),
    field('slug', 'slug'),
    field('rating', 'integer'),
    field('done', 'boolean'),
    field('tags', 'array', { items: { type: 'string' } }),
    field('day', 'date'),
    field('kind', 'string', { validations: { in: ['a', 'b'] } }),
    field(`text_${n}`, 'text'),
    field('author', 'entry', { required: true, ...to(n + 1) }),
    field('related', 'array', { items: { type: 'entry', ...to(n + 7, n + 11) } }),
    field('photo', 'asset'),
    field('gallery', 'array', { items: { type: 'asset' } }),
    field('body', 'rich_text', to(n + 3)),
    field('seo', 'component', { component: 'seo' }),
    field('blocks', 'blocks', { components: ['hero', 'quote'] }),
  ];
}

function page(n: number): string {
  return `
export async function page${n}(): Promise<unknown> {
  const { items } = await site
    .entries('${nameOf(n)}')
    .where({ rating: { gte: 4 }, tags: 'sea', author: { title: 'Jo' } })
    .include({ author: { photo: true, related: true }, related: { photo: true } })
    .require('author')
    .order('-published_at', 'title')
    .limit(20)
    .list();
  const item = items[0];
  if (!item) return null;
  for (const one of item.fields.related ?? [])
    if (one.content_type === '${nameOf(n + 7)}') one.fields.text_${(n + 7) % TYPES}?.length;
    else one.fields.text_${(n + 11) % TYPES}?.length;
  const author = item.fields.author.fields;
  return [item.fields.title.length, author.photo?.url, author.related?.[0]?.fields.title.length];
}
`;
}
