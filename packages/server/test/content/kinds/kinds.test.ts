/**
 * The behaviour of every registered kind of content: it is copied into clones, also when it changes meanwhile; it is deleted with
 * its environment; it is counted, checked, merged, exported and imported. A kind without a row in `fixtures` does not compile.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ApiResponse } from '../../../../testing/src/client.ts';
import { given, type Scene } from '../../../../testing/src/given.ts';
import { onFirstDatabase } from '../../../../testing/src/on-each-engine.ts';
import { until } from '../../../../testing/src/until.ts';
import { composeCheckup } from '../../../src/composition/checkup.ts';
import { type KindName, kindNames } from '../../../src/content/kinds/content-kind.ts';
import { contentKind, contentKinds } from '../../../src/content/kinds/kinds.ts';
import {
  askForClone,
  assertSameContent,
  cloneOf,
  contentRows,
  holdCloning,
  pastRows,
  rowOf,
  untilCloned,
} from '../../branches/clone/clones.ts';
import { mergeInto } from '../../branches/merging/merges.ts';
import { exportOf, importWhole, linesIn } from '../../branches/transfer/archives.ts';

/** How one of a kind is made by its record, changed and found over HTTP. Entries are of the type `note`. */
interface KindFixture {
  readonly path: string;
  /** The file of an export that has it. */
  readonly file: string;
  readonly create: Readonly<Record<string, unknown>>;
  readonly change: Readonly<Record<string, unknown>>;
}

const NOTE = { api_id: 'note', name: 'Note', fields: [{ id: 'text', name: 'Text', type: 'string' }] };
const fixtures: Readonly<Record<KindName, KindFixture>> = {
  content_type: {
    path: 'content-types',
    file: 'content-types.ndjson',
    create: NOTE,
    change: { name: 'Changed' },
  },
  asset: {
    path: 'media',
    file: 'assets.ndjson',
    create: { title: 'One', tags: ['harbour'] },
    change: { title: { 'en-US': 'Changed' } },
  },
  entry: {
    path: 'entries',
    file: 'entries/note.ndjson',
    create: { content_type: 'note', fields: { text: 'One' } },
    change: { fields: { text: 'Changed' } },
  },
};

