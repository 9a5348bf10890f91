/** From `npm start` with an empty data folder to what a site reads, without a manual: by pointer, then by keyboard alone. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { describeFirstEngine } from '../../testing/src/engines.ts';
import { freshEmail, PASSWORD } from '../../testing/src/given.ts';
import { keepForGuide } from './harness/guide-pictures.ts';
import { type Hand, Keyboard, Pointer } from './harness/hands.ts';
import { onePixel, Studio, UNDER_POLICY } from './harness/studio.ts';

const ACTIONS_MOST = 40;

describeFirstEngine('the first hour with Studio', (engine) => {
  let studio: Studio;
  before(async () => {
    studio = await Studio.openByNpmStart({ engine });
  });
  after(() => studio.close());

  // Each is a person of their own, in a browser of their own.
  describe('alone', { concurrency: true }, () => {
    for (const Means of [Pointer, Keyboard])
      it(`goes from / to a published entry in two languages by ${Means.name.toLowerCase()}`, async () => {
        const context = await studio.visitor(UNDER_POLICY);
        const page = await context.newPage();
        const watch = await studio.watch(page);
        const hand = new Means(page);
        await page.goto(studio.url);

        await signUp(page, hand);
        await begin(page, hand);
        await addGerman(page, hand);
        await writeArticle(page, hand);
        await keepForGuide(page, 'entry');
        await publish(page, hand);
        await readAsSite(page, hand);
        await keepForGuide(page, 'read');

        assert.deepEqual(watch.seen, []);
        assert.ok(hand.actions <= ACTIONS_MOST, `It took ${hand.actions} actions.`);
        await context.close();
      });
  });
});

async function signUp(page: Page, hand: Hand): Promise<void> {
  // Whoever comes before anybody has signed up is greeted with that; the other of the two may come later.
  const greeting = page.getByRole('heading', { name: 'Create the first account' });
  const toSignUp = page.getByRole('link', { name: 'Sign up' });
  await greeting.or(toSignUp).waitFor();
  if (await toSignUp.isVisible()) await hand.press(toSignUp);
  await hand.write(page.getByLabel('Your name'), 'Ada');
  await hand.write(page.getByLabel('E-mail address'), freshEmail());
  await hand.write(page.getByRole('textbox', { name: 'Password' }), PASSWORD);
  await hand.press(page.getByRole('button', { name: /^(Sign up|Create account)$/ }));
}

/** A space with a model that is ready. */
async function begin(page: Page, hand: Hand): Promise<void> {
  await hand.write(page.getByRole('textbox', { name: 'Name of the space' }), 'Harbour news');
  await hand.press(page.getByRole('button', { name: 'Create space' }));
  const blog = page.getByRole('region', { name: 'Blog' });
  await hand.press(blog.getByRole('button', { name: 'Use this' }));
  await blog.getByRole('button', { name: 'In use' }).waitFor();
}

async function addGerman(page: Page, hand: Hand): Promise<void> {
  await hand.press(page.getByRole('link', { name: 'Settings' }));
  await hand.press(page.getByRole('link', { name: 'Languages' }));
  await hand.press(page.getByRole('button', { name: 'Add a language' }));
  const dialog = page.getByRole('dialog');
  await hand.write(dialog.getByRole('combobox', { name: 'Language' }), 'German');
  await hand.press(dialog.getByRole('button', { name: 'Add' }));
  await page.getByRole('cell', { name: 'German' }).waitFor();
}

async function writeArticle(page: Page, hand: Hand): Promise<void> {
  await hand.press(page.getByRole('link', { name: 'Content', exact: true }));
  // One above the list, and one where nothing is in it yet.
  await hand.press(page.getByRole('button', { name: 'New entry' }).first());
  await hand.press(page.getByRole('menuitem', { name: 'Article' }));
  await hand.write(page.getByRole('textbox', { name: /^Title/ }), 'The boats are back');
  await hand.press(page.getByRole('button', { name: 'en-US' }));
  await hand.press(page.getByRole('checkbox', { name: /German/ }));
  await hand.putAway();
  await hand.write(page.getByRole('textbox', { name: /^Title.*de$/ }), 'Die Boote sind zurück');
  await hand.press(page.getByRole('button', { name: 'Choose or upload' }));
  await hand.give(page.getByRole('dialog').getByRole('button', { name: 'Upload' }), onePixel);
  await page.getByRole('button', { name: 'Remove link to dot.png' }).waitFor();
  await page.getByText('Saved', { exact: true }).waitFor();
}

async function publish(page: Page, hand: Hand): Promise<void> {
  await hand.press(page.getByRole('button', { name: 'Publish…' }));
  await hand.press(page.getByRole('button', { name: 'Publish 1 entry' }));
  await page.getByText('Readers see it now', { exact: true }).waitFor();
  await hand.press(page.getByRole('button', { name: 'Done' }));
}

/** The answer that a site gets, shown on the screen; and with the key that is shown, the other language. */
async function readAsSite(page: Page, hand: Hand): Promise<void> {
  await hand.press(page.getByRole('link', { name: 'Home' }));
  await hand.press(page.getByRole('link', { name: 'Continue with the first steps' }));
  await hand.press(page.getByRole('button', { name: 'Create a key and try it' }));
  const answer = page.getByLabel('Response', { exact: true });
  await answer.waitFor();
  assert.match((await answer.textContent()) ?? '', /"title": "The boats are back"[\s\S]*dot\.png/);

  const command = (await page.getByLabel('Command', { exact: true }).textContent()) ?? '';
  const [, Authorization = '', address = ''] = command.match(/Authorization: (Bearer \S+)'[^']*'(.+)'/) ?? [];
  const german = await page.request.get(`${address}&locale=de`, { headers: { Authorization } });
  assert.match(await german.text(), /"title":"Die Boote sind zurück"/);
}
