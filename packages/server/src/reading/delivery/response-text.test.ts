/** That responses are the JSON of what they are put together from, whatever that is. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { anyText } from '../../../../testing/src/any-text.ts';
import { entryListText, entryText, type Piece } from './response-text.ts';

const RUNS = 200;

function piece(value: unknown, before = ''): Piece {
  const bytes = Buffer.from(`${before}${JSON.stringify(value)} and more`);
  const start = Buffer.byteLength(before);
  return { bytes, start, end: start + Buffer.byteLength(JSON.stringify(value)) };
}

const resources = fc.array(fc.dictionary(fc.string({ unit: 'grapheme' }), anyText()), {
  maxLength: 5,
});

describe('a response', () => {
  it('joins its pieces to JSON', () => {
    fc.assert(
      fc.property(resources, resources, resources, (items, entries, assets) => {
        const included = { entries: entries.map((one) => piece(one, 'é')), assets: assets.map((one) => piece(one)) };
        const page = { total: 7, skip: 1, limit: 5 };
        const pieces = items.map((one) => piece(one));
        const text = entryListText(pieces, page, included);
        assert.equal(text.toString(), JSON.stringify({ items, ...page, includes: { entries, assets } }));
      }),
      { numRuns: RUNS },
    );
  });

  it('of one entry has what is included beside its attributes', () => {
    const text = entryText(piece({ id: 1 }, 'é'), { entries: [piece({ id: 2 }), piece({ id: 3 })], assets: [] });
    const expected = { id: 1, includes: { entries: [{ id: 2 }, { id: 3 }], assets: [] } };
    assert.equal(text.toString(), JSON.stringify(expected));
  });
});