onFirstDatabase('kinds of content', (stage) => {
  it('stand behind those that they need', () => {
    assert.deepEqual(
      contentKinds.map(({ name }) => name),
      [...kindNames],
    );
    for (const { name, records } of contentKinds)
      for (const other of records.dependsOn.filter((kind) => kind in fixtures))
        assert.ok(kindNames.indexOf(other as KindName) < kindNames.indexOf(name), `${name} stands before ${other}`);
  });

  for (const name of kindNames)
    describe(name, () => {
      const fixture = fixtures[name];
      const open = () => sceneWith(stage.url, name);
      const numberOf = async (scene: Scene, environment = 'master') =>
        (await rowOf(stage.database.reader, scene.spaceId, environment)).number;

      it('is counted', async () => {
        const scene = await open();
        const number = await numberOf(scene);
        for (const [metric, count] of Object.entries(contentKind(name).counts))
          assert.equal(
            (
              await stage.database.reader
                .selectFrom('environments')
                .select(metric as 'entries')
                .where('number', '=', number)
                .executeTakeFirstOrThrow()
            )[metric as 'entries'],
            await count(stage.database.reader, number),
            metric,
          );
      });

      it('is in a clone as it is in its source, also what changed while the clone was made', async (context) => {
        const scene = await open();
        const goOn = await holdCloning(stage.database, context);
        await askForClone(scene, 'copy');
        await scene.owner.patch(await addressOf(scene, name, 'master'), fixture.change, 200);
        await goOn();
        assert.equal((await untilCloned(scene.owner, scene.space, 'copy')).at('status'), 'ready');
        const [source, copy] = [await numberOf(scene), await numberOf(scene, 'copy')];
        await assertSameContent(stage.database.reader, source, copy);
        const [here, there] = await Promise.all(['master', 'copy'].map((place) => readOne(scene, name, place)));
        assert.deepEqual(shown(there, fixture), shown(here, fixture));
      });

      it('goes with its environment', async () => {
        const scene = await open();
        await askForClone(scene, 'going');
        await untilCloned(scene.owner, scene.space, 'going');
        const number = await numberOf(scene, 'going');
        assert.notDeepEqual(await contentRows(stage.database.reader, number), []);
        await scene.owner.patch(await addressOf(scene, name, 'going'), fixture.change, 200);
        await scene.owner.delete(`${scene.space}/environments/going`, 204);
        const rows = () =>
          stage.database.reader.selectFrom('environments').select('number').where('number', '=', number).execute();
        await until(rows, (left) => left.length === 0);
        assert.deepEqual(await contentRows(stage.database.reader, number), []);
        assert.deepEqual(await pastRows(stage.database.reader, number), []);
      });

      it('comes with a merge, and is as it was once the merge is undone', async () => {
        const scene = await open();
        await cloneOf(scene, 'branch');
        await scene.owner.patch(await addressOf(scene, name, 'branch'), fixture.change, 200);
        const was = await readOne(scene, name, 'master');
        const merged = await mergeInto(scene, { from: 'branch' });
        const [source, target] = await Promise.all(['branch', 'master'].map((place) => readOne(scene, name, place)));
        assert.deepEqual(shown(target, fixture), shown(source, fixture));
        await scene.owner.post(`${scene.base}/merges/${merged.string('id')}/undo`, undefined, 200);
        assert.deepEqual(shown(await readOne(scene, name, 'master'), fixture), shown(was, fixture));
        assert.notDeepEqual(shown(was, fixture), shown(source, fixture));
      });

      it('that is new on a branch comes with a merge, and goes again once the merge is undone', async () => {
        const scene = await open();
        await cloneOf(scene, 'branch');
        await makeOne(scene, name, { environment: 'branch', key: 'two' });
        const count = async () => (await readAll(scene, name)).length;
        const before = await count();
        const merged = await mergeInto(scene, { from: 'branch' });
        assert.equal(await count(), before + 1);
        await scene.owner.post(`${scene.base}/merges/${merged.string('id')}/undo`, undefined, 200);
        assert.equal(await count(), before);
      });

      it('comes back from an export as it was, and a second import changes nothing', async () => {
        const scene = await open();
        const archive = await exportOf(scene, 'master');
        const lines = linesIn(archive, `environments/master/${fixture.file}`);
        assert.ok(lines.some((line) => line[name]?.[contentKind(name).records.keyName] === 'one'));
        const other = await given(stage.url);
        const first = await importWhole(other, archive, '?environment=master');
        assert.ok(first.number(`counts.${name}.created`) > 0);
        const second = await importWhole(other, archive, '?environment=master');
        assert.equal(second.number(`counts.${name}.created`) + second.number(`counts.${name}.updated`), 0);
        const dry = await importWhole(other, archive, '?environment=master&dry_run=true');
        assert.equal(dry.number(`counts.${name}.unchanged`), first.number(`counts.${name}.created`));
        assert.deepEqual(await exportOf(other, 'master'), archive);
      });
    });

  it('are checked, each by a check of its own', async () => {
    const parts = { database: stage.database, unsafeDurability: false, replicaUrls: [], readsFiles: false };
    const names = composeCheckup({ ...parts } as unknown as Parameters<typeof composeCheckup>[0]).map(
      (check) => check.name,
    );
    for (const kind of contentKinds) {
      const nowhere = { all: noEnvironments, readable: noEnvironments };
      const check = kind.check({ environments: nowhere } as unknown as Parameters<typeof kind.check>[0]);
      assert.ok(names.includes(check.name), check.name);
    }
    assert.equal(new Set(names).size, names.length);
  });
});

/** A space with the type `note` and one of a kind. */
async function sceneWith(url: string, name: KindName): Promise<Scene> {
  const scene = await given(url);
  await scene.owner.post(`${scene.base}/content-types`, NOTE, 201);
  await makeOne(scene, name);
  return scene;
}

/** Makes one, by an import, which takes every kind. */
async function makeOne(
  { owner, space }: Scene,
  name: KindName,
  { environment = 'master', key = 'one' }: { environment?: string; key?: string } = {},
): Promise<void> {
  const record = { ...fixtures[name].create, [contentKind(name).records.keyName]: key };
  const headers = { 'content-type': 'application/x-ndjson' };
  const options = { raw: JSON.stringify({ [name]: record }), headers };
  const response = await owner.send('POST', `${space}/environments/${environment}/import`, options);
  assert.equal(response.at('results.0.result'), 'created', String(response));
}

async function readAll({ owner, base }: Scene, name: KindName): Promise<unknown[]> {
  return (await owner.get(`${base}/${fixtures[name].path}`, 200)).at('items') as unknown[];
}

async function readOne(scene: Scene, name: KindName, environment: string): Promise<ApiResponse> {
  return scene.owner.get(await addressOf(scene, name, environment), 200);
}

/** Where the one with the key `one` is, in an environment. Assets have addresses by their ids alone. */
async function addressOf({ owner, space }: Scene, name: KindName, environment: string): Promise<string> {
  const list = `${space}/environments/${environment}/${fixtures[name].path}`;
  if (name !== 'asset') return `${list}/one`;
  return `/media/${(await owner.get(list, 200)).string('items.0.id')}`;
}

/** What people have written in it. */
function shown(response: ApiResponse | undefined, { change }: KindFixture): unknown[] {
  return Object.keys(change).map((attribute) => response?.at(attribute));
}

async function* noEnvironments(): AsyncGenerator<never> {}
