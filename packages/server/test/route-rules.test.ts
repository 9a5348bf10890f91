/**
 * Rules of every route, generated from `openapi.json`: unknown body keys and parameters are refused, a stale `version`
 * is a conflict in the body as in the header, 201 has a `Location`, and every response carries its ids. A route without
 * a row in `rows` fails, so that no new one escapes.
 */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { before, it } from 'node:test';
import { Actor, type ApiResponse, send, valueAt } from './client.ts';
import { listOf, type Route, routesOf } from './described-routes.ts';
import { Provider } from './identity/scim/provider.ts';
import { connect as connectSso } from './identity/sso-stage.ts';
import { addPasskey } from './protected-member.ts';
import { invite, joinAs, makeMagazine, makeScene, PASSWORD, type Scene } from './scene.ts';
import { onEachEngine } from './stage.ts';

const STALE = 9_999;
/** Pages and the service itself, which ignore what they do not read; files have tests of their own. */
const SERVICE = new Set(['/healthz', '/readyz', '/metrics', '/metrics/top', '/openapi.json', '/docs']);
/** Routes that act on all sessions, on the calling one, or on what has no version. */
const WITHOUT_VERSION = new Set([
  'DELETE /auth/sessions',
  'POST /auth/logout',
  'DELETE /auth/second-factor/totp',
  'DELETE /spaces/{space_id}/exports/{export_id}',
  'DELETE /spaces/{space_id}/imports/{import_id}',
]);
type Ids = Readonly<Record<string, string>>;

/** A provider that is set up, and never reached. */
const withAi = {
  LECTERN_AI_PROVIDER: 'openai-compatible',
  LECTERN_AI_MODEL: 'none',
  LECTERN_AI_BASE_URL: 'http://127.0.0.1:9/v1',
};

