/** What becomes of words where the device does not keep them: a browser that forbids it, a database that is not ours. */
import assert from 'node:assert/strict';
import type { Dialog } from 'playwright-core';
import { type NoteCase, newNote, served, showNote, TITLE } from './notes.ts';

/** A database of another version than the one that Studio knows cannot be opened. */
const SPOIL = `new Promise((resolve) => {
  indexedDB.open('lectern-drafts', 99).onsuccess = ({ target }) => resolve(target.result.close());
})`;

export function deviceCases(it: NoteCase): void {
  it('can be written into without the device, says so, and warns whoever closes the tab before it is saved', async (scene) => {
    const key = await newNote(scene);
    const context = await scene.logIn();
    const page = await context.newPage();
    await page.goto(`${scene.url}/healthz`);
    await page.evaluate(SPOIL);
    await page.close();

    const screen = await showNote(scene, context, key);
    await screen.type(TITLE, 'Here');
    await screen.save();
    assert.equal(await served(scene, key, TITLE), 'Here');
    scene.proxy.losesRequest = ({ method }) => method === 'PATCH';
    await screen.type(TITLE, ' alone');
    await screen.leaveField();
    await screen.says('kept');
    const words = await screen.page.locator('[role=status][data-status=kept]').textContent();
    assert.match(String(words), /^Only in this tab/);
    assert.doesNotMatch(String(words), /device/);
    const asked = screen.page.waitForEvent('dialog') as Promise<Dialog>;
    await screen.page.close({ runBeforeUnload: true });
    assert.equal((await asked).type(), 'beforeunload');
    await (await asked).dismiss();
    scene.proxy.losesRequest = () => false;
    await screen.save();
    assert.equal(await served(scene, key, TITLE), 'Here alone');
    const closed = screen.page.waitForEvent('close');
    await screen.page.close({ runBeforeUnload: true });
    await closed;
  });
}
