/** Logging out: what was written is saved first, and what could not be is neither lost nor left on the device without a word. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { PASSWORD } from '../../../testing/src/given.ts';
import { hurry } from '../harness/clock.ts';
import { BODY, type NoteCase, newNote, served, showNote, TITLE } from './notes.ts';

const isPatch = ({ method }: { method?: string | undefined }) => method === 'PATCH';

export function logOutCases(it: NoteCase): void {
  it('saves what was typed just before, in other tabs too, and leaves nothing on the device', async (scene) => {
    const context = await scene.logIn();
    const [key, otherKey] = [await newNote(scene), await newNote(scene)];
    const other = await showNote(scene, context, otherKey);
    await other.type(BODY, 'In another tab');
    const screen = await showNote(scene, context, key);
    await screen.type(TITLE, 'Just before');
    await logOut(screen.page);
    await isOut(screen.page);
    await isOut(other.page);
    assert.deepEqual(
      [await served(scene, key, TITLE), await served(scene, otherKey, BODY)],
      ['Just before', 'In another tab'],
    );
    assert.deepEqual(await keptIn(screen.page), { records: 0, marks: 0 });
  });

  it('says what is not saved, and deletes it only if the person wants that', async (scene) => {
    const context = await scene.logIn();
    const [key, otherKey] = [await newNote(scene), await newNote(scene)];
    const other = await showNote(scene, context, otherKey);
    const screen = await showNote(scene, context, key);
    scene.proxy.losesRequest = isPatch;
    await other.type(BODY, 'Elsewhere');
    await screen.type(TITLE, 'Not saved');
    await logOut(screen.page);
    const dialog = screen.page.getByRole('dialog', { name: 'Some of your work is not saved yet' });
    for (const text of ['Not saved', 'Elsewhere'])
      await hurry(screen.page, dialog.getByText(text, { exact: true }).waitFor());
    await dialog.getByRole('button', { name: 'Stay logged in' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await screen.shown(TITLE), 'Not saved');
    await logOut(screen.page);
    await hurry(screen.page, dialog.getByRole('button', { name: 'Delete and log out' }).click());
    await isOut(screen.page);
    await isOut(other.page);
    assert.deepEqual(await keptIn(screen.page), { records: 0, marks: 0 });
    scene.proxy.losesRequest = () => false;
    assert.deepEqual([await served(scene, key, TITLE), await served(scene, otherKey, BODY)], [undefined, undefined]);
  });
}

/** Those of the deep tier: many of a kind, or rarer turns of what others hold. */
export function longLogOutCases(it: NoteCase): void {
  it('says so where the device does not delete it, and tries again', async (scene) => {
    const context = await scene.logIn();
    const screen = await showNote(scene, context, await newNote(scene));
    const { page } = screen;
    scene.proxy.losesRequest = isPatch;
    await screen.type(TITLE, 'Not deleted');
    await screen.says('kept');
    await logOut(page);
    const remove = page.getByRole('button', { name: 'Delete and log out' });
    await hurry(page, remove.waitFor());
    await page.evaluate(`
      globalThis.originalDelete = IDBObjectStore.prototype.delete;
      IDBObjectStore.prototype.delete = () => { throw new Error('The disk does not respond'); };
    `);
    await remove.click();
    const failure = page.getByRole('dialog', { name: 'You are still logged in' });
    await hurry(page, failure.getByText('The disk does not respond').waitFor());
    await page.evaluate('IDBObjectStore.prototype.delete = globalThis.originalDelete');
    await failure.getByRole('button', { name: 'Close' }).click();
    await failure.waitFor({ state: 'detached' });
    await hurry(page, remove.click());
    await isOut(page);
    assert.deepEqual(await keptIn(page), { records: 0, marks: 0 });
  });

  it('keeps it on the device if the person wants that, and goes on when they are back', async (scene) => {
    const context = await scene.logIn();
    const key = await newNote(scene);
    const screen = await showNote(scene, context, key);
    scene.proxy.losesRequest = isPatch;
    await screen.type(TITLE, 'For later');
    await logOut(screen.page);
    await hurry(screen.page, screen.page.getByRole('button', { name: 'Keep and log out' }).click());
    await isOut(screen.page);
    assert.notEqual((await keptIn(screen.page)).records, 0);
    scene.proxy.losesRequest = () => false;
    await logIn(screen.page, scene.given.member.email);
    const again = await showNote(scene, context, key);
    await again.says('saved');
    assert.deepEqual([await again.shown(TITLE), await served(scene, key, TITLE)], ['For later', 'For later']);
  });

  it('asks somebody whose session has ended, before another person logs in', async (scene) => {
    const colleague = await scene.colleague();
    const context = await scene.logIn(colleague);
    const key = await newNote(scene);
    const screen = await showNote(scene, context, key);
    await scene.endSessions(colleague);
    await screen.write(TITLE, 'Too late');
    await screen.leaveField();
    await screen.says('kept');
    await hurry(screen.page, screen.page.getByRole('button', { name: 'Log in as someone else' }).click());
    const dialog = screen.page.getByRole('dialog', { name: 'Some of your work is not saved yet' });
    await hurry(screen.page, dialog.getByText('Too late', { exact: true }).waitFor());
    await dialog.getByRole('button', { name: 'Delete and log out' }).click();
    await isOut(screen.page);
    assert.deepEqual(await keptIn(screen.page), { records: 0, marks: 0 });
  });
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /your profile and settings/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
}

async function isOut(page: Page): Promise<void> {
  await hurry(page, page.getByRole('heading', { name: 'Log in to Lectern' }).waitFor());
}

async function logIn(page: Page, email: string): Promise<void> {
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByRole('heading', { name: 'Log in to Lectern' }).waitFor({ state: 'detached' });
}

/** What the browser keeps for Studio: records in its databases, and marks that there are some. */
function keptIn(page: Page): Promise<{ records: number; marks: number }> {
  return page.evaluate(`(async () => {
    const done = (request) => new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    let records = 0;
    for (const { name } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name));
      records += await done(database.transaction('values').objectStore('values').count());
      database.close();
    }
    const marks = Object.keys(localStorage).filter((name) => name.startsWith('lectern.unsaved')).length;
    return { records, marks };
  })()`);
}
