/** A language model beside the fields: what it writes is shown first, and goes in by the person alone. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { until } from '../../../testing/src/until.ts';
import { hurry } from '../harness/clock.ts';
import { HALF, IN_GERMAN, type ScriptedModel, WRITTEN } from '../harness/scripted-model.ts';
import { type ArticleCase, isSaved, onPage } from './articles.ts';
import { block, modelPages, storedBlocks } from './block-pages.ts';
import { isFocused } from './hands.ts';

interface Stored {
  readonly local: Readonly<Record<string, unknown>>;
}

/** Opens the menu at a field, and presses something in it. */
async function ask(page: Page, field: string, what: string): Promise<void> {
  await page
    .getByRole('button', { name: `AI helpers for ${field}` })
    .first()
    .click();
  await page.getByRole('menuitem', { name: what, exact: true }).click();
}
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const field = (page: Page, name: string) => page.getByRole('textbox', { name: new RegExp(`^${name}`) });
const suggest = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Suggest' }).click();

const wordsOf = async (part: Locator) => (await part.textContent()) ?? '';

/** Those of every day. @param model of the service */
export function assistCases(it: ArticleCase, model: () => ScriptedModel): void {
  it('rewrites a text by keyboard alone, shows what changes, and undo takes it back in one step', async (scene) => {
    await scene.write('article', 'shortened', { title: 'Title', summary: 'A very quiet and very long day.' });
    await onPage(scene, 'shortened', async (page) => {
      await field(page, 'Summary').focus();
      await page.getByRole('button', { name: 'AI helpers for Summary' }).waitFor();
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: 'Shorten' }).press('Enter');
      const panel = dialog(page, 'Shorten');
      await panel.locator('del', { hasText: 'very' }).first().waitFor();
      assert.equal(await field(page, 'Summary').inputValue(), 'A very quiet and very long day.');
      await panel.getByRole('button', { name: 'Use this text' }).press('Enter');
      await panel.waitFor({ state: 'hidden' });
      await isFocused(field(page, 'Summary'));
      assert.equal(await field(page, 'Summary').inputValue(), 'A quiet and long day.');
      await page.keyboard.press('Control+z');
      assert.equal(await field(page, 'Summary').inputValue(), 'A very quiet and very long day.');
      await page.keyboard.press('Control+Shift+z');
      await isSaved(page);
      await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
      await isSaved(page);
    });
    assert.equal((await scene.stored('shortened')).string('fields.summary.en-US'), 'A very quiet and very long day.');
  });

  it('keeps what is typed while the model writes, and asks before it is replaced', async (scene) => {
    await scene.write('article', 'held', { title: 'Title', summary: 'A very long day.' });
    await onPage(scene, 'held', async (page) => {
      await field(page, 'Summary').focus();
      await ask(page, 'Summary', 'Tell it what to change…');
      await dialog(page, /^Tell it/)
        .getByRole('textbox')
        .fill('hold-typing');
      await suggest(page);
      await page.getByText('The model is writing.').waitFor();
      await field(page, 'Summary').press('End');
      await page.keyboard.type(' And a night.');
      await isSaved(page);
      model().release('hold-typing');
      await dialog(page, /^Tell it/)
        .getByText('This changed while the model was writing.')
        .waitFor();
      assert.equal(await field(page, 'Summary').inputValue(), 'A very long day. And a night.');
      await page.getByRole('button', { name: 'Use it anyway' }).click();
      assert.equal(await field(page, 'Summary').inputValue(), 'A long day.');
      await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
      await isSaved(page);
    });
    assert.equal((await scene.stored('held')).string('fields.summary.en-US'), 'A very long day. And a night.');
  });
}

