/**
 * Two people, each in a browser of their own, at one entry: nobody publishes, archives, deletes or restores what they have
 * not been shown, and where both write the same, nothing is replaced before somebody has decided.
 */
import assert from 'node:assert/strict';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { until } from '../../../testing/src/until.ts';
import { crash } from '../drafts/entry-on-screen.ts';
import { type ArticleScene, articles, isSaved } from '../entry/articles.ts';
import { scrollTo } from '../entry/hands.ts';
import { comeIntoSight, whileTimeStands } from '../harness/clock.ts';
import { describeScenes } from '../harness/scene.ts';

/** What happens right after a key has happened by then, and nothing that waits for a pause has. */
const A_MOMENT_MS = 100;

describeScenes('two people at one entry', articles, (it) => {
  it('publishes what others wrote only after it was shown, and again only what was shown then', async (scene) => {
    const [adas, bens] = await bothOpen(scene, 'unseen', { title: 'Dawn', summary: 'As it was' });
    await write(bens, 'Summary', 'Written by Ben');
    await write(bens, 'Pages', '12');
    await write(adas, 'Title', 'Dusk');
    await adas.getByRole('button', { name: 'Publish changes…' }).click();
    await news(adas, 'this entry').getByText('Ben').waitFor();
    await news(adas, 'this entry').getByText('Summary · en-US', { exact: true }).waitFor();
    await news(adas, 'this entry').getByText('Pages', { exact: true }).waitFor();
    assert.deepEqual(pick(await published(scene, 'unseen')), { title: 'Dawn', summary: 'As it was' });

    // While she looks at it, he writes on.
    await write(bens, 'Summary', 'Written by Ben, and more');
    await adas.getByRole('button', { name: 'Publish 1 entry' }).click();
    await adas.getByRole('alert').filter({ hasText: 'Nothing was published' }).waitFor();
    await news(adas, 'this entry').getByText('and more').waitFor();
    assert.deepEqual(pick(await published(scene, 'unseen')), { title: 'Dawn', summary: 'As it was' });

    await adas.getByRole('button', { name: 'Publish 1 entry' }).click();
    await adas.getByText('Readers see it now', { exact: true }).waitFor();
    assert.deepEqual(pick(await published(scene, 'unseen')), { title: 'Dusk', summary: 'Written by Ben, and more' });
  });

  it('publishes a linked entry in the version of the plan, or shows what is new in it', async (scene) => {
    const author = await scene.write('author', 'ann', { name: 'Ann' });
    const link = { type: 'entry', id: author.string('id') };
    await scene.write('article', 'linked', { title: 'Linked', author: link });
    const page = await scene.showEntry('linked?drawer=ann');
    await page.getByRole('dialog', { name: 'Entry' }).getByRole('textbox', { name: /^Name/ }).waitFor();
    await page.getByRole('dialog', { name: 'Entry' }).getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Publish…' }).click();
    await page.getByRole('button', { name: 'Publish 2 entries' }).waitFor();
    await scene.change('ann', { name: 'Ann by Ben' });
    await page.getByRole('button', { name: 'Publish 2 entries' }).click();
    await news(page, '“Ann by Ben”').getByText('by Ben').last().waitFor();
    assert.deepEqual([await published(scene, 'ann'), await published(scene, 'linked')], [{}, {}]);
    await page.getByRole('button', { name: 'Publish 2 entries' }).click();
    await page.getByText('Readers see it now', { exact: true }).waitFor();
    assert.equal((await published(scene, 'ann')).name, 'Ann by Ben');
  });

  it('publishes neither a linked entry that has changed since the plan, nor what links to it, until there is a new plan', async (scene) => {
    const author = await scene.write('author', 'bea', { name: 'Bea' });
    const link = { type: 'entry', id: author.string('id') };
    await scene.write('article', 'not-open', { title: 'Linked', author: link });
    const page = await scene.showEntry('not-open');
    await page.getByRole('button', { name: 'Publish…' }).click();
    await page.getByRole('button', { name: 'Publish 2 entries' }).waitFor();
    await scene.change('bea', { name: 'Bea by Ben' });
    await page.getByRole('button', { name: 'Publish 2 entries' }).click();
    await page.getByRole('alert').filter({ hasText: 'Nothing was published' }).waitFor();
    await page.getByRole('checkbox', { name: 'Bea by Ben' }).waitFor();
    assert.deepEqual([await published(scene, 'bea'), await published(scene, 'not-open')], [{}, {}]);
    await page.getByRole('button', { name: 'Publish 2 entries' }).click();
    await page.getByText('Readers see it now', { exact: true }).waitFor();
    assert.equal((await published(scene, 'bea')).name, 'Bea by Ben');
  });

  it('tells of what others wrote while it was being published', async (scene) => {
    const [adas] = await bothOpen(scene, 'meanwhile', { title: 'Meanwhile', summary: 'As it was' });
    await write(adas, 'Title', 'In the meantime');
    const answered = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    await adas.route('**/entries/bulk', async (route) => {
      const response = await route.fetch();
      answered.resolve();
      await held.promise;
      await route.fulfill({ response });
    });
    await adas.getByRole('button', { name: 'Publish changes…' }).click();
    await adas.getByRole('button', { name: 'Publish 1 entry' }).click();
    await answered.promise;
    await scene.change('meanwhile', { summary: 'Written by Ben' });
    await until(async () => {
      await comeIntoSight(adas);
      return (await adas.getByLabel(/^Summary/).inputValue()) === 'Written by Ben';
    });
    held.resolve();
    await adas.getByText('Readers see it now', { exact: true }).waitFor();
    await adas.getByRole('button', { name: 'Done' }).click();
    await adas.getByRole('button', { name: 'Publish changes…' }).click();
    await news(adas, 'this entry').getByText('Ben').waitFor();
    assert.deepEqual(pick(await published(scene, 'meanwhile')), { title: 'In the meantime', summary: 'As it was' });
  });

  it('asks one person who writes the same value in two tabs, and replaces neither', async (scene) => {
    await scene.write('article', 'tabs', { title: 'Tabs', summary: 'As it was' });
    const [first, second] = [await scene.showEntry('tabs'), await scene.showEntry('tabs')];
    // However long it takes, the second is not saved by itself before the first.
    await whileTimeStands(first.context(), async () => {
      await box(second, 'Summary').fill('In the second');
      const saved = isSavedThere(first);
      await box(first, 'Summary').fill('In the first');
      await first.keyboard.press('Tab');
      await first.clock.runFor(A_MOMENT_MS);
      await saved;
    });
    await second.keyboard.press('Tab');
    const choice = question(second, 'tabs', 'summary');
    await choice.waitFor();
    assert.equal(await box(second, 'Summary').inputValue(), 'In the second');
    assert.equal(await value(scene, 'tabs', 'summary'), 'In the first');
    await choice.getByRole('button', { name: 'Keep mine' }).click();
    await until(async () => (await value(scene, 'tabs', 'summary')) === 'In the second');
    const note = first.getByRole('status').filter({ hasText: 'changed what you saved here' });
    await note.getByRole('button', { name: 'OK' }).click();
    assert.equal(await box(first, 'Summary').inputValue(), 'In the second');
  });

  it('publishes nothing of an entry that was deleted while it was written in, and keeps the words', async (scene) => {
    const [adas, bens] = await bothOpen(scene, 'deleted', { title: 'Deleted', summary: 'As it was' });
    await choose(bens, 'Delete…');
    await bens.getByRole('dialog', { name: 'Delete this entry?' }).getByRole('button', { name: 'Delete' }).click();
    await until(
      async () => (await scene.given.owner.send('GET', `${scene.given.base}/entries/deleted`)).status === 404,
    );
    await box(adas, 'Summary').fill('Still here');
    await adas.keyboard.press('Tab');
    await adas.getByText('Needs attention').waitFor();
    await adas.getByRole('button', { name: /^Publish/ }).click();
    const dialog = adas.getByRole('dialog', { name: 'Publish' });
    await dialog.getByRole('alert').waitFor();
    assert.equal(await dialog.getByRole('button', { name: /^Publish \d/ }).count(), 0);
    await adas.keyboard.press('Escape');
    assert.equal(await box(adas, 'Summary').inputValue(), 'Still here');
    await scene.given.owner.get(`${scene.given.base}/entries/deleted`, 404);
  });

  it('leaves the slug to whoever wrote the title, where two wrote it', async (scene) => {
    await scene.write('article', 'titled', { title: 'First title', slug: 'first-title' });
    const [adas, bens] = [await scene.showEntry('titled'), await scene.showEntry('titled', await browserOfBen(scene))];
    await write(adas, 'Title', 'Title of Ada');
    await until(async () => (await value(scene, 'titled', 'slug')) === 'title-of-ada');
    await box(bens, 'Title').fill('Title of Ben');
    await bens.keyboard.press('Tab');
    await question(bens, 'titled', 'title').waitFor();
    assert.deepEqual(
      [await value(scene, 'titled', 'title'), await value(scene, 'titled', 'slug')],
      ['Title of Ada', 'title-of-ada'],
    );
    await question(bens, 'titled', 'title').getByRole('button', { name: 'Use theirs' }).click();
    await isSaved(bens);
    assert.equal(await box(bens, 'Slug').inputValue(), 'title-of-ada');
    assert.equal(await value(scene, 'titled', 'slug'), 'title-of-ada');
  });

  it('does nothing else with an entry that somebody has changed before that was shown', async (scene) => {
    const [adas, bens] = await bothOpen(scene, 'acted', { title: 'Acted', summary: 'One' });
    for (const [action, words] of [
      ['Unpublish', 'Two'],
      ['Archive', 'Three'],
    ] as const) {
      await write(bens, 'Summary', words);
      const { version } = await versionOf(scene, 'acted');
      await withdraw(adas, action);
      const refusal = adas.getByRole('dialog', { name: 'Not done' });
      await news(refusal, 'this entry').getByText(words).waitFor();
      assert.equal((await versionOf(scene, 'acted')).version, version, `${action} waits`);
      await refusal.getByRole('button', { name: 'OK' }).click();
      await refusal.waitFor({ state: 'detached' });
      await withdraw(adas, action);
      const status = action === 'Archive' ? 'archived' : 'draft';
      await until(async () => (await versionOf(scene, 'acted')).status === status);
      await bens.reload();
    }
  });

  it('neither brings an old version back nor deletes over what was not shown', async (scene) => {
    const [adas, bens] = await bothOpen(scene, 'restored', { title: 'Restored', summary: 'One' });
    await adas.goto(`${scene.address('restored')}?a=1`);
    await adas.getByRole('button', { name: 'Back to the fields' }).waitFor();
    await write(bens, 'Summary', 'Two');
    await adas.reload();
    await adas.getByRole('button', { name: 'Restore version 1' }).waitFor();
    await write(bens, 'Summary', 'Three');
    await adas.getByRole('button', { name: 'Restore version 1' }).click();
    await news(adas, 'this entry').getByText('Three').waitFor();
    assert.equal(await value(scene, 'restored', 'summary'), 'Three');
    await adas.getByRole('button', { name: 'OK' }).click();
    await adas.getByRole('button', { name: 'Restore version 1' }).click();
    await until(async () => (await value(scene, 'restored', 'summary')) === 'One');

    await bens.reload();
    await write(bens, 'Summary', 'Four');
    await choose(adas, 'Delete…');
    const dialog = adas.getByRole('dialog', { name: 'Delete this entry?' });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await news(dialog, 'this entry').getByText('Four').waitFor();
    assert.equal(await value(scene, 'restored', 'summary'), 'Four');
    await dialog.getByRole('button', { name: 'OK' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await dialog.waitFor({ state: 'detached' });
    await scene.given.owner.get(`${scene.given.base}/entries/restored`, 404);
  });

  it('acts on the rows of a list in the versions that it shows', async (scene) => {
    for (const key of ['row-a', 'row-b']) await scene.write('article', key, { title: `Row ${key}` });
    const page = await scene.show(`${scene.path}/content?q=Row`);
    for (const key of ['row-a', 'row-b']) {
      const row = page.getByRole('row', { name: new RegExp(`Row ${key}`) });
      await row.getByRole('checkbox').check();
    }
    await scene.change('row-b', { summary: 'Written by Ben' });
    await page
      .getByRole('toolbar', { name: 'Selected entries' })
      .getByRole('button', { name: 'Publish', exact: true })
      .click();
    const plan = page.getByRole('dialog', { name: 'Publish' });
    await plan.getByText('Readers will see 2 entries as they stand now.').waitFor();
    await plan.getByRole('button', { name: 'Publish', exact: true }).click();
    const refusal = page.getByRole('alert').filter({ hasText: 'Not done' });
    await refusal.getByText('Someone else has changed it since it was listed').waitFor();
    assert.deepEqual(
      [(await versionOf(scene, 'row-a')).status, (await versionOf(scene, 'row-b')).status],
      ['published', 'draft'],
    );
  });

  it('replaces nothing where both write the same before it is decided, saves all else, and publishes nothing meanwhile', async (scene) => {
    const [adas, bens] = await bothOpen(scene, 'same', { title: 'Same', summary: 'As it was', tags: ['old'] });
    await write(adas, 'Summary', 'Words of Ada');
    await box(bens, 'Summary').fill('Words of Ben');
    await box(bens, 'Title').fill('Title of Ben');
    await bens.keyboard.press('Tab');
    const question = bens.getByRole('alert').filter({ hasText: 'Someone else changed this while you were writing' });
    await question.waitFor();
    await until(async () => (await value(scene, 'same', 'title')) === 'Title of Ben');
    assert.equal(await value(scene, 'same', 'summary'), 'Words of Ada');
    assert.equal(await box(bens, 'Summary').inputValue(), 'Words of Ben');
    await isSaved(adas);

    await bens.getByRole('button', { name: 'Publish changes…' }).click();
    const dialog = bens.getByRole('dialog', { name: 'Publish' });
    await dialog.getByRole('alert').filter({ hasText: 'First choose a version of Summary' }).waitFor();
    assert.equal(await dialog.getByRole('button', { name: /^Publish/ }).count(), 0);
    await dialog.getByRole('button', { name: 'Go to the field' }).click();
    await dialog.waitFor({ state: 'detached' });

    // It stays undecided, whatever happens to the tab.
    await crash(bens);
    const again = await scene.showEntry('same', bens.context());
    await again.getByText('This device has changes that were never saved').waitFor();
    assert.equal(await value(scene, 'same', 'summary'), 'Words of Ada');
    await again.getByRole('button', { name: 'Publish changes…' }).click();
    await again.getByRole('alert').filter({ hasText: 'First decide what to do' }).waitFor();
    await again.keyboard.press('Escape');
    await again.getByRole('button', { name: 'Restore it' }).click();
    await until(async () => (await value(scene, 'same', 'summary')) === 'Words of Ben');

    // Ada, whose words were saved, hears of it.
    const note = adas.getByRole('status').filter({ hasText: 'Someone else changed what you saved here' });
    await comeBack(adas, note);
    await note.getByRole('button', { name: 'Compare' }).click();
    await note.locator('del').getByText('Ada').waitFor();
    await note.getByRole('button', { name: 'Restore mine' }).click();
    await until(async () => (await value(scene, 'same', 'summary')) === 'Words of Ada');
  });

  it('merges what both write into one text by paragraph, and publishes that only after it was shown', async (scene) => {
    const first = { title: 'Paragraphs', body: doc('One of them', 'Two of them') };
    const [adas, bens] = await bothOpen(scene, 'paragraphs', first);
    await typeAt(adas, 'One of them', ', says Ada');
    await isSaved(adas);
    await typeAt(bens, 'Two of them', ', says Ben');
    await isSaved(bens);
    const both = doc('One of them, says Ada', 'Two of them, says Ben');
    await until(async () => JSON.stringify(await value(scene, 'paragraphs', 'body')) === JSON.stringify(both));
    await bens.getByRole('button', { name: 'Publish changes…' }).click();
    await news(bens, 'this entry').locator('ins').getByText('Ada').waitFor();
    assert.deepEqual((await published(scene, 'paragraphs')).body, first.body);
    await bens.getByRole('button', { name: 'Publish 1 entry' }).click();
    await bens.getByText('Readers see it now', { exact: true }).waitFor();
    assert.deepEqual((await published(scene, 'paragraphs')).body, both);

    // The same paragraph: Ada has not seen that it is longer by now.
    await typeAt(adas, 'Two of them', ' again');
    await box(adas, 'Title').focus();
    const asked = adas.getByRole('alert').filter({ hasText: 'You both changed the same paragraph' });
    await asked.waitFor();
    await asked.getByRole('button', { name: 'Keep mine' }).click();
    await isSaved(adas);
    const note = bens.getByRole('status').filter({ hasText: 'Someone else changed what you saved here' });
    await bens.getByRole('button', { name: 'Done' }).click();
    await comeBack(bens, note);
  });

  it('keeps what was written offline until it is decided, whether a rich text, a list, or a value that was removed', async (scene) => {
    const first = { title: 'Offline', summary: 'As it was', body: doc('As it was'), tags: ['old'] };
    const [adas] = await bothOpen(scene, 'offline', first);
    await adas.context().setOffline(true);
    await box(adas, 'Body').click();
    await adas.keyboard.press('ControlOrMeta+End');
    await adas.keyboard.type(', says Ada');
    await box(adas, 'Summary').fill('');
    await scrollTo(adas, 'offline', 'tags');
    await adas.getByRole('textbox', { name: 'Tags' }).fill('ada');
    await adas.keyboard.press('Enter');
    await adas.keyboard.press('Tab');
    const theirs = { body: doc('As Ben has it'), tags: ['ben'], summary: 'As Ben has it' };
    await scene.change('offline', theirs);
    await adas.context().setOffline(false);
    const questions = adas.getByRole('alert').filter({ hasText: 'Someone else changed this while you were writing' });
    await questions.nth(2).waitFor();
    for (const field of ['body', 'tags', 'summary'] as const)
      assert.deepEqual(await value(scene, 'offline', field), theirs[field], field);
    await question(adas, 'offline', 'summary').getByRole('button', { name: 'Keep mine' }).click();
    await question(adas, 'offline', 'tags').getByRole('button', { name: 'Use theirs' }).click();
    await question(adas, 'offline', 'body').getByRole('button', { name: 'Keep mine' }).click();
    await isSaved(adas);
    assert.deepEqual(
      [await value(scene, 'offline', 'summary'), await value(scene, 'offline', 'tags')],
      [undefined, ['ben']],
    );
    assert.match(JSON.stringify(await value(scene, 'offline', 'body')), /says Ada/);
  });
});

function doc(...paragraphs: readonly string[]) {
  return { type: 'doc', content: paragraphs.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })) };
}

