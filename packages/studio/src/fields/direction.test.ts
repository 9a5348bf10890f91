/** On which side inputs begin, by their language. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { directionOf, inputDirection } from './direction.ts';

test('inputs of right-to-left languages begin on the right, also while they are empty, others by what is typed', () => {
  for (const locale of ['ar', 'ar-EG', 'he', 'fa', 'ur', 'pa-Arab'])
    assert.deepEqual([inputDirection(locale), directionOf(locale)], ['rtl', 'rtl'], locale);
  for (const locale of ['en', 'de-AT', 'ja', 'pa-Guru'])
    assert.deepEqual([inputDirection(locale), directionOf(locale)], ['auto', 'ltr'], locale);
});