/** The rest of it, before an issue is closed. */
export function longAssistCases(it: ArticleCase, model: () => ScriptedModel): void {
  it('rewrites selected words of a rich text, with their marks, in the place where they are by then', async (scene) => {
    const bold = { type: 'text', text: 'very good', marks: [{ type: 'bold' }] };
    const words = [{ type: 'text', text: 'A ' }, bold, { type: 'text', text: ' and very long day' }];
    const paragraph = (content: unknown) => ({ type: 'paragraph', content });
    const body = { type: 'doc', content: [paragraph(words), paragraph([{ type: 'text', text: 'very late' }])] };
    await scene.write('article', 'selected', { title: 'Title', body });
    await onPage(scene, 'selected', async (page) => {
      const text = field(page, 'Body');
      await text.getByText('very late').dblclick({ position: { x: 4, y: 8 } });
      await text.press('Control+Home');
      await page.keyboard.press('Shift+End');
      await ask(page, 'Body', 'Shorten');
      await dialog(page, 'Shorten').locator('del').first().waitFor();
      await text.press('Control+End');
      await page.keyboard.type(' at night');
      await hurry(page, page.getByRole('button', { name: 'Use this text' }).click());
      await until(async () => (await wordsOf(text)).includes('A good and long day'));
      assert.match(await wordsOf(text), /very late at night/);
      assert.equal(await wordsOf(text.locator('strong')), 'good');
      await page.keyboard.press('Control+z');
      await until(async () => (await wordsOf(text)).includes('A very good and very long day'));
      assert.match(await wordsOf(text), /very late at night/);
      await isSaved(page);
    });
  });

  it('writes a whole new entry, after it was shown, and nothing past the person', async (scene) => {
    await onPage(scene, 'new?type=article', async (page) => {
      await field(page, 'Title').focus();
      await ask(page, 'Title', 'Write the whole entry…');
      await dialog(page, /^Write the entry/)
        .getByRole('textbox', { name: 'What is the entry about?' })
        .fill('A harbour');
      await suggest(page);
      await page.getByRole('button', { name: /^Use \d texts$/ }).waitFor();
      assert.equal(await field(page, 'Title').inputValue(), '');
      await page.getByRole('dialog').getByRole('checkbox', { name: 'Tags' }).uncheck();
      await page.getByText('Stays as it is: Tags').waitFor();
      await page.getByRole('button', { name: /^Use \d texts$/ }).click();
      assert.equal(await field(page, 'Title').inputValue(), WRITTEN);
      await field(page, 'Body').getByText(WRITTEN).waitFor();
      await isSaved(page);
      await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
      assert.equal(await field(page, 'Title').inputValue(), '');
    });
  });

  it('translates what is empty, and what has a text only where that is ticked', async (scene) => {
    await scene.write('article', 'two', {
      title: { 'en-US': 'Harbour', de: 'Hafen' },
      summary: { 'en-US': 'Boats leave.' },
    });
    await onPage(scene, 'two', async (page) => {
      await page.getByRole('button', { name: /Choose languages/ }).click();
      await page.getByRole('button', { name: 'Translate from…' }).click();
      const panel = dialog(page, 'Translate');
      assert.deepEqual(
        [
          await panel.getByRole('checkbox', { name: 'Title' }).isChecked(),
          await panel.getByRole('checkbox', { name: 'Summary' }).isChecked(),
        ],
        [false, true],
      );
      await suggest(page);
      await panel.getByText('Stays as it is: Title').waitFor();
      await panel.getByText(`${IN_GERMAN}Boats leave.`).waitFor();
      await panel.getByRole('button', { name: 'Use this text' }).click();
      const german = page.getByRole('textbox', { name: /^Summary ?.*de$/ });
      await german.waitFor();
      assert.equal(await german.inputValue(), `${IN_GERMAN}Boats leave.`);
      await isSaved(page);
    });
    const { title, summary } = (await scene.stored('two')).at('fields') as Record<string, Record<string, unknown>>;
    assert.deepEqual([title?.de, summary?.de], ['Hafen', `${IN_GERMAN}Boats leave.`]);
  });

  it('works at a text inside of a block, and undo takes it back', async (scene) => {
    await modelPages(scene.given);
    const fields = { heading: { 'en-US': 'A very long pier' } };
    await scene.write('page', 'pier', { title: 'Pier', blocks: [{ id: 'h1', type: 'hero', fields }] });
    await onPage(scene, 'pier', async (page) => {
      const heading = block(page, 'Hero', 1).getByRole('textbox', { name: /^Heading/ });
      await heading.focus();
      await ask(page, 'Heading', 'Shorten');
      const panel = dialog(page, 'Shorten');
      await panel.locator('del', { hasText: 'very' }).waitFor();
      await panel.getByRole('button', { name: 'Use this text' }).click();
      await isFocused(heading);
      assert.equal(await heading.inputValue(), 'A long pier');
      await page.keyboard.press('Control+z');
      assert.equal(await heading.inputValue(), 'A very long pier');
      await ask(page, 'Heading', 'Write with AI…');
      await dialog(page, 'Write with AI').getByRole('textbox').fill('A heading');
      await suggest(page);
      await page.getByRole('button', { name: 'Use this text' }).click();
      assert.equal(await heading.inputValue(), WRITTEN);
      await isSaved(page);
    });
    assert.equal((await storedBlocks(scene, 'pier'))[0]?.id, 'h1');
  });

  it('translates what is missing inside of blocks, as one step, and leaves what is there', async (scene) => {
    await modelPages(scene.given);
    const hero = (id: string, heading: object) => ({ id, type: 'hero', fields: { heading } });
    const quote = { id: 'q1', type: 'quote', fields: { text: { 'en-US': 'Deep', ar: 'عميق' } } };
    const blocks = [
      hero('h1', { 'en-US': 'Harbour' }),
      { id: 'g1', type: 'gallery', fields: { voices: [quote] } },
      hero('h2', { 'en-US': 'Boats', de: 'Boote' }),
    ];
    const local = { 'en-US': [{ id: 'l1', type: 'quote', fields: { text: 'News' } }] };
    await scene.write('page', 'inside', { title: { 'en-US': 'Title', de: 'Titel' }, blocks, local });
    await onPage(scene, 'inside', async (page) => {
      await page.getByRole('button', { name: /Choose languages/ }).click();
      await page.getByRole('button', { name: 'Translate from…' }).click();
      const panel = dialog(page, 'Translate');
      await panel.getByText('2 texts inside are missing').waitFor();
      await panel.getByText('1 text inside has a translation already').waitFor();
      await suggest(page);
      await panel.getByRole('checkbox', { name: 'Blocks › Hero 1 · Harbour › Heading · de' }).waitFor();
      await panel.getByText(`${IN_GERMAN}Deep`).waitFor();
      await panel.getByText('Stays as it is: Title').waitFor();
      await panel.getByRole('button', { name: 'Use 3 texts' }).click();
      await isSaved(page);
      const german = (await scene.stored('inside')).at('fields') as Stored;
      assert.deepEqual(german.local.de, [{ id: 'l1', type: 'quote', fields: { text: `${IN_GERMAN}News` } }]);
      assert.deepEqual(
        (await storedBlocks(scene, 'inside')).map(({ fields }) => fields.heading ?? fields.voices),
        [
          { 'en-US': 'Harbour', de: `${IN_GERMAN}Harbour` },
          [{ ...quote, fields: { text: { 'en-US': 'Deep', ar: 'عميق', de: `${IN_GERMAN}Deep` } } }],
          { 'en-US': 'Boats', de: 'Boote' },
        ],
      );
      await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
      await until(async () => ((await scene.stored('inside')).at('fields') as Stored).local.de === undefined);
      await isSaved(page);
    });
    assert.deepEqual(
      (await storedBlocks(scene, 'inside')).map(({ id, fields }) => [id, fields.heading]),
      [
        ['h1', { 'en-US': 'Harbour' }],
        ['g1', undefined],
        ['h2', { 'en-US': 'Boats', de: 'Boote' }],
      ],
    );
  });

  it('summarizes and describes the entry as it stands, into the fields that the person chooses', async (scene) => {
    await scene.write('article', 'seo', { title: 'Harbour' });
    await onPage(scene, 'seo', async (page) => {
      await field(page, 'Summary').focus();
      await ask(page, 'Summary', 'Summarize the entry');
      await page.getByRole('button', { name: 'Use this text' }).click();
      assert.equal(await field(page, 'Summary').inputValue(), WRITTEN);
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: /^Title and description/ }).click();
      const panel = dialog(page, /search engines$/);
      for (const [into, name] of [
        ['Title into', 'Title'],
        ['Description into', 'Summary'],
      ] as const) {
        await panel.getByRole('combobox', { name: into }).click();
        await page.getByRole('option', { name, exact: true }).click();
      }
      await suggest(page);
      await panel.getByRole('button', { name: 'Use 1 text' }).click();
      assert.equal(await field(page, 'Title').inputValue(), WRITTEN);
      await isSaved(page);
    });
  });

  it('stops when it is told to, and when nobody waits any more', async (scene) => {
    await scene.write('article', 'stopped', { title: 'Title' });
    await onPage(scene, 'stopped', async (page) => {
      await field(page, 'Body').click();
      await ask(page, 'Body', 'Write with AI…');
      await dialog(page, 'Write with AI').getByRole('textbox').fill('hang here');
      await suggest(page);
      await page.getByText(HALF).waitFor();
      await page.getByRole('button', { name: 'Stop' }).click();
      await page.getByText('Stopped. Nothing was changed.').waitFor();
      await until(() => model().open === 0);
      await page.getByRole('button', { name: 'Change the request' }).click();
      assert.equal(await dialog(page, 'Write with AI').getByRole('textbox').inputValue(), 'hang here');
      page.once('dialog', (question) => void question.accept());
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    });
  });

  it('keeps what was asked of it where Escape closes a list, or was a mistake, in a drawer too', async (scene) => {
    const ann = await scene.write('author', 'asked-ann', { name: 'Ann' });
    await scene.write('author', 'asked-bob', { name: 'Bob', friend: ann.string('id') });
    await onPage(scene, 'asked-bob', async (page) => {
      await page.getByRole('link', { name: 'Open Ann' }).click();
      const drawer = dialog(page, 'Entry');
      await drawer.getByRole('textbox', { name: /^Name/ }).focus();
      await drawer.getByRole('button', { name: 'AI helpers for Name' }).click();
      await page.getByRole('menuitem', { name: 'Write the whole entry…' }).click();
      const panel = dialog(page, /^Write the entry/);
      await panel.getByRole('textbox', { name: 'What is the entry about?' }).fill('A harbour');
      const language = panel.getByRole('combobox', { name: 'Language' });
      await language.click();
      await page.getByRole('option').first().waitFor();
      await language.press('Escape');
      const question = page.waitForEvent('dialog');
      const pressed = language.press('Escape');
      await (await question).dismiss();
      await pressed;
      assert.equal(await panel.getByRole('textbox').first().inputValue(), 'A harbour');
      await panel.getByRole('button', { name: 'Close' }).click();
      await panel.waitFor({ state: 'hidden' });
      await drawer.getByRole('textbox', { name: /^Name/ }).press('Escape');
      await drawer.waitFor({ state: 'hidden' });
    });
  });

  it('says in words what keeps the model from writing, and is not in the way where it is switched off', async (scene) => {
    await scene.write('article', 'off', { title: 'Title', summary: 'A very long day.' });
    await onPage(scene, 'off', async (page) => {
      await field(page, 'Summary').focus();
      const button = page.getByRole('button', { name: 'AI helpers for Summary' });
      await button.waitFor();
      const account = `/accounts/${scene.given.member.accountId}`;
      const { json } = await scene.given.owner.get(account, 200);
      await scene.given.owner.patch(account, { ai: 'off', version: (json as { version: number }).version }, 200);
      await ask(page, 'Summary', 'Improve');
      await page.getByRole('alert').filter({ hasText: 'switched off in this account' }).waitFor();
    });
    const { json } = await scene.given.owner.get(scene.given.space, 200);
    await scene.given.owner.patch(
      scene.given.space,
      { ai: 'off', version: (json as { version: number }).version },
      200,
    );
    await onPage(scene, 'off', async (page) => {
      await field(page, 'Summary').focus();
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Duplicate' }).waitFor();
      assert.equal(await page.getByRole('menuitem', { name: 'Write with AI…' }).count(), 0);
      assert.equal(await page.getByRole('button', { name: /^AI helpers/ }).count(), 0);
    });
  });
}
