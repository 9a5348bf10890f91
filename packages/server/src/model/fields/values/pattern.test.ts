/** Patterns can stall nobody: each is refused when it is set, or its match ends at once on any text. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cpuMsOf } from '../../../../../testing/src/cpu-time.ts';
import { PARSED_TEXT } from '../../../../test/bounds/stalls/parsed-text.ts';
import { WORST_PATTERNS, worstSubject } from '../../../../test/bounds/stalls/worst-patterns.ts';
import { patternMismatch, patternProblem } from './pattern.ts';

/** Of one text of 16,000 characters, in units of parsing 1 MiB of JSON, about 4 ms; without limits these take far more. */
const MATCH_UNITS_MAX = 5;
const SUBJECT_CHARACTERS = 16_000;
const COUNTS_MAX = 2_000;

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

/** What content types have. */
const usual = [
  '^[a-z0-9]+(-[a-z0-9]+)*$',
  '^\\d{4}-\\d{2}-\\d{2}$',
  '^[^@]+@[^@]+\\.[^@]+$',
  '^[\\w.+\\-]{1,64}@[\\w.\\-]{1,180}$',
  '^(?:[a-z0-9](?:[a-z0-9\\-]{0,61}[a-z0-9])?\\.)+[a-z]{2,}$',
  '^.{1,200}$',
  "^[\\p{L}\\p{N} '\\-]{2,80}$",
  '^\\p{Lu}\\p{L}*( \\p{Lu}\\p{L}*)*$',
  '(?i)^https?://[^\\s]{1,150}$',
  '^(?:(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)\\.){3}(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)$',
  '\\b(cat|a)\\b.*\\b(bird|b)\\b',
  '^[\\w\\-]+\\.(jpg|png|webp)$',
  '^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$',
];

function worstSubjects(): string[] {
  const everything = Array.from({ length: SUBJECT_CHARACTERS }, (_, n) =>
    String.fromCodePoint(0x61 + ((n * 7_919) % 0x3000)),
  );
  return [
    worstSubject(SUBJECT_CHARACTERS),
    `${'a'.repeat(SUBJECT_CHARACTERS - 1)}!`,
    everything.join(''),
    'a'.repeat(30),
  ];
}

describe('a pattern', () => {
  for (const pattern of [...known, ...WORST_PATTERNS]) {
    test(`${pattern.slice(0, 60)} is refused or matches at once`, async () => {
      const unitMs = await cpuMsOf(() => JSON.parse(PARSED_TEXT));
      if (patternProblem(pattern) !== null) return;
      for (const text of worstSubjects()) {
        const tookMs = await cpuMsOf(() => patternMismatch(pattern, text));
        assert.ok(tookMs <= MATCH_UNITS_MAX * unitMs, `${tookMs} ms, a unit is ${unitMs} ms`);
      }
    });
  }

  test('with too many states is refused with what to do, however short it is', () => {
    for (const pattern of ['a[ab]{290}c', '[ab]*a[ab]{12}c', '([a-c]?){100}[a-c]{100}[d-e]$', '\\pL'.repeat(11)])
      assert.match(patternProblem(pattern) ?? '', /^(Make the pattern simpler|Use at most 10 Unicode classes).*\.$/);
  });

  test('that people write is taken', () => {
    for (const pattern of usual) assert.equal(patternProblem(pattern), null, pattern);
  });

  test('matches as JavaScript does', () => {
    const texts = [
      '',
      'a',
      'ab-c',
      'A1',
      '2026-11-22',
      'ann@example.com',
      'é ж',
      'a b\nc',
      '192.168.0.1',
      'x'.repeat(300),
    ];
    for (const pattern of usual.filter((one) => !one.startsWith('(?'))) {
      const expected = new RegExp(pattern, 'u');
      for (const text of texts)
        assert.equal(patternMismatch(pattern, text) === null, expected.test(text), `${pattern} on ${text}`);
    }
  });

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
    for (let number = 0; number < COUNTS_MAX; number++)
      assert.equal(patternMismatch(`^${number}$`, String(number)), null);
    assert.equal(patternMismatch('^0$', '0'), null);
  });
});
