/** Colours of texts are named so that a browser knows them: it leaves out what it does not know, and says nothing. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const SOURCES = fileURLToPath(new URL('..', import.meta.url));
const KNOWN = /^(?:dimmed|inherit|var\(--[a-z-]+\))$/;

test('every colour of a text is a variable of the theme, or one that the library knows', () => {
  const unknown = globSync('**/*.tsx', { cwd: SOURCES }).flatMap((path) => {
    const given = readFileSync(`${SOURCES}/${path}`, 'utf8').matchAll(
      /\sc=(?:"([^"]*)"|\{[^}]*\? '([^']*)' : '([^']*)'\})/g,
    );
    return [...given].flatMap(([, ...names]) =>
      names.filter((name) => name !== undefined && !KNOWN.test(name)).map((name) => `${path}: ${name}`),
    );
  });
  assert.deepEqual(unknown, []);
});
