/** One resource of each kind in a scene, by the names of the parameters that lead to it. */
import assert from 'node:assert/strict';
import type { ApiResponse } from '../../../testing/src/client.ts';
import { formOf } from '../../../testing/src/form.ts';
import { invite, joinAs, type Scene } from '../../../testing/src/given.ts';
import { addPasskey } from '../../../testing/src/people/protected-member.ts';
import { mergedBranch } from '../branches/merging/merges.ts';
import { archiveOf, importInto, untilEnded } from '../branches/transfer/archives.ts';
import { Provider } from '../identity/scim/provider.ts';
import { connect } from '../identity/sso-log-in.ts';
import { A_FILE } from './ground.ts';

/** A host name that never resolves (RFC 6761), so that requests to it fail. */
const NOWHERE = 'https://receiver.invalid/';
const MIGRATION = '0001-x';

/** The ids that fill paths, by the names of parameters. */
export interface PathIds {
  readonly space_id: string;
  readonly environment: string;
  /** An environment that may be deleted. */
  readonly spare: string;
  readonly alias: string;
  readonly entry_id: string;
  readonly content_type_id: string;
  readonly asset_id: string;
  readonly locale_id: string;
  readonly key_id: string;
  readonly account_id: string;
  /** A record of the audit. */
  readonly record_id: string;
  /** The owner of the account, and another member. */
  readonly owner_id: string;
  readonly user_id: string;
  readonly invitation_id: string;
  /** A token of SCIM, and a group. */
  readonly token_id: string;
  readonly group_id: string;
  /** A domain of the account. */
  readonly domain: string;
  /** A test log-in. */
  readonly test_id: string;
  readonly session_id: string;
  readonly passkey_id: string;
  /** A shared view. */
  readonly view_id: string;
  /** A change set that has the entry. */
  readonly change_set_id: string;
  /** A preview link of the owner. */
  readonly preview_link_id: string;
  readonly webhook_id: string;
  readonly delivery_id: string;
  readonly export_id: string;
  readonly import_id: string;
  readonly merge_id: string;
  readonly version: string;
}

/**
 * The path of a route with these ids in it; parameters that name nothing of the scene become `unknown`.
 * @param name as in `openapi.json`, such as `GET /spaces/{space_id}`
 */
export function pathOf(name: string, ids: PathIds): string {
  const [method = '', path = ''] = name.split(' ');
  const segments = path.split('/');
  const filledIn = segments.map((segment, at) => filled(segment, segments[at - 1] ?? '', ids)).join('/');
  // `master` cannot be deleted.
  const isDeleted = method === 'DELETE' && path.endsWith('/{environment}');
  return isDeleted ? filledIn.replace(/[^/]+$/, ids.spare) : filledIn;
}

/** The query that a route cannot do without. */
export function queryOf(name: string): string {
  if (name.endsWith('/diff')) return '?to=1';
  return name.endsWith('/calendar') ? '?from=2026-12-01T00:00:00Z&to=2027-01-01T00:00:00Z' : '';
}

/** A body with the ids of the scene in place of the names of parameters. */
export function bodyWith(body: object, ids: PathIds): Record<string, unknown> {
  const known: Readonly<Record<string, string>> = { ...ids };
  return JSON.parse(
    JSON.stringify(body).replaceAll(/"\{(\w+)\}"/g, (whole, name: string) =>
      known[name] === undefined ? whole : JSON.stringify(known[name]),
    ),
  );
}

/** Ids of the same shape that nothing has. */
export function missingIds(own: PathIds): PathIds {
  const missing = Object.entries(own).map(([name, id]) => [name, name === 'version' ? id : missingId(id)]);
  return Object.fromEntries(missing) as unknown as PathIds;
}

function filled(segment: string, before: string, ids: PathIds): string {
  const [, name] = /^\{(\w+)\}$/.exec(segment) ?? [];
  if (name === undefined) return segment;
  const byPlace: Readonly<Record<string, string>> = {
    'entries {key}': keyOf(ids.entry_id),
    'entries {id}': keyOf(ids.entry_id),
    'assets {id}': keyOf(ids.asset_id),
    'content-types {api_id}': keyOf(ids.content_type_id),
    'content-types {id}': ids.content_type_id,
    'migrations {name}': MIGRATION,
    'Users {id}': ids.owner_id,
    'Groups {id}': ids.group_id,
  };
  return byPlace[`${before} ${segment}`] ?? (ids as unknown as Record<string, string>)[name] ?? 'unknown';
}

