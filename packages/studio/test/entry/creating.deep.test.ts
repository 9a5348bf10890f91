/** A new entry is created while somebody goes on: whatever they press meanwhile, and whatever they type, is in it. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { describeScenes } from '../harness/scene.ts';
import { articles, isSaved, onPage } from './articles.ts';

const PAINTED = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';
const CREATION = /\/entries$/;

interface Input {
  readonly field: string;
  readonly pressed: (page: Page) => Locator;
  /** What is typed once it is pressed, half of it before the answer has come. */
  readonly typed?: readonly [string, string];
  readonly value: unknown;
}

const box = (name: string | RegExp) => (page: Page) => page.getByRole('textbox', { name });
const labelled = (name: string) => (page: Page) => page.getByLabel(name, { exact: true });
const answer = (name: string, word: string) => (page: Page) => page.getByRole('radiogroup', { name }).getByText(word);

const inputs: readonly Input[] = [
  { field: 'kind', pressed: answer('Kind', 'essay'), value: 'essay' },
  { field: 'featured', pressed: answer('Featured', 'Yes'), value: true },
  { field: 'slug', pressed: box(/^Slug/), typed: ['-a', 'b'], value: /^(?=.*a)(?=.*b)/ },
  { field: 'summary', pressed: box(/^Summary/), typed: ['Boats ', 'leave.'], value: 'Boats leave.' },
  { field: 'body', pressed: box(/^Body/), typed: ['In the ', 'morning'], value: /In the morning/ },
  { field: 'pages', pressed: labelled('Pages'), typed: ['1', '2'], value: 12 },
  { field: 'rating', pressed: labelled('Rating'), typed: ['4.', '5'], value: 4.5 },
  { field: 'extra', pressed: box('Extra'), typed: ['[1,', ' 2]'], value: [1, 2] },
  { field: 'tags', pressed: box('Tags'), typed: ['sea', 'side\n'], value: ['seaside'] },
  { field: 'scores', pressed: box('Scores'), typed: ['2.', '5\n'], value: [2.5] },
];

describeScenes('a new entry that is created while somebody goes on', articles, (it) => {
  for (const input of inputs)
    for (const moment of ['pressed', 'typed'] as const)
      it(`keeps what is ${moment} as the answer comes: ${input.field}`, async (scene) => {
        await onPage(scene, 'new?type=article', async (page) => {
          await page.setViewportSize({ width: 1280, height: 2400 });
          await page.locator('[data-waiting]').first().waitFor({ state: 'hidden' });
          await input.pressed(page).waitFor();
          const { promise, resolve: letCreate } = Promise.withResolvers<void>();
          await page.route(CREATION, async (route) => {
            if (route.request().method() === 'POST') await promise;
            await route.continue();
          });
          const create = async () => {
            await page.waitForURL((url) => !url.pathname.endsWith('/new'));
            const answered = page.waitForResponse(
              (one) => CREATION.test(one.url()) && one.request().method() === 'POST',
            );
            letCreate();
            await answered;
            await page.evaluate(PAINTED);
          };
          await page.getByRole('textbox', { name: /^Title/ }).pressSequentially('T');
          await input.pressed(page).hover();
          await page.mouse.down();
          if (moment === 'pressed') await create();
          await page.mouse.up();
          await page.keyboard.type(input.typed?.[0] ?? '');
          if (moment === 'typed') await create();
          await page.keyboard.type(input.typed?.[1] ?? '');
          await isSaved(page);
          const key = new URL(page.url()).pathname.split('/').at(-1) ?? '';
          const stored = (await scene.stored(key)).at(`fields.${input.field}.en-US`);
          if (input.value instanceof RegExp) assert.match(JSON.stringify(stored), input.value);
          else assert.deepEqual(stored, input.value);
        });
      });
});