onEachEngine(
  'each route keeps the rules',
  (stage) => {
    let scene: Scene;
    let ids: Ids;
    let routes: Route[];
    let description: unknown;

    before(async () => {
      scene = await makeScene(stage.url);
      await makeMagazine(scene);
      ids = await makeResources(scene);
      description = (await new Actor(stage.url, null).get('/openapi.json', 200)).json;
      routes = routesOf(description).filter(({ path }) => !SERVICE.has(path) && !path.startsWith('/assets/'));
      assert.ok(routes.length > 60, `${routes.length} routes`);
    });

    const pathOf = ({ method, path }: Route): string =>
      path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
        const id =
          name === 'id' && path.includes('/assets/')
            ? ids.asset_id
            : name === 'id' && path.includes('/entries/')
              ? ids.entry_id
              : ids[name];
        // `master` cannot be deleted.
        if (method === 'DELETE' && path.endsWith('/{environment}'))
          return name === 'environment' ? 'empty' : (id ?? '');
        assert.ok(id !== undefined, `${path} needs a resource for {${name}}; make one in makeResources`);
        return id;
      });
    /** A body with the ids of the resources that it names. */
    const filled = (body: object | undefined): Record<string, unknown> =>
      JSON.parse(JSON.stringify(body ?? {}).replaceAll(/"\{(\w+)\}"/g, (_, name: string) => JSON.stringify(ids[name])));
    const tokenOf = ({ path }: Route) => (path.includes('/delivery') ? scene.delivery : scene.owner).token;
    const isForm = (route: Route) => takes(route, 'multipart/form-data') && !takes(route, 'application/json');
    const isLines = (route: Route) => takes(route, 'application/x-ndjson');
    const isArchive = (route: Route) => takes(route, 'application/x-tar');

    it('an unknown body key is refused, and is the only thing that is', async () => {
      for (const route of routes.filter(({ method }) => method !== 'GET')) {
        if (isForm(route) || isLines(route) || isArchive(route)) continue;
        const response = await send(stage.url, route.method, pathOf(route), {
          token: tokenOf(route),
          body: { ...bodyOf(route), zz: 1 },
        });
        assert.equal(response.status, 422, String(response));
        assert.deepEqual(response.each('detail.errors', 'path'), ['zz'], String(response));
      }
    });

    it('an unknown parameter is refused', async () => {
      for (const route of routes) {
        const headers = isLines(route) ? { 'content-type': 'application/x-ndjson' } : {};
        const body = route.method === 'GET' || isLines(route) || isForm(route) ? {} : { body: bodyOf(route) ?? {} };
        const path = `${pathOf(route)}?zz=1`;
        const response = await send(stage.url, route.method, path, { token: tokenOf(route), headers, ...body });
        assert.equal(response.status, 422, String(response));
        assert.ok(response.each('detail.errors', 'path').includes('query.zz'), String(response));
      }
    });

    it('a name with a control character is refused, and is the only thing that is', async () => {
      const named = routes.flatMap((route) => namesIn(route, description).map((name) => ({ route, name })));
      assert.ok(named.length > 15, `${named.length}`);
      for (const { route, name } of named) {
        for (const character of ['\r', '\n', '\u001b', '\u007f', '\u0085', '\u2028']) {
          const body = { ...bodyOf(route), [name]: `a${character}b` };
          const response = await send(stage.url, route.method, pathOf(route), { token: tokenOf(route), body });
          assert.equal(response.status, 422, `${JSON.stringify(body)} ${response}`);
          assert.deepEqual(response.each('detail.errors', 'path'), [name], String(response));
        }
      }
    });

    it('a whole number in a path or query is refused unless it is plain digits', async () => {
      const numbers = routes.flatMap((route) => integersIn(route).map((parameter) => ({ route, ...parameter })));
      assert.ok(numbers.length > 30, `${numbers.length}`);
      for (const { route, name, where } of numbers) {
        for (const text of ['1e0', '0x1', '%201', '1.0', '%2B1']) {
          const path =
            where === 'path' ? pathOf({ ...route, path: route.path.replace(`{${name}}`, text) }) : pathOf(route);
          const search = where === 'query' ? `?${name}=${text}` : '';
          const response = await send(stage.url, route.method, `${path}${search}`, { token: tokenOf(route) });
          assert.equal(response.status, 422, String(response));
          assert.ok(response.each('detail.errors', 'path').includes(`${where}.${name}`), String(response));
        }
      }
    });

    it('a stale version is a conflict, in the body and in the header alike', async () => {
      for (const route of routes.filter(takesVersion)) {
        for (const parts of [
          { body: { ...filled(bodyOf(route)), version: STALE } },
          { ...(isBare(route) ? {} : { body: filled(bodyOf(route)) }), headers: { 'if-match': `"${STALE}"` } },
        ]) {
          const response = await send(stage.url, route.method, pathOf(route), { token: tokenOf(route), ...parts });
          assert.equal(response.status, 409, String(response));
          assert.equal(response.at('detail.code'), 'version_conflict', String(response));
          assert.equal(response.at('detail.expected'), STALE);
        }
      }
    });

    it('what changes or deletes a resource that has a version takes it', () => {
      const changing = routes.filter(({ method }) => ['PATCH', 'PUT', 'DELETE'].includes(method));
      const missing = changing.filter((route) => !takesVersion(route)).map(nameOf);
      assert.deepEqual(
        missing.filter((name) => !WITHOUT_VERSION.has(name)),
        [],
      );
    });

    it('a read of one resource with its own tag is 304', async () => {
      const reads = routes.filter(
        (route) => route.method === 'GET' && takes304(route) && !route.path.includes('/delivery'),
      );
      assert.ok(reads.length > 8, `${reads.length}`);
      for (const route of reads) {
        const first = await send(stage.url, 'GET', pathOf(route), { token: tokenOf(route) });
        assert.equal(first.headers.etag, `"${first.number('version')}"`, String(first));
        const headers = { 'if-none-match': String(first.headers.etag) };
        const again = await send(stage.url, 'GET', pathOf(route), { token: tokenOf(route), headers });
        assert.deepEqual([again.status, again.text], [304, ''], String(again));
        const other = await send(stage.url, 'GET', pathOf(route), {
          token: tokenOf(route),
          headers: { 'if-none-match': '"0"' },
        });
        assert.equal(other.status, 200);
      }
    });

    it('a skip beyond the last is refused with the name of the cursor', async () => {
      const lists = routes.filter((route) => parametersOf(route).includes('skip'));
      assert.ok(lists.length > 10, `${lists.length}`);
      for (const route of lists) {
        const response = await send(stage.url, 'GET', `${pathOf(route)}?skip=100001`, { token: tokenOf(route) });
        assert.equal(response.at('detail.errors.0.path'), 'query.skip', String(response));
        assert.match(response.string('detail.message'), /cursor/);
      }
    });

    it('the request id and the version of the API stand on every response', async () => {
      for (const route of routes) {
        const response = await send(stage.url, route.method, `${pathOf(route)}?zz=1`, {
          headers: { 'x-request-id': 'mine' },
        });
        assert.deepEqual([response.headers['x-request-id'], response.headers['x-cms-version']], ['mine', '1']);
      }
      const broken = await send(stage.url, 'GET', '/spaces/%ff', { headers: { 'x-request-id': 'mine' } });
      assert.deepEqual(
        [broken.status, broken.headers['x-request-id'], broken.headers['x-cms-version']],
        [400, 'mine', '1'],
      );
      const wires = ['NONSENSE\r\n\r\n', `GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`];
      for (const bytes of wires) {
        const head = await exchange(stage.url, bytes);
        assert.match(head, /^HTTP\/1\.1 4(?:00|31) /);
        assert.match(head, /\r\nx-request-id: req_\w+\r\n/i);
        assert.match(head, /\r\nx-cms-version: 1\r\n/i);
      }
    });
  },
  withAi,
);

