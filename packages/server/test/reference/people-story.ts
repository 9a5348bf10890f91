/** The requests on members and invitations that are examples of the API reference. */
import { Actor } from '../client.ts';
import type { Teller } from './teller.ts';

const page = { limit: 1, skip: 0 };
const PASSWORD = 'correct horse battery staple';
const collection = '/accounts/{account_id}/invitations';
const oneMember = '/accounts/{account_id}/members/{user_id}';

/** Tells everything about the people of the demo's account; it is as before afterwards, but for a member who stays. */
export async function tellPeople(teller: Teller): Promise<void> {
  await tellInvitations(teller);
  await tellMembers(teller);
  await tellDeletion(teller);
}

async function tellInvitations({ demo: { owner: by }, recorder, ids }: Teller): Promise<void> {
  const path = { account_id: ids.account };
  const made = await recorder.tell(`POST ${collection}`, {
    by,
    path,
    body: { email: 'mary@example.com', role: 'editor' },
  });
  const one = { ...path, invitation_id: made.string('id') };
  const each = { ...page, order: '-created_at', state: 'open' };
  await recorder.tell(`GET ${collection}`, { by, path, query: { limit: 1 }, each });
  await recorder.tell(`GET ${collection}/{invitation_id}`, { by, path: one });
  await recorder.tell(`PATCH ${collection}/{invitation_id}`, { by, path: one, body: { role: 'developer' } });
  await recorder.tell(`POST ${collection}/{invitation_id}/resend`, { by, path: one, body: {} });
  await recorder.tell(`DELETE ${collection}/{invitation_id}`, { by, path: one });
}

async function tellMembers({ demo: { owner: by, url }, recorder, ids }: Teller): Promise<void> {
  const path = { account_id: ids.account };
  const person = { email: 'ann@example.com', password: PASSWORD, name: 'Ann Lister' };
  const session = await new Actor(url, null).post('/auth/signup', person, 201);
  const ann = new Actor(url, session.string('access_token'));
  const invitation = { email: person.email, role: 'editor' };
  const { token } = (await by.post(`/accounts/${ids.account}/invitations`, invitation, 201)).json as { token: string };
  await recorder.tell('POST /invitations/accept', { by: ann, body: { token } });
  await recorder.tell('GET /accounts/{account_id}/members', {
    by,
    path,
    query: { limit: 1 },
    each: { ...page, order: 'name', q: 'ann', role: 'editor' },
  });
  const one = { ...path, user_id: session.string('user.id') };
  await recorder.tell(`GET ${oneMember}`, { by, path: one });
  await recorder.tell(`PATCH ${oneMember}`, { by, path: one, body: { role: 'developer' } });
  await recorder.tell(`DELETE ${oneMember}`, { by, path: one });
}

async function tellDeletion({ demo: { owner: by, url }, recorder, ids }: Teller): Promise<void> {
  const path = { account_id: ids.account };
  await recorder.tell('DELETE /accounts/{account_id}', { by, path });
  await recorder.tell('POST /accounts/{account_id}/restore', { by, path, body: {} });
  const leaver = await joinDemo({ owner: by, url, account: ids.account, email: 'eve@example.com', role: 'editor' });
  await recorder.tell('DELETE /auth/me', { by: leaver.actor, body: { password: PASSWORD } });
  await recorder.tell('POST /auth/me/restore', { by: leaver.actor, body: {} });
}

/** Makes somebody a member of the demo's account, with the password of the examples. */
export async function joinDemo(parts: {
  owner: Actor;
  url: string;
  account: string;
  email: string;
  role: string;
}): Promise<{ actor: Actor; userId: string }> {
  const { owner, url, account, email, role } = parts;
  const invitation = await owner.post(`/accounts/${account}/invitations`, { email, role }, 201);
  const body = { email, password: PASSWORD, invitation_token: invitation.string('token') };
  const session = await new Actor(url, null).post('/auth/signup', body, 201);
  return { actor: new Actor(url, session.string('access_token')), userId: session.string('user.id') };
}
