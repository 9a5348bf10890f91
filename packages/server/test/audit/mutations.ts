/**
 * The table of what every mutating route records: the action of its one audit record, and its events, from the table in
 * the interface documents. A route of `openapi.json` without a row here fails the test. Names of path parameters are
 * left out: `{}`.
 */
import type { Actor } from '../client.ts';
import { formOf } from '../form.ts';
import { AuthenticatorApp } from '../harness/authenticator-app.ts';
import { SoftwareAuthenticator } from '../harness/software-authenticator.ts';
import { newCode } from '../identity/sso-stage.ts';
import { createEntry, freshEmail, PASSWORD } from '../scene.ts';
import { archiveOf } from '../transfer/stage.ts';
import { A_FILE, AN_IMAGE, type Ground, LINES_HEADERS, type Mutation } from './ground.ts';

const NEW_PASSWORD = 'another harbour at dusk 82';

export interface MutationRow {
  readonly action: string;
  readonly events: readonly string[];
  /** Creates what is needed and returns a request that changes it. */
  readonly change: (ground: Ground) => Promise<Mutation>;
  /** Creates what is needed and returns a request that gets 200 and changes nothing, if there is one. */
  readonly keep?: (ground: Ground) => Promise<Mutation>;
  /** Audit records of the request, if they are not one. */
  readonly records?: number;
  /** Actions of further records, behind those. */
  readonly also?: readonly string[];
  /** Whether it writes in steps, each with a record, and this one takes several. */
  readonly inSteps?: boolean;
  /** Whether it only looks, so that everybody may. */
  readonly looks?: boolean;
  /** Whether what it changes has no version, as jobs have none. */
  readonly unversioned?: boolean;
}

/** A request of the owner with a body. */
const owners = (path: string, body?: unknown): Mutation => ({
  path,
  ...(body === undefined ? {} : { parts: { body } }),
});

/** A request of a member with their password. */
const withPassword = (path: string, by: Actor): Mutation => ({ path, by, parts: { body: { password: PASSWORD } } });

const importLines = (ground: Ground, lines: readonly object[], query = ''): Mutation => ({
  path: `${ground.scene.base}/import${query}`,
  parts: { raw: lines.map((line) => JSON.stringify(line)).join('\n'), headers: LINES_HEADERS },
});

/** Begins an import that records nothing and takes seconds. @returns its path */
async function longImport({ owner }: Ground): Promise<string> {
  const space = await owner.post('/spaces', { name: 'Import' }, 201);
  const lines = Array.from({ length: 20_000 }, (_, at) => {
    return `${JSON.stringify({ entry: { key: `k${String(at).padStart(5, '0')}`, content_type: 'author', fields: {} } })}\n`;
  });
  const locale = { code: 'en-US', name: 'English', fallback: null, optional: false, default: true };
  const archive = archiveOf([
    ['export.json', '{"format":"lectern-export","version":1,"environments":["master"]}'],
    ['locales.ndjson', JSON.stringify({ locale })],
    ['environments/master/entries/author.ndjson', lines.join('')],
  ]);
  const headers = { 'content-type': 'application/x-tar' };
  const asked = await owner.send('POST', `/spaces/${space.string('id')}/imports?dry_run=true`, {
    raw: archive,
    headers,
  });
  return String(asked.headers.location);
}

const authorLine = (key: string) => ({ entry: { key, content_type: 'author', fields: { name: 'Imported' } } });