/** Writes at the end of a paragraph of the body. */
async function typeAt(page: Page, paragraph: string, words: string): Promise<void> {
  await box(page, 'Body').getByText(paragraph).click();
  await page.keyboard.press('End');
  await page.keyboard.type(words);
}

/** An entry that is published, on the screens of both. */
async function bothOpen(
  scene: ArticleScene,
  key: string,
  fields: Record<string, unknown>,
): Promise<[adas: Page, bens: Page]> {
  const { owner, base } = scene.given;
  await scene.write('article', key, fields);
  await owner.post(`${base}/entries/${key}/publish`, undefined, 200);
  return [await scene.showEntry(key), await scene.showEntry(key, await browserOfBen(scene))];
}

/** A browser of a second person. */
async function browserOfBen(scene: ArticleScene): Promise<BrowserContext> {
  return scene.logIn(await scene.colleague());
}

async function published(scene: ArticleScene, key: string): Promise<Record<string, unknown>> {
  const entry = await scene.stored(key);
  const version = entry.at('published_version');
  if (version === null) return {};
  const path = `/entries/${entry.string('id')}/versions/${version}`;
  const fields = (await scene.given.owner.get(path, 200)).at('fields') as Record<string, Record<string, unknown>>;
  return Object.fromEntries(Object.entries(fields).map(([id, values]) => [id, values['en-US']]));
}

