/** What `q` finds over HTTP: words and prefixes in eight languages, by locale and fallback, by relevance, on every plane. */

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { anyText } from '../../../../testing/src/any-text.ts';
import type { Actor, ApiResponse } from '../../../../testing/src/client.ts';
import { createEntry, field, given, publishNew, type Scene } from '../../../../testing/src/given.ts';
import { onEachEngine } from '../../../../testing/src/on-each-engine.ts';
import { until } from '../../../../testing/src/until.ts';

const ASKED_AT_RANDOM = 150;

const languages = [
  {
    locale: 'en-US',
    text: 'The cities were running out of water',
    finds: ['city', 'run', 'WATERS', 'the ci', 'out wat'],
    not: ['rune', 'wa ter'],
  },
  {
    locale: 'de',
    text: 'Über den Häusern läuft die Straße',
    finds: ['Haus', 'häuser', 'strasse', 'STRASSEN', 'uber', 'str'],
    not: ['hase'],
  },
  {
    locale: 'fr',
    text: "L'élève a mangé deux crèmes brûlées près de l’eau",
    finds: ['eleve', 'creme brulee', 'eau', 'mangée', "l'eau", 'CRÈ'],
    not: ['mangue'],
  },
  {
    locale: 'es',
    text: 'Las canciones de los niños españoles',
    finds: ['cancion', 'niño', 'nino', 'español', 'canc'],
    not: ['cansado'],
  },
  {
    locale: 'pl',
    text: 'Łukasz z Łodzi, au cœur de l’Ærø: Gesamt\u00adkonzept',
    finds: ['lukasz', 'ŁODZI', 'coeur', 'aero', 'gesamtkonzept', 'Gesamt\u00adkonz', 'lu\u200bkasz'],
    not: ['ukasz', 'konzept'],
  },
  { locale: 'zh-CN', text: '我们喜欢学习中文和全文检索', finds: ['学习', '中文', '检索', '喜欢 学习'], not: ['日文'] },
  {
    locale: 'ja',
    text: '東京で全文検索を学ぶ。カレーが好き',
    finds: ['東京', '検索', 'カレー', '全文 東'],
    not: ['京都', 'ガレー'],
  },
  { locale: 'th', text: 'ภาษาไทยเป็นภาษาที่สวยงาม', finds: ['ภาษา', 'สวยงาม', 'ไทย'], not: ['อังกฤษ'] },
] as const;

const attacks = [
  '"',
  "'",
  'NEAR(',
  'NEAR(a b)',
  '*',
  'a*',
  'a OR b',
  'tokens:a',
  '-a',
  'a AND NOT b',
  '^a',
  '{a b}',
  "a' & 'b",
  'a:*',
  'a | b',
  '!a',
  'a <-> b',
  '\\',
  "'; drop table search_index; --",
  'a\u0000b',
  '%',
  '(((',
  'x'.repeat(256),
  '界'.repeat(256),
  '😀',
  '\u202e',
  '𝒳𝓎',
  'ﬁ½①',
  'ا\u064b',
  'a\u0301'.repeat(100),
];

