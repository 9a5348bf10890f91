/**
 * The bar of an import, as text.
 * It never runs past its end.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { barText } from './progress.ts';

it('the bar shows how far an import is', () => {
  assert.equal(barText('Importing', 0, 10), `Importing [${' '.repeat(30)}] 0 %  0 of 10`);
  assert.equal(barText('Importing', 5, 10), `Importing [${'█'.repeat(15)}${' '.repeat(15)}] 50 %  5 of 10`);
  assert.equal(barText('Importing', 10, 10), `Importing [${'█'.repeat(30)}] 100 %  10 of 10`);
});
