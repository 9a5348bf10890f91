/** What somebody takes along from the screen to tell others: the address of the entry, and what went wrong. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { type ArticleCase, onPage } from './articles.ts';

const MAY_COPY = { permissions: ['clipboard-read', 'clipboard-write'] };

export function copyCases(it: ArticleCase): void {
  it('copies a link that opens what is shown', async (scene) => {
    await scene.write('article', 'sent', { title: 'Sent' });
    const context = await scene.logIn(scene.given.member, MAY_COPY);
    await onPage(
      scene,
      'sent?locales=de&panel=history',
      async (page) => {
        await page.getByRole('button', { name: 'More actions' }).click();
        await page.getByRole('menuitem', { name: 'Copy link' }).click();
        await page.getByRole('menu').waitFor({ state: 'hidden' });
        await page.goto(await copied(page));
        await page.getByRole('heading', { level: 1, name: 'Sent' }).waitFor();
        await page.getByRole('tab', { name: 'History', selected: true }).waitFor();
        await page.getByRole('textbox', { name: /^Title ?.*de$/ }).waitFor();
      },
      context,
    );
  });

  it('copies the details of what went wrong on a screen, and tries again', async (scene) => {
    const context = await scene.logIn(scene.given.member, MAY_COPY);
    const page = await context.newPage();
    await page.goto(scene.address('not-yet'));
    const failure = page.getByRole('alert').filter({ hasText: 'This does not exist or has been deleted' });
    await failure.getByRole('button', { name: 'Copy details' }).click();
    await failure.getByRole('button', { name: 'Copied' }).waitFor();
    const details = await copied(page);
    for (const part of [scene.address('not-yet'), '404 ', 'Chrome', 'ApiProblem'])
      assert.ok(details.includes(part), details);
    await scene.write('article', 'not-yet', { title: 'Now it exists' });
    await failure.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Now it exists' }).waitFor();
  });
}

function copied(page: Page): Promise<string> {
  return page.evaluate('navigator.clipboard.readText()');
}
