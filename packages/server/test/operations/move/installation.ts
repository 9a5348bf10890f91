/** An embedded installation that is moved, and the responses of a service on it before and after. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Actor, type ApiResponse, closeConnections } from '../../../../testing/src/client.ts';
import { serviceEnvironment } from '../../../../testing/src/environment.ts';
import { fillMagazine } from '../../../../testing/src/filled-magazine.ts';
import { given, invite, PASSWORD, type Scene } from '../../../../testing/src/given.ts';
import { type ServiceProcess, startProcess } from '../../../../testing/src/process.ts';
import { temporaryFolder } from '../../../../testing/src/temporary-folder.ts';
import { fillSpace } from '../../branches/transfer/full-space.ts';
import { fetchFile } from '../../content/media/storages.ts';

/** It moves on while a test asks, a minute after the last one at the earliest. */
const LAST_USE = /"(last_used_at|last_seen_at)":"[^"]*"/g;
const KEPT_HEADERS = ['etag', 'x-cms-revision', 'cache-control', 'content-type', 'surrogate-key'];
const ARTICLES = `entries?content_type=article`;
const QUERIES = [
  `${ARTICLES}&order=title`,
  `${ARTICLES}&order=-published_at&limit=20&include=3`,
  `${ARTICLES}&locale=de&order=title`,
  `${ARTICLES}&locale=*&order=slug`,
  `${ARTICLES}&fields.tags=red&order=title`,
  `${ARTICLES}&links_to=author-3`,
  `${ARTICLES}&slug=article-5`,
  `${ARTICLES}&q=apple`,
  'entries?q=zebra&locale=de',
  'entries?order=created_at',
  'assets?order=created_at',
  'assets?q=blue',
];

/** An installation before it is moved. */
export interface Embedded {
  readonly dataDir: string;
  /** The variables of its service; its secret is a file of its own. */
  readonly env: Record<string, string>;
}

export function freshInstallation(): Embedded {
  const dataDir = join(temporaryFolder('moved'), 'data');
  const engine = { databaseConfig: () => ({ kind: 'sqlite', folder: dataDir }) as const };
  return { dataDir, env: serviceEnvironment({ engine, env: { LECTERN_SECRET: '' } }) };
}

export function serve({ dataDir, env }: Embedded): Promise<ServiceProcess> {
  return startProcess({ engine: { databaseConfig: () => ({ kind: 'sqlite', folder: dataDir }) }, env });
}

/** Two accounts: one with many entries, one with something of every kind. */
export async function fill(url: string): Promise<Scene[]> {
  const [magazine, full] = [await given(url), await given(url)];
  await fillMagazine(magazine);
  await fillSpace(full);
  for (const { member } of [magazine, full]) await invite(member);
  return [magazine, full];
}

/** The responses of a service to everybody who has a token: headers and bodies, without its own address. */
export async function said(url: string, scenes: readonly Scene[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const at = (actor: Actor) => new Actor(url, actor.token);
  const note = (name: string, { status, headers, text }: ApiResponse) => {
    assert.equal(status, 200, `${name}: ${text}`);
    const kept = [KEPT_HEADERS.map((header) => headers[header] ?? null), text.replaceAll(LAST_USE, '"$1":"<moment>"')];
    texts.set(name, JSON.stringify(kept).replaceAll(url, 'http://node'));
  };
  for (const [index, scene] of scenes.entries()) {
    for (const plane of ['delivery', 'preview'] as const)
      for (const query of QUERIES)
        note(`${index} ${plane} ${query}`, await at(scene[plane]).get(`${scene.read}/${query}`));
    for (const path of [
      `${scene.base}/entries?limit=100&order=created_at`,
      `${scene.base}/content-types`,
      `${scene.base}/media?limit=100`,
      `${scene.space}/environments`,
      `${scene.space}/environment-aliases`,
      `${scene.space}/locales`,
      `${scene.space}/webhooks`,
      `${scene.space}/api-keys`,
      `/accounts/${scene.member.accountId}/members`,
      `/accounts/${scene.member.accountId}/invitations`,
      `/accounts/${scene.member.accountId}/audit?limit=100&order=at`,
    ]) {
      const response = await at(scene.owner).get(path);
      note(`${index} ${path}`, response);
    }
    const assets = await at(scene.delivery).get(`${scene.read}/assets?limit=100`, 200);
    for (const item of assets.list('items')) {
      const address = (item as { url: string | null }).url;
      if (address === null) continue;
      const { pathname } = new URL(address);
      const { status, bytes } = await fetchFile(`${url}${pathname}`);
      texts.set(pathname, `${status} ${createHash('sha256').update(bytes).digest('hex')}`);
    }
  }
  return texts;
}

/** Fails unless people can log in with their passwords, and everybody can continue to write. */
export async function goesOn(url: string, scenes: readonly Scene[]): Promise<void> {
  for (const { member, owner, base, management, delivery, read } of scenes) {
    await new Actor(url, null).post('/auth/login', { email: member.email, password: PASSWORD }, 200);
    await new Actor(url, null).post('/auth/refresh', { refresh_token: member.refreshToken }, 200);
    const body = { content_type_id: 'author', fields: { name: 'Written after the move' } };
    const made = await new Actor(url, management.token).post(`${base}/entries`, body, 201);
    await new Actor(url, owner.token).post(`/entries/${made.string('id')}/publish`, undefined, 200);
    const found = await new Actor(url, delivery.token).get(`${read}/entries?q=Written`, 200);
    assert.equal(found.number('total'), 1, String(found));
  }
}

/** Stops a service as an operator does. */
export async function stop(service: ServiceProcess): Promise<void> {
  closeConnections();
  await service.end('SIGINT');
}

/** Everything in a folder by its path, as digests of the bytes. */
export function digestsIn(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  return new Map(paths.map((path) => [path, createHash('sha256').update(readFileSync(path)).digest('hex')]));
}
