/**
 * The table of routes: who may use each, and a body that fits. Written from the interface documents; a route of
 * `openapi.json` without a row here fails the test. Names of path parameters are left out: `{}`.
 */

/** The roles of keys, weakest first; only sessions can be `owner`. */
export const ROLES = ['viewer', 'author', 'editor', 'developer', 'admin', 'owner'] as const;
export type Role = (typeof ROLES)[number];

/**
 * Who may use a route: anyone (`public`), reading keys (`read`), SCIM tokens (`scim`), people with a session (`session`),
 * any valid management token (`signed-in`), or the given role.
 */
export type Access = 'public' | 'read' | 'scim' | 'session' | 'signed-in' | Role;

export interface RouteRow {
  readonly access: Access;
  readonly body?: unknown;
  /** Management keys may not, whatever their role. */
  readonly sessionsOnly?: boolean;
  /** Keys limited to environments may not: it changes what belongs to the space. */
  readonly wholeSpaceOnly?: boolean;
  /** It would end the scene or the session it is called with: only principals without permission call it here. */
  readonly destructive?: boolean;
  /** Each item is refused on its own, with 200 for the request. */
  readonly perItem?: boolean;
}

const entry = { content_type_id: 'author', fields: { name: 'x' } };
/** Of the right form, and made for nothing. */
const aCredential = {
  id: 'x',
  rawId: 'x',
  type: 'public-key',
  response: { clientDataJSON: 'x', attestationObject: 'x' },
};
const ids = { action: 'archive', ids: ['nothing'] };
const scimUser = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName: 'eve@example.com' };
const scimGroup = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'], displayName: 'Everybody' };
const scimPatch = {
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: [{ op: 'remove', path: 'externalId' }],
};

