/** The routes of members and invitations. */
import { Actor } from '../../../testing/src/client.ts';
import { freshEmail } from '../../../testing/src/given.ts';
import { EXAMPLE_PASSWORD } from '../docs/reference/running-demo.ts';
import { ONE, once, PAGE } from '../docs/reference/teller.ts';
import { owners, someones } from './ground.ts';
import type { SomeRoutes } from './row.ts';

/** Somebody with an account of their own. */
const ann = once(async ({ nobody }) => {
  const person = { email: 'ann@example.com', password: EXAMPLE_PASSWORD, name: 'Ann Lister' };
  const session = await nobody.post('/auth/signup', person, 201);
  const actor = new Actor(nobody.url, session.string('access_token'));
  return { email: person.email, actor, userId: session.string('user.id') };
});

export const memberRoutes = {
  'POST /accounts/{account_id}/invitations': {
    access: 'admin',
    sessionsOnly: true,
    body: { email: 'b@example.com', role: 'editor' },
    audit: {
      action: 'invitation.create',
      events: [],
      change: async (ground) =>
        owners(`/accounts/${ground.scene.member.accountId}/invitations`, { email: freshEmail(), role: 'author' }),
    },
    example: { body: { email: 'mary@example.com', role: 'editor' } },
  },
  'GET /accounts/{account_id}/invitations': {
    access: 'admin',
    sessionsOnly: true,
    example: { query: ONE, each: { ...PAGE, order: '-created_at', state: 'open' } },
  },
  'GET /accounts/{account_id}/invitations/{invitation_id}': {
    access: 'admin',
    sessionsOnly: true,
    example: {},
  },
  'PATCH /accounts/{account_id}/invitations/{invitation_id}': {
    access: 'admin',
    sessionsOnly: true,
    body: { role: 'viewer' },
    audit: {
      action: 'invitation.update',
      events: [],
      change: async (ground) => owners((await ground.invitation()).path, { role: 'admin' }),
      keep: async (ground) => owners((await ground.invitation()).path, { role: 'editor' }),
    },
    example: { body: { role: 'developer' } },
  },
  'POST /accounts/{account_id}/invitations/{invitation_id}/resend': {
    access: 'admin',
    sessionsOnly: true,
    audit: {
      action: 'invitation.resend',
      events: [],
      change: async (ground) => owners(`${(await ground.invitation()).path}/resend`),
    },
    example: { body: {} },
  },
  'DELETE /accounts/{account_id}/invitations/{invitation_id}': {
    access: 'admin',
    sessionsOnly: true,
    audit: {
      action: 'invitation.delete',
      events: [],
      change: async (ground) => owners((await ground.invitation()).path),
    },
    example: {},
  },
  'POST /invitations/accept': {
    access: 'session',
    destructive: true,
    body: { token: 'x' },
    audit: {
      action: 'invitation.accept',
      events: [],
      change: async (ground) => {
        const { actor, email } = await ground.member();
        const { token } = await ground.invitation(email);
        return someones(actor, '/invitations/accept', { token });
      },
    },
    example: async (teller) => {
      const { email, actor: by } = await ann(teller);
      const body = { email, role: 'editor' };
      const made = await teller.owner.post(`/accounts/${teller.ids.account}/invitations`, body, 201);
      await teller.tell({ by, body: { token: made.string('token') } });
    },
  },
  'GET /accounts/{account_id}/members': {
    access: 'viewer',
    sessionsOnly: true,
    example: { query: ONE, each: { ...PAGE, order: 'name', q: 'ann', role: 'editor' } },
  },
  'GET /accounts/{account_id}/members/{user_id}': {
    access: 'viewer',
    sessionsOnly: true,
    example: async (teller) => {
      const { userId: user_id } = await ann(teller);
      await teller.tell({ path: { user_id } });
    },
  },
  'PATCH /accounts/{account_id}/members/{user_id}': {
    access: 'admin',
    sessionsOnly: true,
    body: { role: 'editor' },
    audit: {
      action: 'member.update',
      events: [],
      change: async (ground) => {
        const { accountId, userId } = await ground.join('editor');
        return owners(`/accounts/${accountId}/members/${userId}`, { role: 'admin' });
      },
      keep: async (ground) => {
        const { accountId, userId } = await ground.join('editor');
        return owners(`/accounts/${accountId}/members/${userId}`, { role: 'editor' });
      },
    },
    example: async (teller) => {
      const { userId: user_id } = await ann(teller);
      await teller.tell({ path: { user_id }, body: { role: 'developer' } });
    },
  },
  'DELETE /accounts/{account_id}/members/{user_id}': {
    access: 'viewer',
    sessionsOnly: true,
    destructive: true,
    stalls: { as: 'nobody' },
    audit: {
      action: 'member.delete',
      events: [],
      change: async (ground) => {
        const { accountId, userId } = await ground.join('editor');
        return owners(`/accounts/${accountId}/members/${userId}`);
      },
    },
    example: async (teller) => {
      const { userId: user_id } = await ann(teller);
      await teller.tell({ path: { user_id } });
    },
  },
} satisfies SomeRoutes;
