/** Cloning environments: the contents of a clone, what is allowed meanwhile, and who may request one. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Actor } from '../../../../testing/src/client.ts';
import { formOf } from '../../../../testing/src/form.ts';
import { createEntry, field, given, magazine, makeKey, publishNew, type Scene } from '../../../../testing/src/given.ts';
import { onEachDatabase } from '../../../../testing/src/on-each-engine.ts';
import type { Database } from '../../../src/platform/database/database.ts';
import { assertCounted } from '../../accounts/plans/recount.ts';
import { askForClone, assertSameContent, cloneOf, holdCloning, rowOf, untilCloned } from './clones.ts';

const VERSIONS_KEPT = 3;

onEachDatabase(
  'clones',
  (stage) => {
    async function sceneWithContent(): Promise<Scene> {
      const scene = await given(stage.url, { types: magazine });
      await fill(scene);
      return scene;
    }

    it('hold what their source holds, row by row, and answer like it on every plane', async () => {
      const scene = await sceneWithContent();
      const asked = await askForClone(scene, 'staging');
      assert.equal(asked.at('status'), 'cloning');
      assert.equal(asked.at('source'), 'master');
      assert.equal(asked.at('cloned_from'), null);
      assert.equal(asked.headers.location, `${scene.space}/environments/staging`);
      const clone = await untilCloned(scene.owner, scene.space, 'staging');
      const [source, copy] = [
        await rowOf(stage.database.reader, scene.spaceId, 'master'),
        await rowOf(stage.database.reader, scene.spaceId, 'staging'),
      ];
      assert.deepEqual(clone.at('cloned_from'), { environment: 'master', revision: source.revision });
      assert.equal(clone.at('version'), 2, 'whoever waits with If-None-Match is told');
      assert.deepEqual(
        [copy.revision, copy.published_revision, copy.model_revision, copy.next_type_number, copy.cloned_from],
        [1, 1, 1, source.next_type_number, source.number],
      );
      await assertSameContent(stage.database.reader, source.number, copy.number);
      await assertSameAnswers(scene, 'staging');
      await assertCounted(stage.database.reader);
    });

    it('go their own way afterwards', async () => {
      const scene = await sceneWithContent();
      await cloneOf(scene, 'branch');
      const base = `${scene.space}/environments/branch`;
      const before = await scene.delivery.get(`${scene.read}/entries?locale=*`, 200);
      const key = 'first';
      await scene.owner.patch(`${base}/entries/${key}`, { fields: { title: 'Elsewhere' } }, 200);
      const shown = await scene.owner.post(`${base}/entries/${key}/publish`, undefined, 200);
      const revision = Number(shown.headers['x-cms-revision']);
      assert.equal(revision, 3, 'one for the clone, one for each write');
      const path = `${base}/delivery/entries?fields.title=Elsewhere&min_revision=${revision}`;
      assert.equal((await scene.delivery.get(path, 200)).at('total'), 1);
      await createEntry(scene.owner, base, { content_type_id: 'author', key: 'new', fields: { name: 'New' } });
      await scene.owner.post(`${base}/content-types`, { api_id: 'page', name: 'Page', fields: [] }, 201);
      assert.equal((await scene.delivery.get(`${scene.read}/entries?locale=*`, 200)).text, before.text);
      await scene.owner.delete(`${base}/entries/${key}`, 204);
      await scene.owner.get(`${scene.base}/entries/${key}`, 200);
      await assertCounted(stage.database.reader);
    });

    it('are cloned themselves', async () => {
      const scene = await sceneWithContent();
      let from = 'master';
      for (let number = 1; number <= 5; number++) {
        await cloneOf(scene, `copy-${number}`, from);
        from = `copy-${number}`;
      }
      const [source, copy] = [
        await rowOf(stage.database.reader, scene.spaceId, 'master'),
        await rowOf(stage.database.reader, scene.spaceId, from),
      ];
      await assertSameContent(stage.database.reader, source.number, copy.number);
      await scene.owner.delete(`${scene.space}/environments/copy-4`, 204);
      await assertSameAnswers(scene, from);
    });

    it('refuse every request but GET and DELETE of themselves until they are ready', async (context) => {
      const scene = await sceneWithContent();
      const release = await holdCloning(stage.database, context);
      const id = (await askForClone(scene, 'later')).string('id');
      const base = `${scene.space}/environments/later`;
      const code = await codeOf(stage.database, scene.spaceId, 'later');
      const author = { content_type_id: 'author', fields: { name: 'A' } };
      const refused = [
        await scene.owner.get(`${base}/entries`),
        await scene.owner.post(`${base}/entries`, author),
        await scene.owner.put(`${base}/entries/first`, author),
        await scene.owner.get(`/entries/ent_${code}_first`),
        await scene.owner.patch(`/entries/ent_${code}_first`, { fields: {} }),
        await scene.owner.get(`${base}/content-types`),
        await scene.owner.get(`${base}/media`),
        await scene.owner.post(`${base}/clone`, { name: 'again' }),
        await scene.delivery.get(`${base}/delivery/entries`),
        await scene.preview.get(`${base}/delivery/entries`),
      ];
      for (const response of refused) {
        assert.equal(response.status, 409, String(response));
        assert.equal(response.at('detail.code'), 'environment_not_ready', String(response));
      }
      assert.equal((await scene.owner.get(base, 200)).at('id'), id);
      await assertCounted(stage.database.reader);
      await scene.owner.delete(base, 204);
      await scene.owner.get(base, 404);
      await assertCounted(stage.database.reader);
      const renewed = await askForClone(scene, 'later');
      await release();
      assert.notEqual(renewed.string('id'), id);
      const ready = await untilCloned(scene.owner, scene.space, 'later');
      assert.equal(ready.at('status'), 'ready');
      await assertSameAnswers(scene, 'later');
      await assertCounted(stage.database.reader);
    });

    it('keep their source from being deleted while they are made', async (context) => {
      const scene = await sceneWithContent();
      await cloneOf(scene, 'middle');
      const release = await holdCloning(stage.database, context);
      await askForClone(scene, 'end', 'middle');
      const refused = await scene.owner.delete(`${scene.space}/environments/middle`, 409);
      assert.equal(refused.at('detail.code'), 'conflict');
      await release();
      await untilCloned(scene.owner, scene.space, 'end');
      await scene.owner.delete(`${scene.space}/environments/middle`, 204);
      assert.deepEqual((await scene.owner.get(`${scene.space}/environments/end`, 200)).at('source'), 'middle');
      await assertSameAnswers(scene, 'end');
    });

    it('go with their space while they are made', async (context) => {
      const scene = await sceneWithContent();
      const release = await holdCloning(stage.database, context);
      await askForClone(scene, 'later');
      await scene.owner.delete(scene.space, 204);
      await release();
      await assertCounted(stage.database.reader);
      assert.deepEqual(
        await stage.database.reader.selectFrom('environment_clones').select('environment').execute(),
        [],
      );
    });

    it('take a name once, however many ask for it', async () => {
      const scene = await sceneWithContent();
      const path = `${scene.space}/environments/master/clone`;
      const answers = await Promise.all(Array.from({ length: 8 }, () => scene.owner.post(path, { name: 'same' })));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [201, ...Array(7).fill(409)]);
      for (const answer of answers.filter(({ status }) => status === 409))
        assert.equal(answer.at('detail.code'), 'conflict');
      await untilCloned(scene.owner, scene.space, 'same');
      assert.equal((await scene.owner.post(path, { name: 'Not A Name' })).status, 422);
      assert.equal((await scene.owner.post(`${scene.space}/environments/none/clone`, { name: 'b' })).status, 404);
    });

    it('are for those who may create environments, and hidden from keys bound to others', async () => {
      const scene = await sceneWithContent();
      const bound = await makeKey(scene.owner, scene.spaceId, { kind: 'management', environments: ['master'] });
      const path = `${scene.space}/environments/master/clone`;
      const refused = await bound.post(path, { name: 'mine' }, 403);
      assert.equal(refused.at('detail.code'), 'insufficient_permission');
      const editor = await makeKey(scene.owner, scene.spaceId, { kind: 'management', role: 'editor' });
      await editor.post(path, { name: 'mine' }, 403);
      const reader = await makeKey(scene.owner, scene.spaceId, { kind: 'delivery', environments: ['master'] });
      await cloneOf(scene, 'theirs');
      await bound.get(`${scene.space}/environments/theirs`, 404);
      await reader.get(`${scene.space}/environments/theirs/delivery/entries`, 404);
      const stranger = await given(stage.url);
      await stranger.owner.post(path, { name: 'mine' }, 404);
    });

    it('keep the versions of the common ancestor in source and clone', async () => {
      const scene = await sceneWithContent();
      const before = await scene.owner.get(`${scene.base}/entries/draft`, 200);
      await cloneOf(scene, 'branch');
      for (const name of ['master', 'branch']) {
        const base = `${scene.space}/environments/${name}`;
        for (let turn = 0; turn < VERSIONS_KEPT + 3; turn++)
          await scene.owner.patch(`${base}/entries/draft`, { fields: { name: `${name} ${turn}` } }, 200);
        const id = (await scene.owner.get(`${base}/entries/draft`, 200)).string('id');
        const kept = await scene.owner.get(`/entries/${id}/versions/${before.number('version')}`, 200);
        assert.deepEqual(kept.at('fields'), before.at('fields'));
        const versions = await scene.owner.get(`/entries/${id}/versions`, 200);
        assert.equal(versions.at('total'), VERSIONS_KEPT + 1, 'all other old ones are pruned');
      }
    });

    it('remember how high versions of deleted entries were', async () => {
      const scene = await sceneWithContent();
      await scene.owner.delete(`${scene.base}/entries/draft`, 204);
      await cloneOf(scene, 'branch');
      const made = { content_type_id: 'author', key: 'draft', fields: { name: 'Again' } };
      const [one, other] = [
        await scene.owner.post(`${scene.base}/entries`, made, 201),
        await scene.owner.post(`${scene.space}/environments/branch/entries`, made, 201),
      ];
      assert.equal(other.at('version'), one.at('version'));
    });

    it('lose the values of a hidden field that is deleted while they are made', async (context) => {
      const scene = await sceneWithContent();
      await scene.owner.post(
        `${scene.base}/content-types`,
        { api_id: 'note', name: 'Note', fields: [field('a', 'string'), field('b', 'string')] },
        201,
      );
      await createEntry(scene.owner, scene.base, {
        content_type_id: 'note',
        key: 'note',
        fields: { a: 'x', b: 'secret-b' },
      });
      await scene.owner.patch(
        `${scene.base}/content-types/note?confirm_data_loss=true`,
        { fields: [field('a', 'string')] },
        200,
      );
      const release = await holdCloning(stage.database, context);
      await askForClone(scene, 'branch');
      await scene.owner.delete(`${scene.base}/content-types/note/hidden-fields/b`, 204);
      await release();
      await untilCloned(scene.owner, scene.space, 'branch');
      const { number } = await rowOf(stage.database.reader, scene.spaceId, 'branch');
      const states = () => stage.database.reader.selectFrom('entry_states').select('document').execute();
      const deadline = Date.now() + 30_000;
      while (JSON.stringify(await states()).includes('secret-b')) assert.ok(Date.now() < deadline, `of ${number}`);
    });
  },
  { LECTERN_VERSIONS_KEPT: String(VERSIONS_KEPT) },
);

/** Entries of both types in every status, with links, slugs in two locales, texts, and assets with files. */
async function fill(scene: Scene): Promise<void> {
  const { owner, base } = scene;
  await owner.post(`${scene.space}/locales`, { code: 'de' }, 201);
  const form = await formOf([
    ['title', 'A picture'],
    ['file', { name: 'note.txt', bytes: 'plain text' }],
  ]);
  const asset = await owner.send('POST', `${base}/media`, form);
  assert.equal(asset.status, 201, String(asset));
  const other = await formOf([['file', { name: 'note.txt', bytes: 'other text' }]]);
  assert.equal((await owner.send('PATCH', `/media/${asset.string('id')}`, other)).status, 200);
  await publishNew(owner, base, { content_type_id: 'author', key: 'ada', fields: { name: 'Ada', city: 'London' } });
  const title = { 'en-US': 'First light', de: 'Erstes Licht' };
  const fields = { title, author: 'ada', rating: 4.5, tags: ['x', 'y'], image: asset.at('id'), day: '2026-01-02' };
  await publishNew(owner, base, { content_type_id: 'article', key: 'first', fields });
  const changed = await publishNew(owner, base, {
    content_type_id: 'article',
    key: 'second',
    fields: { title: 'Second', author: 'ada' },
  });
  await owner.patch(`/entries/${changed}`, { fields: { title: 'Second thoughts', related: ['first'] } }, 200);
  await createEntry(owner, base, { content_type_id: 'author', key: 'draft', fields: { name: 'Draft' } });
  const archived = await createEntry(owner, base, { content_type_id: 'author', key: 'old', fields: { name: 'Old' } });
  await owner.post(`/entries/${archived}/archive`, undefined, 200);
  const gone = await publishNew(owner, base, { content_type_id: 'author', key: 'gone', fields: { name: 'Gone' } });
  await owner.delete(`/entries/${gone}`, 204);
}

