/** Working inside of a release: what is written there stays there, whatever comes between; two people, two languages, one moment. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { requireAccessible } from '../../../server/test/pages/accessible.ts';
import type { Actor } from '../../../testing/src/client.ts';
import { field, joinAs, type Scene } from '../../../testing/src/given.ts';
import { until } from '../../../testing/src/until.ts';
import { Keyboard } from '../harness/hands.ts';
import { describeScenes, type StudioScene } from '../harness/scene.ts';

const KEYS = ['front', 'prices', 'terms', 'team'] as const;
const PHONE = { viewport: { width: 360, height: 800 } };
const BOTH = 'locales=en-US,de';
const ON_A_PHONE = [
  { colorScheme: 'light', width: 360, direction: 'ltr' },
  { colorScheme: 'dark', width: 360, direction: 'ltr' },
] as const;

const note = {
  api_id: 'note',
  name: 'Note',
  display_field: 'title',
  fields: [
    field('title', 'string', { name: 'Title', required: true, localized: true }),
    field('text', 'text', { name: 'Text', localized: true }),
  ],
};

interface Filled {
  /** Id of the release. */
  readonly release: string;
}

async function fill({ owner, space, base }: Scene): Promise<Filled> {
  await owner.post(`${space}/locales`, { code: 'de', name: 'Deutsch', optional: true, fallback: 'en-US' }, 201);
  await owner.post(`${base}/content-types`, note, 201);
  for (const [index, key] of KEYS.entries()) {
    const fields = { title: { 'en-US': `Note ${index}`, de: `Notiz ${index}` } };
    await owner.post(`${base}/entries`, { content_type_id: 'note', key, fields }, 201);
    await owner.post(`${base}/entries/${key}/publish`, {}, 200);
  }
  return { release: (await owner.post(`${base}/change-sets`, { name: 'Sale' }, 201)).string('id') };
}

