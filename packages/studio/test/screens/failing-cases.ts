/** What cannot be loaded: it says so in its place, and another try loads it. */

import assert from 'node:assert/strict';
import type { Locator, Page, Route } from 'playwright-core';
import { joinAs, type Member, PASSWORD } from '../../../testing/src/given.ts';
import { hurry } from '../harness/clock.ts';
import type { FilledCase, FilledScene } from '../harness/filled-space.ts';

const MINUTE_MS = 60_000;
/** A refusal, which is not tried again by itself. */
const refuse = (route: Route) =>
  route.fulfill({ status: 403, json: { detail: { code: 'forbidden', message: 'Not now.' } } });

const refusal = (page: Page) => page.getByRole('alert', { name: 'You do not have permission to do this' });

export function failingCases(it: FilledCase): void {
  const boats = (page: Page) => page.getByRole('row', { name: /The boats are back/ });

  it('tries again what all screens of a space need', async (scene) => {
    const page = await scene.show('/profile');
    await page.getByRole('heading', { name: 'My profile' }).waitFor();
    await page.route('**/locales?**', refuse);
    await page.goto(`${scene.url}/studio${scene.path}/content?q=boats`);
    await refusal(page).waitFor();
    await page.unroute('**/locales?**');
    await refusal(page).getByRole('button', { name: 'Try again' }).click();
    await boats(page).waitFor();
  });

  it('gives details to copy where a form is refused as nobody expects, and none where its words say enough', async (scene) => {
    const page = await scene.show(`${scene.path}/settings/keys`);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'New key' }).click();
    const dialog = page.getByRole('dialog', { name: 'New key' });
    await dialog.getByRole('textbox', { name: 'What is it for?' }).fill('The site');
    const answers = [
      { status: 403, json: { detail: { code: 'insufficient_permission', message: 'Not you.' } } },
      {
        status: 500,
        headers: { 'x-request-id': 'req_boats' },
        json: { detail: { code: 'internal_error', message: 'Oh.', request_id: 'req_boats' } },
      },
    ];
    await page.route('**/api-keys', (route) =>
      route.request().method() === 'POST' ? route.fulfill(answers.shift() ?? {}) : route.fallback(),
    );
    const details = dialog.getByRole('alert').getByRole('button', { name: 'Copy details' });
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByRole('alert').waitFor();
    assert.equal(await details.count(), 0);
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await details.click();
    await dialog.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = String(await page.evaluate('navigator.clipboard.readText()'));
    assert.match(copied, /\d{4}-\d\d-\d\dT[\s\S]*500 internal_error\nrequest req_boats/);
  });

  it('shows a screen whose loading ended with the session after the log-in over it', async (scene) => {
    const { person, page } = await openBoats(scene);
    await person.actor.delete('/auth/sessions', 204);
    await page.getByRole('link', { name: 'Model' }).click();
    await page.getByRole('button', { name: /^Harbour news/ }).click();
    await page.getByRole('menuitem', { name: 'next' }).click();
    await logInOver(page);
    await page
      .getByRole('heading', { level: 1, name: 'Model' })
      .or(page.getByRole('heading', { name: 'Home' }))
      .waitFor();
  });

  it('asks to log in over the screen though the file of that is not served any more', async (scene) => {
    let isThere: Promise<unknown> | undefined;
    const { person, page } = await openBoats(scene, async (opened) => {
      isThere = opened.waitForResponse('**/log-in-again*');
    });
    await page.clock.fastForward(MINUTE_MS);
    await isThere;
    await page.waitForLoadState('networkidle');
    await page.route('**/log-in-again*', (route) => route.abort());
    await person.actor.delete('/auth/sessions', 204);
    await page.getByRole('searchbox', { name: 'Search entries' }).fill('tide');
    await logInOver(page);
    await page.getByRole('row', { name: /Low tide/ }).waitFor();
  });

  it('stays where it is where the log-in over it cannot be loaded, and leads to the log-in screen at another try', async (scene) => {
    const { person, page } = await openBoats(scene, async (opened) => {
      await opened.route('**/log-in-again*', (route) => route.abort());
    });
    await person.actor.delete('/auth/sessions', 204);
    await page.getByRole('searchbox', { name: 'Search entries' }).fill('tide');
    const failure = page.getByRole('alert').filter({ hasText: 'log-in-again' });
    await hurry(page, failure.waitFor());
    assert.ok(await page.getByRole('searchbox', { name: 'Search entries' }).isVisible());
    await page.unroute('**/log-in-again*');
    await failure.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Log in to Lectern' }).waitFor();
  });

  it('keeps a key that is pressed at the moment in which the list is asked for the keys before', async (scene) => {
    const page = await scene.show(`${scene.path}/content`);
    const box = page.getByRole('searchbox', { name: 'Search entries' });
    await box.waitFor();
    await page.evaluate(`{
      const replace = history.replaceState;
      history.replaceState = function (...given) {
        history.replaceState = replace;
        document.execCommand('insertText', false, 's');
        return replace.apply(this, given);
      };
    }`);
    await box.pressSequentially('boat');
    await page.waitForURL(/q=boats/);
    await boats(page).waitFor();
    assert.equal(await box.inputValue(), 'boats');
    await page.goBack();
  });

  it('tries again what a part of a screen shows', async (scene) => {
    const page = await scene.show(`${scene.path}/content/post-4`);
    await page.getByRole('textbox', { name: /^Title/ }).waitFor();
    await page.route('**/versions/1*', refuse);
    await page.goto(`${scene.url}/studio${scene.path}/content/post-4?a=1`);
    await refusal(page).waitFor();
    await page.unroute('**/versions/1*');
    await refusal(page).getByRole('button', { name: 'Try again' }).click();
    await page.getByText('These versions are identical.').waitFor();
  });

  it('tries again the small lists beside what is shown, and says the next step where there is nothing', async (scene) => {
    const page = await scene.show('/profile');
    await page.getByRole('heading', { name: 'My profile' }).waitFor();
    const lists: readonly (readonly [string, RegExp, Locator])[] = [
      ['/content/post-1?panel=history', /\/versions\?/, page.getByRole('button', { name: /Created.*Ada/ })],
      [
        `/media?asset=${scene.filled.picture}`,
        /links_to=/,
        page.getByRole('region', { name: 'Used in' }).getByRole('link').first(),
      ],
      ['/settings/members', /\/invitations\?/, page.getByRole('button', { name: 'Withdraw' })],
    ];
    for (const [path, request, line] of lists) {
      await page.route(request, refuse);
      await page.goto(`${scene.url}/studio${scene.path}${path}`);
      const alert = page.getByRole('alert').filter({ hasText: 'Not now.' });
      await alert.waitFor();
      await page.unroute(request);
      await alert.getByRole('button', { name: 'Try again' }).click();
      await line.waitFor();
    }
    const { owner, space, spaceId } = scene.given;
    await owner.post(`${space}/environments`, { name: 'empty' }, 201);
    await page.goto(`${scene.url}/studio/spaces/${spaceId}/empty/media`);
    const empty = page.getByRole('status').filter({ hasText: 'No files yet' });
    await empty.getByRole('button', { name: 'Upload' }).waitFor();
  });

  it('shows no entries for a search without a word, and all of them for one of spaces', async (scene) => {
    const page = await scene.show(`${scene.path}/content`);
    const box = page.getByRole('searchbox', { name: 'Search entries' });
    for (const signs of ['?', '"', '❤️']) {
      await box.fill(signs);
      await page.getByRole('button', { name: 'Clear filters', exact: true }).waitFor();
      await box.fill(' ');
      await boats(page).waitFor();
      assert.equal(await box.inputValue(), ' ');
    }
  });

  /** A list in a browser of somebody whose session can end. */
  async function openBoats(
    scene: FilledScene,
    before: (page: Page) => Promise<void> = async () => {},
  ): Promise<{ readonly person: Member; readonly page: Page }> {
    const person = await joinAs(scene.given.member, 'editor');
    const page = await (await scene.logIn(person)).newPage();
    await before(page);
    await page.goto(`${scene.url}/studio${scene.path}/content?q=boats`);
    await boats(page).waitFor();
    return { person, page };
  }

  async function logInOver(page: Page): Promise<void> {
    const dialog = page.getByRole('dialog', { name: 'Log in to continue' });
    await hurry(page, dialog.getByRole('textbox', { name: 'Password' }).fill(PASSWORD));
    await dialog.getByRole('button', { name: 'Log in', exact: true }).click();
  }
}
