/** Which language a browser asks for. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageOf } from './language.ts';

const cases: readonly (readonly [string | undefined, string])[] = [
  [undefined, 'en'],
  ['', 'en'],
  ['de', 'de'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['fr-CH, fr;q=0.9, de;q=0.5, en;q=0.7', 'en'],
  ['en;q=0.1, DE-de;q=0.2', 'de'],
  ['de;q=0, *', 'en'],
  ['nds', 'en'],
  [';;q=x,,', 'en'],
];

for (const [header, language] of cases)
  test(`${JSON.stringify(header)} reads ${language}`, () => assert.equal(languageOf(header), language));
