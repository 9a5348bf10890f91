/** What is typed and is no value yet: it is kept as what was written is, and nothing takes it away but the person. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { field } from '../../../testing/src/given.ts';
import { crash } from '../drafts/entry-on-screen.ts';
import { type ArticleCase, type ArticleScene, isSaved, onPage } from './articles.ts';
import { scrollTo } from './hands.ts';

const DEVICE_WRITE_MS = 300;
const HALF_JSON = '{"b": [1,';
const code = { type: 'codeBlock', content: [{ type: 'text', text: 'let' }] };

const input = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
/** One line, by its label alone: the first of a location has that of its field too. */
const line = (page: Page, label: string) => page.getByLabel(label, { exact: true }).and(page.locator('input'));
const isUnfinished = (page: Page) => page.getByText('Not finished', { exact: true }).waitFor();

/** The fields whose inputs can hold what is no value, and one of each where somebody writes rich text. */
const draftType = {
  api_id: 'odds',
  name: 'Odds',
  display_field: 'title',
  fields: [
    field('title', 'string', { name: 'Title' }),
    field('extra', 'json', { name: 'Extra' }),
    field('pages', 'integer', { name: 'Pages' }),
    field('place', 'location', { name: 'Place' }),
    field('tags', 'array', { name: 'Tags', items: { type: 'string' } }),
    field('gone', 'json', { name: 'Gone' }),
    field('body', 'rich_text', { name: 'Body' }),
  ],
};

export function unfinishedCases(it: ArticleCase): void {
  it('keeps what is no value yet through a crash, another screen and what others write, until it is finished', async (scene) => {
    await scene.given.owner.post(`${scene.given.base}/content-types`, draftType, 201);
    const values = { title: 'Half', extra: { a: 1 }, pages: 5, body: { type: 'doc', content: [code] } };
    await scene.write('odds', 'half', values);
    await onPage(scene, 'half', async (page) => {
      await line(page, 'Language').fill('ts');
      await isSaved(page);
      await replaceJson(page, 'Extra', HALF_JSON);
      await replaceJson(page, 'Gone', '[');
      await line(page, 'Pages').fill('12 or so');
      await scrollTo(page, 'half', 'place');
      await line(page, 'Latitude').fill('52.5');
      await line(page, 'Tags').pressSequentially('harbo');
      await isUnfinished(page);
      // Where keeping took the page long, the device is handed the next keys a quarter of a second later.
      await page.clock.runFor(DEVICE_WRITE_MS);
      await crash(page);
    });
    const { extra, pages, body } = await storedValues(scene);
    assert.deepEqual([extra, pages], [{ a: 1 }, 5]);
    assert.match(JSON.stringify(body), /"language":"ts"/);
    await scene.change('half', { extra: { theirs: true } });

    await onPage(scene, 'half', async (page) => {
      await showsUnfinished(page);
      const question = page.getByRole('alert').filter({ hasText: 'Someone else changed this while you were writing' });
      const keepMine = question.getByRole('button', { name: 'Keep mine' });
      await keepMine.waitFor();
      assert.match((await question.locator('del').allTextContents()).join(''), /\[1,$/);
      await keepMine.click();
      await isUnfinished(page);
      await page.getByRole('link', { name: 'Media' }).click();
      await page.getByRole('heading', { name: 'Media' }).waitFor();
      await page.goBack();
      await showsUnfinished(page);
      await page.getByRole('button', { name: 'Publish…' }).click();
      const refusal = page.getByRole('alert').filter({ hasText: 'First complete or clear' });
      await refusal.getByText('Extra, Pages, Place, Tags, Gone').waitFor();
      await page.keyboard.press('Escape');

      await input(page, 'Extra').press('ControlOrMeta+End');
      await page.keyboard.insertText('2]}');
      await line(page, 'Pages').fill('12345678901234567890');
      await page.getByText('This number has too many digits to be stored exactly. It is not saved.').waitFor();
      await replaceJson(page, 'Gone', '[9007199254740993.0]');
      await page.getByText('9007199254740993.0 has too many digits to be stored exactly.').waitFor();
      await line(page, 'Pages').fill('12');
      await line(page, 'Longitude').fill('13.4');
      await line(page, 'Tags').press('Enter');
      await replaceJson(page, 'Gone', 'null');
      await isSaved(page);
      assert.equal(await input(page, 'Gone').textContent(), 'null');
    });
    const { body: _, ...finished } = await storedValues(scene);
    assert.deepEqual(finished, {
      title: 'Half',
      extra: { b: [1, 2] },
      pages: 12,
      place: { lat: 52.5, lon: 13.4 },
      tags: ['harbo'],
    });
  });
}

/** Those of the deep tier: many of a kind, or rarer turns of what others hold. */
export function longUnfinishedCases(it: ArticleCase): void {
  it('shows what was written into a field that is gone, and lets go of it', async (scene) => {
    await scene.given.owner.post(`${scene.given.base}/content-types`, draftType, 201);
    await scene.write('odds', 'stray', { title: 'Before' });
    await onPage(scene, 'stray', async (page) => {
      await replaceJson(page, 'Gone', '["half');
      await isUnfinished(page);
      const type = await scene.given.owner.get(`${scene.given.base}/content-types/odds`, 200);
      const fields = draftType.fields.filter(({ id }) => id !== 'gone');
      const body = { fields, version: type.at('version') };
      await scene.given.owner.patch(`/content-types/${type.string('id')}?confirm_data_loss=true`, body, 200);
      await page.reload();
      const notice = page.getByRole('alert').filter({ hasText: 'There is text for a field that no longer exists' });
      await notice.getByText('["half').waitFor();
      await notice.getByRole('button', { name: 'Discard' }).click();
      await notice.waitFor({ state: 'hidden' });
      await isSaved(page);
    });
  });
}

async function showsUnfinished(page: Page): Promise<void> {
  await scrollTo(page, 'half', 'body');
  await input(page, 'Extra').filter({ hasText: HALF_JSON }).waitFor();
  const shown = ['Pages', 'Latitude', 'Longitude', 'Tags'].map((name) => line(page, name).inputValue());
  assert.deepEqual(await Promise.all(shown), ['12 or so', '52.5', '', 'harbo']);
}

async function replaceJson(page: Page, name: string, text: string): Promise<void> {
  await input(page, name).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}

/** The values as the service holds them, by field. */
async function storedValues(scene: ArticleScene): Promise<Record<string, unknown>> {
  const { fields } = (await scene.stored('half')).json as { fields: Record<string, Record<string, unknown>> };
  return Object.fromEntries(Object.entries(fields).map(([id, value]) => [id, value['en-US']]));
}