function nameOf({ method, path }: Route): string {
  return `${method} ${path}`;
}

function takes({ operation }: Route, type: string): boolean {
  return (
    valueAt(valueAt(operation, 'requestBody.content'), '') !== undefined && Object.hasOwn(contentOf(operation), type)
  );
}

function contentOf(operation: unknown): object {
  return (valueAt(operation, 'requestBody.content') ?? {}) as object;
}

function parametersOf({ operation }: Route): string[] {
  return listOf(valueAt(operation, 'parameters')).map((one) => String(valueAt(one, 'name') ?? valueAt(one, '$ref')));
}

function takesVersion(route: Route): boolean {
  return parametersOf(route).includes('#/components/parameters/IfMatch');
}

function takes304({ operation }: Route): boolean {
  return valueAt(operation, 'responses.304') !== undefined;
}

/** Whether the route is sent without a body. */
function isBare(route: Route): boolean {
  return route.method === 'DELETE' && bodyOf(route) === undefined;
}

/** The names that a body may have at its top. */
function namesIn({ operation }: Route, description: unknown): string[] {
  const schema = valueAt(operation, 'requestBody.content.application/json.schema');
  const [, component] = /^#\/components\/schemas\/(.+)$/.exec(String(valueAt(schema, '$ref'))) ?? [];
  const properties = valueAt(
    component === undefined ? schema : valueAt(description, `components.schemas.${component}`),
    'properties',
  );
  return Object.keys((properties ?? {}) as object).filter((name) => /^(.+_)?name$/.test(name));
}

/** The parameters that are whole numbers. */
function integersIn({ operation }: Route): { name: string; where: string }[] {
  const parameters = (valueAt(operation, 'parameters') ?? []) as { name: string; in: string; schema?: object }[];
  return parameters
    .filter(({ schema }) => valueAt(schema, 'type') === 'integer')
    .map(({ name, in: where }) => ({ name, where }));
}

/** A body that the route accepts but for the one thing that a test adds. */
function bodyOf({ method, path }: Route): Record<string, unknown> | undefined {
  return bodies[`${method} ${path}`];
}