const identity: Readonly<Record<string, MutationRow>> = {
  'POST /auth/signup': {
    action: 'account.create',
    events: [],
    change: async (ground) => ({
      path: '/auth/signup',
      by: ground.nobody,
      parts: { body: { email: `${ground.name('new')}@example.com`, password: PASSWORD } },
    }),
  },
  'POST /auth/login': {
    action: 'session.create',
    events: [],
    change: async (ground) => {
      const { email } = await ground.member();
      return { path: '/auth/login', by: ground.nobody, parts: { body: { email, password: PASSWORD } } };
    },
  },
  'POST /auth/refresh': {
    action: 'session.refresh',
    events: [],
    change: async (ground) => {
      const { refreshToken } = await ground.member();
      return { path: '/auth/refresh', by: ground.nobody, parts: { body: { refresh_token: refreshToken } } };
    },
    keep: async (ground) => {
      const { refreshToken } = await ground.member();
      await ground.nobody.post('/auth/refresh', { refresh_token: refreshToken }, 200);
      return { path: '/auth/refresh', by: ground.nobody, parts: { body: { refresh_token: refreshToken } } };
    },
  },
  'POST /auth/forgot-password': {
    action: 'password_reset.create',
    events: [],
    change: async (ground) => {
      const { email } = await ground.member();
      return { path: '/auth/forgot-password', by: ground.nobody, parts: { body: { email } } };
    },
    keep: async (ground) => ({
      path: '/auth/forgot-password',
      by: ground.nobody,
      parts: { body: { email: `${ground.name('nobody')}@example.com` } },
    }),
  },
  'POST /auth/reset-password': {
    action: 'user.update',
    events: [],
    change: async (ground) => {
      const token = await ground.resetToken(await ground.member());
      return { path: '/auth/reset-password', by: ground.nobody, parts: { body: { token, password: NEW_PASSWORD } } };
    },
  },
  'POST /auth/resend-verification': {
    action: 'verification.create',
    events: [],
    change: async (ground) => ({ path: '/auth/resend-verification', by: (await ground.member()).actor }),
    keep: async (ground) => ({ path: '/auth/resend-verification', by: (await ground.verified()).actor }),
  },
  'POST /auth/verify-email': {
    action: 'user.verify',
    events: [],
    change: async (ground) => {
      const token = await ground.verificationToken(await ground.member());
      return { path: '/auth/verify-email', by: ground.nobody, parts: { body: { token } } };
    },
    keep: async (ground) => {
      const member = await ground.member();
      const tokens = [await ground.verificationToken(member), await ground.verificationToken(member)];
      await ground.nobody.post('/auth/verify-email', { token: tokens[0] }, 204);
      return { path: '/auth/verify-email', by: ground.nobody, parts: { body: { token: tokens[1] } } };
    },
  },
  'PATCH /auth/me': {
    action: 'user.update',
    events: [],
    change: async (ground) => ({ ...owners('/auth/me', { name: ground.name('Ada') }) }),
    keep: async (ground) => {
      const name = (await ground.owner.get('/auth/me', 200)).string('user.name');
      return owners('/auth/me', { name });
    },
  },
  'POST /auth/logout': {
    action: 'session.delete',
    events: [],
    change: async (ground) => ({ path: '/auth/logout', by: (await ground.member()).actor }),
  },
  'POST /auth/switch-account': {
    action: 'session.create',
    events: [],
    change: async (ground) => {
      const member = await ground.member();
      const account_id = await ground.secondAccount(member);
      return { path: '/auth/switch-account', by: member.actor, parts: { body: { account_id } } };
    },
  },
  'DELETE /auth/sessions': {
    action: 'session.delete',
    events: [],
    change: async (ground) => ({ path: '/auth/sessions', by: (await ground.member()).actor }),
  },
  'DELETE /auth/sessions/{}': {
    action: 'session.delete',
    events: [],
    change: async (ground) => {
      const { actor } = await ground.member();
      const id = (await actor.get('/auth/sessions', 200)).string('items.0.id');
      return { path: `/auth/sessions/${id}`, by: actor };
    },
  },
  'POST /auth/second-factor': {
    action: 'session.create',
    events: [],
    change: async (ground) => {
      const member = await ground.protectedMember();
      const body = { challenge: await ground.challenge(member), code: member.recoveryCodes[0] };
      return { path: '/auth/second-factor', by: ground.nobody, parts: { body } };
    },
  },
  'POST /auth/second-factor/totp': {
    action: 'nothing: the app counts from its first code on',
    records: 0,
    events: [],
    change: async (ground) => withPassword('/auth/second-factor/totp', (await ground.member()).actor),
  },
  'POST /auth/second-factor/totp/confirm': {
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
  'DELETE /auth/second-factor/totp': {
    action: 'second_factor.delete',
    events: [],
    change: async (ground) => withPassword('/auth/second-factor/totp', (await ground.protectedMember()).actor),
  },
  'POST /auth/second-factor/recovery-codes': {
    action: 'recovery_codes.create',
    events: [],
    change: async (ground) =>
      withPassword('/auth/second-factor/recovery-codes', (await ground.protectedMember()).actor),
  },
  'POST /auth/passkeys/options': {
    action: 'nothing: there is no passkey yet',
    records: 0,
    events: [],
    change: async (ground) => withPassword('/auth/passkeys/options', (await ground.member()).actor),
  },
  'POST /auth/passkeys': {
    action: 'passkey.create',
    events: [],
    change: async (ground) => {
      const { actor } = await ground.member();
      const begun = await actor.post('/auth/passkeys/options', { password: PASSWORD }, 200);
      const credential = new SoftwareAuthenticator(ground.url).create(begun.at('options'));
      return {
        path: '/auth/passkeys',
        by: actor,
        parts: { body: { challenge: begun.string('challenge'), credential } },
      };
    },
  },
  'PATCH /auth/passkeys/{}': {
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
  'DELETE /auth/passkeys/{}': {
    action: 'passkey.delete',
    events: [],
    change: async (ground) => {
      const { actor, passkeyId } = await ground.protectedMember();
      return withPassword(`/auth/passkeys/${passkeyId}`, actor);
    },
  },
  'POST /auth/login/passkey/options': {
    action: 'nothing: nobody is known yet',
    records: 0,
    events: [],
    change: async (ground) => ({ path: '/auth/login/passkey/options', by: ground.nobody }),
  },
  'POST /auth/login/passkey': {
    action: 'session.create',
    events: [],
    change: async (ground) => {
      const { authenticator } = await ground.protectedMember();
      const begun = await ground.nobody.post('/auth/login/passkey/options', {}, 200);
      const credential = authenticator.get(begun.at('options'));
      return {
        path: '/auth/login/passkey',
        by: ground.nobody,
        parts: { body: { challenge: begun.string('challenge'), credential } },
      };
    },
  },
  'PATCH /accounts/{}': {
    action: 'account.update',
    events: [],
    change: async (ground) => owners(`/accounts/${ground.scene.member.accountId}`, { name: ground.name('Account') }),
    keep: async (ground) => owners(`/accounts/${ground.scene.member.accountId}`, {}),
  },
  'DELETE /accounts/{}': {
    action: 'account.delete',
    events: [],
    change: async (ground) => {
      const { actor, accountId } = await ground.member();
      return { path: `/accounts/${accountId}`, by: actor };
    },
    keep: async (ground) => {
      const { actor, accountId } = await ground.member();
      await actor.delete(`/accounts/${accountId}`, 200);
      return { path: `/accounts/${accountId}`, by: actor };
    },
  },
  'POST /accounts/{}/restore': {
    action: 'account.restore',
    events: [],
    change: async (ground) => {
      const { actor, accountId } = await ground.member();
      await actor.delete(`/accounts/${accountId}`, 200);
      return { path: `/accounts/${accountId}/restore`, by: actor };
    },
    keep: async (ground) => owners(`/accounts/${ground.scene.member.accountId}/restore`),
  },
  'DELETE /auth/me': {
    action: 'user.delete',
    events: [],
    change: async (ground) => ({
      path: '/auth/me',
      by: (await ground.join('editor')).actor,
      parts: { body: { password: PASSWORD } },
    }),
    keep: async (ground) => {
      const { actor } = await ground.join('editor');
      await actor.send('DELETE', '/auth/me', { body: { password: PASSWORD } });
      return { path: '/auth/me', by: actor, parts: { body: { password: PASSWORD } } };
    },
  },
  'POST /auth/me/restore': {
    action: 'user.restore',
    events: [],
    change: async (ground) => {
      const { actor } = await ground.join('editor');
      await actor.send('DELETE', '/auth/me', { body: { password: PASSWORD } });
      return { path: '/auth/me/restore', by: actor };
    },
    keep: async () => owners('/auth/me/restore'),
  },
  'PATCH /accounts/{}/members/{}': {
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
  'DELETE /accounts/{}/members/{}': {
    action: 'member.delete',
    events: [],
    change: async (ground) => {
      const { accountId, userId } = await ground.join('editor');
      return owners(`/accounts/${accountId}/members/${userId}`);
    },
  },
  'POST /accounts/{}/invitations': {
    action: 'invitation.create',
    events: [],
    change: async (ground) =>
      owners(`/accounts/${ground.scene.member.accountId}/invitations`, { email: freshEmail(), role: 'author' }),
  },
  'PATCH /accounts/{}/invitations/{}': {
    action: 'invitation.update',
    events: [],
    change: async (ground) => owners((await ground.invitation()).path, { role: 'admin' }),
    keep: async (ground) => owners((await ground.invitation()).path, { role: 'editor' }),
  },
  'DELETE /accounts/{}/invitations/{}': {
    action: 'invitation.delete',
    events: [],
    change: async (ground) => owners((await ground.invitation()).path),
  },
  'POST /accounts/{}/invitations/{}/resend': {
    action: 'invitation.resend',
    events: [],
    change: async (ground) => owners(`${(await ground.invitation()).path}/resend`),
  },
  'POST /accounts/{}/scim-tokens': {
    action: 'scim_token.create',
    events: [],
    change: async (ground) => owners(`/accounts/${ground.scene.member.accountId}/scim-tokens`, { name: 'Okta' }),
  },
  'DELETE /accounts/{}/scim-tokens/{}': {
    action: 'scim_token.delete',
    events: [],
    change: async ({ scene: { member } }) => {
      const tokens = `/accounts/${member.accountId}/scim-tokens`;
      const { actor } = member;
      return owners(`${tokens}/${(await actor.post(tokens, { name: 'Short' }, 201)).string('id')}`);
    },
  },
  'PATCH /accounts/{}/scim-groups/{}': {
    action: 'scim_group.update',
    events: [],
    change: async (ground) => owners(await ground.scimGroup(), { role: 'editor' }),
    keep: async (ground) => owners(await ground.scimGroup(), { role: null }),
  },
  'POST /invitations/accept': {
    action: 'invitation.accept',
    events: [],
    change: async (ground) => {
      const { actor, email } = await ground.member();
      const { token } = await ground.invitation(email);
      return { path: '/invitations/accept', by: actor, parts: { body: { token } } };
    },
  },
  'POST /auth/sso/discover': {
    action: 'nothing',
    records: 0,
    events: [],
    change: async (ground) => ({
      path: '/auth/sso/discover',
      by: ground.nobody,
      parts: { body: { email: 'ann@example.com' } },
    }),
  },
  'POST /auth/sso/exchange': {
    action: 'session.create',
    events: [],
    change: async (ground) => ({
      path: '/auth/sso/exchange',
      by: ground.nobody,
      parts: { body: { code: await newCode(ground.url) } },
    }),
  },
  'POST /accounts/{}/sso': {
    action: 'sso_connection.create',
    events: [],
    change: async (ground) => {
      const { actor: by, accountId } = await ground.member();
      const oidc = { issuer: 'https://provider.invalid', client_id: 'lectern' };
      return { path: `/accounts/${accountId}/sso`, by, parts: { body: { protocol: 'oidc', oidc } } };
    },
  },
  'PATCH /accounts/{}/sso': {
    action: 'sso_connection.update',
    events: [],
    change: async (ground) => {
      const { owner, path } = await ground.connected();
      return { path, by: owner.actor, parts: { body: { default_role: 'editor' } } };
    },
    keep: async (ground) => {
      const { owner, path } = await ground.connected();
      return { path, by: owner.actor, parts: { body: { oidc: { client_secret: 'a secret' } } } };
    },
  },
  'DELETE /accounts/{}/sso': {
    action: 'sso_connection.delete',
    events: [],
    change: async (ground) => {
      const { owner, path } = await ground.connected();
      return { path, by: owner.actor };
    },
  },
  'POST /accounts/{}/sso/domains': {
    action: 'sso_domain.create',
    events: [],
    change: async (ground) => {
      const { actor: by, accountId } = await ground.member();
      return { path: `/accounts/${accountId}/sso/domains`, by, parts: { body: { domain: 'company.example' } } };
    },
  },
  'POST /accounts/{}/sso/domains/{}/verify': {
    action: 'sso_domain.verify',
    events: [],
    change: async (ground) => {
      const { owner, domain } = await ground.connected();
      await ground.publishRecord(owner, domain);
      return { path: `${domain}/verify`, by: owner.actor };
    },
    keep: async (ground) => {
      const { owner, domain } = await ground.connected();
      await ground.publishRecord(owner, domain);
      await owner.actor.post(`${domain}/verify`, undefined, 200);
      return { path: `${domain}/verify`, by: owner.actor };
    },
  },
  'DELETE /accounts/{}/sso/domains/{}': {
    action: 'sso_domain.delete',
    events: [],
    change: async (ground) => {
      const { owner, domain } = await ground.connected();
      return { path: domain, by: owner.actor };
    },
  },
  'POST /spaces/{}/api-keys': {
    action: 'api_key.create',
    events: [],
    change: async (ground) => owners(`${ground.scene.space}/api-keys`, { name: 'new', kind: 'preview' }),
  },
  'PATCH /spaces/{}/api-keys/{}': {
    action: 'api_key.update',
    events: [],
    change: async (ground) => owners(`${ground.scene.space}/api-keys/${await ground.key()}`, { name: 'renamed' }),
    keep: async (ground) => owners(`${ground.scene.space}/api-keys/${await ground.key()}`, { name: 'a key' }),
  },
  'DELETE /spaces/{}/api-keys/{}': {
    action: 'api_key.delete',
    events: [],
    change: async (ground) => owners(`${ground.scene.space}/api-keys/${await ground.key()}`),
  },
  'POST /spaces/{}/api-keys/{}/rotate': {
    action: 'api_key.rotate',
    events: [],
    change: async (ground) => owners(`${ground.scene.space}/api-keys/${await ground.key()}/rotate`),
  },
};

const billing: Readonly<Record<string, MutationRow>> = {
  'POST /billing/checkout': {
    action: 'checkout.create',
    events: [],
    change: async () => owners('/billing/checkout', { plan: 'team' }),
  },
};

const spaces: Readonly<Record<string, MutationRow>> = {
  'POST /spaces': {
    action: 'space.create',
    events: [],
    change: async (ground) => owners('/spaces', { name: ground.name('space') }),
  },
  'PATCH /spaces/{}': {
    action: 'space.update',
    events: [],
    change: async (ground) => owners(ground.scene.space, { name: ground.name('space') }),
    keep: async (ground) => owners(ground.scene.space, {}),
  },
  'DELETE /spaces/{}': {
    action: 'space.delete',
    events: [],
    change: async (ground) =>
      owners(`/spaces/${(await ground.owner.post('/spaces', { name: 'Gone' }, 201)).string('id')}`),
  },
  'POST /spaces/{}/environments': {
    action: 'environment.create',
    events: ['environment.create'],
    change: async (ground) => owners(`${ground.scene.space}/environments`, { name: ground.name('env') }),
  },
  'POST /spaces/{}/environments/{}/clone': {
    action: 'environment.clone',
    // `environment.create` follows once it is ready.
    events: [],
    change: async (ground) => owners(`${ground.scene.space}/environments/master/clone`, { name: ground.name('env') }),
  },
  'POST /spaces/{}/environments/{}/merges': {
    action: 'entry.create',
    events: ['entry.create'],
    also: ['merge.create'],
    change: async (ground) => owners(`${ground.scene.base}/merges`, { from: await ground.branch(), dry_run: false }),
    keep: async (ground) => owners(`${ground.scene.base}/merges`, { from: await ground.branch() }),
  },
  'POST /spaces/{}/environments/{}/merges/{}/undo': {
    action: 'entry.delete',
    events: ['entry.delete'],
    also: ['merge.undo'],
    change: async (ground) => {
      const body = { from: await ground.branch(), dry_run: false };
      const merged = await ground.owner.post(`${ground.scene.base}/merges`, body, 201);
      return owners(`${ground.scene.base}/merges/${merged.string('id')}/undo`);
    },
  },
  'DELETE /spaces/{}/environments/{}': {
    action: 'environment.delete',
    events: [],
    change: async (ground) => owners(`${ground.scene.space}/environments/${await ground.environment()}`),
  },
  'PUT /spaces/{}/environment-aliases/{}': {
    action: 'environment_alias.create',
    events: [],
    change: async (ground) => owners(ground.aliasPath(), { environment: 'master' }),
    keep: async (ground) => {
      const path = ground.aliasPath();
      await ground.owner.put(path, { environment: 'master' }, 201);
      return owners(path, { environment: 'master' });
    },
  },
  'DELETE /spaces/{}/environment-aliases/{}': {
    action: 'environment_alias.delete',
    events: [],
    change: async (ground) => {
      const path = ground.aliasPath();
      await ground.owner.put(path, { environment: 'master' }, 201);
      return owners(path);
    },
  },
  'POST /spaces/{}/locales': {
    action: 'locale.create',
    events: [],
    change: async (ground) => owners(`${ground.scene.space}/locales`, { code: ground.localeCode() }),
  },
  'PATCH /spaces/{}/locales/{}': {
    action: 'locale.update',
    events: [],
    change: async (ground) => owners(`${ground.scene.space}/locales/${await ground.locale()}`, { name: 'Ours' }),
    keep: async (ground) => owners(`${ground.scene.space}/locales/${await ground.locale()}`, { optional: false }),
  },
  'DELETE /spaces/{}/locales/{}': {
    action: 'locale.delete',
    events: [],
    change: async (ground) => owners(`${ground.scene.space}/locales/${await ground.locale()}`),
  },
};

const contentTypes: Readonly<Record<string, MutationRow>> = {
  'POST /spaces/{}/environments/{}/content-types': {
    action: 'content_type.create',
    events: ['content_type.create'],
    change: async (ground) =>
      owners(`${ground.scene.base}/content-types`, { api_id: ground.name('type'), name: 'New', fields: [] }),
  },
  'PUT /spaces/{}/environments/{}/content-types/{}': {
    action: 'content_type.update',
    events: ['content_type.update'],
    change: async (ground) =>
      owners(`${ground.scene.base}/content-types/${(await ground.type()).apiId}`, { name: 'Put', fields: [] }),
    keep: async (ground) =>
      owners(`${ground.scene.base}/content-types/${(await ground.type()).apiId}`, { name: 'A type', fields: [] }),
  },
  'PATCH /spaces/{}/environments/{}/content-types/{}': {
    action: 'content_type.update',
    events: ['content_type.update'],
    change: async (ground) =>
      owners(`${ground.scene.base}/content-types/${(await ground.type()).apiId}`, { name: 'Changed' }),
    keep: async (ground) => owners(`${ground.scene.base}/content-types/${(await ground.type()).apiId}`, {}),
  },
  'DELETE /spaces/{}/environments/{}/content-types/{}': {
    action: 'content_type.delete',
    events: ['content_type.delete'],
    change: async (ground) => owners(`${ground.scene.base}/content-types/${(await ground.type()).apiId}`),
  },
  'DELETE /spaces/{}/environments/{}/content-types/{}/hidden-fields/{}': {
    action: 'content_type.update',
    events: ['content_type.update'],
    change: async (ground) => {
      const { apiId } = await ground.typeWithHiddenField();
      return owners(`${ground.scene.base}/content-types/${apiId}/hidden-fields/gone`);
    },
  },
  'PATCH /content-types/{}': {
    action: 'content_type.update',
    events: ['content_type.update'],
    change: async (ground) => owners(`/content-types/${(await ground.type()).id}`, { name: 'Changed' }),
    keep: async (ground) => owners(`/content-types/${(await ground.type()).id}`, { name: 'A type' }),
  },
  'DELETE /content-types/{}': {
    action: 'content_type.delete',
    events: ['content_type.delete'],
    change: async (ground) => owners(`/content-types/${(await ground.type()).id}`),
  },
  'DELETE /content-types/{}/hidden-fields/{}': {
    action: 'content_type.update',
    events: ['content_type.update'],
    change: async (ground) => owners(`/content-types/${(await ground.typeWithHiddenField()).id}/hidden-fields/gone`),
  },
};

/** The rows of one entry under a route, which names it by id or by key. */
const rowsOfOne = (route: string, pathTo: (ground: Ground, id: string) => string): Record<string, MutationRow> => ({
  [`PATCH ${route}`]: {
    action: 'entry.update',
    events: ['entry.update'],
    change: async (ground) => owners(pathTo(ground, await ground.published()), { fields: { name: 'Changed' } }),
    keep: async (ground) => owners(pathTo(ground, await ground.published()), { fields: { name: 'Published' } }),
  },
  [`DELETE ${route}`]: {
    action: 'entry.delete',
    events: ['entry.unpublish', 'entry.delete'],
    change: async (ground) => owners(pathTo(ground, await ground.published())),
  },
  [`POST ${route}/publish`]: {
    action: 'entry.publish',
    events: ['entry.publish'],
    change: async (ground) => owners(`${pathTo(ground, await ground.draft())}/publish`),
    keep: async (ground) => owners(`${pathTo(ground, await ground.published())}/publish`),
  },
  [`POST ${route}/unpublish`]: {
    action: 'entry.unpublish',
    events: ['entry.unpublish'],
    change: async (ground) => owners(`${pathTo(ground, await ground.published())}/unpublish`),
  },
  [`POST ${route}/archive`]: {
    action: 'entry.archive',
    events: ['entry.unpublish', 'entry.archive'],
    change: async (ground) => owners(`${pathTo(ground, await ground.published())}/archive`),
    keep: async (ground) => owners(`${pathTo(ground, await ground.archived())}/archive`),
  },
  [`POST ${route}/unarchive`]: {
    action: 'entry.update',
    events: ['entry.update'],
    change: async (ground) => owners(`${pathTo(ground, await ground.archived())}/unarchive`),
  },
});

const entries: Readonly<Record<string, MutationRow>> = {
  'POST /spaces/{}/environments/{}/entries': {
    action: 'entry.create',
    events: ['entry.create'],
    change: async (ground) =>
      owners(`${ground.scene.base}/entries`, { content_type_id: 'author', fields: { name: 'New' } }),
  },
  'PUT /spaces/{}/environments/{}/entries/{}': {
    action: 'entry.update',
    events: ['entry.update'],
    change: async (ground) =>
      owners(`${ground.scene.base}/entries/${ground.keyOf(await ground.draft())}`, {
        content_type_id: 'author',
        fields: { name: 'Put' },
      }),
    keep: async (ground) =>
      owners(`${ground.scene.base}/entries/${ground.keyOf(await ground.draft())}`, {
        content_type_id: 'author',
        fields: { name: 'A draft' },
      }),
  },
  'POST /spaces/{}/environments/{}/entries/bulk': {
    action: 'entry.archive',
    events: ['entry.archive', 'entry.unpublish', 'entry.archive'],
    records: 2,
    change: async (ground) =>
      owners(`${ground.scene.base}/entries/bulk`, {
        action: 'archive',
        ids: [await ground.draft(), await ground.published(), await ground.archived(), 'nothing'],
      }),
    keep: async (ground) =>
      owners(`${ground.scene.base}/entries/bulk`, { action: 'archive', ids: [await ground.archived(), 'nothing'] }),
  },
  'POST /spaces/{}/environments/{}/publish-plan': {
    action: 'nothing: it only looks',
    records: 0,
    looks: true,
    events: [],
    change: async (ground) =>
      owners(`${ground.scene.base}/publish-plan`, { ids: [ground.keyOf(await ground.draft())] }),
  },
  'POST /spaces/{}/environments/{}/import': {
    action: 'content.import',
    events: [],
    inSteps: true,
    change: async (ground) =>
      importLines(
        ground,
        Array.from({ length: 201 }, () => authorLine(ground.name('imported'))),
      ),
    keep: async (ground) => {
      const line = authorLine(ground.name('imported'));
      const { path, parts = {} } = importLines(ground, [line]);
      await ground.owner.send('POST', path, parts);
      return importLines(ground, [line], '?events=true');
    },
  },
  'POST /spaces/{}/exports': {
    action: 'export.create',
    events: [],
    change: async ({ scene }) => owners(`${scene.space}/exports`, {}),
  },
  'POST /spaces/{}/imports': {
    action: 'import.create',
    events: [],
    change: async ({ scene }) => ({
      path: `${scene.space}/imports`,
      // What is wrong with it is found in the background, and nothing is written.
      parts: { raw: archiveOf([['export.json', '{}']]), headers: { 'content-type': 'application/x-tar' } },
    }),
  },
  'DELETE /spaces/{}/exports/{}': {
    action: 'export.cancel',
    events: [],
    unversioned: true,
    change: async ({ scene, owner }) =>
      owners((await owner.post(`${scene.space}/exports`, {}, 201)).headers.location ?? ''),
    keep: async ({ scene, owner }) => {
      const path = (await owner.post(`${scene.space}/exports`, {}, 201)).headers.location ?? '';
      await owner.delete(path, 200);
      return owners(path);
    },
  },
  'DELETE /spaces/{}/imports/{}': {
    action: 'import.cancel',
    events: [],
    unversioned: true,
    change: async (ground) => owners(await longImport(ground)),
    keep: async (ground) => {
      const path = await longImport(ground);
      await ground.owner.delete(path, 200);
      return owners(path);
    },
  },
  ...rowsOfOne('/entries/{}', (_ground, id) => `/entries/${id}`),
  ...rowsOfOne(
    '/spaces/{}/environments/{}/entries/{}',
    (ground, id) => `${ground.scene.base}/entries/${ground.keyOf(id)}`,
  ),
  'POST /entries/{}/versions/{}/restore': {
    action: 'entry.update',
    events: ['entry.update'],
    change: async (ground) => {
      const id = await ground.draft();
      await ground.owner.patch(`/entries/${id}`, { fields: { name: 'Second' } }, 200);
      return owners(`/entries/${id}/versions/1/restore`);
    },
    keep: async (ground) => owners(`/entries/${await ground.draft()}/versions/1/restore`),
  },
};

const views: Readonly<Record<string, MutationRow>> = {
  'POST /spaces/{}/views': {
    action: 'view.create',
    events: [],
    change: async ({ scene }) => owners(`${scene.space}/views`, { name: 'All', shared: true, query: '', columns: [] }),
  },
  'PATCH /spaces/{}/views/{}': {
    action: 'view.update',
    events: [],
    change: async (ground) => owners(await ground.view(), { query: 'status=changed' }),
    keep: async (ground) => owners(await ground.view(), { columns: ['slug'] }),
  },
  'DELETE /spaces/{}/views/{}': {
    action: 'view.delete',
    events: [],
    change: async (ground) => owners(await ground.view()),
  },
};

const newWebhook = { name: 'Search', url: 'https://receiver.invalid/hooks' };

const webhooks: Readonly<Record<string, MutationRow>> = {
  'POST /spaces/{}/webhooks': {
    action: 'webhook.create',
    events: [],
    change: async ({ scene }) => owners(`${scene.space}/webhooks`, newWebhook),
  },
  'PATCH /spaces/{}/webhooks/{}': {
    action: 'webhook.update',
    events: [],
    change: async (ground) => owners(await ground.webhook(), { active: false }),
    keep: async (ground) => owners(await ground.webhook(), newWebhook),
  },
  'DELETE /spaces/{}/webhooks/{}': {
    action: 'webhook.delete',
    events: [],
    change: async (ground) => owners(await ground.webhook()),
  },
  'POST /spaces/{}/webhooks/{}/test': {
    action: 'webhook.test',
    events: [],
    change: async (ground) => owners(`${await ground.webhook()}/test`),
  },
  'POST /spaces/{}/webhooks/{}/deliveries/{}/redeliver': {
    action: 'webhook.redeliver',
    events: [],
    change: async (ground) => {
      const path = await ground.webhook();
      const delivery = (await ground.owner.post(`${path}/test`, undefined, 200)).string('delivery_id');
      return owners(`${path}/deliveries/${delivery}/redeliver`);
    },
  },
  'POST /spaces/{}/webhooks/{}/rotate-secret': {
    action: 'webhook.rotate_secret',
    events: [],
    change: async (ground) => owners(`${await ground.webhook()}/rotate-secret`),
  },
  'POST /spaces/{}/webhooks/{}/rotate-secret/promote': {
    action: 'webhook.promote_secret',
    events: [],
    change: async (ground) => {
      const path = `${await ground.webhook()}/rotate-secret`;
      await ground.owner.post(path, undefined, 200);
      return owners(`${path}/promote`);
    },
  },
};

const media: Readonly<Record<string, MutationRow>> = {
  'POST /spaces/{}/environments/{}/media': {
    action: 'asset.create',
    events: ['asset.create'],
    change: async (ground) => ({ path: `${ground.scene.base}/media`, parts: await formOf(A_FILE) }),
  },
  'PATCH /media/{}': {
    action: 'asset.update',
    events: ['asset.update'],
    change: async (ground) => owners(`/media/${await ground.asset()}`, { title: 'Changed' }),
    keep: async (ground) => owners(`/media/${await ground.asset()}`, { title: 'A file' }),
  },
  'DELETE /media/{}': {
    action: 'asset.delete',
    events: ['asset.delete'],
    change: async (ground) => owners(`/media/${await ground.asset()}`),
  },
};

/** A translation of an article into a locale of its own. */
const translation = async (ground: Ground, more: object): Promise<Mutation> => {
  const code = ground.localeCode();
  await ground.owner.post(`${ground.scene.space}/locales`, { code, optional: true }, 201);
  const article = { content_type_id: 'article', fields: { title: 'Harbour' } };
  const entryId = await createEntry(ground.owner, ground.scene.base, article);
  return owners('/ai/translate-fields', { entry_id: entryId, source_locale: 'en-US', target_locales: [code], ...more });
};

/** AI helpers write nothing, but for a translation that is saved. */
const reads = { action: '', events: [], records: 0 } as const;

const ai: Readonly<Record<string, MutationRow>> = {
  'POST /ai/generate': { ...reads, change: async () => owners('/ai/generate', { prompt: 'A text' }) },
  'POST /ai/rewrite': { ...reads, change: async () => owners('/ai/rewrite', { text: 'A text', style: 'formal' }) },
  'POST /ai/translate-fields': {
    action: 'entry.update',
    events: ['entry.update'],
    change: (ground) => translation(ground, { save: true }),
    keep: (ground) => translation(ground, {}),
  },
  'POST /ai/summarize': { ...reads, change: async () => owners('/ai/summarize', { text: 'A text' }) },
  'POST /ai/seo': {
    ...reads,
    change: async (ground) => owners('/ai/seo', { entry_id: await ground.draft() }),
  },
  'POST /ai/alt-text': {
    ...reads,
    change: async (ground) => {
      const image = await ground.owner.send('POST', `${ground.scene.base}/media`, await formOf(AN_IMAGE));
      return owners('/ai/alt-text', { asset_id: image.string('id') });
    },
  },
};

export const mutationRows: Readonly<Record<string, MutationRow>> = {
  ...identity,
  ...billing,
  ...spaces,
  ...contentTypes,
  ...entries,
  ...views,
  ...webhooks,
  ...media,
  ...ai,
};
