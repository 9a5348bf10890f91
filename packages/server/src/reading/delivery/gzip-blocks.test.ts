/** That gzip put together from blocks is the response, whatever its pieces are. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { deflatePiece, gzipOfBlocks } from './gzip-blocks.ts';
import { entryListText, entryText, type Piece, ResponseText } from './response-text.ts';

const RUNS = 200;

function piece(value: unknown, before = ''): Piece {
  const bytes = Buffer.from(`${before}${JSON.stringify(value)} and more`);
  const start = Buffer.byteLength(before);
  return { bytes, start, end: start + Buffer.byteLength(JSON.stringify(value)) };
}

async function gzipOf(text: ResponseText): Promise<Buffer> {
  const blocks = await Promise.all(text.pieces.map(deflatePiece));
  // Blocks lie among others.
  const places = blocks.map((block) => ({
    bytes: Buffer.concat([block, block]),
    start: block.length,
    end: 2 * block.length,
  }));
  return gzipOfBlocks(text, places, text.join());
}

const resources = fc.array(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' })), {
  maxLength: 5,
});

describe('a response', () => {
  it('joins its pieces to JSON, and their blocks to gzip of the same bytes', async () => {
    const lists = fc.tuple(resources, resources, resources);
    await fc.assert(
      fc.asyncProperty(lists, async ([items, entries, assets]) => {
        const included = { entries: entries.map((one) => piece(one, 'é')), assets: assets.map((one) => piece(one)) };
        const page = { total: 7, skip: 1, limit: 5 };
        const text = entryListText(
          items.map((one) => piece(one)),
          page,
          included,
        );
        assert.equal(text.join().toString(), JSON.stringify({ items, ...page, includes: { entries, assets } }));
        assert.deepEqual(gunzipSync(await gzipOf(text)), text.join());
      }),
      { numRuns: RUNS },
    );
  });

  it('of one entry has what is included beside its attributes', async () => {
    const text = entryText(piece({ id: 1 }), { entries: [piece({ id: 2 }), piece({ id: 3 })], assets: [] });
    const expected = { id: 1, includes: { entries: [{ id: 2 }, { id: 3 }], assets: [] } };
    assert.deepEqual(JSON.parse(text.join().toString()), expected);
    assert.deepEqual(gunzipSync(await gzipOf(text)), text.join());
  });

  it('is compressed whatever its pieces are like: long, repeating, or random', async () => {
    const random = Array.from({ length: 30_000 }, (_, at) =>
      String.fromCharCode(32 + ((at * at * 7_919) % 65_000)),
    ).join('');
    for (const value of ['x'.repeat(1_000_000), random, random.slice(0, 10)]) {
      const text = new ResponseText().addList([piece({ value }), piece({ value })]);
      const gzip = await gzipOf(text);
      assert.deepEqual(gunzipSync(gzip), text.join());
      assert.ok(gzip.length < 2.2 * gzipSync(text.join()).length + 100, `${gzip.length} bytes`);
    }
  });
});
