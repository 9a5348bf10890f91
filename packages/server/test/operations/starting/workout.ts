/** A little of everything that people and sites do with a node: each table that requests write and read is used. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { Actor } from '../../../../testing/src/client.ts';
import {
  createEntry,
  freshEmail,
  invite,
  PASSWORD,
  publishNew,
  type Scene,
  signUp,
} from '../../../../testing/src/given.ts';
import type { ServiceProcess } from '../../../../testing/src/process.ts';

const READY_WITHIN_MS = 20_000;
const POLL_MS = 50;

/** Works on a node with the people and keys of the scene. @param word one that was not used before, in lower case */
export async function workOn(node: ServiceProcess, scene: Scene, word: string): Promise<void> {
  const at = (actor: Actor) => new Actor(node.url, actor.token);
  const owner = at(scene.owner);
  await writeContent(owner, scene, word);
  await readContent([at(scene.delivery), at(scene.preview)], scene, word);
  await changeModel(owner, scene, word);
  await cloneEnvironment(owner, scene, word);
  await managePeople(node.url, owner, scene);
  await manageSpace(owner, scene, word);
}

async function writeContent(owner: Actor, { base }: Scene, word: string): Promise<void> {
  const author = await publishNew(owner, base, { content_type_id: 'author', fields: { name: `Author ${word}` } });
  const fields = { title: `Title ${word}`, author: { type: 'entry', id: author }, tags: [word], rating: 4 };
  const article = await publishNew(owner, base, { content_type_id: 'article', key: word, fields });
  await owner.patch(`/entries/${article}`, { fields: { pages: 12 } }, 200);
  await owner.get(`/entries/${article}/versions`, 200);
  await owner.post(`/entries/${article}/versions/1/restore`, undefined, 200);
  await owner.post(`/entries/${article}/publish`, undefined, 200);
  const draft = await createEntry(owner, base, { content_type_id: 'author', fields: { name: `Draft ${word}` } });
  await owner.post(`${base}/entries/bulk`, { action: 'publish', ids: [draft] }, 200);
  await owner.post(`/entries/${draft}/unpublish`, undefined, 200);
  await owner.post(`/entries/${draft}/archive`, undefined, 200);
  await owner.delete(`/entries/${draft}`, 204);
  await owner.get(`/entries/${author}/references`, 200);
  const headers = { 'idempotency-key': `key-${word}` };
  const body = { content_type_id: 'author', fields: { name: `Once ${word}` } };
  const [first, second] = [
    await owner.post(`${base}/entries`, body, 201, headers),
    await owner.post(`${base}/entries`, body, 201, headers),
  ];
  assert.equal(first.string('id'), second.string('id'));
}

async function readContent(readers: readonly Actor[], { read }: Scene, word: string): Promise<void> {
  for (const reader of readers) {
    const found = await soon(() => reader.get(`${read}/entries?q=${word}&content_type=article`));
    assert.equal(found.at('items.0.fields.title'), `Title ${word}`);
    const filtered = await reader.get(`${read}/entries?fields.tags=${word}&include=1&order=-rating`, 200);
    assert.equal(filtered.at('includes.entries.0.fields.name'), `Author ${word}`);
  }
}

async function changeModel(owner: Actor, { base }: Scene, word: string): Promise<void> {
  const fields = [{ id: 'name', name: 'Name', type: 'string' }];
  await owner.put(`${base}/content-types/type-${word}`, { name: word, fields }, 201);
  await owner.put(`${base}/content-types/type-${word}`, { name: `${word}s`, fields }, 200);
  await owner.delete(`${base}/content-types/type-${word}`, 204);
}

async function cloneEnvironment(owner: Actor, { space, base }: Scene, word: string): Promise<void> {
  await owner.post(`${base}/clone`, { name: word }, 201);
  await soon(() => owner.get(`${space}/environments/${word}/entries?limit=1`));
  await owner.delete(`${space}/environments/${word}`, 204);
}

async function managePeople(url: string, owner: Actor, { member }: Scene): Promise<void> {
  const email = freshEmail();
  await signUp(url, email);
  const session = await new Actor(url, null).post('/auth/login', { email, password: PASSWORD }, 200);
  await new Actor(url, null).post('/auth/refresh', { refresh_token: session.string('refresh_token') }, 200);
  await owner.get('/auth/sessions', 200);
  await invite({ actor: owner, accountId: member.accountId });
  await owner.get(`/accounts/${member.accountId}/members`, 200);
  await owner.get(`/accounts/${member.accountId}/audit?limit=5`, 200);
  await owner.get('/billing/subscription', 200);
}

async function manageSpace(owner: Actor, { space }: Scene, word: string): Promise<void> {
  const locale = await owner.post(`${space}/locales`, { code: `de-x-${word.replaceAll('-', '')}` }, 201);
  await owner.delete(`${space}/locales/${locale.string('id')}`, 204);
  const hook = await owner.post(`${space}/webhooks`, { name: word, url: 'https://example.com/hook' }, 201);
  await owner.patch(`${space}/webhooks/${hook.string('id')}`, { active: false }, 200);
  await owner.delete(`${space}/webhooks/${hook.string('id')}`, 204);
  const key = await owner.post(`${space}/api-keys`, { name: word, kind: 'preview' }, 201);
  await owner.post(`${space}/api-keys/${key.string('id')}/rotate`, undefined, 200);
  await owner.delete(`${space}/api-keys/${key.string('id')}`, 204);
}

/** The first response of 200 with something in it. */
async function soon(ask: () => ReturnType<Actor['get']>): ReturnType<Actor['get']> {
  const deadline = Date.now() + READY_WITHIN_MS;
  for (;;) {
    const response = await ask();
    if (response.status === 200 && response.at('total') !== 0) return response;
    const isLater = response.status === 200 || response.at('detail.code') === 'environment_not_ready';
    assert.ok(isLater && Date.now() < deadline, String(response));
    await sleep(POLL_MS);
  }
}
