/** What a record of an entry has to have, and what it may not. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requireEntryRecord } from './entry-record.ts';

const entry = { key: 'a', content_type: 'page', fields: {} };
test('an entry has a key, a content type and fields', () => {
  assert.equal(requireEntryRecord({ ...entry, status: 'changed', published_fields: {}, slug: null }).key, 'a');
  const changes: readonly object[] = [
    { key: undefined },
    { key: 1 },
    { content_type: null },
    { fields: [] },
    { fields: undefined },
    { status: 'live' },
    { created_at: '2026-01-01' },
    { created_at: '2026-01-01T00:00:00' },
    { saved_at: 1 },
    { extra: 1 },
  ];
  for (const change of changes)
    assert.throws(
      () => requireEntryRecord({ ...entry, ...change }),
      { code: 'validation_failed' },
      JSON.stringify(change),
    );
});
