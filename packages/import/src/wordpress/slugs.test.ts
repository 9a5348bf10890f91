/** Slugs of WordPress as they are here. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownSlug, slugProblem } from './slugs.ts';

const slugs: readonly (readonly [string, string])[] = [
  ['plain', 'plain'],
  ['%e4%bd%a0%e5%a5%bd', '你好'],
  ['%f0%9f%8c%90-staying-safe-%f0%9f%8c%90', 'staying-safe'],
  ['good-%f0%9f%8c%90-news', 'good-news'],
  ['love-%e2%9d%a4%ef%b8%8f-you', 'love-you'],
  ['a--b', 'a--b'],
];
for (const [given, expected] of slugs)
  test(`${given} is ${expected}`, () => {
    assert.equal(ownSlug(given), expected);
    assert.equal(slugProblem(given), null);
  });

test('one of signs alone, or one that is cut inside a character, is left out', () => {
  for (const given of ['%f0%9f%8c%90', 'a-%f0%9f%8c']) assert.match(slugProblem(given) ?? '', /was left out/);
});
