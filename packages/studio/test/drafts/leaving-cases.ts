/** A tab is closed right after the last key: what is small is saved all the same, and what is not waits on the device. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { EntryOnScreen, type Value } from './entry-on-screen.ts';
import { BODY, TITLE, type WritingRoom } from './writing-room.ts';

/** Browsers let 64 KiB of bodies outlive their page. */
const OUTLIVES = 50_000;
const DOES_NOT = 80_000;
const ARRIVES_WITHIN_MS = 10_000;
const POLL_MS = 20;
const EXCERPT = 20;

/** Defines the cases. The room is there when they run. */
export function leavingCases(roomOf: () => WritingRoom): void {
  const served = (key: string, value: Value) => roomOf().served(key, value);

  async function arrives(key: string, value: Value, text: string): Promise<void> {
    const deadline = Date.now() + ARRIVES_WITHIN_MS;
    while ((await served(key, value)) !== text) {
      assert.ok(Date.now() < deadline, `${text.slice(-EXCERPT)} has arrived`);
      await sleep(POLL_MS);
    }
  }

  it('saves what was written just before, and nobody has to open the entry again', async () => {
    const room = roomOf();
    const key = await room.newNote();
    const context = await room.logIn();
    const screen = await room.show(context, key);
    const long = 'x'.repeat(OUTLIVES);
    await screen.input(BODY).fill(long);
    await screen.type(BODY, ' and the last word');
    await screen.page.close();
    await arrives(key, BODY, `${long} and the last word`);
    await context.close();
  });

  it('tells at home what was too large for that, and saves it when it is opened', async () => {
    const room = roomOf();
    const key = await room.newNote({ title: 'A long report' });
    const context = await room.logIn();
    const screen = await room.show(context, key);
    const long = 'x'.repeat(DOES_NOT);
    room.proxy.losesRequest = ({ method }) => method === 'PATCH';
    await screen.input(BODY).fill(long);
    await screen.page.close();
    const page = await context.newPage();
    await page.goto(room.studio);
    const kept = page.getByRole('region', { name: 'Not saved yet' });
    await kept.getByRole('link', { name: 'A long report' }).waitFor();
    assert.equal(await served(key, BODY), undefined);
    room.proxy.losesRequest = () => false;
    await kept.getByRole('link', { name: 'A long report' }).click();
    const again = new EntryOnScreen(page);
    await again.isOpen();
    await again.says('saved');
    assert.deepEqual([await again.shown(BODY), await served(key, BODY)], [long, long]);
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('heading', { name: 'What I worked on' }).waitFor();
    assert.equal(await kept.count(), 0);
    await context.setOffline(true);
    await page.goBack();
    await again.type(TITLE, ', offline');
    await page.getByRole('link', { name: 'Home' }).click();
    await kept.getByRole('link', { name: 'A long report, offline' }).waitFor();
    await context.setOffline(false);
    await kept.waitFor({ state: 'detached' });
    await arrives(key, TITLE, 'A long report, offline');
    await context.close();
  });
}
