/** Days and moments: those that exist, and their one form. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayTime, momentTime } from '../../../../../contract/src/moments.ts';
import type { Violation } from '../../../../../contract/src/violations.ts';
import { formatMismatch } from './format.ts';
import { readTime } from './read-time.ts';

const moments: readonly (readonly [string, string | undefined])[] = [
  ['2026-11-21T10:00:00Z', '2026-11-21T10:00:00.000Z'],
  ['2026-11-21t10:00:00z', '2026-11-21T10:00:00.000Z'],
  ['2026-11-21T10:00Z', '2026-11-21T10:00:00.000Z'],
  ['2026-11-21T10:00:00.1Z', '2026-11-21T10:00:00.100Z'],
  ['2026-11-21T10:00:00.123456789Z', '2026-11-21T10:00:00.123Z'],
  ['2026-11-21T10:00:00+01:30', '2026-11-21T08:30:00.000Z'],
  ['2026-11-21T10:00:00-0130', '2026-11-21T11:30:00.000Z'],
  ['2026-12-31T23:30:00-01:00', '2027-01-01T00:30:00.000Z'],
  ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
  ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00.000Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ['0000-01-01T00:00:00+00:01', undefined],
  ['9999-12-31T23:59:59-00:01', undefined],
  ['2023-02-29T00:00:00Z', undefined],
  ['2026-04-31T00:00:00Z', undefined],
  ['2026-13-01T00:00:00Z', undefined],
  ['2026-00-10T00:00:00Z', undefined],
  ['2026-11-21T24:00:00Z', undefined],
  ['2026-11-21T10:60:00Z', undefined],
  ['2026-11-21T10:00:60Z', undefined],
  ['2026-11-21T10:00:00+24:00', undefined],
  ['2026-11-21T10:00:00+01:60', undefined],
  ['2026-11-21T10:00:00', undefined],
  ['2026-11-21 10:00:00Z', undefined],
  ['2026-11-21T10:00:00.Z', undefined],
  ['2026-11-21T10:00:00.1234567890Z', undefined],
  ['2026-11-21', undefined],
  ['+12026-11-21T10:00:00Z', undefined],
  ['٢٠٢٦-11-21T10:00:00Z', undefined],
  ['2026-11-21T10:00:00Z\n', undefined],
  ['', undefined],
];
for (const [text, expected] of moments)
  test(`${JSON.stringify(text)} is ${expected ?? 'no moment'}`, () => {
    const at = momentTime(text);
    assert.equal(at === undefined ? undefined : new Date(at).toISOString(), expected);
  });

test('a day is one of the calendar', () => {
  assert.equal(dayTime('1970-01-02'), 86_400_000);
  for (const text of ['2026-02-30', '2026-1-1', '2026-01-01T00:00:00Z', '26-01-01', '2026/01/01', ' 2026-01-01'])
    assert.equal(dayTime(text), undefined, text);
});

test('a time that is none is noted, and one that is absent is not', () => {
  const violations: Violation[] = [];
  assert.equal(readTime(undefined, 'a', violations), undefined);
  for (const value of [null, 1, 'now', '2026-01-01']) assert.equal(readTime(value, 'b', violations), undefined);
  assert.deepEqual(
    violations.map(({ path, rule }) => `${path} ${rule}`),
    Array.from({ length: 4 }, () => 'b format'),
  );
});

const formats: readonly (readonly [Parameters<typeof formatMismatch>[0], readonly string[], readonly string[]])[] = [
  [
    'email',
    ['ann@example.com', 'ann+x@sub.example.com', 'ä@bücher.example'],
    [
      'ann',
      'ann@localhost',
      'a b@example.com',
      'ann@example..com',
      'ann@.com',
      '@example.com',
      'ann@@example.com',
      `${'a'.repeat(65)}@example.com`,
      `a@${'b'.repeat(260)}.com`,
    ],
  ],
  [
    'url',
    ['https://example.com', 'HTTP://example.com/a?b#c', 'https://bücher.example/ä'],
    [
      'example.com',
      '//example.com',
      'ftp://example.com',
      'javascript:alert(1)',
      'https://',
      'https://a b.example',
      'https://example.com\n',
      `https://example.com/${'a'.repeat(2_048)}`,
    ],
  ],
  ['color', ['#0af', '#00AAFF', '#0af8', '#00aaff80'], ['0af', '#0a', '#00aaf', '#00aaff8', '#gggggg', 'red', '']],
  [
    'uuid',
    ['123e4567-e89b-12d3-a456-426614174000', '123E4567-E89B-12D3-A456-426614174000'],
    [
      '123e4567e89b12d3a456426614174000',
      '{123e4567-e89b-12d3-a456-426614174000}',
      '123e4567-e89b-12d3-a456-42661417400',
      '',
    ],
  ],
];
for (const [format, good, bad] of formats)
  test(`the format ${format} takes what it is for, and says what to give`, () => {
    for (const text of good) assert.equal(formatMismatch(format, text), null, text);
    for (const text of bad) assert.match(formatMismatch(format, text) ?? '', /^Give .+\.$/, text);
  });