export const routeRows: Readonly<Record<string, RouteRow>> = {
  'GET /healthz': { access: 'public' },
  'GET /readyz': { access: 'public' },
  'GET /metrics': { access: 'public' },
  'GET /metrics/top': { access: 'public' },
  'GET /openapi.json': { access: 'public' },
  'GET /docs': { access: 'public' },
  'POST /auth/signup': { access: 'public', body: {} },
  'POST /auth/login': { access: 'public', body: {} },
  'POST /auth/refresh': { access: 'public', body: {} },
  'POST /auth/forgot-password': { access: 'public', body: {} },
  'POST /auth/reset-password': { access: 'public', body: {} },
  'POST /auth/verify-email': { access: 'public', body: {} },
  'POST /auth/resend-verification': { access: 'session' },

  'POST /auth/sso/discover': { access: 'public', body: {} },
  'POST /auth/sso/exchange': { access: 'public', body: {} },
  'GET /accounts/{}/sso/metadata': { access: 'public' },

  'GET /auth/me': { access: 'signed-in' },
  'PATCH /auth/me': { access: 'session', body: {} },
  'DELETE /auth/me': { access: 'session', body: { password: 'wrong' } },
  'POST /auth/me/restore': { access: 'session' },
  'POST /auth/logout': { access: 'session', destructive: true },
  'POST /auth/switch-account': { access: 'session', body: { account_id: 'acc_nobody' } },
  'GET /auth/sessions': { access: 'session' },
  'DELETE /auth/sessions': { access: 'session', destructive: true },
  'GET /auth/sessions/{}': { access: 'session' },
  'DELETE /auth/sessions/{}': { access: 'session', destructive: true },

  'GET /auth/second-factor': { access: 'session' },
  'POST /auth/second-factor': { access: 'public', body: {} },
  'POST /auth/second-factor/totp': { access: 'session', body: { password: 'wrong harbour 1234' } },
  'DELETE /auth/second-factor/totp': { access: 'session', body: { password: 'wrong harbour 1234' } },
  'POST /auth/second-factor/totp/confirm': { access: 'session', body: { challenge: 'x', code: 'x' } },
  'POST /auth/second-factor/recovery-codes': { access: 'session', body: { password: 'wrong harbour 1234' } },
  'POST /auth/passkeys/options': { access: 'session', body: { password: 'wrong harbour 1234' } },
  'GET /auth/passkeys': { access: 'session' },
  'POST /auth/passkeys': { access: 'session', body: { challenge: 'x', credential: aCredential } },
  'GET /auth/passkeys/{}': { access: 'session' },
  'PATCH /auth/passkeys/{}': { access: 'session', body: {} },
  'DELETE /auth/passkeys/{}': { access: 'session', body: { password: 'quiet harbour at dawn 71' } },
  'POST /auth/login/passkey/options': { access: 'public', body: {} },
  'POST /auth/login/passkey': { access: 'public', body: {} },

  'GET /accounts': { access: 'viewer', sessionsOnly: true },
  'GET /accounts/{}': { access: 'viewer', sessionsOnly: true },
  'PATCH /accounts/{}': { access: 'admin', sessionsOnly: true, body: {} },
  'DELETE /accounts/{}': { access: 'owner', sessionsOnly: true, destructive: true },
  'POST /accounts/{}/restore': { access: 'owner', sessionsOnly: true },
  'GET /accounts/{}/members': { access: 'viewer', sessionsOnly: true },
  'GET /accounts/{}/members/{}': { access: 'viewer', sessionsOnly: true },
  'PATCH /accounts/{}/members/{}': { access: 'admin', sessionsOnly: true, body: {} },
  'DELETE /accounts/{}/members/{}': { access: 'viewer', sessionsOnly: true, destructive: true },
  'GET /accounts/{}/invitations': { access: 'admin', sessionsOnly: true },
  'POST /accounts/{}/invitations': {
    access: 'admin',
    sessionsOnly: true,
    body: { email: 'invited@example.com', role: 'editor' },
  },
  'GET /accounts/{}/invitations/{}': { access: 'admin', sessionsOnly: true },
  'PATCH /accounts/{}/invitations/{}': { access: 'admin', sessionsOnly: true, body: {} },
  'DELETE /accounts/{}/invitations/{}': { access: 'admin', sessionsOnly: true },
  'GET /accounts/{}/scim-tokens': { access: 'owner' },
  'POST /accounts/{}/scim-tokens': { access: 'owner', body: { name: 'One more' } },
  'GET /accounts/{}/scim-tokens/{}': { access: 'owner' },
  'DELETE /accounts/{}/scim-tokens/{}': { access: 'owner' },
  'GET /accounts/{}/scim-groups': { access: 'owner' },
  'GET /accounts/{}/scim-groups/{}': { access: 'owner' },
  'PATCH /accounts/{}/scim-groups/{}': { access: 'owner', body: { role: 'editor' } },
  'POST /accounts/{}/invitations/{}/resend': { access: 'admin', sessionsOnly: true },
  'POST /invitations/accept': { access: 'session', body: { token: 'x' }, destructive: true },
  'GET /accounts/{}/audit': { access: 'admin', sessionsOnly: true },

  'GET /billing/plans': { access: 'admin', sessionsOnly: true },
  'GET /billing/subscription': { access: 'admin', sessionsOnly: true },
  'POST /billing/checkout': { access: 'owner', sessionsOnly: true, body: { plan: 'team' } },

  'GET /accounts/{}/sso': { access: 'owner', sessionsOnly: true },
  'POST /accounts/{}/sso': { access: 'owner', sessionsOnly: true, body: { protocol: 'oidc' } },
  'PATCH /accounts/{}/sso': { access: 'owner', sessionsOnly: true, body: {} },
  'DELETE /accounts/{}/sso': { access: 'owner', sessionsOnly: true },
  'GET /accounts/{}/sso/domains': { access: 'owner', sessionsOnly: true },
  'POST /accounts/{}/sso/domains': { access: 'owner', sessionsOnly: true, body: { domain: 'x' } },
  'GET /accounts/{}/sso/domains/{}': { access: 'owner', sessionsOnly: true },
  'POST /accounts/{}/sso/domains/{}/verify': { access: 'owner', sessionsOnly: true },
  'DELETE /accounts/{}/sso/domains/{}': { access: 'owner', sessionsOnly: true },

  'GET /spaces': { access: 'viewer' },
  'POST /spaces': { access: 'admin', sessionsOnly: true, body: { name: 'One more' } },
  'GET /spaces/{}': { access: 'viewer' },
  'PATCH /spaces/{}': { access: 'admin', wholeSpaceOnly: true, body: {} },
  'DELETE /spaces/{}': { access: 'owner', destructive: true },

  'GET /spaces/{}/environments': { access: 'viewer' },
  'POST /spaces/{}/environments': { access: 'developer', wholeSpaceOnly: true, body: { name: 'master' } },
  'GET /spaces/{}/environments/{}': { access: 'viewer' },
  'POST /spaces/{}/environments/{}/clone': { access: 'developer', wholeSpaceOnly: true, body: { name: 'master' } },
  'GET /spaces/{}/environments/{}/compare': { access: 'viewer' },
  'GET /spaces/{}/environments/{}/merges': { access: 'viewer' },
  'POST /spaces/{}/environments/{}/merges': { access: 'developer', body: { from: 'master' } },
  'GET /spaces/{}/environments/{}/merges/{}': { access: 'viewer' },
  'POST /spaces/{}/environments/{}/merges/{}/undo': { access: 'developer' },
  'DELETE /spaces/{}/environments/{}': { access: 'developer', wholeSpaceOnly: true },
  'GET /spaces/{}/environment-aliases': { access: 'viewer' },
  'GET /spaces/{}/environment-aliases/{}': { access: 'viewer' },
  'PUT /spaces/{}/environment-aliases/{}': {
    access: 'developer',
    wholeSpaceOnly: true,
    body: { environment: 'master' },
  },
  'DELETE /spaces/{}/environment-aliases/{}': { access: 'developer', wholeSpaceOnly: true },

  'GET /spaces/{}/locales': { access: 'viewer' },
  'POST /spaces/{}/locales': { access: 'developer', wholeSpaceOnly: true, body: { code: 'en-US' } },
  'GET /spaces/{}/locales/{}': { access: 'viewer' },
  'PATCH /spaces/{}/locales/{}': { access: 'developer', wholeSpaceOnly: true, body: {} },
  'DELETE /spaces/{}/locales/{}': { access: 'developer', wholeSpaceOnly: true },

  'GET /spaces/{}/api-keys': { access: 'developer', wholeSpaceOnly: true },
  'POST /spaces/{}/api-keys': { access: 'developer', wholeSpaceOnly: true, body: { name: 'x', kind: 'delivery' } },
  'GET /spaces/{}/api-keys/{}': { access: 'developer', wholeSpaceOnly: true },
  'PATCH /spaces/{}/api-keys/{}': { access: 'developer', wholeSpaceOnly: true, body: {} },
  'DELETE /spaces/{}/api-keys/{}': { access: 'developer', wholeSpaceOnly: true },
  'POST /spaces/{}/api-keys/{}/rotate': { access: 'developer', wholeSpaceOnly: true },

  'GET /spaces/{}/views': { access: 'viewer' },
  // Keys have none of their own, which is no matter of permission.
  'POST /spaces/{}/views': {
    access: 'viewer',
    wholeSpaceOnly: true,
    body: { name: 'x', shared: false, query: '', columns: [] },
  },
  'GET /spaces/{}/views/{}': { access: 'viewer' },
  'PATCH /spaces/{}/views/{}': { access: 'editor', wholeSpaceOnly: true, body: {} },
  'DELETE /spaces/{}/views/{}': { access: 'editor', wholeSpaceOnly: true },

  'GET /spaces/{}/webhooks': { access: 'developer', wholeSpaceOnly: true },
  'POST /spaces/{}/webhooks': {
    access: 'developer',
    wholeSpaceOnly: true,
    body: { name: 'x', url: 'http://127.0.0.1/' },
  },
  'GET /spaces/{}/webhooks/{}': { access: 'developer', wholeSpaceOnly: true },
  'PATCH /spaces/{}/webhooks/{}': { access: 'developer', wholeSpaceOnly: true, body: {} },
  'DELETE /spaces/{}/webhooks/{}': { access: 'developer', wholeSpaceOnly: true },
  'POST /spaces/{}/webhooks/{}/test': { access: 'developer', wholeSpaceOnly: true },
  'GET /spaces/{}/webhooks/{}/deliveries': { access: 'developer', wholeSpaceOnly: true },
  'GET /spaces/{}/webhooks/{}/deliveries/{}': { access: 'developer', wholeSpaceOnly: true },
  'POST /spaces/{}/webhooks/{}/deliveries/{}/redeliver': { access: 'developer', wholeSpaceOnly: true },
  'POST /spaces/{}/webhooks/{}/rotate-secret': { access: 'developer', wholeSpaceOnly: true },
  'POST /spaces/{}/webhooks/{}/rotate-secret/promote': { access: 'developer', wholeSpaceOnly: true },

  'GET /spaces/{}/environments/{}/content-types': { access: 'viewer' },
  'POST /spaces/{}/environments/{}/content-types': {
    access: 'developer',
    body: { api_id: 'author', name: 'x', fields: [] },
  },
  'GET /spaces/{}/environments/{}/content-types/{}': { access: 'viewer' },
  'PUT /spaces/{}/environments/{}/content-types/{}': { access: 'developer', body: { name: 'x', fields: [] } },
  'PATCH /spaces/{}/environments/{}/content-types/{}': { access: 'developer', body: {} },
  'DELETE /spaces/{}/environments/{}/content-types/{}': { access: 'developer' },
  'DELETE /spaces/{}/environments/{}/content-types/{}/hidden-fields/{}': { access: 'developer' },
  'GET /content-types/{}': { access: 'viewer' },
  'PATCH /content-types/{}': { access: 'developer', body: {} },
  'DELETE /content-types/{}': { access: 'developer' },
  'DELETE /content-types/{}/hidden-fields/{}': { access: 'developer' },

  'GET /spaces/{}/environments/{}/entries': { access: 'viewer' },
  'POST /spaces/{}/environments/{}/entries': { access: 'author', body: entry },
  'PUT /spaces/{}/environments/{}/entries/{}': { access: 'editor', body: entry },
  'GET /spaces/{}/environments/{}/entries/{}': { access: 'viewer' },
  'PATCH /spaces/{}/environments/{}/entries/{}': { access: 'editor', body: { fields: {} } },
  'DELETE /spaces/{}/environments/{}/entries/{}': { access: 'editor' },
  'POST /spaces/{}/environments/{}/entries/{}/publish': { access: 'editor' },
  'POST /spaces/{}/environments/{}/entries/{}/unpublish': { access: 'editor' },
  'POST /spaces/{}/environments/{}/entries/{}/archive': { access: 'editor' },
  'POST /spaces/{}/environments/{}/entries/{}/unarchive': { access: 'editor' },
  'POST /spaces/{}/environments/{}/entries/bulk': { access: 'editor', body: ids, perItem: true },
  'POST /spaces/{}/environments/{}/publish-plan': { access: 'viewer', body: { ids: ['nothing'] } },
  'POST /spaces/{}/environments/{}/import': { access: 'developer', body: {} },
  'GET /spaces/{}/exports': { access: 'developer' },
  'POST /spaces/{}/exports': { access: 'developer', wholeSpaceOnly: true, body: {} },
  'GET /spaces/{}/exports/{}': { access: 'developer' },
  'DELETE /spaces/{}/exports/{}': { access: 'developer', destructive: true },
  'GET /spaces/{}/exports/{}/file': { access: 'developer' },
  'GET /spaces/{}/imports': { access: 'developer' },
  'POST /spaces/{}/imports': { access: 'developer', wholeSpaceOnly: true, body: {} },
  'GET /spaces/{}/imports/{}': { access: 'developer' },
  'DELETE /spaces/{}/imports/{}': { access: 'developer' },
  'GET /entries/{}': { access: 'viewer' },
  'PATCH /entries/{}': { access: 'editor', body: { fields: {} } },
  'DELETE /entries/{}': { access: 'editor' },
  'POST /ai/generate': { access: 'author', body: { prompt: 'x', locale: 'no language' } },
  'POST /ai/rewrite': { access: 'author', body: { text: 'x' } },
  'POST /ai/translate-fields': { access: 'author', body: { source_locale: 'en-US', target_locales: ['de'] } },
  'POST /ai/summarize': { access: 'author', body: {} },
  'POST /ai/seo': { access: 'author', body: { entry_id: 'x', locale: 'no language' } },
  'POST /ai/alt-text': { access: 'author', body: { asset_id: 'x', locale: 'no language' } },

  'POST /entries/{}/publish': { access: 'editor' },
  'POST /entries/{}/unpublish': { access: 'editor' },
  'POST /entries/{}/archive': { access: 'editor' },
  'POST /entries/{}/unarchive': { access: 'editor' },
  'GET /entries/{}/references': { access: 'viewer' },
  'GET /entries/{}/preview': { access: 'viewer' },
  'GET /entries/{}/versions': { access: 'viewer' },
  'GET /entries/{}/versions/{}': { access: 'viewer' },
  'GET /entries/{}/versions/{}/diff': { access: 'viewer' },
  'POST /entries/{}/versions/{}/restore': { access: 'editor' },

  'GET /spaces/{}/environments/{}/media': { access: 'viewer' },
  'POST /spaces/{}/environments/{}/media': { access: 'author' },
  'GET /media/{}': { access: 'viewer' },
  'PATCH /media/{}': { access: 'editor', body: {} },
  'DELETE /media/{}': { access: 'editor' },
  'GET /media/{}/references': { access: 'viewer' },
  'GET /assets/{}/{}/{}': { access: 'public' },

  'GET /spaces/{}/environments/{}/delivery/entries': { access: 'read' },
  'GET /spaces/{}/environments/{}/delivery/entries/{}': { access: 'read' },
  'GET /spaces/{}/environments/{}/delivery/assets': { access: 'read' },
  'GET /spaces/{}/environments/{}/delivery/assets/{}': { access: 'read' },
  'GET /spaces/{}/environments/{}/delivery/content-types': { access: 'read' },
  'GET /spaces/{}/environments/{}/delivery/locales': { access: 'read' },
  'GET /delivery/token-info': { access: 'read' },
};

