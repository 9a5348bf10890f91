/**
 * Every route of `openapi.json` × every kind of token × own, foreign and missing resources. One rule gives the expected
 * response; a resource of another tenant and a missing one get the same response, byte for byte.
 */
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import Fastify from 'fastify';
import { SCIM_PATH } from '../../src/identity/scim/protocol/resource-url.ts';
import { scimRoutes } from '../../src/identity/scim/routes.ts';
import type { Scim } from '../../src/identity/scim/scim.ts';
import type { Api } from '../../src/platform/http/api.ts';
import { Actor, type ApiResponse, send } from '../client.ts';
import { routesOf } from '../described-routes.ts';
import { providerOf } from '../identity/scim/provider.ts';
import { connect } from '../identity/sso-stage.ts';
import { mergedBranch } from '../merging/stage.ts';
import { addPasskey } from '../protected-member.ts';
import { createEntry, invite, makeMagazine, makeScene, type Scene } from '../scene.ts';
import { onEachEngine } from '../stage.ts';
import { archiveOf, importInto, makeExport } from '../transfer/stage.ts';
import { makePrincipals, type Principal } from './principals.ts';
import { type PathIds, pathWith, type RouteRow, routeRows, scimRows } from './routes.ts';
import { expectedResponse, type Target } from './rule.ts';

const TARGETS: readonly Target[] = ['own', 'foreign', 'missing', 'mixed-foreign', 'mixed-missing'];
/** A version that no resource has, so that permitted requests change nothing either. */
const NO_VERSION = '"999999"';
/** A host name that never resolves (RFC 6761), so that requests to it fail. */
const NOWHERE = 'https://receiver.invalid/';

onEachEngine('access', (stage) => {
  let principals: Principal[];
  let idsOf: Record<Target, PathIds>;
  let described: string[];
  before(async () => {
    const [scene, stranger] = [await makeScene(stage.url), await makeScene(stage.url)];
    // Before a second factor is asked for at log-in.
    principals = await makePrincipals(scene, stranger);
    const [own, foreign] = [await populate(scene), await populate(stranger)];
    const missing = missingIds(own);
    idsOf = {
      own,
      foreign,
      missing,
      'mixed-foreign': { ...foreign, space: own.space },
      'mixed-missing': { ...missing, space: own.space },
    };
    const description = await new Actor(stage.url, null).get('/openapi.json', 200);
    described = routesOf(description.json).map(
      (route) => `${route.method} ${route.path.replaceAll(/\{[^}]+\}/g, '{}')}`,
    );
  });

  it('has a row for every route that is described', () => {
    const without = described.filter((route) => routeRows[route] === undefined);
    assert.deepEqual(without, [], 'add these to access/routes.ts');
    assert.ok(described.length > 40, `${described.length} routes are described`);
  });

  it('has a row for every route of SCIM', () => {
    const rows = Object.keys(scimRows).map((route) => route.replace(/(ResourceTypes|Schemas)\/.+/, '$1/{}'));
    assert.deepEqual(registeredScimRoutes().toSorted(), rows.toSorted());
  });

  for (const [route, row] of Object.entries(scimRows)) {
    it(`to ${route} follows the rule`, async () => {
      for (const principal of principals) await check(stage.url, { route, row, principal, idsOf });
    });
  }

  for (const [route, row] of Object.entries(routeRows)) {
    it(`to ${route} follows the rule`, async () => {
      assert.ok(described.includes(route), 'there is such a route');
      for (const principal of principals) await check(stage.url, { route, row, principal, idsOf });
    });
  }
});

interface Check {
  readonly route: string;
  readonly row: RouteRow;
  readonly principal: Principal;
  readonly idsOf: Record<Target, PathIds>;
}

