/** Publishing, previews and uploads while the person looks elsewhere, and the network comes and goes. */
import assert from 'node:assert/strict';
import type { Page, Route } from 'playwright-core';
import { field } from '../../../testing/src/given.ts';
import { onePixel } from '../harness/studio.ts';
import { type ArticleCase, onPage } from './articles.ts';

const MINUTE_MS = 60_000;

export function publishingCases(it: ArticleCase): void {
  it('says that an entry with nothing in it has nothing to publish yet', async (scene) => {
    await onPage(scene, 'new?type=article', async (page) => {
      await page.getByRole('button', { name: 'Publish…' }).click();
      await page.getByRole('alert').getByText('Nothing is written here yet. Fill in a field, then publish.').waitFor();
    });
  });
}

/** Those of the deep tier: many of a kind, or rarer turns of what others hold. */
export function longPublishingCases(it: ArticleCase): void {
  it('says that it is published where only reading the entry again fails', async (scene) => {
    await scene.write('article', 'unread', { title: 'Unread' });
    await onPage(scene, 'unread', async (page) => {
      await page.getByRole('button', { name: 'Publish…' }).click();
      await page.getByRole('button', { name: 'Publish 1 entry' }).waitFor();
      await page.route(/\/entries\/unread(\?|$)/, (route) => route.abort());
      await page.getByRole('button', { name: 'Publish 1 entry' }).click();
      await page.getByText('Readers see it now', { exact: true }).waitFor();
      assert.equal(await page.getByRole('dialog').getByRole('alert').filter({ hasText: 'reached' }).count(), 0);
    });
    assert.equal((await scene.stored('unread')).at('status'), 'published');
  });

  it('keeps the plan as it was chosen while the person looks at another window', async (scene) => {
    await scene.write('article', 'planned', { title: 'Planned' });
    await onPage(scene, 'planned', async (page) => {
      await page.getByRole('button', { name: 'Publish…' }).click();
      await page.getByRole('button', { name: 'Publish 1 entry' }).waitFor();
      const plans = countOf(page, '/master/publish-plan');
      await comeBack(page);
      assert.equal(plans(), 0);
      await page.getByRole('button', { name: 'Publish 1 entry' }).click();
      await page.getByText('Readers see it now', { exact: true }).waitFor();
    });
  });

  it('leaves a preview that is shown as it is while the person looks at another window', async (scene) => {
    const { owner, base, url } = scene.given;
    const fields = [field('title', 'string', { name: 'Title' })];
    const seen = {
      api_id: 'seen',
      name: 'Seen',
      display_field: 'title',
      preview_url: `${url}/healthz?of={key}`,
      fields,
    };
    await owner.post(`${base}/content-types`, seen, 201);
    await scene.write('seen', 'shown', { title: 'Shown' });
    await onPage(scene, 'shown?panel=preview', async (page) => {
      await page.locator('iframe').waitFor();
      const asked = countOf(page, '/preview?');
      await comeBack(page);
      assert.equal(asked(), 0);
      await page.getByRole('button', { name: 'Reload the page' }).click();
      await page.locator('iframe').waitFor();
      assert.equal(asked(), 1, 'the address of a frame is good for an hour');
    });
  });

  it('puts a picture where it was pasted though the entry was left before it was uploaded', async (scene) => {
    await scene.write('article', 'pictured', { title: 'Pictured' });
    await onPage(scene, 'pictured', async (page) => {
      const held: Route[] = [];
      await page.route('**/media', (route) =>
        route.request().method() === 'POST' ? void held.push(route) : route.continue(),
      );
      await page.getByRole('textbox', { name: /^Body/ }).click();
      await page.keyboard.type('Look: ');
      const asked = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/media'));
      await page.evaluate(`{
        const bytes = Uint8Array.from(atob('${onePixel.buffer.toString('base64')}'), (one) => one.charCodeAt(0));
        const clipboardData = new DataTransfer();
        clipboardData.items.add(new File([bytes], 'late.png', { type: 'image/png' }));
        const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
        document.activeElement.dispatchEvent(event);
      }`);
      await asked;
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
      await page.getByRole('heading', { name: 'My drafts' }).waitFor();
      const saved = page.waitForResponse(
        (answer) => /pictured/.test(answer.url()) && /assetBlock/.test(answer.request().postData() ?? ''),
      );
      for (const route of held) await route.continue();
      assert.equal((await saved).status(), 200);
      await page.goBack();
      await page
        .getByRole('textbox', { name: /^Body/ })
        .getByRole('group', { name: /late\.png/ })
        .waitFor();
    });
  });
}

/** The person comes back to the window after a minute; what is asked for then has been asked for afterwards. */
async function comeBack(page: Page): Promise<void> {
  await page.clock.setSystemTime(Date.now() + MINUTE_MS);
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`);
  await page.evaluate(`fetch('/healthz').then((answer) => answer.text())`);
}

/** Counts requests whose address holds some words. */
function countOf(page: Page, words: string): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.url().includes(words)) count += 1;
  });
  return () => count;
}
