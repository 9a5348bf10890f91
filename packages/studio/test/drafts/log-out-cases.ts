/** Logging out: what was written is saved first, and what could not be is neither lost nor left on the device without a word. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { PASSWORD } from '../../../server/test/scene.ts';
import { BODY, TITLE, type WritingRoom } from './writing-room.ts';

const isPatch = ({ method }: { method?: string | undefined }) => method === 'PATCH';

/** Defines the cases. The room is there when they run. */
export function logOutCases(roomOf: () => WritingRoom): void {
  it('saves what was typed just before, in other tabs too, and leaves nothing on the device', async () => {
    const room = roomOf();
    const context = await room.logIn();
    const [key, otherKey] = [await room.newNote(), await room.newNote()];
    const other = await room.show(context, otherKey);
    await other.type(BODY, 'In another tab');
    const screen = await room.show(context, key);
    await screen.type(TITLE, 'Just before');
    await logOut(screen.page);
    await isOut(screen.page);
    await isOut(other.page);
    assert.deepEqual(
      [await room.served(key, TITLE), await room.served(otherKey, BODY)],
      ['Just before', 'In another tab'],
    );
    assert.deepEqual(await keptIn(screen.page), { records: 0, marks: 0 });
    await context.close();
  });

  it('says what is not saved, and deletes it only if the person wants that', async () => {
    const room = roomOf();
    const context = await room.logIn();
    const [key, otherKey] = [await room.newNote(), await room.newNote()];
    const other = await room.show(context, otherKey);
    const screen = await room.show(context, key);
    room.proxy.losesRequest = isPatch;
    await other.type(BODY, 'Elsewhere');
    await screen.type(TITLE, 'Not saved');
    await logOut(screen.page);
    const dialog = screen.page.getByRole('dialog', { name: 'Some of what you wrote is not saved' });
    for (const text of ['Not saved', 'Elsewhere']) await dialog.getByText(text, { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Stay logged in' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await screen.shown(TITLE), 'Not saved');
    await logOut(screen.page);
    await dialog.getByRole('button', { name: 'Delete it and log out' }).click();
    await isOut(screen.page);
    await isOut(other.page);
    assert.deepEqual(await keptIn(screen.page), { records: 0, marks: 0 });
    room.proxy.losesRequest = () => false;
    assert.deepEqual([await room.served(key, TITLE), await room.served(otherKey, BODY)], [undefined, undefined]);
    await context.close();
  });

  it('keeps it on the device if the person wants that, and goes on when they are back', async () => {
    const room = roomOf();
    const context = await room.logIn();
    const key = await room.newNote();
    const screen = await room.show(context, key);
    room.proxy.losesRequest = isPatch;
    await screen.type(TITLE, 'For later');
    await logOut(screen.page);
    await screen.page.getByRole('button', { name: 'Keep it and log out' }).click();
    await isOut(screen.page);
    assert.notEqual((await keptIn(screen.page)).records, 0);
    room.proxy.losesRequest = () => false;
    await logIn(screen.page, room.scene.member.email);
    const again = await room.show(context, key);
    await again.says('saved');
    assert.deepEqual([await again.shown(TITLE), await room.served(key, TITLE)], ['For later', 'For later']);
    await context.close();
  });

  it('asks somebody whose session has ended, before another person logs in', async () => {
    const room = roomOf();
    const context = await room.logIn(room.colleague);
    const key = await room.newNote();
    const screen = await room.show(context, key);
    await room.endSessions(room.colleague);
    await screen.type(TITLE, 'Too late');
    await screen.leaveField();
    await screen.says('kept');
    await screen.page.getByRole('button', { name: 'Log in as somebody else' }).click();
    const dialog = screen.page.getByRole('dialog', { name: 'Some of what you wrote is not saved' });
    await dialog.getByText('Too late', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Delete it and log out' }).click();
    await isOut(screen.page);
    assert.deepEqual(await keptIn(screen.page), { records: 0, marks: 0 });
    await context.close();
  });
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /profile and settings of yours/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
}

async function isOut(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Log in to Lectern' }).waitFor();
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
