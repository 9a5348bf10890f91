/** The pages that are made from code say what the code says. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { referencePages } from './write-reference.ts';

for (const [name, text] of referencePages) {
  test(`docs/reference/${name} is up to date`, () => {
    const page = new URL(`../docs/reference/${name}`, import.meta.url);
    assert.equal(readFileSync(page, 'utf8'), text(), 'Run `node scripts/write-reference.ts`.');
  });
}