describeScenes('in a release', { fill, isProxied: true }, (it) => {
  it('two people prepare five entries in two languages, by keyboard at 360 px, and take them back', async (scene) => {
    const { owner, base } = scene.given;
    const { release } = scene.filled;
    const colleague = await scene.colleague();
    const theirs = await scene.showTo(colleague, entryPath(scene, 'terms'));
    const page = await scene.showTo(scene.given.member, `${scene.path}/content/front?${BOTH}`, PHONE);
    const hand = new Keyboard(page);

    // Beside the environment one goes into the release, where the same entry is.
    await hand.press(page.getByRole('button', { name: /Change between drafts and releases/ }));
    await hand.press(page.getByRole('menuitem', { name: 'Sale' }));
    await page.getByRole('button', { name: 'Not in the release' }).waitFor();
    await writeTitles(page, hand, 0);
    await requireAccessible(page, 'in-release-story', ON_A_PHONE);
    await hand.press(page.getByRole('button', { name: /Title \(de\), show both values/ }));
    await page.getByText('Notiz 0').waitFor();
    await hand.putAway();
    await page.goto(`${scene.url}/studio${entryPath(scene, 'prices')}`);
    await writeTitles(page, hand, 1);
    await hand.press(page.getByRole('link', { name: 'Back to the list' }));
    await hand.press(page.getByRole('button', { name: 'New Note' }));
    await hand.write(title(page), 'Sale 4');
    await page.getByRole('button', { name: 'In release: new' }).waitFor();
    await page.getByText('3 entries').waitFor();
    const key = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await owner.get(`${base}/entries/${key}`, 404);

    // The colleague writes two more, and somebody publishes one of the values meanwhile.
    await title(theirs).fill('Sale 2');
    await title(theirs, 'de').fill('Schlussverkauf 2');
    await theirs.getByRole('button', { name: 'In release: changed' }).waitFor();
    await theirs.goto(`${scene.url}/studio${entryPath(scene, 'team')}`);
    await title(theirs).fill('Sale 3');
    await theirs.getByRole('button', { name: 'In release: changed' }).waitFor();
    assert.deepEqual(await titles(owner, base, 'team'), { 'en-US': 'Note 3', de: 'Notiz 3' });
    await owner.patch(`${base}/entries/front`, { fields: { title: { de: 'Angebote' } } }, 200);
    await owner.post(`${base}/entries/front/publish`, {}, 200);

    await hand.press(page.getByRole('link', { name: 'Sale', exact: true }));
    await hand.press(page.getByRole('button', { name: 'Take the release’s' }));
    await page.getByText('Nothing is in the way.').waitFor();
    await hand.press(page.getByRole('button', { name: 'Publish 5 entries' }));
    const question = page.getByRole('dialog', { name: 'Publish “Sale”?' });
    await hand.press(question.getByRole('button', { name: 'Publish' }));
    await page.getByRole('button', { name: 'Undo…' }).waitFor();
    assert.deepEqual(await titles(owner, base, 'front'), { 'en-US': 'Sale 0', de: 'Schlussverkauf 0' });
    assert.deepEqual(await titles(owner, base, key), { 'en-US': 'Sale 4' });
    await page.getByText('Nothing in it can be changed any more.').waitFor();

    await colleague.actor.patch(`${base}/entries/prices`, { fields: { title: { de: 'Neue Preise' } } }, 200);
    await colleague.actor.post(`${base}/entries/prices/publish`, {}, 200);
    await hand.press(page.getByRole('button', { name: 'Undo…' }));
    const undo = page.getByRole('dialog', { name: 'Undo “Sale”?' });
    await hand.press(undo.getByRole('button', { name: 'Undo release' }));
    await undo.waitFor({ state: 'detached' });
    assert.deepEqual(await titles(owner, base, 'front'), { 'en-US': 'Note 0', de: 'Angebote' });
    assert.deepEqual(await titles(owner, base, 'prices'), { 'en-US': 'Note 1', de: 'Neue Preise' });
    assert.equal((await owner.get(`${base}/entries/${key}`, 200)).at('status'), 'draft');
    await hand.press(page.getByRole('button', { name: 'Leave' }));
    await page.getByText('You are working in').waitFor({ state: 'detached' });
    assert.equal(new URL(page.url()).search, '');
    assert.equal((await owner.get(`/change-sets/${release}`, 200)).at('state'), 'undone');
  });

  it('links, reloading, back and forward stay in it, and another environment is not in it', async (scene) => {
    const { owner, space } = scene.given;
    await owner.post(`${space}/environments`, { name: 'next' }, 201);
    const page = await scene.show(`${scene.path}/content?in=${scene.filled.release}`);
    const isIn = () => new URL(page.url()).searchParams.get('in') === scene.filled.release;
    const bar = page.getByText(/^You are working in/);
    await page.getByText('Note 1').click();
    await page.getByRole('button', { name: 'Not in the release' }).waitFor();
    assert.ok(isIn());
    await page.reload();
    await bar.waitFor();
    await page.getByRole('link', { name: 'Media' }).click();
    await page.getByText('What you change on this screen applies at once.').waitFor();
    assert.ok(isIn());
    await page.goBack();
    await page.getByRole('button', { name: 'Not in the release' }).waitFor();
    await page.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('button', { name: 'Publish changes…' }).waitFor();
    assert.equal(isIn(), false);
    await page.goBack();
    await page.getByRole('button', { name: 'Not in the release' }).waitFor();
    await page.getByRole('button', { name: 'Change space or environment' }).click();
    await page.getByRole('menuitem', { name: 'next' }).click();
    await until(async () => /\/next(\/first-steps)?$/.test(page.url()));
    await page.goto(`${scene.url}/studio${scene.path.replace('master', 'next')}/content?in=${scene.filled.release}`);
    await until(async () => /\/next\/content$/.test(page.url()));
  });

  it('the list, the palette and the release show what is in it, and lead there', async (scene) => {
    const { owner, base } = scene.given;
    const { release } = scene.filled;
    await owner.patch(
      `${base}/entries/front?change_set=${release}`,
      { fields: { title: { 'en-US': 'Winter boats' } } },
      200,
    );
    await owner.post(`${base}/entries/terms/unpublish?change_set=${release}`, {}, 200);
    const made = { content_type_id: 'note', key: 'extra', fields: { title: { 'en-US': 'Extra' } } };
    await owner.post(`${base}/entries?change_set=${release}`, made, 201);
    const page = await scene.show(`${scene.path}/releases/${release}`);
    await page.getByRole('link', { name: 'Edit in release' }).nth(1).waitFor();
    await page.getByRole('link', { name: 'Work in it' }).click();
    await page.getByRole('row', { name: /Winter boats.*Changed/ }).waitFor();
    await page.getByRole('row', { name: /Extra.*New/ }).waitFor();
    await page.getByRole('row', { name: /Note 2.*Taken down/ }).waitFor();
    await page.getByRole('row', { name: /Note 1.*Published/ }).waitFor();
    await page
      .getByRole('searchbox')
      .or(page.getByRole('textbox', { name: 'Search' }))
      .first()
      .fill('winter');
    await page.getByRole('row', { name: /Note 1/ }).waitFor({ state: 'detached' });
    await page
      .getByRole('row', { name: /Winter boats/ })
      .getByRole('checkbox')
      .check();
    await page.getByRole('button', { name: 'Take out', exact: true }).waitFor();
    const search = page.getByRole('button', { name: /^Search/ });
    await search.click();
    const palette = page.getByRole('dialog');
    await palette.getByRole('combobox').fill('Drafts');
    await palette.getByRole('option', { name: 'Drafts' }).click();
    await page.getByText('You are working in').waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /Winter boats/ }).waitFor({ state: 'detached' });
    await search.click();
    await palette.getByRole('combobox').fill('Sale');
    await palette.getByRole('option', { name: /^Sale/ }).click();
    await page.getByRole('row', { name: /Winter boats/ }).waitFor();
  });

  it('selected entries are put into it, changed and taken out of it at once', async (scene) => {
    const { owner, base } = scene.given;
    const { release } = scene.filled;
    const changeOf = async (key: string) =>
      (await owner.get(`${base}/entries/${key}?change_set=${release}`, 200)).at('change');
    for (const key of ['front', 'prices'])
      await owner.patch(`${base}/entries/${key}`, { fields: { title: { de: `Entwurf ${key}` } } }, 200);
    const page = await scene.show(`${scene.path}/content`);
    const act = async (button: string, confirm: string, done: RegExp) => {
      await page.getByRole('button', { name: button, exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: confirm, exact: true }).click();
      await page.getByText(done).waitFor();
    };
    const select = async (...names: string[]) => {
      for (const name of names) await page.getByRole('row', { name }).getByRole('checkbox').check();
    };
    await select('Note 0', 'Note 1', 'Note 2');
    await page.getByRole('button', { name: 'Add to a release…' }).click();
    await page.getByText('1 entry has no draft that could go out.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Add to release' }).click();
    await page.getByText('2 entries added to “Sale”.').waitFor();
    assert.deepEqual(await Promise.all(KEYS.map(changeOf)), ['publish', 'publish', null, null]);

    await page.getByRole('button', { name: /Change between drafts and releases/ }).click();
    await page.getByRole('menuitem', { name: 'Sale' }).click();
    await page.getByRole('row', { name: /Note 0.*Draft goes out/ }).waitFor();
    await select('Note 2', 'Note 3');
    await requireAccessible(page, 'in-release-selection', ON_A_PHONE);
    await act('Take down', 'Take down', /The release takes 2 entries down/);
    await page.getByRole('row', { name: /Note 2.*Taken down/ }).waitFor();
    await select('Note 0', 'Note 2');
    await act('Take out', 'Take out', /2 entries taken out of the release/);
    assert.deepEqual(await Promise.all(KEYS.map(changeOf)), [null, 'publish', null, 'unpublish']);
    await select('Note 0', 'Note 1');
    await act('Delete', 'Delete', /The release deletes 1 entry/);
    assert.deepEqual(await Promise.all(KEYS.map(changeOf)), ['delete', 'publish', null, 'unpublish']);
  });

  it('what somebody publishes after the entry was opened in it is not replaced unseen', async (scene) => {
    const { owner, base } = scene.given;
    const { release } = scene.filled;
    const page = await scene.show(entryPath(scene, 'front'));
    await title(page).waitFor();
    await owner.patch(`${base}/entries/front`, { fields: { title: { 'en-US': 'Published', de: 'Neu' } } }, 200);
    await owner.post(`${base}/entries/front/publish`, {}, 200);
    await title(page).fill('For the sale');
    await page.getByText('Someone else changed this while you were writing').waitFor();
    await until(async () => (await title(page, 'de').inputValue()) === 'Neu');
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByRole('button', { name: 'In release: changed' }).waitFor();
    const inSet = await owner.get(`${base}/entries/front?change_set=${release}`, 200);
    assert.deepEqual(inSet.at('fields.title'), { 'en-US': 'For the sale', de: 'Neu' });
  });

  it('what this device keeps of the draft never goes into it, nor the other way round', async (scene) => {
    const { owner, base } = scene.given;
    const { release } = scene.filled;
    const by = await scene.logIn();
    const write = async (path: string, words: string) => {
      const page = await scene.show(path, by);
      await title(page).waitFor();
      scene.proxy.losesRequest = ({ method }) => method === 'PATCH';
      await title(page).fill(words);
      await title(page, 'de').focus();
      await page.locator('[role=status][data-status=kept]').waitFor();
      await page.close();
    };
    await write(`${scene.path}/content/front?${BOTH}`, 'For the draft');
    await write(entryPath(scene, 'front'), 'For the sale');
    scene.proxy.losesRequest = () => false;
    const home = await scene.show(scene.path, by);
    const kept = home.getByRole('region', { name: 'Not saved yet' });
    await kept.getByRole('link').nth(1).waitFor();
    const places = [];
    for (const link of await kept.getByRole('link').all())
      places.push(new URLSearchParams((await link.getAttribute('href'))?.split('?')[1]).get('in'));
    assert.deepEqual(new Set(places), new Set([null, release]));
    await home.close();

    const inSale = await scene.show(entryPath(scene, 'front'), by);
    await inSale.getByRole('button', { name: 'In release: changed' }).waitFor();
    assert.equal(await title(inSale).inputValue(), 'For the sale');
    assert.equal((await owner.get(`${base}/entries/front`, 200)).at('fields.title.en-US'), 'Note 0');
    await inSale.getByRole('button', { name: 'Leave' }).click();
    await until(async () => (await title(inSale).inputValue()) === 'For the draft');
    await until(
      async () => (await owner.get(`${base}/entries/front`, 200)).at('fields.title.en-US') === 'For the draft',
    );
    const inSet = await owner.get(`${base}/entries/front?change_set=${release}`, 200);
    assert.equal(inSet.at('fields.title.en-US'), 'For the sale');
  });

  it('a colleague’s words in the same release are merged and told, and a value is taken out and put back', async (scene) => {
    const { owner, base } = scene.given;
    const { release } = scene.filled;
    const colleague = await scene.colleague();
    const page = await scene.show(entryPath(scene, 'front'));
    await title(page).fill('Sale');
    await page.getByRole('button', { name: 'In release: changed' }).waitFor();
    await colleague.actor.patch(
      `${base}/entries/front?change_set=${release}`,
      { fields: { title: { de: 'Schlussverkauf' } } },
      200,
    );
    await title(page).fill('Winter sale');
    await until(async () => (await title(page, 'de').inputValue()) === 'Schlussverkauf');
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.getByRole('button', { name: /Title \(de\), show both values/ }).click();
    await page.getByRole('button', { name: 'Take out of the release' }).click();
    await until(async () => (await title(page, 'de').inputValue()) === 'Notiz 0');
    const inSet = async () => (await owner.get(`${base}/entries/front?change_set=${release}`, 200)).at('fields.title');
    assert.deepEqual(await inSet(), { 'en-US': 'Winter sale', de: 'Notiz 0' });
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await until(async () => (await title(page, 'de').inputValue()) === 'Schlussverkauf');
    await until(
      async () => JSON.stringify(await inSet()) === JSON.stringify({ 'en-US': 'Winter sale', de: 'Schlussverkauf' }),
    );

    await page.getByRole('button', { name: 'In release: changed' }).click();
    await page.getByRole('menuitem', { name: 'Take the entry out…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take out' }).click();
    await page.getByRole('button', { name: 'Not in the release' }).click();
    await page.getByRole('menuitem', { name: 'Take down with the release' }).click();
    await page.getByText('The release takes this entry down.').waitFor();
    assert.equal(await title(page).count(), 0);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByRole('button', { name: 'Not in the release' }).waitFor();
    await title(page).waitFor();
  });

  it('authors write values there, and no actions; viewers read', async (scene) => {
    const { member } = scene.given;
    const author = await scene.showTo(await joinAs(member, 'author'), entryPath(scene, 'front'));
    await title(author).fill('By an author');
    await author.getByRole('button', { name: 'In release: changed' }).click();
    await author.getByRole('menuitem', { name: 'Take the entry out…' }).waitFor();
    await author.goto(`${scene.url}/studio${entryPath(scene, 'prices')}`);
    await author.getByRole('button', { name: 'Not in the release' }).click();
    assert.deepEqual(await author.getByRole('menuitem').allTextContents(), ['Go to the release']);
    const viewer = await scene.showTo(await joinAs(member, 'viewer'), entryPath(scene, 'front'));
    await viewer.getByText('You can read this entry. Your role does not let you change releases.').waitFor();
    assert.equal(await title(viewer).count(), 0);
  });
});

function entryPath(scene: StudioScene<Filled>, key: string): string {
  return `${scene.path}/content/${key}?in=${scene.filled.release}&${BOTH}`;
}

function title(page: Page, locale?: string) {
  const inputs = page.getByRole('textbox', { name: /^Title/ });
  return locale === undefined ? inputs.first() : inputs.nth(1);
}

async function writeTitles(page: Page, hand: Keyboard, index: number): Promise<void> {
  await hand.write(title(page), `Sale ${index}`);
  await hand.write(title(page, 'de'), `Schlussverkauf ${index}`);
  await page.getByRole('button', { name: /Title \(de\), show both values/ }).waitFor();
}

async function titles(owner: Actor, base: string, key: string): Promise<unknown> {
  return (await owner.get(`${base}/entries/${key}`, 200)).at('fields.title');
}
