/** The lines of an import: which are records, and that one that is wrong fails by itself. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IMPORT_LINES_MAX, isBlank, readLines, rejectManyLines } from './records.ts';

const read = (text: string) =>
  [...readLines(Buffer.from(text))].map(({ line, kind, problem }) => [line, kind, problem?.code ?? null]);

const good = '{"entry":{"key":"a"}}';
const bodies: readonly (readonly [string, readonly unknown[]])[] = [
  ['', []],
  ['\n \t\r\n', []],
  [good, [[1, 'entry', null]]],
  [`${good}\n`, [[1, 'entry', null]]],
  [
    `\n${good}\r\n\n{"asset":{}}`,
    [
      [2, 'entry', null],
      [4, 'asset', null],
    ],
  ],
  [
    `{"content_type":{}}\n{\n${good}`,
    [
      [1, 'content_type', null],
      [2, null, 'malformed_request'],
      [3, 'entry', null],
    ],
  ],
];
for (const [body, expected] of bodies)
  test(`the lines of ${JSON.stringify(body)}`, () => assert.deepEqual(read(body), expected));

const wrong = [
  '1',
  'null',
  '[]',
  '{}',
  '"entry"',
  '{"entry":null}',
  '{"entry":[]}',
  '{"entry":"a"}',
  '{"entries":{}}',
  '{"Entry":{}}',
  '{"entry":{},"asset":{}}',
  '{"constructor":{}}',
];
for (const line of wrong)
  test(`${line} is no record`, () => assert.deepEqual(read(line), [[1, null, 'validation_failed']]));

test('a byte order mark or a line that is too long is that line’s problem alone', () => {
  const long = JSON.stringify({ entry: { key: 'a'.repeat(1_048_576) } });
  assert.deepEqual(read(`${long}\n${good}`), [
    [1, null, 'payload_too_large'],
    [2, 'entry', null],
  ]);
  assert.equal(read(`\ufeff${good}\n${good}`)[1]?.[1], 'entry');
});

test('the number of lines is bounded before any is parsed', () => {
  rejectManyLines(Buffer.from('\n'.repeat(IMPORT_LINES_MAX)));
  rejectManyLines(Buffer.from(`${'\n'.repeat(IMPORT_LINES_MAX - 1)}x`));
  assert.throws(() => rejectManyLines(Buffer.from(`${'\n'.repeat(IMPORT_LINES_MAX)}x`)), { code: 'payload_too_large' });
});

test('only white space is blank', () => {
  for (const text of ['', ' ', '\t\r\n', '\0']) assert.equal(isBlank(Buffer.from(text)), true, JSON.stringify(text));
  for (const text of ['a', ' a', '\u00a0']) assert.equal(isBlank(Buffer.from(text)), false, JSON.stringify(text));
});
