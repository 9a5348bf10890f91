/** A tab is closed right after the last key: what is small is saved all the same, and what is not waits on the device. */
import assert from 'node:assert/strict';
import { hurry } from '../harness/clock.ts';
import { EntryOnScreen } from './entry-on-screen.ts';
import { BODY, comesToServe, type NoteCase, newNote, served, showNote, TITLE } from './notes.ts';

/** Browsers let 64 KiB of bodies outlive their page. */
const OUTLIVES = 50_000;
const DOES_NOT = 80_000;

export function leavingCases(it: NoteCase): void {
  it('saves what was written just before, and nobody has to open the entry again', async (scene) => {
    const key = await newNote(scene);
    const context = await scene.logIn();
    const screen = await showNote(scene, context, key);
    const long = 'x'.repeat(OUTLIVES);
    await screen.input(BODY).fill(long);
    await screen.type(BODY, ' and the last word');
    await screen.page.close();
    await comesToServe(scene, key, BODY, `${long} and the last word`);
  });
}

/** Those of the deep tier: many of a kind, or rarer turns of what others hold. */
export function longLeavingCases(it: NoteCase): void {
  it('tells at home what was too large for that, and saves it when it is opened', async (scene) => {
    const key = await newNote(scene, { title: 'A long report' });
    const context = await scene.logIn();
    const screen = await showNote(scene, context, key);
    const long = 'x'.repeat(DOES_NOT);
    scene.proxy.losesRequest = ({ method }) => method === 'PATCH';
    await screen.input(BODY).fill(long);
    await screen.page.close();
    const page = await context.newPage();
    await page.goto(`${scene.url}/studio${scene.path}`);
    const kept = page.getByRole('region', { name: 'Not saved yet' });
    await kept.getByRole('link', { name: 'A long report' }).waitFor();
    assert.equal(await served(scene, key, BODY), undefined);
    scene.proxy.losesRequest = () => false;
    await kept.getByRole('link', { name: 'A long report' }).click();
    const again = new EntryOnScreen(page);
    await again.isOpen();
    await again.says('saved');
    assert.deepEqual([await again.shown(BODY), await served(scene, key, BODY)], [long, long]);
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('heading', { name: 'My drafts' }).waitFor();
    assert.equal(await kept.count(), 0);
    await context.setOffline(true);
    await page.goBack();
    await again.type(TITLE, ', offline');
    await page.getByRole('link', { name: 'Home' }).click();
    await hurry(page, kept.getByRole('link', { name: 'A long report, offline' }).waitFor());
    await context.setOffline(false);
    await hurry(page, kept.waitFor({ state: 'detached' }));
    await comesToServe(scene, key, TITLE, 'A long report, offline');
  });
}
