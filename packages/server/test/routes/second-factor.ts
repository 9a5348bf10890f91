/** The routes of second factors and passkeys. */
import { Actor } from '../../../testing/src/client.ts';
import { PASSWORD } from '../../../testing/src/given.ts';
import { AuthenticatorApp } from '../../../testing/src/people/authenticator-app.ts';
import { SoftwareAuthenticator } from '../../../testing/src/people/software-authenticator.ts';
import { ONE, once, PAGE } from '../docs/reference/teller.ts';
import { someones } from './ground.ts';
import type { SomeRoutes } from './row.ts';

const WITH_PASSWORD = { password: PASSWORD };
const HEDY = 'hedy@example.com';
/** Of the right form, and made for nothing. */
const A_CREDENTIAL = { id: 'x', rawId: 'x', type: 'public-key' };

/** Somebody who sets up an app and a passkey, logs in with each, and removes them. */
const hedy = once(async ({ nobody }) => {
  const person = { email: HEDY, password: PASSWORD, name: 'Hedy Lamarr' };
  const session = await nobody.post('/auth/signup', person, 201);
  const actor = new Actor(nobody.url, session.string('access_token'));
  return { actor, authenticator: new SoftwareAuthenticator(nobody.url) };
});

export const secondFactorRoutes = {
  'POST /auth/second-factor/totp': {
    access: 'session',
    body: WITH_PASSWORD,
    audit: {
      action: 'nothing: the app counts from its first code on',
      records: 0,
      events: [],
      change: async (ground) => someones((await ground.member()).actor, '/auth/second-factor/totp', WITH_PASSWORD),
    },
    example: async (teller) => teller.tell({ by: (await hedy(teller)).actor, body: WITH_PASSWORD }),
  },
  'POST /auth/second-factor/totp/confirm': {
    access: 'session',
    body: { challenge: 'x', code: 'x' },
    audit: {
      action: 'second_factor.create',
      events: [],
      change: async (ground) => {
        const { actor } = await ground.member();
        const begun = await actor.post('/auth/second-factor/totp', { password: PASSWORD }, 200);
        const code = new AuthenticatorApp(begun.string('secret')).code();
        const body = { challenge: begun.string('challenge'), code };
        return { path: '/auth/second-factor/totp/confirm', by: actor, parts: { body } };
      },
    },
    example: async (teller) => {
      const begun = teller.told('POST /auth/second-factor/totp');
      const code = new AuthenticatorApp(begun.string('secret')).code();
      await teller.tell({ by: (await hedy(teller)).actor, body: { challenge: begun.string('challenge'), code } });
    },
  },
  'GET /auth/second-factor': {
    access: 'session',
    example: async (teller) => teller.tell({ by: (await hedy(teller)).actor }),
  },
  'POST /auth/second-factor/recovery-codes': {
    access: 'session',
    body: WITH_PASSWORD,
    audit: {
      action: 'recovery_codes.create',
      events: [],
      change: async (ground) =>
        someones((await ground.protectedMember()).actor, '/auth/second-factor/recovery-codes', WITH_PASSWORD),
    },
    example: async (teller) => teller.tell({ by: (await hedy(teller)).actor, body: WITH_PASSWORD }),
  },
  'POST /auth/passkeys/options': {
    access: 'session',
    body: WITH_PASSWORD,
    audit: {
      action: 'nothing: there is no passkey yet',
      records: 0,
      events: [],
      change: async (ground) => someones((await ground.member()).actor, '/auth/passkeys/options', WITH_PASSWORD),
    },
    example: async (teller) => teller.tell({ by: (await hedy(teller)).actor, body: WITH_PASSWORD }),
  },
  'POST /auth/passkeys': {
    access: 'session',
    body: {
      challenge: 'x',
      credential: { ...A_CREDENTIAL, response: { clientDataJSON: '', attestationObject: '' } },
    },
    audit: {
      action: 'passkey.create',
      events: [],
      change: async (ground) => {
        const { actor } = await ground.member();
        const begun = await actor.post('/auth/passkeys/options', { password: PASSWORD }, 200);
        const credential = new SoftwareAuthenticator(ground.url).create(begun.at('options'));
        return someones(actor, '/auth/passkeys', { challenge: begun.string('challenge'), credential });
      },
    },
    example: async (teller) => {
      const { actor: by, authenticator } = await hedy(teller);
      const begun = teller.told('POST /auth/passkeys/options');
      const credential = authenticator.create(begun.at('options'));
      await teller.tell({ by, body: { challenge: begun.string('challenge'), credential, name: 'Laptop' } });
    },
  },
  'GET /auth/passkeys': {
    access: 'session',
    example: async (teller) =>
      teller.tell({ by: (await hedy(teller)).actor, query: ONE, each: { ...PAGE, order: '-created_at' } }),
  },
  'GET /auth/passkeys/{passkey_id}': {
    access: 'session',
    example: async (teller) => teller.tell({ by: (await hedy(teller)).actor }),
  },
  'PATCH /auth/passkeys/{passkey_id}': {
    access: 'session',
    body: { name: 'Other' },
    audit: {
      action: 'passkey.update',
      events: [],
      change: async (ground) => {
        const { actor, passkeyId } = await ground.protectedMember();
        return { path: `/auth/passkeys/${passkeyId}`, by: actor, parts: { body: { name: 'Renamed' } } };
      },
      keep: async (ground) => {
        const { actor, passkeyId } = await ground.protectedMember();
        return { path: `/auth/passkeys/${passkeyId}`, by: actor, parts: { body: {} } };
      },
    },
    example: async (teller) => teller.tell({ by: (await hedy(teller)).actor, body: { name: 'Old laptop' } }),
  },
  'POST /auth/login/passkey/options': {
    access: 'public',
    audit: {
      action: 'nothing: nobody is known yet',
      records: 0,
      events: [],
      change: async (ground) => someones(ground.nobody, '/auth/login/passkey/options'),
    },
    example: { body: {} },
  },
  'POST /auth/login/passkey': {
    access: 'public',
    body: {
      challenge: 'x',
      credential: { ...A_CREDENTIAL, response: { clientDataJSON: '', authenticatorData: '', signature: '' } },
    },
    audit: {
      action: 'session.create',
      events: [],
      change: async (ground) => {
        const { authenticator } = await ground.protectedMember();
        const begun = await ground.nobody.post('/auth/login/passkey/options', {}, 200);
        const credential = authenticator.get(begun.at('options'));
        return someones(ground.nobody, '/auth/login/passkey', { challenge: begun.string('challenge'), credential });
      },
    },
    example: async (teller) => {
      const begun = teller.told('POST /auth/login/passkey/options');
      const credential = (await hedy(teller)).authenticator.get(begun.at('options'));
      await teller.tell({ body: { challenge: begun.string('challenge'), credential } });
    },
  },
  'POST /auth/second-factor': {
    access: 'public',
    body: { challenge: 'x', code: 'x' },
    audit: {
      action: 'session.create',
      events: [],
      change: async (ground) => {
        const member = await ground.protectedMember();
        const body = { challenge: await ground.challenge(member), code: member.recoveryCodes[0] };
        return { path: '/auth/second-factor', by: ground.nobody, parts: { body } };
      },
    },
    example: async ({ tell, told, nobody }) => {
      const refusal = await nobody.post('/auth/login', { email: HEDY, password: PASSWORD }, 403);
      const code = told('POST /auth/second-factor/recovery-codes').string('recovery_codes.0');
      await tell({ body: { challenge: refusal.string('detail.challenge'), code } });
    },
  },
  'DELETE /auth/passkeys/{passkey_id}': {
    access: 'session',
    body: WITH_PASSWORD,
    audit: {
      action: 'passkey.delete',
      events: [],
      change: async (ground) => {
        const { actor, passkeyId } = await ground.protectedMember();
        return someones(actor, `/auth/passkeys/${passkeyId}`, WITH_PASSWORD);
      },
    },
    example: async (teller) => teller.tell({ by: (await hedy(teller)).actor, body: WITH_PASSWORD }),
  },
  'DELETE /auth/second-factor/totp': {
    access: 'session',
    body: WITH_PASSWORD,
    harmless: { password: 'wrong harbour 1234' },
    audit: {
      action: 'second_factor.delete',
      events: [],
      change: async (ground) =>
        someones((await ground.protectedMember()).actor, '/auth/second-factor/totp', WITH_PASSWORD),
    },
    example: async (teller) => teller.tell({ by: (await hedy(teller)).actor, body: WITH_PASSWORD }),
  },
} satisfies SomeRoutes;
