/** How links are followed over a small web of entries: depth, cycles, repeats, what cannot be seen, and size. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Content, Entry } from '../../../../testing/src/oracle/content.ts';
import { showWithLinks } from '../../../../testing/src/oracle/showing.ts';
import '../../../../testing/src/seed.ts';
import { RESPONSE_BYTES_MAX, ResponseSize } from '../../platform/http/response-size.ts';
import { inSteps } from '../../platform/kit/steps.ts';
import { readEntryList } from '../query-string/entry-list.ts';
import type { Selection } from '../query-string/selection.ts';
import { assetText } from './asset-texts.ts';
import { resolveBranches } from './branched-includes.ts';
import { CODE, EN, magazine } from './fixtures.ts';
import { renderFragment } from './fragment.ts';
import { resolveIncludes } from './includes.ts';
import type { Piece } from './response-text.ts';
import { alone, type Fragment } from './stored-fragment.ts';
import { viewOf } from './view.ts';

/** Key → what it links to; keys that begin with `@` are assets. */
const web: Readonly<Record<string, readonly string[]>> = {
  a: ['b', 'c', '@x'],
  b: ['a', 'd', 'gone', '@y'],
  c: ['c', 'd', '@x', '@gone'],
  d: ['e', '@z'],
  e: ['a', 'f'],
  f: [],
};

function fragment(key: string, bytes = key.length): Fragment {
  const links = web[key] ?? [];
  return alone({
    entry: { id: 1, version: 1, key, contentType: 1 },
    text: key.padEnd(bytes),
    entryLinks: links.filter((link) => !link.startsWith('@')),
    assetLinks: links.filter((link) => link.startsWith('@')),
  });
}

function textOf({ bytes, start, end }: Piece): string {
  return bytes.toString('utf8', start, end);
}

async function follow(items: readonly string[], depth: number) {
  const fetches: string[] = [];
  const targets = {
    entries: async (keys: readonly string[]) => {
      fetches.push(keys.join(' '));
      return keys.filter((key) => key !== 'gone').map((key) => fragment(key));
    },
    assets: async (keys: readonly string[]) => {
      fetches.push(keys.join(' '));
      return keys.filter((key) => key !== '@gone').map((key) => assetText(key));
    },
  };
  const found = items.map((key) => fragment(key));
  const included = await inSteps(resolveIncludes(found, depth, { targets, size: new ResponseSize() }));
  assert.ok(included);
  const { entries, assets } = included;
  return { entries: entries.map(textOf).join(' '), assets: assets.map(textOf).join(' '), fetches };
}

describe('includes', () => {
  const cases: readonly (readonly [string, number, string, string, readonly string[]])[] = [
    ['a', 0, '', '', []],
    ['a', 1, 'b c', '@x', ['b c', '@x']],
    ['a', 2, 'b c d', '@x @y', ['b c', 'd gone', '@x @y @gone']],
    ['a', 3, 'b c d e', '@x @y @z', ['b c', 'd gone', 'e', '@x @y @gone @z']],
    ['a b c', 1, 'd', '@x @y', ['d gone', '@x @y @gone']],
    ['f', 3, '', '', []],
    ['', 3, '', '', []],
    ['c', 3, 'd e a f', '@x @z', ['d', 'e', 'a f', '@x @gone @z']],
  ];
  for (const [items, depth, entries, assets, fetches] of cases) {
    it(`of ${items || 'nothing'} to depth ${depth} are ${entries || 'nothing'}`, async () => {
      const followed = await follow(
        items.split(' ').filter((key) => key !== ''),
        depth,
      );
      assert.deepEqual(followed, { entries, assets, fetches });
    });
  }

  it('are given up where an entry moved while it was read', async () => {
    const targets = { entries: async () => undefined, assets: async () => [] };
    const included = resolveIncludes([fragment('a')], 1, { targets, size: new ResponseSize() });
    assert.equal(await inSteps(included), undefined);
  });

  it('are refused, never cut, where the response grows too large', async () => {
    const targets = { entries: async () => [fragment('b', RESPONSE_BYTES_MAX)], assets: async () => [] };
    const included = resolveIncludes([fragment('a')], 1, { targets, size: new ResponseSize() });
    await assert.rejects(Promise.resolve(inSteps(included)), (error: Error) => {
      assert.deepEqual(
        (error as unknown as { extra: { errors: { path: string }[] } }).extra.errors.map(({ path }) => path),
        ['query.limit', 'query.select'],
      );
      return true;
    });
  });
});

const RUNS = Number(process.env.PATH_RUNS ?? 300);
const model = magazine();
const keys = ['a', 'b', 'c', 'd', 'e', 'f'];
const someKeys = fc.subarray(keys, { maxLength: 2 });
const paths = [
  ...[
    'author',
    'author.favourite',
    'author.portrait',
    'writer.favourite.portrait',
    'related',
    'related.author',
    'image',
  ],
  ...['related.image', 'related.related.author', 'favourite', 'favourite.favourite', 'portrait'],
];
const names = [
  ...['title', 'name', 'fields', 'slug', 'author', 'author.name', 'author.favourite.name', 'related', 'related.title'],
  ...['related.related.title', 'related.author.slug', 'favourite.name', 'favourite.fields', 'published_at', 'portrait'],
];

/** Links of entries, each of one of two content types; one in three cannot be seen. */
const world = fc.array(
  fc.record({ isArticle: fc.boolean(), isSeen: fc.constantFrom(true, true, false), one: someKeys, many: someKeys }),
  { minLength: keys.length, maxLength: keys.length },
);
const asked = fc.record({
  follow: fc.option(fc.subarray(paths, { minLength: 1, maxLength: 3 }), { nil: null, freq: 3 }),
  select: fc.option(fc.subarray(names, { minLength: 1, maxLength: 4 }), { nil: null }),
  include: fc.constantFrom(0, 1, 2, 3),
  items: someKeys,
});

