/** The response that the oracle expects to a query. */
import type { Content } from '../../../../testing/src/oracle/content.ts';
import { type Condition, Finding, type Search } from '../../../../testing/src/oracle/finding.ts';
import { assetsOf, showAsset, showWithLinks } from '../../../../testing/src/oracle/showing.ts';
import { fieldOf } from './content.ts';
import { type Filter, isTime, type Query } from './query.ts';

const LIMIT_DEFAULT = 100;
const INCLUDE_DEFAULT = 1;

/** The response, with keys for ids and what is included sorted; null for 404. */
export function expectedResponse(query: Query, content: Content): object | null {
  if (query.kind === 'assets') return assetList(query, content);
  if (query.kind === 'asset') {
    const asset = content.assets?.[query.key ?? ''];
    return asset === undefined ? null : showAsset(content, asset, query.locale);
  }
  const finding = findingOf(query, content);
  const shown = (rows: Parameters<typeof showWithLinks>[1]) => {
    const { items, includes } = showWithLinks(content, rows, depthOf(query), query);
    return { items, includes: { entries: sorted(includes.entries), assets: sorted(includes.assets) } };
  };
  if (query.kind === 'entry') {
    const row = finding.row(query.key ?? '');
    if (row === undefined) return null;
    const { items, includes } = shown([row]);
    return { ...items[0], includes };
  }
  const { after } = query;
  const [limit, skip] = [query.limit ?? LIMIT_DEFAULT, query.skip ?? 0];
  const found = finding.found();
  const left = after === null ? found.slice(skip) : finding.behind(after.key, after.content);
  const rows = left.slice(0, limit);
  return {
    ...shown(rows),
    total: found.length,
    skip: after === null ? skip : after.passed,
    limit,
  };
}

/** Without `include`, paths are followed to their ends. */
function depthOf({ include, follow }: Query): number {
  return include ?? (follow === null ? INCLUDE_DEFAULT : Math.max(...follow.map((path) => path.split('.').length)));
}

/** Sorts the includes: their order is not guaranteed. */
export function sorted<T>(resources: readonly T[]): T[] {
  const idOf = (resource: T) => String((resource as { id?: unknown }).id);
  return resources.toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
}

function findingOf(query: Query, content: Content): Finding {
  const { plane, type, locale, order, filters, ids, slug, linksTo, q } = query;
  const conditions: Condition[] = filters.map(conditionOf);
  if (ids !== null) conditions.push({ keys: ids });
  if (slug !== null) conditions.push({ by: { field: 'slug' }, operator: 'eq', operands: [slug] });
  if (linksTo !== null) conditions.push({ linksTo: `entry:${linksTo}` });
  const newest = plane === 'delivery' ? 'published_at' : 'updated_at';
  return new Finding(content, {
    plane,
    type,
    locale: locale === '*' ? null : locale,
    conditions,
    order:
      order.length === 0
        ? [{ by: newest, descending: true }]
        : order.map(({ by, descending }) => ({ by: isAttribute(by) ? by : { field: by }, descending })),
    search: q === null ? undefined : { ...words, asked: q.split(' '), byRelevance: order.length === 0 },
  });
}

const words: Pick<Search, 'wordsOf' | 'fits'> = {
  wordsOf: (text) => text.split(' '),
  fits: (word, asked, isLast) => word === asked || (isLast && word.startsWith(asked)),
};

function conditionOf({ path: [first = '', through], operator, operands }: Filter): Condition {
  const by = through ?? first;
  const condition = {
    by: isTime(by) ? by : { field: by },
    operator,
    operands: operands.map((text) => (operator === 'exists' ? text === 'true' : operandOf(by, text))),
  };
  return through === undefined ? condition : { through: first, condition };
}

/** A value as it stands in a query, as the content has it. */
function operandOf(by: string, text: string): unknown {
  if (isTime(by)) return Date.parse(text);
  const type = (fieldOf('article', by) ?? fieldOf('author', by))?.type;
  if (type === 'integer') return Number(text);
  if (type === 'boolean') return text === 'true';
  return type === 'entry' || type === 'asset' ? `${type}:${text}` : text;
}

function isAttribute(by: string): by is 'id' | 'published_at' | 'created_at' | 'updated_at' {
  return by === 'id' || isTime(by);
}

function assetList({ order: [step], skip, limit, mimeType, locale }: Query, content: Content): object {
  const { by, descending } = step ?? { by: 'created_at', descending: true };
  const found = assetsOf(content, { mimeType, by, descending });
  const [start, size] = [skip ?? 0, limit ?? LIMIT_DEFAULT];
  const items = found.slice(start, start + size).map((asset) => showAsset(content, asset, locale));
  return { items, total: found.length, skip: start, limit: size };
}
