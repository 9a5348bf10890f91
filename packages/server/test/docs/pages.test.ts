/** The documentation as the service shows it: every page is there, and each of its links leads to a page, or an anchor in one. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { documentationHome, documentationPage } from '../../src/planes/documentation/documentation.ts';
import { renderDocument } from '../../src/planes/documentation/render-document.ts';

const DOCS = fileURLToPath(new URL('../../../../docs', import.meta.url));
const SETTINGS = fileURLToPath(new URL('../../../studio/src/screens/settings', import.meta.url));
const BASE = 'https://cms.example.com';

test('every guide, page of the reference and of operations is a page of the service, and its links lead to pages', async () => {
  const files = globSync('{guide,reference,operations}/*.md', { cwd: DOCS });
  assert.ok(files.length > 50);
  const pages = new Map<string, string>([['/docs/guide', (await documentationHome()) ?? '']]);
  for (const file of files) {
    const [section = '', name = ''] = file.replace('.md', '').split('/');
    pages.set(`/docs/${section}/${name}`, (await documentationPage(section, name)) ?? '');
  }
  const broken = [...pages].flatMap(([address, html]) =>
    [...html.matchAll(/<a [^>]*href="([^"]*)"/g)]
      .map(([, href = '']) => new URL(href.replaceAll('&amp;', '&'), BASE + address))
      .filter(({ origin }) => origin === BASE)
      .filter(({ pathname, hash }) => !leads(pages, pathname, hash))
      .map(({ pathname, hash }) => `${address}: ${pathname}${hash}`),
  );
  assert.deepEqual(broken, []);
});

test('every guide that a page of the settings leads to is there', async () => {
  const sources = globSync('*/**/*.tsx', { cwd: SETTINGS }).map((file) => readFileSync(`${SETTINGS}/${file}`, 'utf8'));
  const guides = new Set(
    sources.flatMap((text) => [...text.matchAll(/\bguide="([^"]*)"/g)].map(([, name = '']) => name)),
  );
  assert.ok(guides.size > 5);
  for (const name of guides) assert.notEqual(await documentationPage('guide', name), null, name);
});

test('no path leads out of the three folders', async () => {
  for (const [section, name] of [
    ['decisions', '0001-one-migration-for-two-engines'],
    ['guide', '../README'],
    ['guide', '..%2fREADME'],
    ['..', 'README'],
  ] as const)
    assert.equal(await documentationPage(section, name), null);
});

test('code, tables and headings look as on GitHub, and nothing of a page is run', () => {
  const html = renderDocument('# A & b\n\n## Two words!\n\n```sh story\nls <x>\n```\n\n| a |\n|---|\n| b |\n', 'guide');
  assert.match(html, /<h2 id="two-words">/);
  assert.match(html, /<code data-language="sh">ls &lt;x&gt;<\/code>/);
  assert.match(html, /<div class="table" tabindex="0"><table>/);
  assert.match(html, /<title>A &amp; b · Lectern<\/title>/);
  assert.ok(readFileSync(`${DOCS}/README.md`, 'utf8').startsWith('# '));
});

function leads(pages: ReadonlyMap<string, string>, path: string, hash: string): boolean {
  if (['/docs', '/studio'].includes(path)) return true;
  const page = pages.get(path);
  return page !== undefined && (hash === '' || page.includes(`id="${decodeURIComponent(hash.slice(1))}"`));
}
