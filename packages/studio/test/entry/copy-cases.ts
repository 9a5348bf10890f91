/** What somebody takes along from the screen to tell others: the address of the entry, and what went wrong. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Desk } from './desk.ts';

const MAY_COPY = { permissions: ['clipboard-read', 'clipboard-write'] };

export function copyCases(desk: () => Desk): void {
  it('copies a link that opens what is shown', async () => {
    await desk().write('article', 'sent', { title: 'Sent' });
    const context = await desk().logIn(desk().scene.member, MAY_COPY);
    await desk().onPage(
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
    await context.close();
  });

  it('copies the details of what went wrong on a screen, and tries again', async () => {
    const context = await desk().logIn(desk().scene.member, MAY_COPY);
    const page = await context.newPage();
    await page.goto(desk().address('not-yet'));
    const failure = page.getByRole('alert').filter({ hasText: 'This does not exist, or not any more' });
    await failure.getByRole('button', { name: 'Copy details' }).click();
    await failure.getByRole('button', { name: 'Copied' }).waitFor();
    const details = await copied(page);
    for (const part of [desk().address('not-yet'), '404 ', 'Chrome', 'ApiProblem'])
      assert.ok(details.includes(part), details);
    await desk().write('article', 'not-yet', { title: 'Now it exists' });
    await failure.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Now it exists' }).waitFor();
    await context.close();
  });
}

function copied(page: Page): Promise<string> {
  return page.evaluate('navigator.clipboard.readText()');
}
