/** The query string of an image: what is accepted, and what is rejected by name. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Violation } from '../../../../../contract/src/violations.ts';
import { DomainError } from '../../../platform/errors/domain-error.ts';
import { readImageQuery } from './image-query.ts';

const open = { width: null, height: null, fit: 'cover', format: null, quality: null, focus: null };

const read: Readonly<Record<string, object | null>> = {
  '': null,
  'w=300': { ...open, width: 300 },
  'w=300&dpr=2': { ...open, width: 600 },
  'w=333&h=1&dpr=1.5': { ...open, width: 500, height: 2 },
  'fit=inside&fm=auto': { ...open, fit: 'inside', format: 'auto' },
  'q=1': { ...open, quality: 5 },
  'q=83': { ...open, quality: 85 },
  'q=100': { ...open, quality: 100 },
  'fp=0,1': { ...open, focus: { x: 0, y: 1 } },
  'fp=0.333%2C0.5': { ...open, focus: { x: 0.33, y: 0.5 } },
};

for (const [search, request] of Object.entries(read)) {
  test(`"${search}" is read`, () => assert.deepEqual(readImageQuery(search), request));
}

const refused: Readonly<Record<string, readonly string[]>> = {
  'w=0': ['query.w'],
  'w=10001': ['query.w'],
  'w=1.5': ['query.w'],
  'w=-1': ['query.w'],
  'w=1e3': ['query.w'],
  'w=': ['query.w'],
  'w=1&w=2': ['query.w'],
  'q=0': ['query.q'],
  'q=101': ['query.q'],
  'dpr=0': ['query.dpr'],
  'dpr=5.1': ['query.dpr'],
  'dpr=NaN': ['query.dpr'],
  'fit=fill': ['query.fit'],
  'fm=gif': ['query.fm'],
  'fm=jpeg': ['query.fm'],
  'fp=0.5': ['query.fp'],
  'fp=0.5,1.1': ['query.fp'],
  'fp=a,b': ['query.fp'],
  'fp=0,0,0': ['query.fp'],
  'width=3': ['query.width'],
  '__proto__=1': ['query.__proto__'],
  'w=a&h=b&fit=c&fm=d&q=e&dpr=f&fp=g': ['dpr', 'w', 'h', 'fit', 'fm', 'q', 'fp'].map((name) => `query.${name}`),
};

for (const [search, paths] of Object.entries(refused)) {
  test(`"${search}" is refused`, () => {
    const isRight = (error: unknown) => {
      assert.ok(error instanceof DomainError && Array.isArray(error.extra.errors));
      assert.deepEqual(
        error.extra.errors.map((violation: Violation) => violation.path),
        paths,
      );
      return true;
    };
    assert.throws(() => readImageQuery(search), isRight);
  });
}

test('a long query string is rejected as a whole', () => {
  assert.throws(() => readImageQuery('w=1&'.repeat(50)), /at most 20/);
});