/** The key within the id of a resource of an environment. */
function keyOf(id: string): string {
  return id.split('_').slice(2).join('_');
}

function missingId(id: string): string {
  if (/^[a-z]{3}_[a-z0-9]{6}_/.test(id)) return id.replace(/_[a-z0-9]{6}_/, '_zzzzzz_');
  const [, kind] = /^([a-z]{3}_)[0-9a-z]+$/.exec(id) ?? [];
  return kind === undefined ? `nowhere-${id}` : kind.padEnd(id.length, '0');
}

async function makeChangeSet(scene: Scene, entry: string): Promise<string> {
  const id = await made(scene, `${scene.base}/change-sets`, { name: 'x' }, '/change-sets');
  await scene.owner.patch(`/entries/${entry}?change_set=${id}`, { fields: { name: 'In the set' } }, 200);
  return id;
}

/** Makes them all, in a scene with the types of the magazine. Each response 201 says where the resource is. */
export async function makeResources(scene: Scene): Promise<PathIds> {
  const { owner, base, space, member } = scene;
  const first = async (path: string) => (await owner.get(path, 200)).string('items.0.id');
  const author = { content_type_id: 'author', key: 'the-entry', fields: { name: 'Ada' } };
  const entry = await made(scene, `${base}/entries`, author, '/entries');
  await owner.post(`/entries/${entry}/publish`, undefined, 200);
  const changeSet = await makeChangeSet(scene, entry);
  const staging = await owner.post(`${space}/environments`, { name: 'staging' }, 201);
  assert.equal(staging.headers.location, `${space}/environments/staging`);
  const alias = `alias-${scene.spaceId}`;
  await owner.put(`${space}/environment-aliases/${alias}`, { environment: 'master' }, 201);
  await owner.put(`${base}/migrations/${MIGRATION}`, { state: 'done' }, 201);
  const webhook = await made(scene, `${space}/webhooks`, { name: 'x', url: NOWHERE });
  const scimTokens = `/accounts/${member.accountId}/scim-tokens`;
  const scim = createdAt(await owner.post(scimTokens, { name: 'Okta' }, 201), scimTokens);
  const exported = await made(scene, `${space}/exports`, { environment: 'master' });
  await untilEnded(owner, `${space}/exports/${exported}`);
  return {
    space_id: scene.spaceId,
    environment: 'master',
    spare: 'staging',
    alias,
    entry_id: entry,
    content_type_id: (await owner.get(`${base}/content-types/author`, 200)).string('id'),
    asset_id: createdAt(
      await owner.send('POST', `${base}/media`, await formOf([...A_FILE, ['key', 'the-asset']])),
      '/media',
    ).string('id'),
    locale_id: await made(scene, `${space}/locales`, { code: 'de', name: 'German' }),
    key_id: await made(scene, `${space}/api-keys`, { name: 'subject', kind: 'delivery' }),
    account_id: member.accountId,
    record_id: await first(`/accounts/${member.accountId}/audit`),
    owner_id: member.userId,
    user_id: (await joinAs(member, 'author')).userId,
    invitation_id: await invite(member),
    token_id: scim.string('id'),
    group_id: await new Provider(scene.url, scim.string('token')).addGroup('Everybody'),
    domain: await connect(member),
    test_id: (await owner.post(`/accounts/${member.accountId}/sso/test`, undefined, 201)).string('id'),
    session_id: await first('/auth/sessions'),
    // From here on, log-in asks for it.
    passkey_id: (await addPasskey(member)).passkeyId,
    change_set_id: changeSet,
    preview_link_id: await made(scene, `${space}/preview-links`, { change_set: changeSet }),
    view_id: await made(scene, `${space}/views`, { name: 'x', shared: true, query: '', columns: [] }),
    webhook_id: webhook,
    delivery_id: (await owner.post(`${space}/webhooks/${webhook}/test`, undefined, 200)).string('delivery_id'),
    export_id: exported,
    import_id: (await importInto(scene, archiveOf([['export.json', '{}']]), '?environment=master')).string('id'),
    merge_id: await mergedBranch(scene),
    version: '1',
  };
}

/** Makes a resource. @returns its id */
async function made({ owner }: Scene, path: string, body: unknown, at = path): Promise<string> {
  return createdAt(await owner.post(path, body, 201), at).string('id');
}

/** Fails unless the response says that the resource is below `path`. */
function createdAt(response: ApiResponse, path: string): ApiResponse {
  assert.equal(response.headers.location, `${path}/${response.string('id')}`, String(response));
  return response;
}
