/** Which environments have a common ancestor, and what happened to each since. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { commonOriginIn } from './origins.ts';

const master = { environment: 1, until: null };
/** Cloned from 1 at revision 10. */
const early = [
  { environment: 2, until: null },
  { environment: 1, until: 10 },
];
/** Cloned from 1 at revision 20. */
const late = [
  { environment: 3, until: null },
  { environment: 1, until: 20 },
];
/** Cloned from 3 at revision 5. */
const grandchild = [
  { environment: 4, until: null },
  { environment: 3, until: 5 },
  { environment: 1, until: 20 },
];

it('a clone and its source have in common what the clone began with', () => {
  const commonOrigin = commonOriginIn(early, [master]);
  assert.equal(commonOrigin?.origin, 2);
  assert.deepEqual(commonOrigin?.histories, [
    [{ environment: 2, after: 1, until: null }],
    [{ environment: 1, after: 10, until: null }],
  ]);
  assert.deepEqual(commonOriginIn([master], early)?.histories.toReversed(), commonOrigin?.histories);
});

it('two clones of one environment have in common what the earlier one began with', () => {
  for (const commonOrigin of [commonOriginIn(early, late), commonOriginIn(late, early)])
    assert.equal(commonOrigin?.origin, 2);
  assert.deepEqual(commonOriginIn(early, late)?.histories[1], [
    { environment: 3, after: 1, until: null },
    { environment: 1, after: 10, until: 20 },
  ]);
});

it('the clone of a clone is related to everything on its line', () => {
  assert.equal(commonOriginIn(grandchild, late)?.origin, 4);
  assert.equal(commonOriginIn(grandchild, [master])?.origin, 3);
  assert.deepEqual(commonOriginIn(grandchild, [master])?.histories[0], [
    { environment: 4, after: 1, until: null },
    { environment: 3, after: 1, until: 5 },
  ]);
  assert.equal(commonOriginIn(grandchild, early)?.origin, 2);
});

it('environments that were not cloned from the same one are not related', () => {
  assert.equal(commonOriginIn(early, [{ environment: 9, until: null }]), undefined);
});
