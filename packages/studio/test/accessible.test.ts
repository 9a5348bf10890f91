/**
 * Every screen of Studio, as axe sees it, with no rule switched off: each in one view, by turns, or, with
 * `STUDIO_VIEWS=all`, in all eight. `PAGE_SCREENSHOTS=<folder>` keeps pictures of them. What the main ones tell a screen
 * reader stands in `names-and-roles.yaml`; `STUDIO_NAMES=write` writes it anew.
 */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Page } from 'playwright-core';
import { describeFirstEngine } from '../../server/test/harness/engines.ts';
import { requireAccessible } from '../../server/test/pages/accessible.ts';
import { joinAs } from '../../server/test/scene.ts';
import { type FilledSpace, fillSpace } from './harness/filled-space.ts';
import { keepForGuide } from './harness/guide-pictures.ts';
import { NamesAndRoles } from './harness/names-and-roles.ts';
import { bringTo, screensOf } from './harness/screens.ts';
import { Studio } from './harness/studio.ts';
import { viewsInTurn } from './harness/views.ts';

/** What the console of Chromium tells of the response that asks whether values are to be hidden, and for a second factor. */
const CONFIRMATION_ASKED = 'console: Failed to load resource: the server responded with a status of 409 (Conflict)';
const SECOND_FACTOR_ASKED = 'console: Failed to load resource: the server responded with a status of 403 (Forbidden)';

/** Those whose names and roles are stored. */
const MAIN_SCREENS: ReadonlySet<string> = new Set([
  'log-in',
  'first-steps',
  'home',
  'content',
  'entry',
  'publish',
  'history',
  'media',
  'media-file',
  'model',
  'type',
  'keys',
  'profile',
]);

describeFirstEngine('the screens of Studio', (engine) => {
  let studio: Studio;
  let filled: FilledSpace;
  before(async () => {
    studio = await Studio.open({ engine });
    filled = await fillSpace(studio.url);
  });
  after(() => studio.close());

  it('can be used by everybody, and keep their names and roles', async () => {
    const names = new NamesAndRoles();
    const inside = await (await studio.logIn(filled.scene.member)).newPage();
    const outside = await (await studio.visitor()).newPage();
    const seen = [(await studio.watch(inside)).seen, (await studio.watch(outside)).seen];
    for (const [index, state] of screensOf(filled).entries()) {
      const page: Page = state.door === true ? outside : inside;
      await page.setViewportSize({ width: 1_280, height: 800 });
      await bringTo(page, `${studio.url}/studio${state.path}`, state);
      if (MAIN_SCREENS.has(state.name)) await names.require(page, state.name);
      await keepForGuide(page, state.name);
      await requireAccessible(page, state.name, viewsInTurn(index));
    }
    names.finish();
    assert.deepEqual(seen, [[CONFIRMATION_ASKED], [SECOND_FACTOR_ASKED]]);
  });

  it('can be used by everybody where a session has ended, and one logs in over them', async () => {
    const person = await joinAs(filled.scene.member, 'editor');
    const page = await studio.show(await studio.logIn(person), `${filled.path}/content`);
    await page.getByRole('row', { name: /The boats are back/ }).waitFor();
    await person.actor.delete('/auth/sessions', 204);
    await page.getByRole('searchbox', { name: 'Search entries' }).fill('boats');
    await page.getByRole('dialog', { name: 'Log in to go on' }).waitFor();
    await requireAccessible(page, 'log-in-again', viewsInTurn(0));
    await page.context().close();
  });
});
