/** What two texts share, and what is in one of them alone, as people read it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparedWords } from './compared-parts.ts';

const SIGNS = { same: '', removed: '-', added: '+' };

test('words that differ one after the other are told as one change', () => {
  const told = (before: string, after: string) =>
    comparedWords(before, after).map(({ kind, value }) => SIGNS[kind] + value);
  assert.deepEqual(told('All about boats', 'A better teaser'), ['-All about boats', '+A better teaser']);
  assert.deepEqual(told('The old pier is open', 'The new quay is open'), [
    'The ',
    '-old pier',
    '+new quay',
    ' is open',
  ]);
  assert.deepEqual(told('Open today', 'Open all day today'), ['Open ', '+all day ', 'today']);
  assert.deepEqual(told('same', 'same'), ['same']);
});
