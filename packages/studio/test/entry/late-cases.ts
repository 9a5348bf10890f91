/** What takes a moment shows nothing that moves until it has lasted: what came sooner would only flicker. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { formOf } from '../../../testing/src/form.ts';
import { until } from '../../../testing/src/until.ts';
import { onePixel } from '../harness/studio.ts';
import type { ArticleCase, ArticleScene } from './articles.ts';
import { scrollTo } from './hands.ts';

/**
 * Time does not pass for what waits for 200 ms, until the test lets it. From then on it passes for all: React may put
 * another wait in the place of the first, as late as 300 ms after it.
 */
const HOLD_TIMERS = `(() => {
  const [set, held] = [window.setTimeout, []];
  window.setTimeout = (run, after, ...given) => (after === 200 ? (held.push(run), 0) : set(run, after, ...given));
  window.isTimerHeld = () => held.length > 0;
  window.letTimePass = () => {
    window.setTimeout = set;
    held.splice(0).forEach((run) => run());
  };
})()`;
const PAINTED = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

interface Waiting {
  readonly what: string;
  /** What has not come yet. */
  readonly held: RegExp;
  /** Behind the space. */
  readonly address: string;
  readonly opens?: (page: Page) => Promise<void>;
}

export function lateCases(it: ArticleCase): void {
  it('shows what takes a moment only once it has lasted', async (scene, test) => {
    const context = await scene.logIn();
    await context.addInitScript(HOLD_TIMERS);
    for (const one of await writeLate(scene)) {
      await test.test(one.what, async () => {
        const page = await context.newPage();
        await comesLate(page, one, `${scene.url}/studio${scene.path}/${one.address}`);
        await page.close();
      });
    }
  });
}

async function comesLate(page: Page, { held, opens }: Waiting, address: string): Promise<void> {
  const [asked, arrives] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(held, async (route) => {
    asked.resolve();
    await arrives.promise;
    await route.continue();
  });
  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await opens?.(page);
  await asked.promise;
  await until(() => page.evaluate<boolean>('isTimerHeld()'));
  await page.evaluate(PAINTED);
  const moving = page.locator('.mantine-Skeleton-root[data-visible], .mantine-Loader-root');
  assert.equal(await moving.count(), 0);
  await page.evaluate('letTimePass()');
  await moving.first().waitFor();
  arrives.resolve();
  await moving.first().waitFor({ state: 'hidden' });
  await page.unrouteAll({ behavior: 'wait' });
}

/** An entry with all that comes after it, and how each part of it is held back. */
async function writeLate(scene: ArticleScene): Promise<readonly Waiting[]> {
  const author = await scene.write('author', 'late-author', { name: 'Late' });
  await scene.write('author', 'late-friend', { name: 'Later', friend: author.string('id') });
  await scene.write('article', 'late', { title: 'Late' });
  await scene.change('late', { title: 'Later' });
  const form = await formOf([['file', { name: 'late.png', bytes: onePixel.buffer, type: onePixel.mimeType }]]);
  const picture = (await scene.given.owner.send('POST', `${scene.given.base}/media`, form)).string('id');
  return [
    { what: 'the editor of rich text', held: /\/assets\/rich-text-editor-.*\.js/, address: 'content/late' },
    {
      what: 'the editor of JSON',
      held: /\/assets\/json-editor-.*\.js/,
      address: 'content/late',
      opens: (page) => scrollTo(page, 'late', 'extra'),
    },
    { what: 'the card of a link', held: /\/entries\?ids=/, address: 'content/late-friend' },
    { what: 'two versions side by side', held: /\/versions\/1$/, address: 'content/late?a=1' },
    { what: 'a file', held: new RegExp(`/media/${picture}$`), address: `media?asset=${picture}` },
  ];
}
