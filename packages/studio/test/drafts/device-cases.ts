/** What becomes of words where the device does not keep them: a browser that forbids it, a database that is not ours. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Dialog } from 'playwright-core';
import { TITLE, type WritingRoom } from './writing-room.ts';

/** A database of another version than the one that Studio knows cannot be opened. */
const SPOIL = `new Promise((resolve) => {
  indexedDB.open('lectern-drafts', 99).onsuccess = ({ target }) => resolve(target.result.close());
})`;

/** Defines the cases. The room is there when they run. */
export function deviceCases(roomOf: () => WritingRoom): void {
  it('can be written into without the device, says so, and warns whoever closes the tab before it is saved', async () => {
    const room = roomOf();
    const key = await room.newNote();
    const context = await room.logIn();
    const page = await context.newPage();
    await page.goto(`${room.proxy.url}/healthz`);
    await page.evaluate(SPOIL);
    await page.close();

    const screen = await room.show(context, key);
    await screen.type(TITLE, 'Here');
    await screen.save();
    assert.equal(await room.served(key, TITLE), 'Here');
    room.proxy.losesRequest = ({ method }) => method === 'PATCH';
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
    room.proxy.losesRequest = () => false;
    await screen.save();
    assert.equal(await room.served(key, TITLE), 'Here alone');
    const closed = screen.page.waitForEvent('close');
    await screen.page.close({ runBeforeUnload: true });
    await closed;
    await context.close();
  });
}