/** The routes of SCIM, which `openapi.json` does not describe. */
export const scimRows: Readonly<Record<string, RouteRow>> = {
  'GET /scim/v2/ServiceProviderConfig': { access: 'scim' },
  'GET /scim/v2/ResourceTypes': { access: 'scim' },
  'GET /scim/v2/ResourceTypes/User': { access: 'scim' },
  'GET /scim/v2/Schemas': { access: 'scim' },
  'GET /scim/v2/Schemas/urn:ietf:params:scim:schemas:core:2.0:User': { access: 'scim' },
  'POST /scim/v2/.search': { access: 'scim', body: {} },
  'POST /scim/v2/Bulk': { access: 'scim', body: {} },
  'GET /scim/v2/Users': { access: 'scim' },
  'POST /scim/v2/Users': { access: 'scim', body: {} },
  'POST /scim/v2/Users/.search': { access: 'scim', body: {} },
  'GET /scim/v2/Users/{}': { access: 'scim' },
  'PUT /scim/v2/Users/{}': { access: 'scim', body: scimUser },
  'PATCH /scim/v2/Users/{}': { access: 'scim', body: scimPatch },
  'DELETE /scim/v2/Users/{}': { access: 'scim' },
  'GET /scim/v2/Groups': { access: 'scim' },
  'POST /scim/v2/Groups': { access: 'scim', body: {} },
  'POST /scim/v2/Groups/.search': { access: 'scim', body: {} },
  'GET /scim/v2/Groups/{}': { access: 'scim' },
  'PUT /scim/v2/Groups/{}': { access: 'scim', body: scimGroup },
  'PATCH /scim/v2/Groups/{}': { access: 'scim', body: scimPatch },
  'DELETE /scim/v2/Groups/{}': { access: 'scim' },
};

