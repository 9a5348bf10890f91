/** Patterns can stall nobody: each is refused when it is set, or its match ends at once on any text. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cpuMsOf } from '../../../../test/harness/cpu-time.ts';
import { patternMismatch, patternProblem } from './pattern.ts';

/** Generous for a busy machine; without limits these take seconds to years. */
const MATCH_MS_MAX = 1000;

const known = [
  '^(a+)+$',
  '^(a|aa)+$',
  '^(a|a?)+$',
  '(a*)*b',
  '(.*a){30}',
  '(x+x+)+y',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '(a?){300}a{300}',
  '([a-c]?){100}[a-c]{100}[d-e]$',
  '(\\p{L}|\\p{N}|\\p{M}|\\p{P}){190}[xy]',
  '^(?:[a-zA-Z0-9]+[._-]?)+@(?:[a-z]+\\.)+[a-z]{2,}$',
  '(.*)(.*)(.*)(.*)(.*)(.*)(.*)(.*)(.*)[^a]$',
  '((((((((((a|b)*)*)*)*)*)*)*)*)*)*c',
  '(\\s*\\S*)*$',
  '^(\\w+\\s?)*$',
  '(?i)(a|b|ab)*c',
];

describe('a pattern', () => {
  for (const pattern of known) {
    test(`${pattern} is refused or matches at once`, async () => {
      if (patternProblem(pattern) !== null) return;
      for (const text of [
        `${'a'.repeat(49_999)}!`,
        'abc1é.'.repeat(8_000),
        'a'.repeat(30),
        `${'a b'.repeat(10_000)}\n`,
      ]) {
        const tookMs = await cpuMsOf(() => patternMismatch(pattern, text));
        assert.ok(tookMs < MATCH_MS_MAX, `${tookMs} ms`);
      }
    });
  }

  test('matches anywhere, as a search does', () => {
    assert.equal(patternMismatch('b+', 'abc'), null);
    assert.match(patternMismatch('^b', 'abc') ?? '', /\^b/);
  });

  test('of RE2 is taken, of other engines refused with the reason', () => {
    assert.equal(patternProblem('^(?i)[\\w-]+\\d{2,3}\\p{Greek}?$'), null);
    for (const pattern of ['(?=a)', '(?<!a)', '(a)\\1', '[', 'a{1001}', '(']) {
      assert.match(patternProblem(pattern) ?? '', /^Write the pattern in RE2 syntax.*\.$/);
    }
  });

  test('is still known after many others', () => {
    for (let number = 0; number < 1200; number++) assert.equal(patternMismatch(`^${number}$`, String(number)), null);
    assert.equal(patternMismatch('^0$', '0'), null);
  });
});