const type = { name: 'Author', display_field: 'name', fields: [{ id: 'name', name: 'name', type: 'string' }] };
const withPassword = { password: PASSWORD };
const signed = { clientDataJSON: '' };
const credential = { id: 'x', rawId: 'x', type: 'public-key' };
const bodies: Readonly<Record<string, Record<string, unknown>>> = {
  'POST /auth/signup': { email: 'a@example.com', password: 'quiet harbour at dawn 71' },
  'POST /auth/login': { email: 'a@example.com', password: 'x' },
  'POST /auth/refresh': { refresh_token: 'x' },
  'POST /auth/switch-account': { account_id: 'x' },
  'POST /auth/forgot-password': { email: 'a@example.com' },
  'POST /auth/reset-password': { token: 'x', password: 'quiet harbour at dawn 71' },
  'POST /auth/verify-email': { token: 'x' },
  'PATCH /auth/me': { name: 'Eve' },
  'DELETE /auth/me': withPassword,
  'POST /auth/second-factor': { challenge: 'x', code: 'x' },
  'POST /auth/second-factor/totp': withPassword,
  'POST /auth/second-factor/totp/confirm': { challenge: 'x', code: 'x' },
  'DELETE /auth/second-factor/totp': withPassword,
  'POST /auth/second-factor/recovery-codes': withPassword,
  'POST /auth/passkeys/options': withPassword,
  'POST /auth/passkeys': {
    challenge: 'x',
    credential: { ...credential, response: { ...signed, attestationObject: '' } },
  },
  'PATCH /auth/passkeys/{passkey_id}': { name: 'Other' },
  'DELETE /auth/passkeys/{passkey_id}': withPassword,
  'POST /auth/login/passkey': {
    challenge: 'x',
    credential: { ...credential, response: { ...signed, authenticatorData: '', signature: '' } },
  },
  'PATCH /accounts/{account_id}': { name: 'House' },
  'PATCH /accounts/{account_id}/members/{user_id}': { role: 'editor' },
  'POST /accounts/{account_id}/invitations': { email: 'b@example.com', role: 'editor' },
  'PATCH /accounts/{account_id}/invitations/{invitation_id}': { role: 'viewer' },
  'POST /invitations/accept': { token: 'x' },
  'POST /auth/sso/discover': { email: 'a@example.com' },
  'POST /auth/sso/exchange': { code: 'x' },
  'POST /accounts/{account_id}/sso': { protocol: 'oidc' },
  'PATCH /accounts/{account_id}/sso': { default_role: 'editor' },
  'POST /accounts/{account_id}/sso/domains': { domain: 'example.com' },
  'POST /accounts/{account_id}/scim-tokens': { name: 'Okta' },
  'PATCH /accounts/{account_id}/scim-groups/{group_id}': { role: 'editor' },
  'POST /billing/checkout': { plan: 'team' },
  'POST /spaces': { name: 'Space' },
  'PATCH /spaces/{space_id}': { name: 'Other' },
  'POST /spaces/{space_id}/environments': { name: 'staging' },
  'POST /spaces/{space_id}/environments/{environment}/clone': { name: 'redesign' },
  'PUT /spaces/{space_id}/environment-aliases/{alias}': { environment: 'empty' },
  'POST /spaces/{space_id}/exports': { environment: 'master' },
  'POST /spaces/{space_id}/environments/{environment}/merges': { from: 'empty' },
  'POST /spaces/{space_id}/locales': { code: 'fr' },
  'PATCH /spaces/{space_id}/locales/{locale_id}': { name: 'Other' },
  'POST /spaces/{space_id}/api-keys': { name: 'key', kind: 'delivery' },
  'PATCH /spaces/{space_id}/api-keys/{key_id}': { name: 'Other' },
  'POST /spaces/{space_id}/views': { name: 'x', shared: true, query: '', columns: [] },
  'PATCH /spaces/{space_id}/views/{view_id}': { name: 'Other' },
  'POST /spaces/{space_id}/webhooks': { name: 'hook', url: 'https://example.com/' },
  'PATCH /spaces/{space_id}/webhooks/{webhook_id}': { name: 'Other' },
  'POST /spaces/{space_id}/environments/{environment}/content-types': type,
  'PUT /spaces/{space_id}/environments/{environment}/content-types/{api_id}': type,
  'PATCH /spaces/{space_id}/environments/{environment}/content-types/{api_id}': { name: 'Other' },
  'PATCH /content-types/{id}': { name: 'Other' },
  'POST /spaces/{space_id}/environments/{environment}/entries': { content_type_id: 'author', fields: { name: 'Eve' } },
  'PUT /spaces/{space_id}/environments/{environment}/entries/{key}': {
    content_type_id: 'author',
    fields: { name: 'Eve' },
  },
  'POST /spaces/{space_id}/environments/{environment}/entries/bulk': { action: 'publish', ids: ['x'] },
  'POST /spaces/{space_id}/environments/{environment}/publish-plan': { ids: ['x'] },
  'PATCH /entries/{entry_id}': { fields: { name: 'Eve' } },
  'PATCH /media/{asset_id}': { title: 'Other' },
  'POST /ai/generate': { prompt: 'x' },
  'POST /ai/rewrite': { text: 'x', style: 'formal' },
  'POST /ai/translate-fields': { entry_id: '{entry_id}', source_locale: 'en-US', target_locales: ['de'] },
  'POST /ai/summarize': { text: 'x' },
  'POST /ai/seo': { entry_id: '{entry_id}' },
  'POST /ai/alt-text': { asset_id: '{asset_id}' },
};

