/** Nobody handles a key that may do more, sees more or lives longer than they do. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actor } from '../../platform/journal/actor.ts';
import { type Extent, rejectExcess } from './key-extent.ts';

const NOON = Date.parse('2026-06-01T12:00:00Z');
type Bounds = Pick<Actor, 'role' | 'environments' | 'expiresAt'>;

const developer: Bounds = { role: 'developer', environments: null, expiresAt: null };
const bound: Bounds = { ...developer, environments: [1, 2] };
const leaving: Bounds = { ...developer, expiresAt: NOON };

function key(changed: Partial<Extent> = {}): Extent {
  return { role: 'developer', writes: 'direct', environments: null, expiresAt: null, ...changed };
}

const cases: readonly (readonly [string, Bounds, Extent, RegExp | null])[] = [
  ['the same role', developer, key(), null],
  ['a lower role', developer, key({ role: 'viewer' }), null],
  ['a higher role', developer, key({ role: 'admin' }), /has the role admin/],
  ['no role', developer, key({ role: null }), null],
  ['some environments', developer, key({ environments: [9] }), null],
  ['all environments of somebody who sees some', bound, key(), /beyond your own/],
  ['the same environments', bound, key({ environments: [2, 1] }), null],
  ['fewer environments', bound, key({ environments: [2] }), null],
  ['one environment more', bound, key({ environments: [1, 3] }), /beyond your own/],
  ['no role, but more environments', bound, key({ role: null, environments: [3] }), /beyond your own/],
  ['no expiry of somebody who leaves', leaving, key(), /does not expire by 2026-06-01T12:00:00.000Z/],
  ['the same expiry', leaving, key({ expiresAt: NOON }), null],
  ['an earlier expiry', leaving, key({ expiresAt: NOON - 1 }), null],
  ['a later expiry', leaving, key({ expiresAt: NOON + 1 }), /does not expire by/],
];

for (const [what, actor, extent, refused] of cases)
  test(`a key with ${what} is ${refused === null ? 'theirs to handle' : 'refused'}`, () => {
    const run = () => rejectExcess(actor as Actor, extent);
    if (refused === null) run();
    else assert.throws(run, { code: 'insufficient_permission', message: refused });
  });