onEachEngine('search', (stage) => {
  describe('in a language', () => {
    let scene: Scene;
    before(async () => {
      scene = await given(stage.url);
      await makePosts(scene);
      for (const { locale } of languages.slice(1))
        await scene.owner.post(
          `${scene.space}/locales`,
          { code: locale, name: locale, fallback: null, optional: true },
          201,
        );
      const body = Object.fromEntries(languages.map(({ locale, text }) => [locale, text]));
      await publishNew(scene.owner, scene.base, {
        content_type_id: 'post',
        key: 'all',
        fields: { title: { 'en-US': 'x' }, body },
      });
      await publishNew(scene.owner, scene.base, {
        content_type_id: 'post',
        key: 'none',
        fields: { title: { 'en-US': 'nothing' } },
      });
    });
    for (const { locale, finds, not } of languages) {
      it(`finds words of ${locale} whatever their case, accents and endings`, async () => {
        for (const q of finds) assert.deepEqual(await keys(scene, q, `locale=${locale}`), ['all'], q);
        for (const q of not) assert.deepEqual(await keys(scene, q, `locale=${locale}`), [], q);
      });
    }
    it('only searches the requested locale', async () => {
      assert.deepEqual(await keys(scene, 'Haus', 'locale=en-US'), []);
      assert.deepEqual(await keys(scene, 'city', 'locale=*'), ['all']);
      assert.deepEqual(await keys(scene, 'Haus', 'locale=*'), []);
    });
    it('finds words of every locale for editors who ask for all of them, and nowhere else', async () => {
      const managed = `${scene.base}/entries?q_locale=*&q=`;
      for (const { finds, not } of languages) {
        const found = await scene.management.get(managed + encodeURIComponent(finds[0]), 200);
        assert.deepEqual([found.each('items', 'key'), found.at('total')], [['all'], 1], finds[0]);
        const missed = await scene.management.get(managed + encodeURIComponent(not[0]), 200);
        assert.deepEqual(missed.each('items', 'key'), [], not[0]);
      }
      const ordered = await scene.management.get(`${managed}h%C3%A4user&order=slug&locale=fr`, 200);
      assert.deepEqual(ordered.each('items', 'key'), ['all']);
      for (const wrong of ['de', '']) await scene.management.get(`${scene.base}/entries?q=city&q_locale=${wrong}`, 422);
      await scene.delivery.get(`${scene.read}/entries?q=city&q_locale=*`, 422);
    });
  });

  describe('among several entries', () => {
    let scene: Scene;
    before(async () => {
      scene = await given(stage.url);
      await makePosts(scene);
      await scene.owner.post(`${scene.space}/locales`, { code: 'de', name: 'de', fallback: 'en-US' }, 201);
      const posts: readonly [string, string, string, number][] = [
        ['body', 'something', 'a red fox', 1],
        ['both', 'red fox', '', 2],
        ['some', 'red things', 'with a fox', 3],
        ['other', 'blue', 'sky', 4],
        ['body2', 'anything', 'a red fox again', 5],
      ];
      for (const [key, title, body, rank] of posts)
        await publishNew(scene.owner, scene.base, { content_type_id: 'post', key, fields: { title, body, rank } });
    });

    it('orders by relevance, and within it by the order of the plane', async () => {
      assert.deepEqual(await keys(scene, 'red fox'), ['both', 'some', 'body2', 'body']);
      assert.deepEqual(await keys(scene, 'fox'), ['both', 'body2', 'some', 'body']);
      assert.deepEqual(await keys(scene, 'red fox', 'order=rank'), ['body', 'both', 'some', 'body2']);
    });

    it('ranks an entry once, by the locale that fits best, where all are searched', async () => {
      const fields = { title: { 'en-US': 'Lantern', de: 'Leuchtturm am Kai' }, body: { de: 'Lantern' } };
      const id = await createEntry(scene.owner, scene.base, { content_type_id: 'post', key: 'two', fields });
      const plain = { title: 'A lantern too', body: 'leuchtturm' };
      const other = await createEntry(scene.owner, scene.base, { content_type_id: 'post', key: 'one', fields: plain });
      const found = async (q: string) =>
        (await scene.management.get(`${scene.base}/entries?q=${q}&q_locale=*`, 200)).each('items', 'key');
      assert.deepEqual(await found('leuchtturm'), ['two', 'one']);
      assert.deepEqual((await found('lantern')).sort(), ['one', 'two']);
      await scene.owner.patch(`/entries/${id}`, { fields: { title: { de: 'Hafen' } } }, 200);
      assert.deepEqual(await found('leuchtturm'), ['one']);
      for (const one of [id, other]) await scene.owner.delete(`/entries/${one}`, 204);
    });

    it('works with filters, pages, totals and cursors', async () => {
      assert.deepEqual(await keys(scene, 'red fox', 'fields.rank[gt]=1&content_type=post'), ['both', 'some', 'body2']);
      const page = await list(scene.delivery, scene, 'red fox', 'limit=2&skip=1');
      assert.deepEqual(page.each('items', 'id').map(keyOf), ['some', 'body2']);
      assert.equal(page.at('total'), 4);
      const seen: string[] = [];
      let next: string | undefined = `${scene.read}/entries?q=red%20fox&limit=1`;
      while (next !== undefined) {
        const response: ApiResponse = await scene.delivery.get(next, 200);
        seen.push(...response.each('items', 'id').map(keyOf));
        next = /<([^>]+)>; rel="next"/.exec(String(response.headers.link ?? ''))?.[1];
        next = next === undefined ? undefined : next.replace(/^https?:\/\/[^/]+/, '');
      }
      assert.deepEqual(seen, ['both', 'some', 'body2', 'body']);
    });

    it('finds texts that another locale shows through fallback', async () => {
      assert.deepEqual(await keys(scene, 'sky', 'locale=de'), ['other']);
    });

    it('finds on the preview plane and in the management list too', async () => {
      assert.deepEqual((await list(scene.preview, scene, 'sky')).each('items', 'id').map(keyOf), ['other']);
      const managed = await scene.management.get(`${scene.base}/entries?q=sky`, 200);
      assert.deepEqual(managed.each('items', 'key'), ['other']);
    });

    it('never finds by drafts on delivery, and forgets what is unpublished, archived or deleted', async () => {
      const id = await createEntry(scene.owner, scene.base, {
        content_type_id: 'post',
        key: 'draft',
        fields: { title: 'zebra' },
      });
      const look = async () => ({
        delivery: await keys(scene, 'zebra'),
        preview: (await list(scene.preview, scene, 'zebra')).each('items', 'id').map(keyOf),
        total: (await list(scene.delivery, scene, 'zebra')).at('total'),
      });
      assert.deepEqual(await look(), { delivery: [], preview: ['draft'], total: 0 });
      await scene.owner.post(`/entries/${id}/publish`, undefined, 200);
      assert.deepEqual(await look(), { delivery: ['draft'], preview: ['draft'], total: 1 });
      await scene.owner.patch(`/entries/${id}`, { fields: { title: { 'en-US': 'okapi' } } }, 200);
      assert.deepEqual(await look(), { delivery: ['draft'], preview: [], total: 1 });
      assert.deepEqual(await keys(scene, 'okapi'), []);
      await scene.owner.post(`/entries/${id}/unpublish`, undefined, 200);
      assert.deepEqual(await keys(scene, 'zebra'), []);
      await scene.owner.post(`/entries/${id}/archive`, undefined, 200);
      assert.deepEqual((await list(scene.preview, scene, 'okapi')).at('total'), 0);
      await scene.owner.delete(`/entries/${id}`, 204);
      assert.deepEqual((await scene.management.get(`${scene.base}/entries?q=okapi`, 200)).at('total'), 0);
    });

    it('takes texts that stretch and texts without words', async () => {
      const title = `${'ﷺ'.repeat(200)} ${'é'.repeat(150)}`;
      const body = `!!! ${'界'.repeat(3_000)} ${'word '.repeat(30_000)}`;
      const key = 'stretch';
      await publishNew(scene.owner, scene.base, { content_type_id: 'post', key, fields: { title, body } });
      await publishNew(scene.owner, scene.base, { content_type_id: 'post', key: 'signs', fields: { title: '?!' } });
      assert.deepEqual(await keys(scene, 'word'), [key]);
      assert.deepEqual(await keys(scene, 'ﷺ'.repeat(30)), [key]);
    });

    it('finds nothing of another space', async () => {
      const other = await given(stage.url);
      await makePosts(other);
      assert.deepEqual(await keys(other, 'fox'), []);
    });

    for (const attack of attacks) {
      it(`takes ${JSON.stringify(attack.slice(0, 20))} as words or refuses it`, async () => {
        for (const actor of [scene.delivery, scene.preview]) {
          const response = await actor.get(`${scene.read}/entries?q=${encodeURIComponent(attack)}`);
          assert.ok(response.status === 200 || response.status === 422, String(response));
        }
      });
    }

    it('finds nothing for signs without a word, on every plane', async () => {
      for (const q of ['?', '"', '❤️', '?!']) assert.deepEqual(await keys(scene, q), [], q);
      assert.equal((await list(scene.preview, scene, '?', 'order=rank')).at('total'), 0);
      const managed = await scene.management.get(`${scene.base}/entries?q=%3F&fields.rank[gt]=1`, 200);
      assert.deepEqual([managed.at('items'), managed.at('total')], [[], 0]);
      assert.equal((await scene.management.get(`${scene.base}/media?q=%22`, 200)).at('total'), 0);
    });

    it('returns results or an error for any query', async () => {
      const pieces = fc.oneof(anyText(20), fc.constantFrom(...attacks, ' ', ' OR ', ':*'));
      const q = fc.array(pieces, { maxLength: 20 }).map((some) => some.join('').toWellFormed());
      await fc.assert(
        fc.asyncProperty(q, async (asked) => {
          const response = await scene.delivery.get(`${scene.read}/entries?q=${encodeURIComponent(asked)}`);
          assert.ok(response.status === 200 || response.status === 422, String(response));
        }),
        { numRuns: ASKED_AT_RANDOM },
      );
    });

    it('rejects too much by name', async () => {
      const cases: readonly [string, string][] = [
        ['x'.repeat(257), 'max_length'],
        ['a '.repeat(17), 'max_words'],
        ['', 'words'],
        [' ', 'words'],
      ];
      for (const [q, rule] of cases) {
        const response = await scene.delivery.get(`${scene.read}/entries?q=${encodeURIComponent(q)}`, 422);
        assert.deepEqual(
          [response.at('detail.errors.0.path'), response.at('detail.errors.0.rule')],
          ['query.q', rule],
          String(response),
        );
      }
      await scene.delivery.get(`${scene.read}/entries?q=${encodeURIComponent('a '.repeat(16))}`, 200);
    });
  });
  describe('of assets', () => {
    let scene: Scene;
    before(async () => {
      scene = await given(stage.url);
      await scene.owner.post(`${scene.space}/locales`, { code: 'de', name: 'de', fallback: 'en-US' }, 201);
      await importAssets(scene, [
        { key: 'quay', title: 'Harbour', description: 'lights over the sea', mime_type: 'image/png' },
        { key: 'lamp', title: { 'en-US': 'Lights', de: 'Leuchten' }, alt: 'a harbour lamp', mime_type: 'image/png' },
        { key: 'film', title: 'Harbour lights', mime_type: 'video/mp4' },
        { key: 'tree', title: 'Oak' },
      ]);
    });

    it('finds titles, descriptions and alternative texts by relevance', async () => {
      assert.deepEqual(await assetKeys(scene, 'q=harbour%20light'), ['film', 'lamp', 'quay']);
      assert.deepEqual(await assetKeys(scene, 'q=harbour%20light&order=-id'), ['quay', 'lamp', 'film']);
      assert.deepEqual(await assetKeys(scene, 'q=harb&mime_type=image/*&order=id'), ['lamp', 'quay']);
      assert.deepEqual(await assetKeys(scene, 'q=birch'), []);
    });

    it('finds the text of the locale, through fallback', async () => {
      assert.deepEqual(await assetKeys(scene, 'q=leuchte&locale=de'), ['lamp']);
      assert.deepEqual(await assetKeys(scene, 'q=leuchte'), []);
      assert.deepEqual(await assetKeys(scene, 'q=oak&locale=de'), ['tree']);
    });

    it('finds the texts of all locales for editors, each asset once', async () => {
      const found = async (q: string) => {
        const response = await scene.management.get(`${scene.base}/media?q_locale=*&q=${q}`, 200);
        return [response.at('total'), ...response.each('items', 'key')];
      };
      assert.deepEqual(await found('leuchte'), [1, 'lamp']);
      assert.deepEqual(await found('harbour%20light'), [3, 'film', 'lamp', 'quay']);
      await scene.delivery.get(`${scene.read}/assets?q=oak&q_locale=*`, 422);
    });

    it('works page by page', async () => {
      const first = await scene.delivery.get(`${scene.read}/assets?q=harbour%20light&limit=2`, 200);
      assert.equal(first.at('total'), 3);
      const next = /<([^>]+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? '';
      const second = await scene.delivery.get(next.replace(/^https?:\/\/[^/]+/, ''), 200);
      assert.deepEqual([second.each('items', 'key'), second.at('skip'), second.headers.link], [['quay'], 2, undefined]);
    });

    it('follows changes of assets and of locales', async () => {
      await importAssets(scene, [{ key: 'tree', title: 'Birch' }]);
      assert.deepEqual(await assetKeys(scene, 'q=birch'), ['tree']);
      assert.deepEqual(await assetKeys(scene, 'q=oak'), []);
      await scene.owner.post(`${scene.space}/locales`, { code: 'fr', name: 'fr', fallback: 'de' }, 201);
      await untilIs(() => assetKeys(scene, 'q=leuchten&locale=fr'), ['lamp']);
    });
  });

  describe('when the model changes', () => {
    it('finds by the new fields and locales once the entries are indexed anew', async () => {
      const scene = await given(stage.url);
      await makePosts(scene);
      const fields = { title: 'alpha', body: 'the beta of houses' };
      await publishNew(scene.owner, scene.base, { content_type_id: 'post', key: 'one', fields });
      await createEntry(scene.owner, scene.base, { content_type_id: 'post', key: 'two', fields });
      assert.deepEqual(await keys(scene, 'house'), ['one']);
      await scene.owner.post(`${scene.space}/locales`, { code: 'de', name: 'de', fallback: 'en-US' }, 201);
      await untilIs(() => keys(scene, 'beta', 'locale=de'), ['one']);
      assert.deepEqual(await keys(scene, 'hous', 'locale=de'), ['one']);
      const type = await scene.owner.get(`${scene.base}/content-types/post`, 200);
      const kept = type.list('fields').filter((_, at) => at !== 1);
      const restored = type.list('fields').map((one, at) => (at === 1 ? { ...(one as object), restore: true } : one));
      await scene.owner.patch(`${scene.base}/content-types/post?confirm_data_loss=true`, { fields: kept }, 200);
      await untilIs(() => keys(scene, 'beta'), []);
      assert.deepEqual(await keys(scene, 'alpha'), ['one']);
      await scene.owner.patch(`${scene.base}/content-types/post`, { fields: restored }, 200);
      await untilIs(() => keys(scene, 'beta'), ['one']);
      const found = await list(scene.preview, scene, 'beta');
      assert.deepEqual(found.each('items', 'id').map(keyOf).sort(), ['one', 'two']);
    });
  });
});

async function importAssets(scene: Scene, assets: readonly object[]): Promise<void> {
  const raw = assets.map((asset) => JSON.stringify({ asset })).join('\n');
  const headers = { 'content-type': 'application/x-ndjson' };
  const response = await scene.owner.send('POST', `${scene.base}/import`, { raw, headers });
  assert.ok(!response.each('results', 'result').includes('refused'), String(response));
}

async function assetKeys(scene: Scene, query: string): Promise<unknown[]> {
  return (await scene.delivery.get(`${scene.read}/assets?${query}`, 200)).each('items', 'key');
}

async function untilIs(look: () => Promise<unknown>, wanted: unknown): Promise<void> {
  await until(look, (seen) => isDeepStrictEqual(seen, wanted));
}

async function makePosts(scene: Scene): Promise<void> {
  const fields = [
    field('title', 'string', { required: true, localized: true }),
    field('body', 'text', { localized: true }),
    field('rank', 'integer'),
  ];
  await scene.owner.post(
    `${scene.base}/content-types`,
    { api_id: 'post', name: 'Post', display_field: 'title', fields },
    201,
  );
}

function list(actor: Actor, scene: Scene, q: string, more = ''): Promise<ApiResponse> {
  return actor.get(`${scene.read}/entries?q=${encodeURIComponent(q)}&${more}`, 200);
}

async function keys(scene: Scene, q: string, more = ''): Promise<string[]> {
  return (await list(scene.delivery, scene, q, more)).each('items', 'id').map(keyOf);
}

/** The key in an id of an entry. */
function keyOf(id: unknown): string {
  return String(id).split('_').slice(2).join('_');
}