async function check(url: string, { route, row, principal, idsOf }: Check): Promise<void> {
  const hasIds = route.includes('{}');
  const responses = new Map<Target, string>();
  for (const target of hasIds ? TARGETS : (['own'] as const)) {
    if (isStranger(principal) && target !== 'own' && target !== 'missing') continue;
    const path = pathWith(route, idsFor(route, target, idsOf));
    if (row.destructive === true && expectedResponse(row, principal.standing, target, hasIds).statuses === 'any')
      continue;
    // A list or a new thing in one's own space is one's own, whatever other ids the path does not name.
    if (target.startsWith('mixed') && path === pathWith(route, idsOf.own)) continue;
    const response = await knock(url, route, path, row, principal);
    const context = `${principal.name}, ${target}: ${response}`;
    const expected = expectedResponse(row, principal.standing, target, hasIds);
    if (expected.statuses === 'any')
      assert.ok(![401, 403, 404].includes(response.status) || row.access === 'public', context);
    else assert.ok(expected.statuses.includes(response.status), `expected ${expected.statuses}: ${context}`);
    assert.ok(response.status < 500 || response.status === 501, context);
    // Errors of SCIM have no codes.
    if (expected.codes !== undefined && row.access !== 'scim')
      assert.ok(expected.codes.includes(String(response.at('detail.code'))), context);
    responses.set(isStranger(principal) && target === 'own' ? 'foreign' : target, comparable(response, path));
  }
  if (row.access === 'public') return;
  assertAlike(responses, 'foreign', 'missing', principal);
  assertAlike(responses, 'mixed-foreign', 'mixed-missing', principal);
}

/** A merge is looked for in an environment, whose name is no secret within its space. */
function idsFor(route: string, target: Target, idsOf: Record<Target, PathIds>): PathIds {
  const isMixed = target.startsWith('mixed') && route.includes('/merges/{}');
  return isMixed ? { ...idsOf[target], environment: idsOf.own.environment } : idsOf[target];
}

function assertAlike(responses: ReadonlyMap<Target, string>, one: Target, other: Target, principal: Principal): void {
  const [first, second] = [responses.get(one), responses.get(other)];
  if (first !== undefined && second !== undefined)
    assert.equal(first, second, `${principal.name}: ${one} and ${other} differ`);
}

/** To the stranger the scene is foreign: what others call their own is not theirs. */
function isStranger(principal: Principal): boolean {
  return principal.standing.kind === 'session' && !principal.standing.own;
}

function knock(url: string, route: string, path: string, row: RouteRow, principal: Principal): Promise<ApiResponse> {
  const method = route.slice(0, route.indexOf(' '));
  const headers = method === 'GET' ? {} : { 'if-match': NO_VERSION };
  const ndjson = path.endsWith('/import');
  if (ndjson)
    return send(url, method, path, {
      token: principal.token,
      raw: '',
      headers: { 'content-type': 'application/x-ndjson' },
    });
  return send(url, method, path, {
    token: principal.token,
    headers,
    ...(row.body === undefined ? {} : { body: row.body }),
  });
}

/** A response without what differs from request to request, and without the requested ids. */
function comparable(response: ApiResponse, path: string): string {
  const { date: _date, 'x-request-id': _id, 'content-length': _length, ...headers } = response.headers;
  const segments = path.split(/[/?]/).filter((segment) => segment.length > 8);
  const text = segments.reduce((rest, segment) => rest.replaceAll(segment, '…'), response.text);
  return JSON.stringify([response.status, headers, text]);
}

