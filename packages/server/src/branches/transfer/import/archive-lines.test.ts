/** The lines of a file with records, however its bytes arrive. */
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { LINE_BYTES_MAX } from '../format.ts';
import { linesOf, parseLine, readSomeLines } from './archive-lines.ts';

async function linesIn(text: string, { chunk, at = 0 }: { chunk: number; at?: number }) {
  const bytes = Buffer.from(text);
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunk) }, (_, n) =>
    bytes.subarray(n * chunk, (n + 1) * chunk),
  );
  const lines: (readonly [number, string, number])[] = [];
  for await (const line of linesOf(Readable.from(chunks), { at, size: at + bytes.length }))
    lines.push([line.at, line.bytes.toString(), line.next]);
  return lines;
}

const texts: readonly (readonly [string, readonly (readonly [number, string, number])[]])[] = [
  ['', []],
  ['\n', [[0, '', 1]]],
  ['a', [[0, 'a', 1]]],
  ['a\n', [[0, 'a', 2]]],
  [
    'a\n\nbc\n',
    [
      [0, 'a', 2],
      [2, '', 3],
      [3, 'bc', 6],
    ],
  ],
  [
    'a\r\nb',
    [
      [0, 'a\r', 3],
      [3, 'b', 4],
    ],
  ],
  [
    '"ä😀"\n2',
    [
      [0, '"ä😀"', 9],
      [9, '2', 10],
    ],
  ],
];
for (const [text, expected] of texts)
  test(`the lines of ${JSON.stringify(text)} are the same in pieces of any size`, async () => {
    for (const chunk of [1, 2, 3, 100])
      assert.deepEqual(await linesIn(text, { chunk }), expected, `pieces of ${chunk}`);
  });

test('lines behind the beginning of a file know where they stand in it', async () => {
  assert.deepEqual(await linesIn('a\nb\n', { chunk: 3, at: 10 }), [
    [10, 'a', 12],
    [12, 'b', 14],
  ]);
});

test('some lines are read at a time, at least one', async () => {
  const some = async (bounds: { lines: number; bytes: number }) =>
    (await readSomeLines(Readable.from([Buffer.from('aa\nbb\ncc\n')]), { at: 0, size: 9 }, bounds)).length;
  assert.equal(await some({ lines: 2, bytes: 100 }), 2);
  assert.equal(await some({ lines: 9, bytes: 3 }), 2);
  assert.equal(await some({ lines: 9, bytes: 1 }), 1);
  assert.equal(await some({ lines: 9, bytes: 100 }), 3);
});

test('a line that is too long is refused before its end', async () => {
  const endless = async function* () {
    for (;;) yield Buffer.alloc(1_048_576, 'a');
  };
  await assert.rejects(
    async () => {
      for await (const _ of linesOf(endless(), { at: 0, size: 1e12 })) assert.fail('there is no line');
    },
    { code: 'payload_too_large' },
  );
  const exact = `${'a'.repeat(LINE_BYTES_MAX)}\n`;
  assert.equal((await linesIn(exact, { chunk: 1_048_576 })).length, 1);
});

test('a line is JSON that can be stored', () => {
  assert.deepEqual(parseLine(Buffer.from('{"a":1}')), { a: 1 });
  for (const text of ['', '{', '{"a":1}{', '"\\ud800"', '"\\u0000"'])
    assert.throws(() => parseLine(Buffer.from(text)), { name: 'DomainError' }, text);
});
