/** Studio in German: no screen shows or names anything in the English of its sources, and refusals are told in German. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { type FilledScene, fillSpace } from '../harness/filled-space.ts';
import { describeScenes } from '../harness/scene.ts';
import { screensOf } from '../harness/screens.ts';

const CATALOG = new URL('../../src/languages/de.po', import.meta.url);
/** The main screens, by their names in `screensOf`; the entry stands beside them. */
const WALK = [
  'first-steps',
  'home',
  'content',
  'media',
  'media-file',
  'model',
  'type',
  'locales',
  'members',
  'profile',
];
/** What a person sees, or hears from a screen reader: text nodes in sight, and names that stand in attributes. */
const SEEN = `(() => {
  const seen = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode())
    if (walker.currentNode.parentElement.checkVisibility()) seen.push(walker.currentNode.data);
  for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
    for (const element of document.querySelectorAll('[' + name + ']')) seen.push(element.getAttribute(name));
  return [...new Set(seen.map((text) => text.trim()))];
})()`;

describeScenes('the language of Studio', { fill: fillSpace }, (it) => {
  it('speaks German where the browser does, on every screen, in refusals, and in the models to begin with', async (scene) => {
    const english = englishPatterns();
    const owner = scene.given.owner;
    const own = new Set<string>();
    for (const kind of ['content-types', 'entries?order=created_at&limit=100', 'media'])
      for (const text of stringsIn((await owner.get(`${scene.given.base}/${kind}`, 200)).json)) own.add(text);
    const context = await scene.logIn(scene.given.member, { locale: 'de-AT' });
    const page = await context.newPage();
    const entry = { name: 'entry', path: `${scene.path}/content/post-5` };
    const screens = [...screensOf(scene.filled).filter(({ name }) => WALK.includes(name)), entry];
    assert.equal(screens.length, WALK.length + 1);
    for (const { name, path } of screens) {
      await page.goto(`${scene.url}/studio${path}`);
      await page.getByRole('heading').first().waitFor();
      await page.waitForLoadState('networkidle');
      const seen = (await page.evaluate(SEEN)) as string[];
      const inEnglish = seen.filter((text) => !own.has(text) && english.some((pattern) => pattern.test(text)));
      assert.deepEqual({ name, inEnglish }, { name, inEnglish: [] });
    }
    assert.equal(await page.locator('html').getAttribute('lang'), 'de');
    await refuseInGerman(page);
    await takeModel(scene, page);
  });
});

async function refuseInGerman(page: Page): Promise<void> {
  const title = page.getByRole('textbox', { name: /^Title/ });
  await title.fill('x'.repeat(121));
  await title.press('Tab');
  await page.getByText('Höchstens 120 Zeichen; es sind 121.').first().waitFor();
  await title.fill('Fog');
  await title.press('Tab');
  await page.getByText('Gespeichert', { exact: true }).waitFor();
}

async function takeModel(scene: FilledScene, page: Page): Promise<void> {
  const { owner, space } = scene.given;
  const products = `${space}/environments/next/content-types`;
  await page.goto(`${scene.url}/studio/spaces/${scene.given.spaceId}/next/first-steps`);
  const starter = page.getByRole('region', { name: 'Produkte' });
  await starter.getByRole('button', { name: 'Verwenden' }).click();
  await starter.getByRole('button', { name: 'In Verwendung' }).waitFor();
  const type = await owner.get(`${products}/product`, 200);
  assert.deepEqual([type.at('name'), type.at('fields.2.name')], ['Produkt', 'Artikelnummer']);
}

/** What each message becomes on a screen, for those that are other words in German. */
function englishPatterns(): readonly RegExp[] {
  const messages = readFileSync(CATALOG, 'utf8').matchAll(/^msgid ((?:".*"\n?)+)msgstr ((?:".*"\n?)+)/gm);
  const pairs = [...messages].map(([, id = '', words = '']) => [textOf(id), textOf(words)] as const);
  const german = new Set(pairs.flatMap(([, words]) => piecesOf(words)));
  const pieces = new Set(pairs.flatMap(([id]) => piecesOf(id)).filter((piece) => !german.has(piece)));
  return [...pieces].map((piece) => new RegExp(`^${piece}$`));
}

/** The text of a message in a catalog, which may stand on several lines. */
function textOf(quoted: string): string {
  return quoted
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as string)
    .join('');
}

/** The texts that a message is shown as: one for each plural, and for each part around and in an element; as patterns. */
function piecesOf(message: string): readonly string[] {
  const plural = /\{\w+, plural,((?: ?(?:\w+|=\d+) \{[^{}]*\})+)\}/.exec(message);
  if (plural !== null)
    return [...(plural[1] ?? '').matchAll(/\{([^{}]*)\}/g)].flatMap(([, one = '']) =>
      piecesOf(message.replace(plural[0], one.replaceAll('#', '{n}'))),
    );
  return message
    .split(/<\/?\d+\/?>/)
    .map((piece) => piece.trim())
    .filter((piece) => /\p{L}{2}/u.test(piece.replaceAll(/\{\w+\}/g, '')))
    .map((piece) =>
      piece
        .split(/\{\w+\}/)
        .map(escaped)
        .join('.+'),
    );
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Every text in a value, however deep. */
function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
