/** Writing, publishing and looking back at an entry in a real browser, against a real service. */
import assert from 'node:assert/strict';
import { describeScenes } from '../harness/scene.ts';
import { onePixel } from '../harness/studio.ts';
import { articles, isSaved, onPage } from './articles.ts';
import { blockCases } from './block-cases.ts';
import { isFocused, paste, pickEntry, scrollTo } from './hands.ts';
import { localeCases } from './locale-cases.ts';
import { writeLong } from './long-entry.ts';
import { mergingCases } from './merging-cases.ts';
import { panelCases } from './panel-cases.ts';
import { pickerCases } from './picker-cases.ts';
import { publishingCases } from './publishing-cases.ts';
import { readOnlyCases } from './read-only-cases.ts';
import { unfinishedCases } from './unfinished-cases.ts';
import { writingCases } from './writing-cases.ts';

const NODES_MOST = 3_000;

describeScenes('the entry screen', articles, (it) => {
  pickerCases(it);
  panelCases(it);
  localeCases(it);
  writingCases(it);
  unfinishedCases(it);
  mergingCases(it);
  readOnlyCases(it);
  publishingCases(it);
  blockCases(it);

  it('writes a value of every type, saves it, and publishes it', async (scene) => {
    const author = await scene.write('author', 'tom', { name: 'Tom Ashby' });
    await onPage(scene, 'new?type=article', async (page) => {
      const input = (name: string) => page.getByLabel(name, { exact: true });
      await page.getByRole('textbox', { name: /^Title/ }).pressSequentially('Dawn & dusk');
      await page.waitForURL((url) => !url.pathname.endsWith('/new'));
      const key = new URL(page.url()).pathname.split('/').at(-1) ?? '';
      await scrollTo(page, key, 'author');
      await page.getByRole('radiogroup', { name: 'Kind' }).getByText('essay').click();
      await page.getByRole('textbox', { name: /^Summary/ }).fill('Boats leave.');
      await page.getByRole('textbox', { name: /^Body/ }).click();
      await page.keyboard.type('In the **morning**');
      await input('Pages').fill('1,234');
      assert.ok(await page.getByText('1,234').isHidden());
      await input('Pages').fill('12');
      await input('Rating').fill('4,5');
      await page.getByRole('radiogroup', { name: 'Featured' }).getByText('Yes').click();
      await input('Day').fill('2026-11-21');
      await input('Starts').fill('2026-11-21T10:00');
      await page.getByRole('textbox', { name: 'Extra' }).click();
      await page.keyboard.insertText('{"a": [1, 2]}');
      await paste(input('Latitude'), '52.5, 13.4');
      await page.locator('input[value="13.4"]').waitFor();
      await pickEntry(page, 'Author', 'Tom');
      await page.getByRole('group', { name: 'Image' }).getByRole('button').click();
      await page.locator('input[type=file]').setInputFiles(onePixel);
      await page.getByRole('button', { name: 'Remove link to dot.png' }).waitFor();
      await scrollTo(page, key, 'related');
      for (const tag of ['harbour', 'sea']) {
        await page.getByRole('textbox', { name: 'Tags' }).fill(tag);
        await page.keyboard.press('Enter');
      }
      await page.getByRole('textbox', { name: 'Scores' }).fill('2.5');
      await page.keyboard.press('Enter');
      await page.getByRole('group', { name: 'Related' }).getByRole('button', { name: 'Choose an entry' }).click();
      await page.getByRole('dialog').getByRole('option', { name: 'Tom Ashby' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'New entry' }).click();
      await page.getByRole('menuitem', { name: 'Author' }).click();
      const drawer = page.getByRole('dialog', { name: 'Entry' });
      await drawer.getByRole('textbox', { name: /^Name/ }).fill('Eve');
      await drawer.getByRole('button', { name: 'Save and link' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
      await page.getByRole('link', { name: 'Open Eve' }).waitFor();
      await isSaved(page);

      const { fields } = (await scene.stored(key)).json as { fields: Record<string, Record<string, unknown>> };
      const values = Object.fromEntries(Object.entries(fields).map(([id, value]) => [id, value['en-US']]));
      const { image, body, related, ...plain } = values;
      assert.equal((related as unknown[]).length, 2);
      const link = { type: 'entry', id: author.string('id') };
      assert.deepEqual(plain, {
        title: 'Dawn & dusk',
        slug: 'dawn-dusk',
        kind: 'essay',
        summary: 'Boats leave.',
        pages: 12,
        rating: 4.5,
        featured: true,
        day: '2026-11-21',
        starts: '2026-11-21T10:00:00.000Z',
        extra: { a: [1, 2] },
        place: { lat: 52.5, lon: 13.4 },
        author: link,
        tags: ['harbour', 'sea'],
        scores: [2.5],
      });
      assert.match(JSON.stringify(image), /^\{"type":"asset","id":"ast_/);
      assert.match(
        JSON.stringify(body),
        /"text":"morning","marks":\[\{"type":"bold"\}\]|"marks":\[\{"type":"bold"\}\],"text":"morning"/,
      );

      await page.getByRole('button', { name: /^Publish/ }).click();
      await page.getByRole('button', { name: 'Publish 3 entries' }).click();
      await page.getByText('Readers see it now', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Done' }).click();
      await page.getByText('Readers see exactly what is here').waitFor();
      const delivered = await scene.given.delivery.get(`${scene.given.read}/entries/${key}`, 200);
      assert.equal(delivered.string('fields.title'), 'Dawn & dusk');
    });
  });

  it('takes linked drafts along, in a circle too, and leaves what cannot be published', async (scene) => {
    await scene.write('author', 'broken', {});
    const broken = (await scene.stored('broken')).string('id');
    await scene.write('author', 'eve', { name: 'Eve', friend: broken });
    await scene.write('author', 'ada', { name: 'Ada', friend: (await scene.stored('eve')).string('id') });
    await scene.change('eve', { friend: (await scene.stored('ada')).string('id') });
    await scene.write('article', 'circle', {
      title: 'Circle',
      author: (await scene.stored('ada')).string('id'),
      related: [broken],
    });
    await onPage(scene, 'circle', async (page) => {
      await page.getByRole('button', { name: 'Publish…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Publish' });
      const box = (name: string) => dialog.getByRole('checkbox', { name });
      await box('Ada').waitFor();
      assert.deepEqual([await box('Ada').isChecked(), await box('Eve').isChecked()], [true, true]);
      assert.ok(await box('broken').isDisabled());
      assert.match((await dialog.textContent()) ?? '', /Name: /, 'without a locale: all share the name');
      await box('Eve').uncheck();
      await box('Eve').check();
      await dialog.getByRole('button', { name: 'Publish 3 entries' }).click();
      await dialog.getByText('Readers see it now', { exact: true }).waitFor();
    });
    const states = await Promise.all(
      ['circle', 'ada', 'eve', 'broken'].map(async (key) => (await scene.stored(key)).at('status')),
    );
    assert.deepEqual(states, ['published', 'published', 'published', 'draft']);
  });

  it('leads from a problem to its field, and says what the server says', async (scene) => {
    await scene.write('article', 'untitled', { summary: 'No title yet.' });
    await onPage(scene, 'untitled', async (page) => {
      await page.getByRole('tab', { name: 'Problems' }).click();
      await page
        .getByRole('tabpanel')
        .getByRole('button', { name: /^Title/ })
        .click();
      const title = page.getByRole('textbox', { name: /^Title/ });
      await isFocused(title);
      await title.fill('x'.repeat(61));
      await title.press('Tab');
      await page.getByText('Needs attention').waitFor();
      await page.getByRole('alert').filter({ hasText: 'at most 60' }).first().waitFor();
      await title.fill('Titled');
      await title.press('Tab');
      await isSaved(page);
      assert.equal(await page.getByRole('textbox', { name: /^Slug/ }).inputValue(), 'titled');
    });
  });

  it('shows on every screen that something is not saved, also after the tab was closed, and leads there', async (scene) => {
    await scene.write('article', 'waiting', { title: 'Waiting' });
    await onPage(scene, 'waiting', async (page) => {
      await page.getByRole('textbox', { name: /^Title/ }).fill('x'.repeat(61));
      await page.getByText('Needs attention').waitFor();
      await page.getByRole('link', { name: 'Media' }).click();
      await page.getByRole('heading', { name: 'Media' }).waitFor();
      const sign = page.getByRole('link', { name: '1 entry not saved' });
      await sign.waitFor();
      assert.equal(await page.title(), '● Media · Lectern');
      await page.reload();
      await sign.click();
      const title = page.getByRole('textbox', { name: /^Title/ });
      await page.waitForURL(/waiting$/);
      await title.fill('Written');
      await title.press('Tab');
      await isSaved(page);
      await sign.waitFor({ state: 'hidden' });
      assert.equal(await page.title(), 'Written · Lectern');
    });
  });

  it('keeps the line ends of texts where nothing is typed', async (scene) => {
    await scene.write('article', 'lines', { title: 'A title\nof two lines', summary: 'One\r\ntwo\nthree' });
    await onPage(scene, 'lines', async (page) => {
      for (const name of [/^Title/, /^Summary/]) {
        await page.getByRole('textbox', { name }).press('Control+Home');
        await page.keyboard.type('So: ');
      }
      await page.keyboard.press('Tab');
      await isSaved(page);
    });
    const { title, summary } = (await scene.stored('lines')).at('fields') as Record<string, Record<string, unknown>>;
    assert.deepEqual(
      [title, summary],
      [{ 'en-US': 'So: A title\nof two lines' }, { 'en-US': 'So: One\r\ntwo\nthree' }],
    );
  });

  it('compares versions, and brings back one value or all', async (scene) => {
    await scene.write('article', 'old', { title: 'The first title', summary: 'One.' });
    await scene.change('old', { title: 'The second title', summary: 'Two.', pages: 3 });
    await onPage(scene, 'old?panel=history', async (page) => {
      await page.getByRole('button', { name: /Created/ }).click();
      await page.getByRole('button', { name: /^Restore version/ }).waitFor();
      assert.deepEqual(await page.locator('del').allTextContents(), ['first', 'One']);
      await page.goBack();
      await page.getByRole('textbox', { name: /^Title/ }).waitFor();
      await page.goForward();
      await page
        .getByRole('region')
        .or(page.locator('section'))
        .filter({ has: page.getByRole('heading', { name: /^Summary/ }) })
        .getByRole('button')
        .click();
      await isFocused(page.getByRole('textbox', { name: /^Summary/ }));
      assert.equal(await page.getByRole('textbox', { name: /^Summary/ }).inputValue(), 'One.');
      await isSaved(page);
      await page.getByRole('button', { name: /Created/ }).click();
      await page.getByRole('button', { name: 'Restore version 1' }).click();
      await page.getByRole('textbox', { name: /^Title/ }).waitFor();
      assert.equal(await page.getByRole('textbox', { name: /^Title/ }).inputValue(), 'The first title');
      await isSaved(page);
    });
    assert.deepEqual((await scene.stored('old')).at('fields'), {
      title: { 'en-US': 'The first title' },
      slug: { 'en-US': 'the-first-title' },
      summary: { 'en-US': 'One.' },
    });
  });

  it('archives, brings back, duplicates and deletes', async (scene) => {
    await scene.write('article', 'gone', { title: 'Gone' });
    await onPage(scene, 'gone', async (page) => {
      const act = async (name: string) => {
        await page.getByRole('button', { name: 'More actions' }).click();
        await page.getByRole('menuitem', { name }).click();
      };
      await act('Archive…');
      const question = page.getByRole('dialog', { name: 'Archive this entry?' });
      await question.getByText('until someone unarchives it').waitFor();
      await question.getByRole('button', { name: 'Archive' }).click();
      await page.getByText('Archived', { exact: true }).waitFor();
      await page.getByRole('note').filter({ hasText: 'This entry is archived.' }).waitFor();
      await act('Unarchive');
      await page.getByText('Draft', { exact: true }).waitFor();
      await act('Duplicate');
      await page.waitForURL((url) => !url.pathname.endsWith('/gone'));
      await page.getByText('gone-2').or(page.locator('input[value="gone-2"]')).first().waitFor();
      await act('Delete…');
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.waitForURL((url) => url.pathname.endsWith('/content'));
    });
    const { total } = (await scene.given.owner.get(`${scene.given.base}/entries?fields.title=Gone`, 200)).json as {
      total: number;
    };
    assert.equal(total, 1);
  });

  it('opens 40 fields in 3 of 6 locales with few nodes', async (scene, test) => {
    await writeLong(scene.given);
    await onPage(scene, 'long?locales=en-US,de,fr', async (page) => {
      await page
        .getByRole('textbox', { name: /^Field 0/ })
        .first()
        .waitFor();
      const nodes = Number(await page.evaluate('document.getElementsByTagName("*").length'));
      test.diagnostic(`${nodes} nodes at opening`);
      assert.ok(nodes <= NODES_MOST, `${nodes} nodes`);
    });
  });
});
