/** Moments keep what they are while they are shown in the zone of a device. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localText, momentOf } from './moments.ts';

for (const iso of [
  '2026-11-21T10:00:00.000Z',
  '2026-03-29T01:30:00.000Z',
  '2026-11-21T10:00:07.000Z',
  '2026-11-21T10:00:07.045Z',
])
  test(`${iso} is the same moment after it was shown`, () => assert.equal(momentOf(localText(iso)), iso));

test('what is no moment is shown as nothing and read as none', () => {
  assert.equal(localText('soon'), '');
  assert.equal(localText(undefined), '');
  assert.equal(momentOf(''), null);
});