/** The ids that fill a route's path. */
export interface PathIds {
  readonly space: string;
  readonly environment: string;
  readonly alias: string;
  readonly entry: string;
  readonly contentType: string;
  readonly asset: string;
  readonly locale: string;
  readonly apiKey: string;
  readonly account: string;
  readonly member: string;
  readonly invitation: string;
  readonly scimToken: string;
  readonly scimGroup: string;
  /** A domain of the account. */
  readonly domain: string;
  readonly session: string;
  readonly passkey: string;
  /** A shared view. */
  readonly view: string;
  readonly webhook: string;
  readonly delivery: string;
  readonly export: string;
  readonly import: string;
  readonly merge: string;
}

/** The path of a route with these ids in it. */
export function pathWith(route: string, ids: PathIds): string {
  const path = route.slice(route.indexOf(' ') + 1);
  const inEnvironment = path.includes('/environments/{}/');
  const keyOf = (id: string) => (inEnvironment ? id.split('_').slice(2).join('_') : id);
  const values: Readonly<Record<string, string>> = {
    spaces: ids.space,
    environments: ids.environment,
    'environment-aliases': ids.alias,
    locales: ids.locale,
    'api-keys': ids.apiKey,
    'content-types': keyOf(ids.contentType),
    entries: keyOf(ids.entry),
    assets: keyOf(ids.asset),
    media: ids.asset,
    accounts: ids.account,
    members: ids.member,
    invitations: ids.invitation,
    'scim-tokens': ids.scimToken,
    'scim-groups': ids.scimGroup,
    Users: ids.member,
    Groups: ids.scimGroup,
    domains: ids.domain,
    sessions: ids.session,
    passkeys: ids.passkey,
    views: ids.view,
    webhooks: ids.webhook,
    deliveries: ids.delivery,
    exports: ids.export,
    imports: ids.import,
    merges: ids.merge,
    versions: '1',
  };
  const segments = path.split('/');
  return (
    segments
      .map((segment, index) => (segment === '{}' ? (values[segments[index - 1] ?? ''] ?? 'unknown') : segment))
      .join('/') + queryOf(path)
  );
}

function queryOf(path: string): string {
  return path.endsWith('/diff') ? '?to=1' : '';
}
