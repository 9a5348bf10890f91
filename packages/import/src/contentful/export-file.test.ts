/**
 * Files that are not an export, or damaged ones, are rejected with a message that says where;
 * nothing is imported partially.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { checkedExport, readExportFile } from './export-file.ts';

const damaged: [string, unknown, RegExp][] = [
  ['a list', [], /is not a Contentful export/],
  ['something else', { items: [] }, /neither "contentTypes" nor "entries"/],
  ['entries that are not a list', { entries: {} }, /"entries" is not a list/],
  ['an entry without an id', { entries: [{ sys: {}, fields: {} }] }, /entries\[0\] has no sys.id/],
  ['null for an entry', { entries: [null] }, /entries\[0\] has no sys.id/],
  ['values without locales', { entries: [{ sys: { id: 'a' }, fields: { title: 'x' } }] }, /in entries\[0\]/],
  ['a type without fields', { contentTypes: [{ sys: { id: 'a' } }] }, /contentTypes\[0\] has no list of fields/],
  ['a locale without a code', { entries: [], locales: [{}] }, /locales\[0\] has no code/],
];

describe('reading an export', () => {
  for (const [name, parsed, message] of damaged) {
    it(`refuses ${name}`, () => assert.throws(() => checkedExport(parsed, 'x.json'), message));
  }

  it('takes content without a model, and entries without fields', () => {
    const file = checkedExport({ entries: [{ sys: { id: 'a' } }] }, 'x.json');
    assert.deepEqual(file.entries[0]?.fields, {});
    assert.deepEqual(file.contentTypes, []);
  });

  it('reads a file with a byte order mark, and says what is wrong with others', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-export-'));
    try {
      await writeFile(join(folder, 'good.json'), '\uFEFF{"entries":[]}');
      await writeFile(join(folder, 'bad.json'), '{"entries":');
      assert.deepEqual((await readExportFile(join(folder, 'good.json'))).entries, []);
      await assert.rejects(readExportFile(join(folder, 'bad.json')), /bad\.json is not JSON/);
      await assert.rejects(readExportFile(join(folder, 'none.json')), /none\.json cannot be read/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
