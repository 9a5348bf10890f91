/** How links are followed over a small web of entries: depth, cycles, repeats, what cannot be seen, and size. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RESPONSE_BYTES_MAX, ResponseSize } from '../../platform/http/response-size.ts';
import { inSteps } from '../../platform/kit/steps.ts';
import { assetText } from './asset-texts.ts';
import { resolveIncludes } from './includes.ts';
import type { Piece } from './response-text.ts';
import { alone, type Fragment } from './stored-fragment.ts';

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
