/** The session is renewed while somebody writes: the answer does not come, or it brings the tokens of somebody else. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { joinAs, PASSWORD } from '../../../server/test/scene.ts';
import { TITLE, type WritingRoom } from './writing-room.ts';

const HOUR_MS = 3_600_000;

/** Defines the cases. The room is there when they run. */
export function renewalCases(roomOf: () => WritingRoom): void {
  it('keeps what is written where no answer comes, and saves it once one does', async () => {
    const room = roomOf();
    const key = await room.newNote();
    const screen = await room.show(await room.logIn(await joinAs(room.scene.member, 'editor')), key);
    await screen.page.route('**/auth/refresh', () => undefined);
    await letTokenEnd(screen.page);
    await screen.type(TITLE, 'Patience');
    await screen.says('kept');
    await screen.page.unroute('**/auth/refresh');
    await screen.says('saved');
    assert.equal(await room.served(key, TITLE), 'Patience');
    await screen.page.context().close();
  });

  it('sends nothing with the tokens of somebody else', async () => {
    const room = roomOf();
    const key = await room.newNote();
    const context = await room.logIn(await joinAs(room.scene.member, 'editor'));
    const screen = await room.show(context, key);
    const { email } = await joinAs(room.scene.member, 'editor');
    const data = { email, password: PASSWORD, refresh: 'cookie' };
    const { url } = room.proxy;
    assert.ok((await context.request.post(`${url}/auth/login`, { data, headers: { origin: url } })).ok());
    await letTokenEnd(screen.page);
    const save = screen.page.waitForRequest((request) => request.method() === 'PATCH').then(() => 'sent');
    const home = screen.page.getByRole('heading', { name: 'Home' });
    await screen.type(TITLE, 'Mine alone');
    await screen.leaveField();
    assert.equal(await Promise.race([save, home.waitFor().then(() => 'at home')]), 'at home');
    assert.equal(await room.served(key, TITLE), undefined);
    await context.close();
  });
}

/** For the page an hour passes, in which its access token ends. */
async function letTokenEnd(page: Page): Promise<void> {
  await page.evaluate(`{ const now = Date.now; Date.now = () => now() + ${HOUR_MS}; }`);
}
