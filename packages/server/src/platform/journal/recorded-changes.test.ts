/** Records contain the differences, stay within their limit, and are read back as they were stored. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CHANGES_CHARACTERS_MAX, changesText, keepChanges, keptText } from './recorded-changes.ts';

test('what is the same before and after is left out, by property and by name within it', () => {
  const before = { version: 1, name: 'A', fields: { title: { type: 'string' }, old: { type: 'text' } }, tags: ['a'] };
  const after = { version: 2, name: 'A', fields: { title: { type: 'string' }, new: { type: 'text' } }, tags: ['a'] };
  assert.deepEqual(JSON.parse(changesText({ before, after }) ?? ''), {
    before: { version: 1, fields: { old: { type: 'text' } } },
    after: { version: 2, fields: { new: { type: 'text' } } },
  });
});

test('something created has no before, something deleted no after, and no difference is null', () => {
  assert.equal(changesText({ after: { name: 'A' } }), '{"after":{"name":"A"}}');
  assert.equal(changesText({ before: { name: 'A' } }), '{"before":{"name":"A"}}');
  assert.equal(changesText({ reason: 'because' }), '{"reason":"because"}');
  assert.equal(changesText(undefined), null);
});

test('long values are left out where the whole would be too long, the short ones stay', () => {
  const body = 'x'.repeat(CHANGES_CHARACTERS_MAX);
  const recorded = JSON.parse(changesText({ after: { version: 2, fields: { body, title: 'T' } } }) ?? '');
  const fields = { body: { omitted_characters: CHANGES_CHARACTERS_MAX + 2 }, title: 'T' };
  assert.deepEqual(recorded, { after: { version: 2, fields }, shortened: true });
});

test('changes stay within the limit, whatever they contain', () => {
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`field_${at}`, 'y'.repeat(50)]));
  const text = changesText({ before: many, after: { fields: many } }) ?? '';
  assert.ok(text.length <= CHANGES_CHARACTERS_MAX, `${text.length} characters`);
  assert.equal(JSON.parse(text).shortened, true);
});

test('long texts are stored compressed and read back unchanged', () => {
  for (const text of [null, '{}', JSON.stringify({ after: { body: 'word '.repeat(4_000) } })]) {
    const kept = keepChanges(text);
    assert.equal(keptText(kept), text);
    assert.ok((kept.packedChanges?.length ?? 0) < 1_000);
    assert.equal(kept.packedChanges === null, (text?.length ?? 0) < 4_000);
  }
});
