/**
 * Pictures of every screen of Studio: light and dark, 1,440 and 360 px wide, in English, and each that an address leads to in
 * German. Nothing may stand out at the side. They are kept in `STUDIO_ALL_PICTURES=<folder>`, to be looked at one by one.
 */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { requireAccessible } from '../../server/test/pages/accessible.ts';
import { LEFT_TO_RIGHT } from '../../server/test/pages/views.ts';
import { describeFirstEngine } from '../../testing/src/engines.ts';
import { given } from '../../testing/src/given.ts';
import { type FilledSpace, fillSpace } from './harness/filled-space.ts';
import { buildInPage } from './harness/in-page-bundle.ts';
import { applyState, type ScreenState } from './harness/screen-state.ts';
import { screens } from './harness/screens.ts';
import { type ScriptedModel, startScriptedModel } from './harness/scripted-model.ts';
import { Studio } from './harness/studio.ts';

const FOLDER = process.env.STUDIO_ALL_PICTURES ?? null;
const QUALITY = 70;
const WIDE = { width: 1_440, height: 900 };
const NARROW = { width: 360, height: 760 };
const PARTS_AT_ONCE = 2;
const COMPONENTS =
  '<!doctype html><html lang="en"><title>Components</title><body><div id="studio"></div></body></html>';

describeFirstEngine('pictures of Studio', (engine) => {
  let studio: Studio;
  let model: ScriptedModel;
  before(async () => {
    model = await startScriptedModel();
    studio = await Studio.open({ engine, env: model.environment });
  });
  after(async () => {
    await studio.close();
    await model.close();
  });

  it('show all components, which everybody can use', async () => {
    const page = await showComponents({ url: studio.url, visitor: (options) => studio.visitor(options) });
    await requireAccessible(page, 'components', LEFT_TO_RIGHT);
    const names = await photographAll(page, 'components');
    assert.deepEqual(names, []);
    await page.context().close();
  });

  describe('each part in a space of its own', { concurrency: PARTS_AT_ONCE }, () => {
    for (const [part, statesIn] of Object.entries(screens))
      for (const locale of ['en-GB', 'de-AT'])
        it(`are whole at every width, ${locale}: ${part}`, async () => {
          const filled = await fillSpace(await given(studio.url));
          const states = statesIn(filled).filter(({ opens }) => locale === 'en-GB' || opens === undefined);
          const page = await pageFor(studio, filled, states, locale);
          const standingOut: string[] = [];
          for (const state of states) standingOut.push(...(await photograph(page, studio.url, state, locale)));
          assert.deepEqual(standingOut, []);
          await page.context().close();
        });
  });
});

/** A page with all components in all their states. */
async function showComponents({ url, visitor }: Pick<Studio, 'url' | 'visitor'>): Promise<Page> {
  const { script, style } = await buildInPage('components.tsx');
  const page = await (await visitor({ viewport: WIDE })).newPage();
  await page.route(`${url}/components`, (route) => route.fulfill({ contentType: 'text/html', body: COMPONENTS }));
  await page.goto(`${url}/components`);
  await page.addStyleTag({ content: style });
  await page.addScriptTag({ content: script });
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

async function pageFor(studio: Studio, { scene }: FilledSpace, states: readonly ScreenState[], locale: string) {
  const isOutside = states.some(({ outside }) => outside === true);
  const context = await (isOutside ? studio.visitor({ locale }) : studio.logIn(scene.member, { locale }));
  return context.newPage();
}

/** Takes the four pictures of a state. @returns those in which something stands out at the side */
async function photograph(page: Page, url: string, state: ScreenState, locale: string): Promise<readonly string[]> {
  await page.setViewportSize(WIDE);
  // The words that tell a screen is whole are English.
  if (locale === 'en-GB') await applyState(page, `${url}/studio${state.path}`, state);
  else {
    await page.goto(`${url}/studio${state.path}`);
    await page.getByRole('main').waitFor();
    await page.waitForLoadState('networkidle');
  }
  return photographAll(page, `${state.name}-${locale.slice(0, 2)}`);
}

async function photographAll(page: Page, subject: string): Promise<readonly string[]> {
  const standingOut: string[] = [];
  for (const viewport of [WIDE, NARROW])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      // What floats finds its place once more.
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
      const name = [subject, viewport.width, colorScheme].join('-');
      if (await page.evaluate('document.documentElement.scrollWidth > innerWidth')) standingOut.push(name);
      await keep(page, name);
    }
  return standingOut;
}

async function keep(page: Page, name: string): Promise<void> {
  if (FOLDER === null) return;
  mkdirSync(FOLDER, { recursive: true });
  await page.screenshot({
    path: join(FOLDER, `${name}.jpg`),
    type: 'jpeg',
    quality: QUALITY,
    fullPage: name.startsWith('components'),
  });
}
