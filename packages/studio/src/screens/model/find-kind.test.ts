/** Field types are found by their names, and by what they are for where no name has the words. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findsKind } from './find-kind.ts';

const kinds = [
  { name: 'Text', about: 'Several lines without formatting' },
  { name: 'Rich text', about: 'An article with pictures and links' },
  { name: 'File', about: 'A picture, video or document' },
  { name: 'Entry', about: 'A link to another entry' },
];

for (const [typed, found] of [
  ['', ['Text', 'Rich text', 'File', 'Entry']],
  ['text', ['Text', 'Rich text']],
  ['Vidéo', ['File']],
  [' link', ['Rich text', 'Entry']],
  ['video file', []],
] as const)
  test(`"${typed}" finds ${found.join(', ') || 'none'}`, () => {
    assert.deepEqual(
      kinds.filter(findsKind(typed, kinds)).map(({ name }) => name),
      found,
    );
  });
