/** What stops an import early: cancelling it, and changes to the person who requested it. The same for exports. */

import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { Actor } from '../../../../testing/src/client.ts';
import { given, joinAs, type Member, type Scene } from '../../../../testing/src/given.ts';
import { holdJob } from '../../../../testing/src/held-job.ts';
import { onEachDatabase } from '../../../../testing/src/on-each-engine.ts';
import { until } from '../../../../testing/src/until.ts';
import { archiveOf, fetchPart, importWhole, makeExport, sendArchive, untilEnded } from './archives.ts';

const MANIFEST = '{"format":"lectern-export","version":1,"environments":["master"]}';
const LOCALE = '{"locale":{"code":"en-US","name":"English","fallback":null,"optional":false,"default":true}}\n';
const TYPE = '{"content_type":{"api_id":"page","name":"Page","fields":[{"id":"title","type":"string"}]}}\n';
/** Enough for many steps of 200. */
const ENTRIES = 4_000;
/** Few enough entries that all of them exist as soon as an import is under way. */
const FEW = 3;

onEachDatabase('an import', (stage) => {
  const entriesOf = async ({ owner, base }: Scene) => (await owner.get(`${base}/entries?limit=1`, 200)).number('total');

  /** Waits until some entries are imported and others are not. @returns the path of the import */
  const underWay = async (scene: Scene, by: Actor): Promise<string> => {
    const asked = await sendArchive({ owner: by, space: scene.space }, archiveWith(ENTRIES));
    assert.equal(asked.status, 201, String(asked));
    const path = `${scene.space}/imports/${asked.string('id')}`;
    await until(async () => {
      const job = await scene.owner.get(path, 200);
      assert.equal(job.at('status'), 'running', String(job));
      return Number(job.at('counts.entry.created') ?? 0) >= FEW;
    });
    return path;
  };

  it('is cancelled by DELETE: nothing more is written, and what was is told', async () => {
    const scene = await given(stage.url);
    const { owner } = scene;
    const path = await underWay(scene, owner);
    const cancelled = await owner.delete(path, 200);
    assert.equal(cancelled.at('status'), 'cancelled', String(cancelled));
    assert.match(cancelled.string('error'), /cancelled. What was already imported stays/);
    const created = cancelled.number('counts.entry.created');
    assert.ok(created > 0 && created < ENTRIES, `${created} entries`);
    assert.equal(await entriesOf(scene), created, 'as many as it says');
    await importWhole(scene, archiveWith(FEW));
    assert.equal(await entriesOf(scene), created, 'the space takes the next import, and the first does not go on');
    assert.equal((await owner.get(path, 200)).number('counts.entry.created'), created);
    assert.equal((await owner.delete(path, 200)).at('status'), 'cancelled', 'once more changes nothing');
    const audit = await owner.get(`/accounts/${scene.member.accountId}/audit?action=import.cancel`, 200);
    assert.equal(audit.at('total'), 1);
    assert.equal(audit.at('items.0.target.id'), cancelled.at('id'));
  });

  it('that has ended is left alone by DELETE', async () => {
    const scene = await given(stage.url);
    const done = await importWhole(scene, archiveWith(FEW));
    const same = await scene.owner.delete(`${scene.space}/imports/${done.string('id')}`, 200);
    assert.equal(same.at('status'), 'done');
    assert.deepEqual(same.at('counts'), done.at('counts'));
  });

  const endKey = {
    'is deleted': ({ owner, space }: Scene, id: string) => owner.delete(`${space}/api-keys/${id}`, 204),
    'has expired': (_: Scene, id: string) =>
      stage.database.write(async (writer) => {
        await writer.updateTable('api_keys').set({ expires_at: Date.now() }).where('id', '=', id).execute();
      }),
  };
  for (const [what, end] of Object.entries(endKey))
    it(`ends at its next step once its key ${what}`, async () => {
      const scene = await given(stage.url);
      const key = await scene.owner.post(`${scene.space}/api-keys`, { name: 'k', kind: 'management' }, 201);
      const path = await underWay(scene, new Actor(stage.url, key.string('token')));
      await end(scene, key.string('id'));
      const ended = await untilEnded(scene.owner, path);
      assert.equal(ended.at('status'), 'failed', String(ended));
      assert.match(ended.string('error'), /stopped: the key or the session that started it is no longer valid/);
      const created = ended.number('counts.entry.created');
      assert.ok(created < ENTRIES, `${created} entries`);
      assert.equal(await entriesOf(scene), created);
    });

  /** Starts an import by a developer that waits, changes something, and lets it continue. @returns how it ended */
  const afterChange = async (
    context: TestContext,
    change: (scene: Scene, by: Member) => Promise<unknown>,
    { prepare, query }: { prepare?: (scene: Scene) => Promise<unknown>; query?: string } = {},
  ) => {
    const scene = await given(stage.url);
    await prepare?.(scene);
    const by = await joinAs(scene.member, 'developer');
    const release = await holdJob(stage.database, context, 'import-running');
    const asked = await sendArchive({ owner: by.actor, space: scene.space }, archiveWith(FEW), query);
    assert.equal(asked.status, 201, String(asked));
    await change(scene, by);
    await release();
    const row = () =>
      stage.database.reader
        .selectFrom('imports')
        .selectAll()
        .where('id', '=', asked.string('id'))
        .executeTakeFirstOrThrow();
    return until(row, ({ status }) => status !== 'running');
  };

  const setAccount = ({ member }: Scene, values: { suspended_at: number }) =>
    stage.database.write(async (writer) => {
      await writer.updateTable('accounts').set(values).where('id', '=', member.accountId).execute();
    });
  const endings: Record<string, [RegExp, (scene: Scene, by: Member) => Promise<unknown>]> = {
    'the session that began it': [/no longer valid/, (_, by) => by.actor.post('/auth/logout', undefined, 204)],
    'the membership of whoever began it': [
      /no longer valid/,
      ({ owner, member }, by) => owner.delete(`/accounts/${member.accountId}/members/${by.userId}`, 204),
    ],
    'a role that allows it': [
      /content.import/,
      ({ owner, member }, by) =>
        owner.patch(`/accounts/${member.accountId}/members/${by.userId}`, { role: 'editor' }, 200),
    ],
    'an account that is not suspended': [/suspended/, (scene) => setAccount(scene, { suspended_at: Date.now() })],
  };
  for (const [what, [reason, change]] of Object.entries(endings))
    it(`needs ${what} in each step`, async (context) => {
      const ended = await afterChange(context, change);
      assert.equal(ended.status, 'failed');
      assert.match(ended.problem ?? '', reason);
      assert.equal(ended.counts, '{}', 'nothing was imported');
    });

  const moves: Record<string, [name: string, (scene: Scene) => Promise<unknown>]> = {
    'an alias that is switched': [
      'live',
      ({ owner, space }) => owner.put(`${space}/environment-aliases/live`, { environment: 'green' }, 200),
    ],
    'an environment that is deleted and made again': [
      'spare',
      async ({ owner, space }) => {
        await owner.delete(`${space}/environments/spare`, 204);
        await owner.post(`${space}/environments`, { name: 'spare' }, 201);
      },
    ],
  };
  for (const [what, [name, change]] of Object.entries(moves))
    it(`does not go on in the other environment under the name of ${what}`, async (context) => {
      const prepare = async ({ owner, space }: Scene) => {
        for (const other of ['blue', 'green', 'spare']) await owner.post(`${space}/environments`, { name: other }, 201);
        await owner.put(`${space}/environment-aliases/live`, { environment: 'blue' }, 201);
      };
      const ended = await afterChange(context, change, { prepare, query: `?environment=${name}` });
      assert.equal(ended.status, 'failed');
      assert.match(
        ended.problem ?? '',
        new RegExp(`"${name}" is no longer the environment that the import started with`),
      );
      assert.equal(ended.counts, '{}', 'nothing was imported');
    });

  it('line by line ends with its key too: the lines that are left are refused', async () => {
    const scene = await given(stage.url);
    await scene.owner.put(`${scene.base}/content-types/page`, JSON.parse(TYPE).content_type, 201);
    const key = await scene.owner.post(`${scene.space}/api-keys`, { name: 'k', kind: 'management' }, 201);
    const response = await fetch(`${stage.url}${scene.base}/import`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key.string('token')}`,
        'content-type': 'application/x-ndjson',
        accept: 'application/x-ndjson',
      },
      body: linesOf(ENTRIES),
    });
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    let text = new TextDecoder().decode((await reader.read()).value);
    await scene.owner.delete(`${scene.space}/api-keys/${key.string('id')}`, 204);
    for (let next = await reader.read(); !next.done; next = await reader.read())
      text += new TextDecoder().decode(next.value);
    const results = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { result: string; error?: { code: string } });
    assert.equal(results.length, ENTRIES);
    assert.equal(results[0]?.result, 'created');
    assert.equal(results.at(-1)?.error?.code, 'unauthenticated');
    const created = results.filter(({ result }) => result === 'created').length;
    assert.equal(await entriesOf(scene), created);
  });

  it('and an export: one that is being made is cancelled, and one that is ready is taken back', async (context) => {
    const scene = await given(stage.url);
    const { owner, space } = scene;
    const ready = await makeExport(scene);
    const release = await holdJob(stage.database, context, 'export-making');
    const running = await owner.post(`${space}/exports`, {}, 201);
    for (const id of [ready.string('id'), running.string('id')]) {
      assert.equal((await owner.delete(`${space}/exports/${id}`, 200)).at('status'), 'cancelled');
      assert.equal((await fetchPart(scene, id)).status, 409);
    }
    await release();
    const audit = await owner.get(`/accounts/${scene.member.accountId}/audit?action=export.cancel`, 200);
    assert.equal(audit.at('total'), 2);
  });
});

function archiveWith(entries: number): Buffer {
  return archiveOf([
    ['export.json', MANIFEST],
    ['locales.ndjson', LOCALE],
    ['environments/master/content-types.ndjson', TYPE],
    ['environments/master/entries/page.ndjson', linesOf(entries)],
  ]);
}

function linesOf(entries: number): string {
  return Array.from({ length: entries }, (_, at) => {
    const key = `k${String(at).padStart(5, '0')}`;
    return `${JSON.stringify({ entry: { key, content_type: 'page', fields: { title: key } } })}\n`;
  }).join('');
}
