/** Conditional requests of SCIM: which versions a header matches. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkTag, isNamed } from './precondition.ts';

const TAG = 'W/"v3"';
const cases: readonly (readonly [string, boolean])[] = [
  ['W/"v3"', true],
  ['"v3"', true],
  ['*', true],
  [' * ', true],
  ['W/"v2", W/"v3"', true],
  ['"v2","v3"', true],
  ['W/"v2"', false],
  ['v3', false],
  ['"v3', false],
  ['"V3"', false],
  ['"v33"', false],
  ['"*"', false],
  ['', false],
];
for (const [header, isMet] of cases)
  test(`If-Match: ${header}`, () => {
    assert.equal(isNamed(header, TAG), isMet);
    if (isMet) checkTag(header, TAG);
    else assert.throws(() => checkTag(header, TAG), { status: 412 });
  });

test('without the header nothing is asked for', () => checkTag(undefined, TAG));
