/** What the query strings of single entries, single assets and lists of assets mean. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { writeCursor } from '../../platform/http/cursor.ts';
import { DE, EN, magazine } from '../delivery/fixtures.ts';
import { readAssetList } from './asset-list.ts';
import { readSingleAsset, readSingleEntry } from './single.ts';

const model = magazine();

describe('a single entry', () => {
  it('takes include, locale and select', () => {
    const { include, locale, selection } = readSingleEntry('include=3&locale=de&select=fields.title', model);
    assert.deepEqual([include, locale, selection?.code], [3, DE, 'content_type,fields,id title']);
    assert.deepEqual([readSingleEntry('', model).include, readSingleEntry('locale=*', model).locale], [1, null]);
  });

  it('takes nothing else', () => {
    for (const search of ['limit=1', 'fields.title=x', 'q=x', 'include=9', 'locale=xx']) {
      assert.throws(() => readSingleEntry(search, model), { code: 'validation_failed' }, search);
    }
  });
});

describe('assets', () => {
  it('are listed by creation, by media type, in an order, page by page', () => {
    const plain = readAssetList('', model);
    assert.deepEqual(
      [plain.order, plain.mimeType, plain.locale, plain.limit],
      [{ by: 'created_at', descending: true }, null, EN, 100],
    );
    const { order, mimeType } = readAssetList('order=id&mime_type=Image/*', model);
    assert.deepEqual([order, mimeType], [{ by: 'id', descending: false }, 'image/*']);
    const position = { part: 0, values: ['pic'], id: 'pic', since: null, seen: 0, passed: 3 };
    const cursor = writeCursor(position, readAssetList('order=id', model).cursorScope);
    assert.deepEqual(readAssetList(`order=id&locale=de&cursor=${cursor}`, model).after, position);
    const misfits = [
      { values: [] },
      { values: [1] },
      { values: ['a', 'b'] },
      { values: ['\0'] },
      { since: 1.5 },
      { part: 3 },
    ];
    for (const misfit of misfits) {
      const forged = writeCursor({ ...position, ...misfit }, readAssetList('order=id', model).cursorScope);
      assert.throws(() => readAssetList(`order=id&cursor=${forged}`, model), { code: 'validation_failed' });
    }
  });

  it('take nothing else', () => {
    for (const search of [
      'order=size',
      'mime_type=png',
      'mime_type=image/%25',
      'fields.title=x',
      'include=1',
      'cursor=x',
      'limit=0',
    ]) {
      assert.throws(() => readAssetList(search, model), { code: 'validation_failed' }, search);
    }
    assert.throws(() => readSingleAsset('include=1', model), { code: 'validation_failed' });
  });
});