async function value(scene: ArticleScene, key: string, field: string): Promise<unknown> {
  return (await scene.stored(key)).at(`fields.${field}.en-US`);
}

async function versionOf(scene: ArticleScene, key: string): Promise<{ version: number; status: string }> {
  const entry = await scene.stored(key);
  return { version: entry.number('version'), status: entry.string('status') };
}

function box(page: Page, name: string): Locator {
  return page.getByRole('textbox', { name: new RegExp(`^${name}`) });
}

/** Writes a value, leaves it, and waits until the server has it. */
async function write(page: Page, name: string, text: string): Promise<void> {
  const saved = isSavedThere(page);
  await box(page, name).fill(text);
  await page.keyboard.press('Tab');
  await saved;
}

function isSavedThere(page: Page): Promise<unknown> {
  return page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok());
}

/** What the page tells of the changes of others. */
function news(inside: Page | Locator, what: string): Locator {
  return inside.getByRole('alert').filter({ hasText: `Someone else changed ${what} since you opened it` });
}

/** The question at a field. */
function question(page: Page, key: string, field: string): Locator {
  return page.locator(`#field-${key}-${field}`).getByRole('alert');
}

/** The tab comes back into sight until it tells of something: what it has just read it does not read again. */
async function comeBack(page: Page, told: Locator): Promise<void> {
  await until(async () => {
    await comeIntoSight(page);
    return told.isVisible();
  });
}

async function choose(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** Unpublishes or archives, after the question. */
async function withdraw(page: Page, action: string): Promise<void> {
  await choose(page, `${action}…`);
  const question = page.getByRole('dialog', { name: `${action} this entry?` });
  await question.getByRole('button', { name: action }).click();
}

function pick({ title, summary }: Record<string, unknown>): Record<string, unknown> {
  return { title, summary };
}
