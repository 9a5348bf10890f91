/**
 * What opens over and beside the fields of an entry, as axe sees it with no rule switched off: each in one view, by turns, or
 * all in all eight with `STUDIO_VIEWS=all`. `PAGE_SCREENSHOTS=<folder>` keeps pictures of them. The dialog to publish, the other
 * panels and the menus of rich text are looked at in `accessible.test.ts` and `rich-text.test.ts`.
 */
import type { Page } from 'playwright-core';
import { requireAccessible, type View } from '../../../server/test/pages/accessible.ts';
import { viewsInTurn } from '../../../server/test/pages/views.ts';
import { formOf } from '../../../testing/src/form.ts';
import { onePixel } from '../harness/studio.ts';
import type { ArticleCase, ArticleScene } from './articles.ts';
import { scrollTo } from './hands.ts';

/** Mirrors a page before its scripts run, as a language that is written from right to left does. */
const RIGHT_TO_LEFT = `new MutationObserver(() => document.documentElement?.setAttribute('dir', 'rtl'))
  .observe(document, { childList: true })`;

/** In which each state is opened, whatever the one before was looked at in. */
const VIEWPORT = { width: 1_280, height: 720 };

interface Opened {
  readonly name: string;
  /** Behind the key of the entry. */
  readonly search?: string;
  /** What is done to see it. */
  opens?(page: Page, scene: ArticleScene): Promise<void>;
}

const chooseIn = async (page: Page, field: string, button: string) => {
  await scrollTo(page, 'everything', field.toLowerCase());
  await page.getByRole('group', { name: field }).getByRole('button', { name: button }).click();
  await page.getByRole('dialog').getByRole('option').first().waitFor();
};

const states: Readonly<Record<string, readonly Opened[]>> = {
  'the fields, and what stands beside them': [
    { name: 'entry', search: '?locales=en-US,ar' },
    {
      name: 'conflict',
      opens: async (page, scene) => {
        await page.getByRole('textbox', { name: /^Summary/ }).waitFor();
        await scene.change('everything', { summary: `Theirs at ${Date.now()}` });
        await page.getByRole('textbox', { name: /^Summary/ }).fill(`Mine at ${Date.now()}`);
        await page.getByRole('button', { name: 'Use theirs' }).waitFor();
      },
    },
    {
      name: 'table',
      opens: async (page) => {
        await page.getByRole('cell').first().click();
        await page.getByRole('button', { name: 'Table', exact: true }).click();
        await page.getByRole('menuitem', { name: 'Insert row above' }).waitFor();
      },
    },
    {
      name: 'json-editor',
      opens: async (page) => {
        await scrollTo(page, 'everything', 'extra');
        await page.getByRole('textbox', { name: 'Extra' }).click();
        await page.keyboard.press('ControlOrMeta+a');
        await page.keyboard.insertText('{"a": ');
        await page.locator('.cm-editor [aria-invalid="true"]').waitFor();
      },
    },
    {
      name: 'compare',
      search: '?a=1',
      opens: (page) => page.getByRole('button', { name: 'Restore version 1' }).waitFor(),
    },
    {
      name: 'locales',
      opens: async (page) => {
        await page.getByRole('button', { name: 'en-US Choose languages' }).click();
        await page.getByRole('checkbox', { name: /Deutsch/ }).waitFor();
      },
    },
    {
      name: 'preview',
      search: '?panel=preview',
      opens: (page) => page.getByTitle('Preview in').waitFor(),
    },
  ],
  'what opens over them': [
    { name: 'pick-entry', opens: (page) => chooseIn(page, 'Related', 'Choose an entry') },
    { name: 'pick-asset', opens: (page) => chooseIn(page, 'Image', 'Choose or upload') },
    {
      name: 'drawer',
      search: '?drawer=new:author',
      opens: (page) => page.getByRole('dialog', { name: 'Entry' }).getByRole('textbox', { name: /^Name/ }).waitFor(),
    },
    {
      name: 'json',
      opens: async (page) => {
        await page.getByRole('button', { name: 'More actions' }).click();
        await page.getByRole('menuitem', { name: 'Open as JSON' }).click();
        await page.getByLabel('JSON of the entry').waitFor();
      },
    },
    {
      name: 'delete',
      opens: async (page) => {
        await page.getByRole('button', { name: 'More actions' }).click();
        await page.getByRole('menuitem', { name: 'Delete…' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).waitFor();
      },
    },
    {
      // Last, as it publishes what the others show as a draft.
      name: 'published',
      opens: async (page, scene) => {
        await scene.change('everything', { rating: Date.now() });
        await page.reload();
        await page.getByRole('button', { name: /^Publish/ }).click();
        await page.getByRole('button', { name: /^Publish \d/ }).click();
        await page.getByText('Readers see it now', { exact: true }).waitFor();
        await page.getByRole('button', { name: 'Show what readers see' }).click();
        await page.getByLabel('Response of the delivery API').waitFor();
      },
    },
  ],
};

export function accessibleCases(it: ArticleCase): void {
  let index = 0;
  for (const [part, opened] of Object.entries(states)) {
    const looked = opened.map((state) => ({ state, views: viewsInTurn(index++) }));
    it(`can be used by everybody: ${part}`, async (scene) => {
      await writeEverything(scene);
      const contexts = { ltr: await scene.logIn(), rtl: await scene.logIn() };
      await contexts.rtl.addInitScript(RIGHT_TO_LEFT);
      // One page for all states in a direction: its process has the scripts compiled after the first.
      const pages = { ltr: await contexts.ltr.newPage(), rtl: await contexts.rtl.newPage() };
      for (const { state, views } of looked)
        for (const direction of ['ltr', 'rtl'] as const) {
          const those = views.filter((view) => view.direction === direction);
          if (those.length > 0) await look(scene, pages[direction], state, those);
        }
    });
  }
}

async function look(scene: ArticleScene, page: Page, state: Opened, views: readonly View[]): Promise<void> {
  await page.setViewportSize(VIEWPORT);
  await page.goto(scene.address(`everything${state.search ?? ''}`));
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page
    .getByRole('textbox', { name: /^Title/ })
    .or(page.getByRole('heading', { level: 2 }))
    .first()
    .waitFor();
  await state.opens?.(page, scene);
  await requireAccessible(page, `entry-${state.name}`, views);
}

/** An entry with a draft that it links to, a history, a table in its text, and an address where it can be seen. */
async function writeEverything(scene: ArticleScene): Promise<void> {
  const { owner, base, url } = scene.given;
  await owner.patch(`${base}/content-types/article`, { preview_url: `${url}/{slug}` }, 200);
  await scene.write('author', 'ann', { name: 'Ann' });
  await owner.send(
    'POST',
    `${base}/media`,
    await formOf([['file', { name: 'dot.png', bytes: onePixel.buffer, type: onePixel.mimeType }]]),
  );
  const text = (words: string) => ({ type: 'paragraph', content: [{ type: 'text', text: words }] });
  const row = (...words: string[]) => ({
    type: 'tableRow',
    content: words.map((word) => ({ type: 'tableCell', content: [text(word)] })),
  });
  await scene.write('article', 'everything', {
    title: { 'en-US': 'Everything', ar: 'كل شيء' },
    summary: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
    body: {
      type: 'doc',
      content: [text('A text'), { type: 'table', content: [row('High', 'at four'), row('Low', 'at ten')] }],
    },
    extra: { a: 1 },
    author: (await scene.stored('ann')).string('id'),
    tags: ['harbour', 'sea'],
  });
  await scene.change('everything', { title: 'Everything there is', pages: 3 });
}
