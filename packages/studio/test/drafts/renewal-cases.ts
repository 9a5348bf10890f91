/** The session is renewed while somebody writes: the answer does not come, or it brings the tokens of somebody else. */
import assert from 'node:assert/strict';
import { joinAs, PASSWORD } from '../../../testing/src/given.ts';
import { hurry, letTokensEnd, limitByClock } from '../harness/clock.ts';
import { type NoteCase, newNote, served, showNote, TITLE } from './notes.ts';

export function renewalCases(it: NoteCase): void {
  it('keeps what is written where no answer comes, and saves it once one does', async (scene) => {
    const key = await newNote(scene);
    const context = await scene.logIn();
    await limitByClock(context);
    const screen = await showNote(scene, context, key);
    await screen.page.route('**/auth/refresh', () => undefined);
    await letTokensEnd(context);
    await screen.write(TITLE, 'Patience');
    await hurry(screen.page, screen.says('kept'));
    await screen.page.unroute('**/auth/refresh');
    await screen.says('saved');
    assert.equal(await served(scene, key, TITLE), 'Patience');
  });

  it('sends nothing with the tokens of somebody else', async (scene) => {
    const key = await newNote(scene);
    const context = await scene.logIn(await joinAs(scene.given.member, 'editor'));
    const screen = await showNote(scene, context, key);
    const { email } = await joinAs(scene.given.member, 'editor');
    const data = { email, password: PASSWORD, refresh: 'cookie' };
    const { url } = scene;
    assert.ok((await context.request.post(`${url}/auth/login`, { data, headers: { origin: url } })).ok());
    await letTokensEnd(context);
    const save = screen.page.waitForRequest((request) => request.method() === 'PATCH').then(() => 'sent');
    const home = screen.page.getByRole('heading', { name: 'Home' });
    await screen.write(TITLE, 'Mine alone');
    await screen.leaveField();
    assert.equal(await Promise.race([save, home.waitFor().then(() => 'at home')]), 'at home');
    assert.equal(await served(scene, key, TITLE), undefined);
  });
}
