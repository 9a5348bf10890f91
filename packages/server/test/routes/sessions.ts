/** The routes of people and their sessions. */

import { PASSWORD } from '../../../testing/src/given.ts';
import { mailedToken } from '../../../testing/src/people/mails.ts';
import { CHALLENGE_PREFIX, RESET_PREFIX } from '../../src/identity/actors/token-kinds.ts';
import { EXAMPLE_PASSWORD, joinDemo, logIn } from '../docs/reference/running-demo.ts';
import { ONE, once, PAGE } from '../docs/reference/teller.ts';
import { owners, someones } from './ground.ts';
import type { SomeRoutes } from './row.ts';

const NEW_PASSWORD = 'another harbour at dusk 82';
const WITH_PASSWORD = { password: PASSWORD };

/** A member who leaves and comes back. */
const eve = once(({ owner, demo, ids }) =>
  joinDemo({ owner, url: demo.url, account: ids.account, email: 'eve@example.com', role: 'editor' }),
);

export const sessionRoutes = {
  'GET /auth/me': {
    access: 'logged-in',
    example: {},
  },
  'PATCH /auth/me': {
    access: 'session',
    body: { name: 'Eve' },
    audit: {
      action: 'user.update',
      events: [],
      change: async (ground) => ({ ...owners('/auth/me', { name: ground.name('Ada') }) }),
      keep: async (ground) => {
        const name = (await ground.owner.get('/auth/me', 200)).string('user.name');
        return owners('/auth/me', { name });
      },
    },
    example: { body: { name: 'Ada Lovelace' } },
  },
  'DELETE /auth/me': {
    access: 'session',
    body: WITH_PASSWORD,
    stalls: { as: 'a session of its own' },
    audit: {
      action: 'user.delete',
      events: [],
      change: async (ground) => someones((await ground.join('editor')).actor, '/auth/me', { password: PASSWORD }),
      keep: async (ground) => {
        const { actor } = await ground.join('editor');
        await actor.send('DELETE', '/auth/me', { body: { password: PASSWORD } });
        return someones(actor, '/auth/me', { password: PASSWORD });
      },
    },
    example: async (teller) => teller.tell({ by: (await eve(teller)).actor, body: { password: EXAMPLE_PASSWORD } }),
  },
  'POST /auth/me/restore': {
    access: 'session',
    audit: {
      action: 'user.restore',
      events: [],
      change: async (ground) => {
        const { actor } = await ground.join('editor');
        await actor.send('DELETE', '/auth/me', { body: { password: PASSWORD } });
        return someones(actor, '/auth/me/restore');
      },
      keep: async () => owners('/auth/me/restore'),
    },
    example: async (teller) => teller.tell({ by: (await eve(teller)).actor, body: {} }),
  },
  'GET /auth/sessions': {
    access: 'session',
    example: { query: ONE, each: { ...PAGE, order: '-created_at' } },
  },
  'GET /auth/sessions/{session_id}': {
    access: 'session',
    example: ({ tell, ids }) => tell({ path: { session_id: ids.session } }),
  },
  'POST /auth/switch-account': {
    access: 'session',
    body: { account_id: 'x' },
    stalls: { as: 'a session of its own' },
    audit: {
      action: 'session.create',
      events: [],
      change: async (ground) => {
        const member = await ground.member();
        const account_id = await ground.secondAccount(member);
        return someones(member.actor, '/auth/switch-account', { account_id });
      },
    },
    example: async ({ tell, demo, ids }) =>
      tell({ by: await logIn(demo.url, demo), body: { account_id: ids.account } }),
  },
  'POST /auth/logout': {
    access: 'session',
    destructive: true,
    stalls: { as: 'a session of its own' },
    audit: {
      action: 'session.delete',
      events: [],
      change: async (ground) => someones((await ground.member()).actor, '/auth/logout'),
    },
    example: async ({ tell, demo }) => tell({ by: await logIn(demo.url, demo) }),
  },
  'POST /auth/login': {
    access: 'public',
    body: { email: 'a@example.com', password: 'x' },
    audit: {
      action: 'session.create',
      events: [],
      change: async (ground) => {
        const { email } = await ground.member();
        return someones(ground.nobody, '/auth/login', { email, password: PASSWORD });
      },
    },
    example: ({ tell, demo: { email, password } }) => tell({ body: { email, password } }),
  },
  'POST /auth/refresh': {
    access: 'public',
    body: { refresh_token: 'x' },
    audit: {
      action: 'session.refresh',
      events: [],
      change: async (ground) => {
        const { refreshToken } = await ground.member();
        return someones(ground.nobody, '/auth/refresh', { refresh_token: refreshToken });
      },
      keep: async (ground) => {
        const { refreshToken } = await ground.member();
        await ground.nobody.post('/auth/refresh', { refresh_token: refreshToken }, 200);
        return someones(ground.nobody, '/auth/refresh', { refresh_token: refreshToken });
      },
    },
    example: ({ tell, told }) => tell({ body: { refresh_token: told('POST /auth/login').string('refresh_token') } }),
  },
  'DELETE /auth/sessions/{session_id}': {
    access: 'session',
    destructive: true,
    stalls: { as: 'nobody' },
    audit: {
      action: 'session.delete',
      events: [],
      change: async (ground) => {
        const { actor } = await ground.member();
        const id = (await actor.get('/auth/sessions', 200)).string('items.0.id');
        return { path: `/auth/sessions/${id}`, by: actor };
      },
    },
    example: ({ tell, ids }) => tell({ path: { session_id: ids.session } }),
  },
  'DELETE /auth/sessions': {
    access: 'session',
    destructive: true,
    stalls: { as: 'nobody' },
    audit: {
      action: 'session.delete',
      events: [],
      change: async (ground) => someones((await ground.member()).actor, '/auth/sessions'),
    },
    example: async ({ tell, demo }) => tell({ by: await logIn(demo.url, demo), query: { except: 'current' } }),
  },
  'POST /auth/resend-verification': {
    access: 'session',
    audit: {
      action: 'verification.create',
      events: [],
      change: async (ground) => someones((await ground.member()).actor, '/auth/resend-verification'),
      keep: async (ground) => someones((await ground.verified()).actor, '/auth/resend-verification'),
    },
    example: async ({ tell, demo }) => tell({ by: await logIn(demo.url, demo) }),
  },
  'POST /auth/verify-email': {
    access: 'public',
    body: { token: 'x' },
    audit: {
      action: 'user.verify',
      events: [],
      change: async (ground) => {
        const token = await ground.verificationToken(await ground.member());
        return someones(ground.nobody, '/auth/verify-email', { token });
      },
      keep: async (ground) => {
        const member = await ground.member();
        const tokens = [await ground.verificationToken(member), await ground.verificationToken(member)];
        await ground.nobody.post('/auth/verify-email', { token: tokens[0] }, 204);
        return someones(ground.nobody, '/auth/verify-email', { token: tokens[1] });
      },
    },
    example: async ({ tell, demo }) =>
      tell({ body: { token: await mailedToken(demo.folder, demo.email, CHALLENGE_PREFIX) } }),
  },
  'POST /auth/forgot-password': {
    access: 'public',
    body: { email: 'a@example.com' },
    audit: {
      action: 'password_reset.create',
      events: [],
      change: async (ground) => {
        const { email } = await ground.member();
        return someones(ground.nobody, '/auth/forgot-password', { email });
      },
      keep: async (ground) => ({
        path: '/auth/forgot-password',
        by: ground.nobody,
        parts: { body: { email: `${ground.name('nobody')}@example.com` } },
      }),
    },
    example: ({ tell, demo }) => tell({ body: { email: demo.email } }),
  },
  'POST /auth/reset-password': {
    access: 'public',
    body: { token: 'x', password: 'quiet harbour at dawn 71' },
    audit: {
      action: 'user.update',
      events: [],
      change: async (ground) => {
        const token = await ground.resetToken(await ground.member());
        return someones(ground.nobody, '/auth/reset-password', { token, password: NEW_PASSWORD });
      },
    },
    example: async ({ tell, demo }) => {
      const token = await mailedToken(demo.folder, demo.email, RESET_PREFIX);
      await tell({ body: { token, password: 'wind harbour seven lanterns' } });
    },
  },
  'POST /auth/signup': {
    access: 'public',
    body: { email: 'a@example.com', password: 'quiet harbour at dawn 71' },
    audit: {
      action: 'account.create',
      events: [],
      change: async (ground) => ({
        path: '/auth/signup',
        by: ground.nobody,
        parts: { body: { email: `${ground.name('new')}@example.com`, password: PASSWORD } },
      }),
    },
    example: { body: { email: 'grace@example.com', password: EXAMPLE_PASSWORD, name: 'Grace Hopper' } },
  },
} satisfies SomeRoutes;