const QUERIES = [
  'entries?locale=*&include=3',
  'entries?content_type=article&order=-fields.rating,slug&include=1',
  'entries?fields.title=First%20light',
  'entries?content_type=article&fields.author.city=London',
  'entries?q=light',
  'entries?q=licht&locale=de',
  'entries?links_to=ada',
  'entries/first?include=2&locale=de',
  'entries/draft',
  'entries/second',
  'assets?locale=*',
  'assets?q=picture',
  'content-types',
];

/** Fails unless a clone responds as `master` does, except for codes and names. */
async function assertSameAnswers(scene: Scene, name: string): Promise<void> {
  const shown = async (environment: string) => {
    const base = `${scene.space}/environments/${environment}`;
    const answers: unknown[] = [];
    for (const [plane, by] of [
      ['delivery', scene.delivery],
      ['preview', scene.preview],
    ] as const)
      for (const query of QUERIES) {
        const { status, text } = await by.get(`${base}/delivery/${query}`);
        answers.push([plane, query, status, neutral(text, environment)]);
      }
    for (const path of ['entries?order=id', 'content-types?order=name', 'media?order=id']) {
      const { text } = await scene.owner.get(`${base}/${path}`, 200);
      answers.push([path, neutral(text, environment)]);
    }
    const asset = (await scene.delivery.get(`${base}/delivery/assets`, 200)).string('items.0.url');
    answers.push((await new Actor(scene.url, null).get(new URL(asset).pathname, 200)).text);
    return answers;
  };
  assert.deepEqual(await shown(name), await shown('master'));
}

function neutral(text: string, environment: string): string {
  return text
    .replaceAll(/(ent|ast|ctp)_[a-z0-9]{6}_/gi, '$1_code_')
    .replaceAll(`"environment":"${environment}"`, '"environment":"it"')
    .replaceAll(`/environments/${environment}/`, '/environments/it/');
}

async function codeOf(database: Database, spaceId: string, name: string): Promise<string> {
  const row = await database.reader
    .selectFrom('environment_names')
    .select('code')
    .where('space_id', '=', spaceId)
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return row.code;
}