/** One resource of each kind. */
async function populate(scene: Scene): Promise<PathIds> {
  await makeMagazine(scene);
  const entry = await createEntry(scene.owner, scene.base, {
    content_type_id: 'author',
    key: 'the-entry',
    fields: { name: 'Ada' },
  });
  await scene.owner.post(`/entries/${entry}/publish`, undefined, 200);
  const line = JSON.stringify({
    asset: { key: 'the-asset', title: 'Picture', file_name: 'p.jpg', mime_type: 'image/jpeg' },
  });
  const imported = await scene.owner.send('POST', `${scene.base}/import`, {
    raw: line,
    headers: { 'content-type': 'application/x-ndjson' },
  });
  const first = async (path: string) => (await scene.owner.get(path, 200)).string('items.0.id');
  await scene.owner.post(`${scene.space}/environments`, { name: 'staging' }, 201);
  const alias = `alias-${scene.spaceId}`;
  await scene.owner.put(`${scene.space}/environment-aliases/${alias}`, { environment: 'master' }, 201);
  const webhooks = `${scene.space}/webhooks`;
  const webhook = (await scene.owner.post(webhooks, { name: 'x', url: NOWHERE }, 201)).string('id');
  return {
    space: scene.spaceId,
    environment: 'master',
    alias,
    entry,
    contentType: (await scene.owner.get(`${scene.base}/content-types/author`, 200)).string('id'),
    asset: imported.string('results.0.id'),
    locale: await first(`${scene.space}/locales`),
    apiKey: (await scene.owner.post(`${scene.space}/api-keys`, { name: 'subject', kind: 'delivery' }, 201)).string(
      'id',
    ),
    account: scene.member.accountId,
    member: scene.member.userId,
    invitation: await invite(scene.member),
    ...(await populateScim(scene)),
    domain: await connect(scene.member),
    session: await first('/auth/sessions'),
    passkey: (await addPasskey(scene.member)).passkeyId,
    view: (
      await scene.owner.post(`${scene.space}/views`, { name: 'x', shared: true, query: '', columns: [] }, 201)
    ).string('id'),
    webhook,
    delivery: (await scene.owner.post(`${webhooks}/${webhook}/test`, undefined, 200)).string('delivery_id'),
    export: (await makeExport(scene, 'master')).string('id'),
    import: (await importInto(scene, archiveOf([['export.json', '{}']]), '?environment=master')).string('id'),
    merge: await mergedBranch(scene),
  };
}

async function populateScim({ member, owner }: Scene): Promise<Pick<PathIds, 'scimToken' | 'scimGroup'>> {
  const provider = await providerOf(member);
  const tokens = await owner.get(`/accounts/${member.accountId}/scim-tokens`, 200);
  return { scimToken: tokens.string('items.0.id'), scimGroup: await provider.addGroup('Everybody') };
}

/** The routes of SCIM as they are registered. */
function registeredScimRoutes(): string[] {
  const found: string[] = [];
  const api = Fastify({ exposeHeadRoutes: false });
  api.addHook('onRoute', ({ method, url }) => {
    found.push(`${method} ${SCIM_PATH}${url.replaceAll(/:\w+/g, '{}')}`);
  });
  scimRoutes(api as unknown as Api, {} as Scim);
  return found;
}

/** Ids of the same shape that nothing has. */
function missingIds(own: PathIds): PathIds {
  const none = (id: string) => `${id.slice(0, id.indexOf('_') + 1)}${'0'.repeat(id.length - id.indexOf('_') - 1)}`;
  const resource = (id: string) => id.replace(/_[a-z0-9]{6}_/, '_zzzzzz_');
  return {
    space: none(own.space),
    environment: 'nowhere',
    alias: `nowhere-${own.space}`,
    entry: resource(own.entry),
    contentType: resource(own.contentType),
    asset: resource(own.asset),
    locale: none(own.locale),
    apiKey: none(own.apiKey),
    account: none(own.account),
    member: none(own.member),
    invitation: none(own.invitation),
    scimToken: none(own.scimToken),
    scimGroup: none(own.scimGroup),
    domain: `nowhere-${own.domain}`,
    session: none(own.session),
    passkey: none(own.passkey),
    view: none(own.view),
    webhook: none(own.webhook),
    delivery: none(own.delivery),
    export: none(own.export),
    import: none(own.import),
    merge: none(own.merge),
  };
}
