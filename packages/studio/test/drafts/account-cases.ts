/** People who work in several accounts: what they write belongs to the one that they write it in. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { BrowserContext } from 'playwright-core';
import { type Member, PASSWORD, signUp } from '../../../server/test/scene.ts';
import { TITLE, type WritingRoom } from './writing-room.ts';

/** Defines the cases. The room is there when they run. */
export function accountCases(roomOf: () => WritingRoom): void {
  it('goes on in the account where it was written, though the log-in leads to another one', async () => {
    const room = roomOf();
    const person = await guest(room);
    const context = await logInAsGuest(room, person);
    const key = await room.newNote();
    const screen = await room.show(context, key);
    await screen.type(TITLE, 'Before');
    await screen.save();
    await room.endSessions(person);
    await screen.type(TITLE, ' and after');
    await screen.leaveField();
    await screen.says('kept');
    const dialog = screen.page.getByRole('dialog', { name: 'Log in to go on' });
    await dialog.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await screen.page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await screen.says('saved');
    await screen.type(TITLE, ' it');
    await screen.save();
    assert.equal(await room.served(key, TITLE), 'Before and after it');
    await context.close();
  });

  it('takes no more words once another tab works in another account, and has those before when it is back', async () => {
    const room = roomOf();
    const person = await guest(room);
    const context = await logInAsGuest(room, person);
    const key = await room.newNote();
    const screen = await room.show(context, key);
    const other = await context.newPage();
    await other.goto(room.studio);
    room.proxy.losesRequest = ({ method }) => method === 'PATCH';
    await screen.type(TITLE, 'Mine');
    await other.getByRole('button', { name: /profile and settings of yours/ }).click();
    const { name } = (await person.actor.get(`/accounts/${person.accountId}`, 200)).json as { name: string };
    await other
      .getByRole('menuitem', { name })
      .filter({ hasNot: other.getByLabel('Chosen') })
      .click();
    await screen.input(TITLE).waitFor({ state: 'detached' });
    room.proxy.losesRequest = () => false;
    await other.close();
    await screen.page.close();
    await switchTo(room, context, person);
    const back = await room.show(context, key);
    await back.says('saved');
    assert.deepEqual([await back.shown(TITLE), await room.served(key, TITLE)], ['Mine', 'Mine']);
    await context.close();
  });
}

/** Somebody with an account of their own, who is an editor here too. */
async function guest(room: WritingRoom): Promise<Member> {
  const person = await signUp(room.scene.url);
  const { actor, accountId } = room.scene.member;
  const invited = { email: person.email, role: 'editor' };
  const invitation = await actor.post(`/accounts/${accountId}/invitations`, invited, 201);
  await person.actor.post('/invitations/accept', { token: invitation.string('token') }, 200);
  return person;
}

/** A browser in which they work here. */
async function logInAsGuest(room: WritingRoom, person: Member): Promise<BrowserContext> {
  const context = await room.logIn(person);
  await switchTo(room, context, person);
  return context;
}

async function switchTo(room: WritingRoom, context: BrowserContext, { email }: Member): Promise<void> {
  const { url } = room.proxy;
  const data = { email, password: PASSWORD };
  const { access_token: token } = await (await context.request.post(`${url}/auth/login`, { data })).json();
  const headers = { origin: url, authorization: `Bearer ${token}` };
  const body = { account_id: room.scene.member.accountId, refresh: 'cookie' };
  const answer = await context.request.post(`${url}/auth/switch-account`, { data: body, headers });
  assert.ok(answer.ok(), await answer.text());
}