/** The values of an entry by number, for the oracle and as they are stored. */
function valuesOf(
  { isArticle, one, many }: (typeof world extends fc.Arbitrary<infer T> ? T : never)[number],
  key: string,
) {
  const [first] = one;
  const single = first === undefined ? {} : { [isArticle ? 4 : 3]: `entry:${first}` };
  const list = isArticle ? { 11: many.map((target) => `entry:${target}`) } : {};
  const image = { [isArticle ? 10 : 4]: `asset:${key}` };
  const held: [string, unknown][] = Object.entries({ 1: `Name of ${key}`, ...single, ...list, ...image });
  const stored = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(stored);
    const [kind, target] = String(value).split(':');
    return target === undefined ? value : { kind, key: target };
  };
  const isLocalized = (number: string) => isArticle && number === '1';
  return {
    oracle: Object.fromEntries(held.map(([number, value]) => [number, { [EN]: value }])),
    document: Object.fromEntries(
      held.map(([number, value]) => [number, { [isLocalized(number) ? EN : 0]: stored(value) }]),
    ),
  };
}

describe('links along paths', () => {
  it('lead to what an oracle finds that walks each path by itself', async () => {
    const types = model.entryTypes.map(({ apiId, slugField, fields }) => ({
      apiId,
      slug: slugField,
      display: 1,
      fields: fields.map(({ number, id, localized, type, items }) => {
        const isLink = ['entry', 'asset'].includes(items?.type ?? type);
        return { number, id, localized, kind: isLink ? ('link' as const) : ('other' as const) };
      }),
    }));
    await fc.assert(
      fc.asyncProperty(world, asked, async (held, { follow, select, include, items }) => {
        const values = new Map(
          held.map((one, at) => [keys[at] as string, { ...one, ...valuesOf(one, keys[at] as string) }]),
        );
        const entries = [...values].map(([key, { isArticle, isSeen, oracle }]): [string, Entry] => {
          const published = isSeen ? oracle : null;
          const type = isArticle ? 'article' : 'author';
          return [key, { key, type, status: 'published', draft: oracle, published, publishedAt: 0 }];
        });
        const assets = Object.fromEntries(
          keys.map((key) => [key, { key, title: {}, mimeType: 'image/png', createdAt: 0 }]),
        );
        const content: Content = {
          locales: [{ number: EN, code: 'en-US', fallback: null }],
          types,
          entries: Object.fromEntries(entries),
          assets,
        };
        const parameters = [
          ...(follow === null ? [`include=${include}`] : [`follow=${follow}`]),
          ...(select === null ? [] : [`select=${select}`]),
        ];
        const query = readEntryList(parameters.join('&'), model, 'delivery');
        const shown = await shownBy(query, items, values);
        const seen = items.flatMap((key) => {
          const entry = content.entries[key];
          return entry?.published ? [{ entry, values: entry.published }] : [];
        });
        const view = {
          plane: 'delivery',
          locale: null,
          select,
          follow: follow?.map((path) => path.replace('writer', 'author')) ?? null,
        } as const;
        const right = showWithLinks(content, seen, query.include, view);
        assert.deepEqual(shown.items, right.items);
        assert.deepEqual(byId(shown.entries), byId(right.includes.entries));
        assert.deepEqual(
          shown.assets.toSorted(),
          right.includes.assets.map((asset) => (asset as { id: string }).id).toSorted(),
        );
      }),
      { numRuns: RUNS },
    );
  });
});

/** What the product shows of items, with keys for ids. */
async function shownBy(
  { include, branches, selection: own }: ReturnType<typeof readEntryList>,
  items: readonly string[],
  values: ReadonlyMap<string, { isArticle: boolean; isSeen: boolean; document: object }>,
) {
  const read = (key: string, selection: Selection | null): Fragment[] => {
    const { isArticle, isSeen, document } = values.get(key) ?? assert.fail();
    if (!isSeen) return [];
    const found = { id: 1, version: 1, key, contentType: isArticle ? 1 : 2, publishedAt: 0, status: 'published' };
    const view = viewOf({ model, plane: 'delivery', locale: EN, selection, withPlaces: branches !== null });
    return [alone(renderFragment(found, JSON.stringify(document), view) ?? assert.fail())];
  };
  const first = items.flatMap((key) => read(key, own));
  const size = new ResponseSize();
  const assets = (some: readonly string[]) => some.map((key) => assetText(key));
  const included =
    branches === null
      ? await inSteps(
          resolveIncludes(first, include, {
            targets: { entries: (some) => some.flatMap((key) => read(key, null)), assets },
            size,
          }),
        )
      : await inSteps(
          resolveBranches(first, {
            branches,
            depth: include,
            targets: {
              entries: (wanted) => [...wanted].flatMap(([key, { selection }]) => read(key, selection)),
              assets,
            },
            size,
          }),
        );
  assert.ok(included);
  const parsed = (pieces: readonly Piece[]) =>
    pieces.map((piece) => JSON.parse(textOf(piece).replaceAll(new RegExp(`(ent|ast)_${CODE}_`, 'g'), '')) as object);
  return {
    items: parsed('items' in included ? (included.items as Piece[]) : first),
    entries: parsed(included.entries),
    assets: included.assets.map(textOf),
  };
}

function byId(shown: readonly object[]): object[] {
  const idOf = (one: object) => (one as { id: string }).id;
  return shown.toSorted((one, other) => (idOf(one) < idOf(other) ? -1 : 1));
}
