/** Environments in the settings: copied, compared, merged with decisions, undone, deleted; aliases switched and switched back. */
import assert from 'node:assert/strict';
import { modelPages } from '../entry/block-pages.ts';
import { growApart, untilReady } from '../harness/branch.ts';
import { hurry } from '../harness/clock.ts';
import type { FilledCase } from '../harness/filled-space.ts';
import { keepForGuide } from '../harness/guide-pictures.ts';

export function environmentCases(it: FilledCase): void {
  it('copies an environment, shows when it is ready, and deletes it once its name is typed', async (scene) => {
    const page = await scene.show(`${scene.path}/settings/environments`);
    await page.getByRole('button', { name: 'New environment' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('trial');
    await page.getByRole('button', { name: 'Create' }).click();
    const row = page.getByRole('row', { name: /^trial/ });
    await hurry(page, page.getByRole('row', { name: /trial Ready master/ }).waitFor());
    await row.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete trial' });
    await dialog.getByRole('textbox', { name: 'Type trial to confirm' }).fill('next');
    await dialog.getByRole('button', { name: 'Delete with everything in it' }).click();
    await dialog.getByText('This is not the name. Type trial.').waitFor();
    await dialog.getByRole('textbox', { name: 'Type trial to confirm' }).fill('trial');
    await dialog.getByRole('button', { name: 'Delete with everything in it' }).click();
    await row.waitFor({ state: 'hidden' });
    await page.getByRole('row', { name: /^next/ }).waitFor();
  });

  it('merges a copy once both conflicts are decided, shows the merge, and undoes it', async (scene) => {
    const { owner, base } = scene.given;
    await untilReady(scene.given, 'next');
    await growApart(scene.given, { from: 'next', into: 'master' });
    const titleOf = async (key: string) => (await owner.get(`${base}/entries/${key}`, 200)).at('fields.title.en-US');
    const page = await scene.show(`${scene.path}/settings/environments/compare?from=next&to=master`);
    await page.getByRole('link', { name: 'Merge into master…' }).click();
    const merge = page.getByRole('button', { name: 'Merge into master…' });
    await page.getByText('2 decisions are left.').waitFor();
    assert.ok(await merge.isDisabled());
    await page.getByRole('heading', { name: 'What readers see' }).evaluate((heading) => heading.scrollIntoView());
    await keepForGuide(page, 'merge');
    await page
      .getByRole('group', { name: /^A new crane/ })
      .getByRole('radio', { name: 'Use the one from next' })
      .check();
    await page.getByText('1 decision is left.').waitFor();
    assert.ok(await merge.isDisabled());
    await page
      .getByRole('group', { name: /^Low tide/ })
      .getByRole('radio', { name: 'Use the one from master' })
      .check();
    await merge.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Merge', exact: true }).click();
    await page.getByRole('heading', { name: 'next is merged into master' }).waitFor();
    assert.deepEqual(await Promise.all(['post-4', 'post-5'].map(titleOf)), [
      'A new crane for the west quay',
      'Low tide at half past four',
    ]);

    await page.getByRole('link', { name: 'Review or undo it' }).click();
    const drawer = page.getByRole('dialog', { name: 'Merge into master' });
    await drawer.getByRole('button', { name: 'Undo this merge…' }).click();
    const undo = page.getByRole('dialog', { name: 'Undo this merge', exact: true });
    await undo.getByRole('textbox', { name: 'Type master to confirm' }).fill('master');
    await undo.getByRole('button', { name: 'Undo merge' }).click();
    await drawer.getByText(/^Undone by Ada/).waitFor();
    assert.equal(await titleOf('post-4'), 'Two new cranes for the east quay');
  });
}

/** What takes longer: the tree of differences, and aliases. */
export function longEnvironmentCases(it: FilledCase): void {
  it('compares a changed copy down to its values, with the words that differ marked', async (scene) => {
    await untilReady(scene.given, 'next');
    await growApart(scene.given, { from: 'next', into: 'master' });
    const page = await scene.show(`${scene.path}/settings/environments`);
    await page.getByRole('row', { name: /^next/ }).getByRole('link', { name: 'Compare' }).click();
    await page.getByRole('button', { name: /^Ann Lee.*Added$/ }).waitFor();
    const crane = page.getByRole('button', { name: /^A new crane for the west quay.*Changed in both$/ });
    await crane.press('Enter');
    await page.getByRole('heading', { name: 'Title · en-US · Changed in both' }).waitFor();
    assert.deepEqual(await page.locator('section ins').allTextContents(), ['A', 'crane', 'west']);
    await keepForGuide(page, 'compare');
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Changed in both (2)' }).click();
    await page.getByText('2 of 5').waitFor();
    assert.equal(new URL(page.url()).searchParams.get('status'), 'both');
  });

  it('calls a block by its place and its words where environments are compared and merged', async (scene) => {
    const { owner, space, base } = scene.given;
    const hero = (id: string, words: string) => ({ id, type: 'hero', fields: { heading: { 'en-US': words } } });
    const pageOf = (...blocks: readonly object[]) => ({ fields: { title: { 'en-US': 'Home' }, blocks } });
    await modelPages(scene.given);
    await owner.put(
      `${base}/entries/home`,
      { content_type_id: 'page', ...pageOf(hero('a', 'Wind'), hero('b', 'Tide')) },
      201,
    );
    await owner.post(`${base}/clone`, { name: 'pages' }, 201);
    await untilReady(scene.given, 'pages');
    const theirs = pageOf(hero('a', 'Wind'), hero('b', 'High tide'));
    await owner.patch(`${space}/environments/pages/entries/home`, theirs, 200);
    await owner.patch(`${base}/entries/home`, pageOf(hero('a', 'Wind'), hero('b', 'Low tide')), 200);
    const settings = `${scene.path}/settings/environments`;
    const compared = await scene.show(`${settings}/compare?from=pages&to=master`);
    await compared.getByRole('button', { name: /^Home.*Changed in both$/ }).click();
    await compared.getByRole('heading', { name: /^Blocks · Hero 2 · High tide · Heading · en-US/ }).waitFor();
    const merged = await scene.show(`${settings}/merge?from=pages&into=master`);
    await merged.getByRole('group', { name: 'Home · Blocks · Hero 2 · High tide · Heading · en-US' }).waitFor();
  });

  it('switches an alias after telling how much differs, and switches it back', async (scene) => {
    const { owner, space, base } = scene.given;
    await untilReady(scene.given, 'next');
    await owner.patch(`${space}/environments/next/entries/post-6`, { fields: { rating: 10 } }, 200);
    const standsFor = async () => (await owner.get(`${space}/environment-aliases/live`, 200)).at('environment');
    const page = await scene.show(`${scene.path}/settings/environments`);
    await page.getByRole('button', { name: 'New alias…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('live');
    await dialog.getByRole('button', { name: 'Create' }).click();
    const row = page.getByRole('row', { name: /^live master/ });
    await row.getByRole('button', { name: 'Switch' }).click();
    await dialog.getByRole('combobox', { name: 'Should stand for' }).click();
    await page.getByRole('option', { name: 'next' }).click();
    await dialog.getByText('1 content type, entry or file differs.').waitFor();
    await dialog.getByRole('button', { name: 'Switch', exact: true }).click();
    await page.getByRole('button', { name: 'Back to master' }).click();
    assert.equal(await standsFor(), 'next');
    await dialog.getByRole('button', { name: 'Switch', exact: true }).click();
    await row.waitFor();
    assert.equal(await standsFor(), 'master');
    assert.equal((await owner.get(`${base}/entries/post-6`, 200)).at('fields.rating.en-US'), 6);
  });
}