/** One resource for each name of a path parameter. */
async function makeResources(scene: Scene): Promise<Ids> {
  const { owner, base, space } = scene;
  const entry = await owner.post(
    `${base}/entries`,
    { content_type_id: 'author', key: 'eve', fields: { name: 'Ada' } },
    201,
  );
  assert.equal(entry.headers.location, `/entries/${entry.string('id')}`);
  const types = await owner.get(`${base}/content-types`, 200);
  const locale = await created(owner, `${space}/locales`, { code: 'de', name: 'German' });
  const key = await created(owner, `${space}/api-keys`, { name: 'key', kind: 'delivery' });
  const view = await created(owner, `${space}/views`, { name: 'x', shared: true, query: '', columns: [] });
  const hook = await created(owner, `${space}/webhooks`, { name: 'hook', url: 'https://example.com/' });
  await created(owner, '/spaces', { name: 'Second' });
  const staging = await owner.post(`${space}/environments`, { name: 'empty' }, 201);
  assert.equal(staging.headers.location, `${space}/environments/empty`);
  await owner.put(`${space}/environment-aliases/live`, { environment: 'master' }, 201);
  const sessions = await owner.get('/auth/sessions', 200);
  const scimToken = await created(owner, `/accounts/${scene.member.accountId}/scim-tokens`, { name: 'Okta' });
  return {
    space_id: scene.spaceId,
    environment: 'master',
    alias: 'live',
    account_id: scene.member.accountId,
    user_id: (await joinAs(scene.member, 'author')).userId,
    invitation_id: await invite(scene.member),
    passkey_id: (await addPasskey(scene.member)).passkeyId,
    domain: await connectSso(scene.member),
    session_id: sessions.string('items.0.id'),
    locale_id: locale.string('id'),
    key_id: key.string('id'),
    view_id: view.string('id'),
    webhook_id: hook.string('id'),
    export_id: await makeExport(owner, space),
    import_id: 'imp_none',
    delivery_id: 'dlv_none',
    merge_id: 'mrg_none',
    entry_id: entry.string('id'),
    key: 'eve',
    token_id: scimToken.string('id'),
    group_id: await new Provider(owner.url, scimToken.string('token')).addGroup('Everybody'),
    version: '1',
    api_id: 'author',
    field_id: 'none',
    id: types.string('items.0.id'),
    asset_id: await upload(scene),
  };
}

async function makeExport(by: Actor, space: string): Promise<string> {
  const made = await created(by, `${space}/exports`, {});
  return made.string('id');
}

async function created(by: Actor, path: string, body: unknown): Promise<ApiResponse> {
  const response = await by.post(path, body, 201);
  assert.equal(response.headers.location, `${path}/${response.string('id')}`);
  return response;
}

async function upload({ owner, base }: Scene): Promise<string> {
  const raw =
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nhello\r\n--x--\r\n';
  const response = await owner.send('POST', `${base}/media`, {
    raw,
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  });
  assert.equal(response.status, 201, String(response));
  assert.equal(response.headers.location, `/media/${response.string('id')}`);
  return response.string('id');
}

/** Sends bytes as they are; returns everything that comes back. */
function exchange(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
  });
}
