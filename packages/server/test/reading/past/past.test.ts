/** What delivery answered at a revision can be asked for again, and whoever may not read the past gets nothing of it. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Actor } from '../../../../testing/src/client.ts';
import { formOf } from '../../../../testing/src/form.ts';
import { field, given, makeKey, publishNew } from '../../../../testing/src/given.ts';
import { onEachDatabase } from '../../../../testing/src/on-each-engine.ts';
import { SEED } from '../../../../testing/src/seed.ts';
import { cloneOf } from '../../branches/clone/clones.ts';
import { fetchFile } from '../../content/media/storages.ts';
import { KeptAnswers, withoutSignatures } from './kept-answers.ts';

const STEPS = 15;
const page = {
  api_id: 'page',
  name: 'Page',
  display_field: 'title',
  fields: [field('title', 'string'), field('secret', 'string')],
};

onEachDatabase(
  'the past',
  (stage) => {
    /** A page that was taken down, and the revision at which it was not. */
    const takenDown = async () => {
      const scene = await given(stage.url, { types: [page] });
      const id = await publishNew(scene.owner, scene.base, {
        content_type_id: 'page',
        key: 'one',
        fields: { title: 'Harbour', secret: 'Word' },
      });
      const seen = await scene.delivery.get(`${scene.read}/entries/one`, 200);
      const historian = await makeKey(scene.owner, scene.spaceId, { kind: 'delivery', history: true });
      await scene.owner.post(`/entries/${id}/unpublish`, undefined, 200);
      return { scene, id, seen, historian, revision: String(seen.headers['x-cms-revision']) };
    };

    it('is what delivery answered then, byte for byte', async () => {
      const answers = await KeptAnswers.open(stage, SEED);
      for (let step = 0; step < STEPS; step++) await answers.step(3);
      assert.ok(answers.kept.length > STEPS);
      await answers.assertAsThen();
    });

    it('is nothing for a key that may not read it, whatever that knows of it', async () => {
      const { scene, historian, revision } = await takenDown();
      const then = (path: string) => `${scene.read}/${path}${path.includes('?') ? '&' : '?'}as_of=${revision}`;
      for (const path of [
        'entries/one',
        'entries',
        'entries?q=harbour&limit=1',
        'assets',
        'content-types',
        'locales',
      ]) {
        const { etag = '' } = (await historian.get(then(path), 200)).headers;
        for (const headers of [{}, { 'if-none-match': etag }, { 'if-none-match': '*' }])
          assert.equal(
            (await scene.delivery.get(then(path), 403, headers)).at('detail.code'),
            'insufficient_permission',
          );
        await historian.get(then(path), 304, { 'if-none-match': etag });
      }
      await scene.delivery.get(`${scene.read}/entries/one`, 404);
      const spelled = `${scene.read}/entries/one?%61s_of=${revision}`;
      await scene.delivery.get(spelled, 403);
      await historian.get(spelled, 200);
    });

    it('is said with its revision, and never changes for caches', async () => {
      const { scene, id, seen, historian, revision } = await takenDown();
      const path = `${scene.read}/entries/one?as_of=${revision}`;
      const first = await historian.get(path, 200);
      assert.equal(first.text, seen.text);
      assert.equal(first.headers['x-cms-as-of'], revision);
      assert.equal(first.headers['cache-control'], 'public, max-age=0, s-maxage=86400');
      await scene.owner.post(`/entries/${id}/publish`, undefined, 200);
      assert.equal((await historian.get(path, 200)).headers.etag, first.headers.etag);
      const now = await historian.get(`${scene.read}/entries/one`, 200);
      assert.equal(now.headers['x-cms-as-of'], undefined);
      assert.match(String(now.headers['cache-control']), /s-maxage=60/);
    });

    it('is read by time too, and on preview as readers saw it', async () => {
      const { scene, historian, seen, revision } = await takenDown();
      const { at } = await stage.database.reader
        .selectFrom('journal_heads')
        .innerJoin('environments', 'environments.number', 'journal_heads.environment')
        .select('at')
        .where('space_id', '=', scene.spaceId)
        .where('journal_heads.revision', '=', Number(revision))
        .executeTakeFirstOrThrow();
      const by = (actor: Actor, moment: string) => actor.get(`${scene.read}/entries/one?as_of=${moment}`, 200);
      const byTime = await by(historian, new Date(at).toISOString());
      assert.deepEqual([byTime.text, byTime.headers['x-cms-as-of']], [seen.text, revision]);
      // It is only as settled as the clocks of all nodes are.
      assert.match(String(byTime.headers['cache-control']), /s-maxage=60/);
      const { status, ...previewed } = (await by(scene.preview, revision)).json as Record<string, unknown>;
      assert.equal(status, 'published');
      assert.deepEqual(previewed, seen.json);
    });

    it('is refused with what can be asked for', async () => {
      const { scene, historian, revision } = await takenDown();
      const refused = async (moment: string, at = scene.read) =>
        (await historian.get(`${at}/entries?as_of=${moment}`, 422)).at('detail.errors.0') as Violation;
      const latest = (await historian.get(`${scene.read}/entries`, 200)).headers['x-cms-revision'];
      for (const moment of ['yesterday', '', '-1', '1.5']) assert.equal((await refused(moment)).rule, 'as_of');
      const params = { oldest: 1, latest: Number(latest) };
      assert.deepEqual((await refused('0')).params, params);
      assert.deepEqual((await refused(String(Number(latest) + 1))).params, params);
      assert.equal((await refused('2999-01-01T00:00:00Z')).path, 'query.as_of');
      await scene.owner.get(`${scene.base}/entries?as_of=${revision}`, 422);

      // What is removed for good is removed from the past too, which begins behind it.
      const type = `${scene.base}/content-types/page`;
      const hidden = await scene.owner.patch(
        `${type}?confirm_data_loss=true`,
        { fields: [field('title', 'string')] },
        200,
      );
      const hiddenAt = Number(hidden.headers['x-cms-revision']);
      await historian.get(`${scene.read}/entries?as_of=${revision}`, 200);
      await scene.owner.delete(`${type}/hidden-fields/secret`, 204);
      assert.equal((await refused(String(hiddenAt - 1))).params.oldest, hiddenAt);
      await historian.get(`${scene.read}/entries?as_of=${hiddenAt}`, 200);
    });

    it('is on preview what is scheduled, for a time to come', async () => {
      const { scene, id } = await takenDown();
      const { owner, base, preview, read } = scene;
      await owner.post(`/entries/${id}/publish`, undefined, 200);
      const set = async (title: string, times: object) => {
        const made = (await owner.post(`${base}/change-sets`, { name: title }, 201)).string('id');
        await owner.patch(`/entries/${id}?change_set=${made}`, { fields: { title } }, 200);
        await owner.post(`/change-sets/${made}/schedule`, times, 200);
      };
      const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
      await set('Winter', { at: day(2) });
      await set('Snow', { at: day(4), ends_at: day(6), overlaps: 'accept' });
      const titleAt = async (days: number) =>
        (await preview.get(`${read}/entries/one?as_of=${day(days)}`, 200)).at('fields.title');
      assert.deepEqual(
        [await titleAt(1), await titleAt(3), await titleAt(5), await titleAt(7)],
        ['Harbour', 'Winter', 'Snow', 'Winter'],
      );
      await scene.delivery.get(`${read}/entries/one?as_of=${day(3)}`, 403);
      // What is out already ends, too.
      const out = await takenDown();
      const sale = (await out.scene.owner.post(`${out.scene.base}/change-sets`, { name: 'Sale' }, 201)).string('id');
      await out.scene.owner.patch(`/entries/${out.id}?change_set=${sale}`, { fields: { title: 'Sale' } }, 200);
      await out.scene.owner.post(`/change-sets/${sale}/schedule`, { at: day(1), ends_at: day(2) }, 200);
      await out.scene.owner.post(`/change-sets/${sale}/publish`, undefined, 200);
      const titleOut = async (days: number) =>
        (await out.scene.preview.get(`${out.scene.read}/entries/one?as_of=${day(days)}`, 200)).at('fields.title');
      assert.deepEqual([await titleOut(1), await titleOut(3)], ['Sale', 'Harbour']);
    });

    it('has content types, entries and languages that are gone, and their files', async () => {
      const types = [
        page,
        { ...page, api_id: 'note', name: 'Note', fields: [field('title', 'string', { localized: true })] },
      ];
      const scene = await given(stage.url, { types, locales: ['de'] });
      const { owner, base, read, space } = scene;
      const fields = { title: { 'en-US': 'Harbour', de: 'Hafen' } };
      const id = await publishNew(owner, base, { content_type_id: 'note', key: 'one', fields });
      const form = await formOf([
        ['key', 'plan'],
        ['file', { name: 'plan.txt', bytes: 'The plan.' }],
      ]);
      const asset = (await owner.send('POST', `${base}/media`, form)).string('id');
      const historian = await makeKey(owner, scene.spaceId, { kind: 'delivery', history: true });
      const paths = ['entries?locale=*', 'entries/one?locale=de', 'content-types', 'locales', 'assets'];
      const seen = await Promise.all(paths.map((path) => historian.get(`${read}/${path}`, 200)));
      const revision = seen[0]?.headers['x-cms-revision'];
      await owner.delete(`/media/${asset}`, 204);
      await owner.post(`/entries/${id}/unpublish`, undefined, 200);
      await owner.delete(`/entries/${id}`, 204);
      await owner.delete(`${base}/content-types/note`, 204);
      const german = (await owner.get(`${space}/locales`, 200)).list('items') as { id: string; code: string }[];
      await owner.delete(
        `${space}/locales/${german.find(({ code }) => code === 'de')?.id}?confirm_data_loss=true`,
        204,
      );
      for (const [at, path] of paths.entries()) {
        const then = `${read}/${path}${path.includes('?') ? '&' : '?'}as_of=${revision}`;
        const answer = await historian.get(then, 200);
        assert.equal(withoutSignatures(answer.text), seen[at]?.text, path);
        await scene.delivery.get(then, 403);
      }
      const address = (await historian.get(`${read}/assets/plan?as_of=${revision}`, 200)).string('url');
      assert.equal((await fetchFile(address)).bytes.toString(), 'The plan.');
      await historian.get(`${read}/entries?content_type=note`, 422);
    });

    it('begins for a name where that began to lead to the environment', async () => {
      const { scene, historian, revision } = await takenDown();
      await cloneOf(scene, 'next');
      await scene.owner.put(`${scene.space}/environment-aliases/live`, { environment: 'master' });
      const live = `${scene.space}/environments/live/delivery/entries`;
      const rule = async () => (await historian.get(`${live}?as_of=${revision}`, 422)).at('detail.errors.0.rule');
      assert.equal(await rule(), 'as_of');
      const switched = await scene.owner.put(`${scene.space}/environment-aliases/live`, { environment: 'next' });
      assert.equal(switched.status, 200, String(switched));
      assert.equal(await rule(), 'as_of');
      const now = await historian.get(live, 200);
      const then = await historian.get(`${live}?as_of=${now.headers['x-cms-revision']}`, 200);
      assert.equal(then.text, now.text);
    });

    it('is for keys that say so', async () => {
      const scene = await given(stage.url, {});
      const keys = `${scene.space}/api-keys`;
      const made = await scene.owner.post(keys, { name: 'x', kind: 'delivery' }, 201);
      assert.equal(made.at('history'), false);
      const at = `${keys}/${made.string('id')}`;
      assert.equal((await scene.owner.patch(at, { history: true }, 200)).at('history'), true);
      const refused = await scene.owner.post(keys, { name: 'x', kind: 'management', history: true }, 422);
      assert.equal(refused.at('detail.errors.0.path'), 'history');
      assert.equal((await scene.owner.post(keys, { name: 'x', kind: 'preview' }, 201)).at('history'), true);
    });
  },
  { LECTERN_CDN: 'shared' },
);

interface Violation {
  readonly path: string;
  readonly rule: string;
  readonly params: { readonly oldest?: number };
}
