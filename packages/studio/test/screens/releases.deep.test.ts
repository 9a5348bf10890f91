/** A release of two people, on a phone, by the keyboard alone: five entries in two languages and a new one, a conflict, out in one moment, and back. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { requireAccessible } from '../../../server/test/pages/accessible.ts';
import type { Actor } from '../../../testing/src/client.ts';
import { field, joinAs } from '../../../testing/src/given.ts';
import { Keyboard } from '../harness/hands.ts';
import { describeScenes } from '../harness/scene.ts';

const KEYS = ['front', 'prices', 'terms', 'team', 'news'] as const;
const PHONE = { viewport: { width: 360, height: 800 } };
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

describeScenes('a release', { fill: async () => undefined }, (it) => {
  it('is made, decided, published and undone by keyboard at 360 px, and keeps what was changed since', async (scene) => {
    const { owner, space, base } = scene.given;
    await owner.post(`${space}/locales`, { code: 'de', name: 'Deutsch', optional: true, fallback: 'en-US' }, 201);
    await owner.post(`${base}/content-types`, note, 201);
    const ids = await writeNotes(owner, base);
    const colleague = await scene.colleague();
    const page = await scene.showTo(scene.given.member, `${scene.path}/releases`, PHONE);
    const hand = new Keyboard(page);
    const release = await makeRelease(page, hand);

    // The colleague writes five entries into it, in both languages; the owner publishes one of these values meanwhile.
    for (const [index, id] of ids.entries()) {
      const title = { 'en-US': `Sale ${index}`, de: `Schlussverkauf ${index}` };
      await colleague.actor.patch(`/entries/${id}?change_set=${release}`, { fields: { title } }, 200);
    }
    const created = { content_type_id: 'note', key: 'sale', fields: { title: 'All week' } };
    await colleague.actor.post(`${base}/entries?change_set=${release}`, created, 201);
    await owner.patch(`/entries/${ids[0]}`, { fields: { title: { de: 'Angebote' } } }, 200);
    await owner.post(`/entries/${ids[0]}/publish`, {}, 200);

    await page.reload();
    const publish = page.getByRole('button', { name: 'Publish 6 entries' });
    await page.getByRole('group', { name: 'Title · de' }).waitFor();
    await requireAccessible(page, 'release-story', ON_A_PHONE);
    await hand.press(publish);
    const blocked = page.getByRole('dialog', { name: 'It cannot go out yet' });
    await blocked.getByText('1 value to decide').waitFor();
    await hand.press(blocked.getByRole('button', { name: 'Close' }).last());
    await hand.press(page.getByRole('button', { name: 'Take the release’s' }));
    await page.getByText('Nothing is in the way.').waitFor();
    await hand.press(publish);
    const question = page.getByRole('dialog', { name: 'Publish “Sale”?' });
    await question.getByText('5 entries change').waitFor();
    await hand.press(question.getByRole('button', { name: 'Publish' }));
    await page.getByRole('button', { name: 'Undo…' }).waitFor();
    // The key of the entry that it created is taken by now, by that entry.
    assert.equal(await page.getByText('keeps it back').count(), 0);
    await page.getByText('2 changes').first().waitFor();
    assert.deepEqual(await titles(owner, base, 'front'), { 'en-US': 'Sale 0', de: 'Schlussverkauf 0' });

    await colleague.actor.patch(`/entries/${ids[1]}`, { fields: { title: { de: 'Neue Preise' } } }, 200);
    await colleague.actor.post(`/entries/${ids[1]}/publish`, {}, 200);
    await hand.press(page.getByRole('button', { name: 'Undo…' }));
    const undo = page.getByRole('dialog', { name: 'Undo “Sale”?' });
    const kept = undo.getByRole('group', { name: 'Sale 1 · Title · de' });
    await kept.getByText('Neue Preise').waitFor();
    await kept.getByText('Notiz 1').waitFor();
    assert.ok(await kept.getByRole('radio', { name: 'Keep what stands now' }).isChecked());
    await requireAccessible(page, 'release-story-undo', ON_A_PHONE);
    await hand.press(undo.getByRole('button', { name: 'Undo release' }));
    await undo.waitFor({ state: 'detached' });
    await page.getByText('Undone', { exact: true }).waitFor();
    assert.deepEqual(await titles(owner, base, 'front'), { 'en-US': 'Note 0', de: 'Angebote' });
    assert.deepEqual(await titles(owner, base, 'prices'), { 'en-US': 'Note 1', de: 'Neue Preise' });
    assert.deepEqual(await titles(owner, base, 'news'), { 'en-US': 'Note 4', de: 'Notiz 4' });
  });

  it('takes the draft of an entry from its screen, and gives it back by Undo', async (scene) => {
    const { owner, base } = scene.given;
    await owner.post(`${base}/content-types`, note, 201);
    await scene.write('note', 'front', { title: 'Boats' });
    const page = await scene.showEntry('front');
    const add = async () => {
      await page.getByRole('button', { name: 'More ways to publish' }).click();
      await page.getByRole('menuitem', { name: 'Add to a release…' }).click();
    };
    await add();
    const dialog = page.getByRole('dialog', { name: 'Add to a release' });
    await dialog.getByRole('textbox', { name: 'Name of the new release' }).fill('Sale');
    await dialog.getByRole('button', { name: 'Add to release' }).click();
    await page.getByText('Added to “Sale”.').waitFor();
    const [release] = await releases(owner, base);
    assert.deepEqual([release?.name, release?.entries], ['Sale', 1]);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('Added to “Sale”.').waitFor({ state: 'detached' });
    assert.equal((await releases(owner, base))[0]?.entries, 0);
    await add();
    await dialog.getByRole('button', { name: 'Add to release' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.equal((await releases(owner, base))[0]?.entries, 1);
  });

  it('is only read by viewers', async (scene) => {
    const { owner, base, member } = scene.given;
    await owner.post(`${base}/content-types`, note, 201);
    const id = (await scene.write('note', 'front', { title: 'Boats' })).string('id');
    const release = (await owner.post(`${base}/change-sets`, { name: 'Sale' }, 201)).string('id');
    await owner.post(`/entries/${id}/publish?change_set=${release}`, {}, 200);
    const viewer = await joinAs(member, 'viewer');
    const page = await scene.showTo(viewer, `${scene.path}/releases/${release}`);
    await page.getByRole('heading', { level: 3, name: 'Boats' }).waitFor();
    const main = page.getByRole('main');
    assert.equal(await main.getByRole('button').count(), 0);
  });
});

/** @returns their ids, in the order of `KEYS` */
async function writeNotes(owner: Actor, base: string): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const [index, key] of KEYS.entries()) {
    const fields = { title: { 'en-US': `Note ${index}`, de: `Notiz ${index}` } };
    const made = await owner.post(`${base}/entries`, { content_type_id: 'note', key, fields }, 201);
    await owner.post(`/entries/${made.string('id')}/publish`, {}, 200);
    ids.push(made.string('id'));
  }
  return ids;
}

/** @returns the id of the release */
async function makeRelease(page: Page, hand: Keyboard): Promise<string> {
  await page.getByText('No releases yet').waitFor();
  await hand.press(page.getByRole('button', { name: 'New release' }));
  const dialog = page.getByRole('dialog', { name: 'New release' });
  await hand.write(dialog.getByRole('textbox', { name: 'Name' }), 'Sale');
  await hand.press(dialog.getByRole('button', { name: 'Create release' }));
  await page.getByRole('heading', { level: 1, name: 'Sale' }).waitFor();
  await page.getByText('No entries yet').waitFor();
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

async function titles(owner: Actor, base: string, key: string): Promise<unknown> {
  return (await owner.get(`${base}/entries/${key}`, 200)).at('fields.title');
}

async function releases(owner: Actor, base: string) {
  const list = await owner.get(`${base}/change-sets`, 200);
  return list.at('items') as readonly { readonly name: string; readonly entries: number }[];
}
