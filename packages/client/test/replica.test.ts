/** A copy beside a real service: it is exact, follows what changes, waits for what a write answered, and goes on from a file. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, it } from 'node:test';
import { given, type Scene } from '../../testing/src/given.ts';
import { onFirstEngine } from '../../testing/src/on-each-engine.ts';
import { SEED } from '../../testing/src/seed.ts';
import { temporaryFolder } from '../../testing/src/temporary-folder.ts';
import { until } from '../../testing/src/until.ts';
import { createClient, type LecternError } from '../src/index.ts';
import { type Change, file, live, type Replica, replica } from '../src/replica.ts';
import { fillMagazine } from './magazine/content.ts';
import type { Model } from './magazine/model.ts';
import { checkParity } from './parity.ts';

/** On each plane. */
const QUESTIONS = 40;

onFirstEngine('a copy of a magazine', (stage) => {
  let scene: Scene;
  const client = () => ({ url: stage.url, space: scene.spaceId, token: String(scene.delivery.token) });
  before(async () => {
    scene = await given(stage.url, { defaultLocale: 'en' });
    await fillMagazine(scene);
  });

  /** Publishes a person. @returns the id, and the revision */
  async function publish(key: string, name: string): Promise<{ id: string; revision: number }> {
    const path = `${scene.base}/entries/${key}`;
    await scene.owner.put(path, { content_type_id: 'person', fields: { name } });
    const published = await scene.owner.post(`${path}/publish`, undefined, 200);
    return { id: published.string('id'), revision: Number(published.headers['x-cms-revision']) };
  }

  async function check(copy: Replica<Model>): Promise<void> {
    const site = createClient<Model>(client());
    for (const type of ['person', 'article'] as const) {
      const { items, total } = await copy.entries(type).locale('*').param('meta', true).list();
      const path = `${scene.read}/entries?content_type=${type}&locale=*&include=0&meta=true`;
      const delivered = (await scene.delivery.get(path, 200)).json as { items: object[]; total: number };
      assert.deepEqual([items.map(withoutLinks), total], [delivered.items, delivered.total]);
    }
    assert.deepEqual((await copy.assets().list()).items, (await site.assets().list()).items);
  }

  it('is exact from the start, and at each revision that is waited for', async () => {
    const copy = await replica<Model>(client());
    try {
      await check(copy);
      for (let n = 0; n < 5; n++) {
        const { id, revision } = await publish('new', `Name ${n}`);
        await copy.at(revision);
        assert.ok(copy.revision >= revision);
        const entry = await copy.entry(id, { type: 'person' });
        assert.equal(entry?.fields.name, `Name ${n}`);
      }
      await check(copy);
      let changes = 0;
      const told = await replica<Model>(client(), { onChange: () => changes++ });
      const seen = changes;
      const { id } = await publish('told', 'Told');
      await until(async () => (await told.entry(id)) !== null);
      assert.ok(changes > seen);
      await scene.owner.post(`/entries/${id}/unpublish`, undefined, 200);
      await until(async () => (await told.entry(id)) === null && (await copy.entry(id)) === null);
      await told.close();
    } finally {
      await copy.close();
    }
  });

  it('lets go of who does not wait any longer, while others do', async () => {
    const copy = await replica<Model>(client(), { follow: false });
    const [longer, shorter] = [new AbortController(), new AbortController()];
    let isWaiting = true;
    const first = copy.at(copy.revision + 1_000, { signal: longer.signal }).finally(() => {
      isWaiting = false;
    });
    const second = copy.at(copy.revision + 1_000, { signal: shorter.signal });
    shorter.abort(new Error('waited enough'));
    await assert.rejects(second, /waited enough/);
    assert.ok(isWaiting);
    longer.abort(new Error('enough as well'));
    await assert.rejects(first, /enough as well/);
    await assert.rejects(copy.at(copy.revision + 1_000, { signal: longer.signal }), /enough as well/);
    await copy.close();
  });

  it('goes on from a file with what has changed', async () => {
    const path = join(temporaryFolder('copy'), 'copy.json');
    const sent: string[] = [];
    const options = { store: file(path), types: ['person'] as const };
    const first = await replica<Model>(client(), options);
    await first.close();
    const { next } = JSON.parse(readFileSync(path, 'utf8')) as { next: string };
    const { id } = await publish('later', 'Later');
    const watched: typeof fetch = (url, init) => {
      sent.push(String(url));
      return fetch(url, init);
    };
    const second = await replica<Model>({ ...client(), fetch: (url, init) => watched(url, init) }, options);
    assert.ok(sent[0]?.includes(`since=${next}`), String(sent[0]));
    assert.ok(await second.entry(id));
    await assert.rejects(second.entries('article').list(), /no entries of "article"/);
    await second.close();
  });

  it('begins anew where what was kept is of other content', async () => {
    const store = file(join(temporaryFolder('copy-of-another'), 'copy.json'));
    const drafts = await replica<Model>({ ...client(), token: String(scene.preview.token), preview: true }, { store });
    await drafts.close();
    const copy = await replica<Model>(client(), { store });
    await check(copy);
    await copy.close();
  });

  it('answers random questions as the service does', async () => {
    const answered = await checkParity(stage.url, { seed: SEED, questions: QUESTIONS });
    assert.ok(answered > QUESTIONS / 4, `${answered} of ${2 * QUESTIONS}`);
  });

  it('has its key in no address, whatever it asks', async () => {
    const asked: string[] = [];
    const noted: typeof fetch = (url, init) => {
      asked.push(String(url));
      return fetch(url, init);
    };
    const options = { ...client(), fetch: (url: string, init: RequestInit) => noted(url, init) };
    for await (const { id } of createClient<Model>(options).entries('person').limit(1)) assert.ok(id);
    const copy = await replica<Model>(options);
    let ready = 0;
    const end = live(options, () => {}, { onReady: () => ready++ });
    await until(() => ready > 0);
    end();
    await copy.close();
    for (const part of ['cursor=', '/sync?', '/live'])
      assert.ok(
        asked.some((url) => url.includes(part)),
        part,
      );
    assert.deepEqual(
      asked.filter((url) => url.includes('cms_')),
      [],
    );
  });

  it('hears of changes, and of the end of its key', async () => {
    const key = await scene.owner.post(`${scene.space}/api-keys`, { name: 'short', kind: 'delivery' }, 201);
    const changes: Change[] = [];
    const errors: unknown[] = [];
    let ready = 0;
    const end = live({ ...client(), token: key.string('token') }, (change) => changes.push(change), {
      onReady: () => ready++,
      onError: (error) => errors.push((error as LecternError).code),
    });
    await until(() => ready === 1);
    const { id } = await publish('heard', 'Heard');
    await until(() =>
      changes.some(({ entries }) => entries.some(([of, type, op]) => of === id && type === 'person' && op === 'put')),
    );
    await scene.owner.delete(`${scene.space}/api-keys/${key.string('id')}`, 204);
    await until(() => errors.length > 0);
    assert.deepEqual(errors, ['unauthenticated']);
    end();
  });
});

function withoutLinks({ links: _, ...entry }: { links?: unknown }): object {
  return entry;
}
