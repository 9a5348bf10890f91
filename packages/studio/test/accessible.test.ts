/**
 * Every screen of Studio, as axe sees it, with no rule switched off: in two views that differ in everything, or, with
 * `STUDIO_VIEWS=all`, in all eight. `PAGE_SCREENSHOTS=<folder>` keeps pictures of them. What ten of them tell a screen reader stands in `names-and-roles.yaml`; `STUDIO_NAMES=write` writes it anew.
 */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Page } from 'playwright-core';
import { describeFirstEngine } from '../../server/test/harness/engines.ts';
import { requireAccessible } from '../../server/test/pages/accessible.ts';
import { type FilledSpace, fillSpace } from './harness/filled-space.ts';
import { keepForGuide } from './harness/guide-pictures.ts';
import { NamesAndRoles } from './harness/names-and-roles.ts';
import { bringTo, screensOf } from './harness/screens.ts';
import { Studio } from './harness/studio.ts';
import { ALL_VIEWS, everyView, OPPOSITE_VIEWS } from './harness/views.ts';

const VIEWS = everyView ? ALL_VIEWS : OPPOSITE_VIEWS;

/** Those whose names and roles are stored. */
const MAIN_SCREENS: ReadonlySet<string> = new Set([
  'log-in',
  'first-steps',
  'home',
  'content',
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
    for (const state of screensOf(filled)) {
      const page: Page = state.door === true ? outside : inside;
      await page.setViewportSize({ width: 1_280, height: 800 });
      await bringTo(page, `${studio.url}/studio${state.path}`, state);
      if (MAIN_SCREENS.has(state.name)) await names.require(page, state.name);
      await keepForGuide(page, state.name);
      await requireAccessible(page, state.name, VIEWS);
    }
    names.finish();
    assert.deepEqual(seen, [[], []]);
  });
});
