/** People who work in several accounts: what they write belongs to the one that they write it in. */
import assert from 'node:assert/strict';
import type { BrowserContext } from 'playwright-core';
import { type Member, PASSWORD, signUp } from '../../../testing/src/given.ts';
import { hurry } from '../harness/clock.ts';
import type { StudioScene } from '../harness/scene.ts';
import { type NoteCase, newNote, served, showNote, TITLE } from './notes.ts';

export function accountCases(it: NoteCase): void {
  it('goes on in the account where it was written, though the log-in leads to another one', async (scene) => {
    const person = await guest(scene);
    const context = await logInAsGuest(scene, person);
    const key = await newNote(scene);
    const screen = await showNote(scene, context, key);
    await screen.type(TITLE, 'Before');
    await screen.save();
    await scene.endSessions(person);
    await screen.write(TITLE, ' and after');
    await screen.leaveField();
    await screen.says('kept');
    const dialog = screen.page.getByRole('dialog', { name: 'Log in to continue' });
    await hurry(screen.page, dialog.getByRole('textbox', { name: 'Password' }).fill(PASSWORD));
    await screen.page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await screen.says('saved');
    await screen.type(TITLE, ' it');
    await screen.save();
    assert.equal(await served(scene, key, TITLE), 'Before and after it');
  });

  it('takes no more words once another tab works in another account, and has those before when it is back', async (scene) => {
    const person = await guest(scene);
    const context = await logInAsGuest(scene, person);
    const key = await newNote(scene);
    const screen = await showNote(scene, context, key);
    const other = await context.newPage();
    await other.goto(`${scene.url}/studio${scene.path}`);
    scene.proxy.losesRequest = ({ method }) => method === 'PATCH';
    await screen.type(TITLE, 'Mine');
    await other.getByRole('button', { name: /your profile and settings/ }).click();
    const { name } = (await person.actor.get(`/accounts/${person.accountId}`, 200)).json as { name: string };
    await other
      .getByRole('menuitem', { name })
      .filter({ hasNot: other.getByLabel('Selected') })
      .click();
    await hurry(other, screen.input(TITLE).waitFor({ state: 'detached' }));
    scene.proxy.losesRequest = () => false;
    await other.close();
    await screen.page.close();
    await switchTo(scene, context, person);
    const back = await showNote(scene, context, key);
    await back.says('saved');
    assert.deepEqual([await back.shown(TITLE), await served(scene, key, TITLE)], ['Mine', 'Mine']);
  });
}

/** Somebody with an account of their own, who is an editor here too. */
async function guest(scene: StudioScene): Promise<Member> {
  const person = await signUp(scene.given.url);
  const { actor, accountId } = scene.given.member;
  const invited = { email: person.email, role: 'editor' };
  const invitation = await actor.post(`/accounts/${accountId}/invitations`, invited, 201);
  await person.actor.post('/invitations/accept', { token: invitation.string('token') }, 200);
  return person;
}

/** A browser in which they work here. */
async function logInAsGuest(scene: StudioScene, person: Member): Promise<BrowserContext> {
  const context = await scene.logIn(person);
  await switchTo(scene, context, person);
  return context;
}

async function switchTo(scene: StudioScene, context: BrowserContext, { email }: Member): Promise<void> {
  const { url } = scene;
  const data = { email, password: PASSWORD };
  const { access_token: token } = await (await context.request.post(`${url}/auth/login`, { data })).json();
  const headers = { origin: url, authorization: `Bearer ${token}` };
  const body = { account_id: scene.given.member.accountId, refresh: 'cookie' };
  const answer = await context.request.post(`${url}/auth/switch-account`, { data: body, headers });
  assert.ok(answer.ok(), await answer.text());
}
