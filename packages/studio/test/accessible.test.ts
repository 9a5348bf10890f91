/**
 * The screens of Studio, as axe sees them, with no rule switched off: the main ones and one of each kind of part that opens
 * on them, each in one view, by turns, or, with `STUDIO_VIEWS=all`, as in the deep tier, every screen there is in all eight.
 * `PAGE_SCREENSHOTS=<folder>` keeps pictures of them. What the main ones tell a screen reader stands in `names-and-roles.yaml`;
 * `STUDIO_NAMES=write` writes it anew.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { requireAccessible } from '../../server/test/pages/accessible.ts';
import { everyView, viewsInTurn } from '../../server/test/pages/views.ts';
import { describeFirstEngine } from '../../testing/src/engines.ts';
import { given, joinAs } from '../../testing/src/given.ts';
import { fillSpace } from './harness/filled-space.ts';
import { keepForGuide } from './harness/guide-pictures.ts';
import { NamesAndRoles } from './harness/names-and-roles.ts';
import { applyState } from './harness/screen-state.ts';
import { screens } from './harness/screens.ts';
import { type ScriptedModel, startScriptedModel } from './harness/scripted-model.ts';
import { Studio, UNDER_POLICY } from './harness/studio.ts';

/**
 * What the console of Chromium tells of responses, by the screen: one asks for a second factor, one says that the account is
 * suspended, one what keeps a release from going out, one whether values are to be hidden.
 */
const TOLD_BY_CHROMIUM: Readonly<Record<string, string>> = {
  'log-in-code': 'console: Failed to load resource: the server responded with a status of 403 (Forbidden)',
  'suspended-by-the-operator':
    'console: Failed to load resource: the server responded with a status of 403 (Forbidden)',
  'release-blocked': 'console: Failed to load resource: the server responded with a status of 409 (Conflict)',
  'type-save': 'console: Failed to load resource: the server responded with a status of 409 (Conflict)',
};

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

/** One of each kind of what is no main screen. */
const SAMPLES: ReadonlySet<string> = new Set([
  'palette',
  'content-selected',
  'assist-text',
  'release',
  'type-field',
  'components',
  'blocks',
  'key-new',
  'environments-compare',
  'webhook',
]);
const isLookedAt = (name: string) => everyView || MAIN_SCREENS.has(name) || SAMPLES.has(name);

/** While one waits for its browser, another has the processor. */
const PARTS_AT_ONCE = 3;

describeFirstEngine('the screens of Studio', (engine) => {
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

  const names = new NamesAndRoles();
  describe('each part in a space of its own', { concurrency: PARTS_AT_ONCE }, () => {
    for (const [part, statesIn] of Object.entries(screens))
      it(`can be used by everybody, and keep their names and roles: ${part}`, async () => {
        const filled = await fillSpace(await given(studio.url));
        const states = statesIn(filled).filter(({ name }) => isLookedAt(name));
        const isOutside = states.some(({ outside }) => outside === true);
        const context = await (isOutside
          ? studio.visitor(UNDER_POLICY)
          : studio.logIn(filled.scene.member, UNDER_POLICY));
        const page = await context.newPage();
        const { seen } = await studio.watch(page);
        for (const [index, state] of states.entries()) {
          await page.setViewportSize({ width: 1_280, height: 800 });
          await applyState(page, `${studio.url}/studio${state.path}`, state);
          if (MAIN_SCREENS.has(state.name)) await names.require(page, state.name);
          await keepForGuide(page, state.name);
          await requireAccessible(page, state.name, viewsInTurn(index));
        }
        const told = states.flatMap(({ name }) => TOLD_BY_CHROMIUM[name] ?? []);
        assert.deepEqual(seen.map(withoutAddress), told);
        await context.close();
      });

    it('can be used by everybody where a session has ended, and one logs in over them', async () => {
      const { scene, path } = await fillSpace(await given(studio.url));
      const person = await joinAs(scene.member, 'editor');
      const page = await studio.show(await studio.logIn(person, UNDER_POLICY), `${path}/content`);
      await page.getByRole('row', { name: /The boats are back/ }).waitFor();
      await person.actor.delete('/auth/sessions', 204);
      await page.getByRole('searchbox', { name: 'Search entries' }).fill('boats');
      await page.getByRole('dialog', { name: 'Log in to continue' }).waitFor();
      await requireAccessible(page, 'log-in-again', viewsInTurn(0));
      await page.context().close();
    });
  });

  it('have all been looked at of which something is stored', () => names.finish());
});

/** What was seen, whatever it was asked of: addresses hold ids. */
function withoutAddress(seen: string): string {
  return seen.replace(/ https?:\S+$/, '');
}
