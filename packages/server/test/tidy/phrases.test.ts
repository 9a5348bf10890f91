/** What people read has none of the phrases that an English-speaking writer would not say: they read as if translated. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const READ_BY_PEOPLE = [
  'packages/studio/src/languages/en.po',
  'packages/server/src/**/*.ts',
  'docs/**/*.md',
  'README.md',
  'CHANGELOG.md',
];

/** Each phrase, and what to say instead. */
const PHRASES: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/works? no more\b/i, 'This … no longer works'],
  [/nothing is called so/i, 'No results for “x”'],
  [/say what you write/i, 'Choose a starting point'],
  [/\btake blog\b/i, 'Blog, with a button “Use this”'],
  [/comes after the step before/i, 'Complete step 1 first'],
  [/published as they stand|\btake along:/i, 'Also publish these linked entries'],
  [/goes only when no/i, 'You can delete … once it has no …'],
  [/\bbegun by\b/i, 'created by'],
  [/\bchanged last\b/i, 'last changed'],
  [/\bsigning (?:in|on|out)\b(?! (?:key|secret))/i, 'logging in, logging out'],
];

test('no phrase is read that nobody would say', () => {
  const found: string[] = [];
  for (const path of globSync(READ_BY_PEOPLE, { cwd: ROOT }).filter((one) => !one.endsWith('.test.ts'))) {
    const text = readFileSync(`${ROOT}/${path}`, 'utf8');
    const read = path.endsWith('.ts') ? text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '') : text;
    for (const [phrase, instead] of PHRASES) {
      const match = phrase.exec(read);
      if (match !== null) found.push(`${path}: “${match[0]}”; say: ${instead}`);
    }
  }
  assert.deepEqual(found, []);
});
