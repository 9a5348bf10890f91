/** Stories of content in several locales: fallback, raw maps, slugs, what publish asks for, and changing the locales. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { createEntry, field, given, publishNew, type Scene } from '../../../testing/src/given.ts';
import { onEachEngine } from '../../../testing/src/on-each-engine.ts';

const pageType = {
  api_id: 'page',
  name: 'Page',
  display_field: 'title',
  slug_field: 'slug',
  fields: [
    field('title', 'string', { localized: true }),
    field('slug', 'slug', { localized: true }),
    field('price', 'number'),
    field('note', 'text', { localized: true }),
  ],
};

onEachEngine('locales', (stage) => {
  let scene: Scene;
  /** en-US ← de ← de-AT, and fr, which falls back on nothing. */
  before(async () => {
    scene = await withLocales(stage.url);
  });

  const read = (query: string, status = 200) => scene.delivery.get(`${scene.read}/entries?${query}`, status);

  it('follow their fallback; an empty text is a value, null is none', async () => {
    await publishNew(scene.owner, scene.base, {
      content_type_id: 'page',
      key: 'chain',
      fields: {
        title: { 'en-US': 'English', de: 'Deutsch', fr: 'Français' },
        note: { 'en-US': 'note', de: '', fr: null },
        price: 5,
      },
    });
    const shown: Record<string, unknown> = {};
    for (const locale of ['en-US', 'de', 'de-AT', 'fr']) {
      const response = await scene.delivery.get(`${scene.read}/entries/chain?locale=${locale}`, 200);
      shown[locale] = [response.at('fields.title'), response.at('fields.note'), response.at('fields.price')];
    }
    assert.deepEqual(shown, {
      'en-US': ['English', 'note', 5],
      de: ['Deutsch', '', 5],
      'de-AT': ['Deutsch', '', 5],
      fr: ['Français', undefined, 5],
    });
    const raw = await scene.delivery.get(`${scene.read}/entries/chain?locale=*`, 200);
    assert.deepEqual(raw.at('fields.title'), { 'en-US': 'English', de: 'Deutsch', fr: 'Français' });
    assert.deepEqual(raw.at('fields.note'), { 'en-US': 'note', de: '' });
    assert.deepEqual(raw.at('fields.price'), { 'en-US': 5 });
  });

  it('are what filters and order look at, with fallback', async () => {
    await publishNew(scene.owner, scene.base, {
      content_type_id: 'page',
      key: 'filter',
      fields: { title: { 'en-US': 'Only English', fr: 'Seulement' } },
    });
    assert.equal((await read('locale=de-AT&fields.title=Only%20English')).at('total'), 1);
    assert.equal((await read('locale=fr&fields.title=Only%20English')).at('total'), 0);
    assert.equal((await read('locale=fr&fields.title=Seulement')).at('total'), 1);
  });

  it('have slugs of their own', async () => {
    await publishNew(scene.owner, scene.base, {
      content_type_id: 'page',
      key: 'slugs',
      fields: { title: { 'en-US': 'Cat', fr: 'Chat' }, slug: { 'en-US': 'cat', de: 'katze', fr: 'chat' } },
    });
    assert.equal((await read('slug=katze&locale=de-AT')).at('items.0.slug'), 'katze');
    assert.equal((await read('slug=katze')).at('total'), 0);
    assert.equal((await read('slug=cat&locale=*')).at('items.0.slug'), 'cat');
    const taken = await scene.owner.post(
      `${scene.base}/entries`,
      { content_type_id: 'page', fields: { title: 'x', slug: { 'en-US': 'other', 'de-AT': 'katze' } } },
      409,
    );
    assert.equal(taken.at('detail.code'), 'slug_conflict');
  });

  it('hold unique values each for itself', async () => {
    const fields = [field('code', 'string', { localized: true, unique: true })];
    await scene.owner.post(`${scene.base}/content-types`, { api_id: 'badge', name: 'Badge', fields }, 201);
    const badge = (code: Record<string, string>) =>
      createEntry(scene.owner, scene.base, { content_type_id: 'badge', fields: { code } });
    const publish = async (code: Record<string, string>, status: number) =>
      scene.owner.post(`/entries/${await badge(code)}/publish`, undefined, status);
    await publish({ 'en-US': 'A', de: 'B', fr: 'A' }, 200);
    await publish({ 'en-US': 'B', de: 'A' }, 200);
    const refused = await publish({ 'en-US': 'C', de: 'B', fr: 'B' }, 422);
    assert.deepEqual(refused.each('detail.errors', 'path'), ['fields.code.de']);
  });

  it('refuse what a field cannot have', async () => {
    const save = (fields: Record<string, unknown>) =>
      scene.owner.post(`${scene.base}/entries`, { content_type_id: 'page', fields }, 422);
    const unknown = await save({ title: { 'en-US': 'x', es: 'y' } });
    assert.deepEqual(unknown.each('detail.errors', 'rule'), ['locale']);
    await save({ price: { 'en-US': 1, de: 2 } });
    const wrong = await save({ title: { de: 5 } });
    assert.deepEqual(wrong.each('detail.errors', 'path'), ['fields.title.de']);
  });

  it('are asked for at publish unless they are optional', async () => {
    const own = await withLocales(stage.url);
    await own.owner.post(
      `${own.base}/content-types`,
      { api_id: 'strict', name: 'Strict', fields: [field('title', 'string', { localized: true, required: true })] },
      201,
    );
    const id = await createEntry(own.owner, own.base, {
      content_type_id: 'strict',
      fields: { title: { de: 'nur Deutsch' } },
    });
    const refused = await own.owner.post(`/entries/${id}/publish`, undefined, 422);
    assert.deepEqual(refused.each('detail.errors', 'path').sort(), ['fields.title.en-US', 'fields.title.fr']);
    await own.owner.patch(`/entries/${id}`, { fields: { title: { 'en-US': 'English' } } }, 200);
    await own.owner.post(`/entries/${id}/publish`, undefined, 422);
    await own.owner.patch(`${own.space}/locales/${await localeId(own, 'fr')}`, { optional: true }, 200);
    await own.owner.post(`/entries/${id}/publish`, undefined, 200);
  });

  describe('change', () => {
    it('of fallback shows at once', async () => {
      const own = await withLocales(stage.url);
      await publishNew(own.owner, own.base, {
        content_type_id: 'page',
        key: 'k',
        fields: { title: { 'en-US': 'E', de: 'D' } },
      });
      const title = async () => (await own.delivery.get(`${own.read}/entries/k?locale=fr`, 200)).at('fields.title');
      assert.equal(await title(), undefined);
      const fr = `${own.space}/locales/${await localeId(own, 'fr')}`;
      await own.owner.patch(fr, { fallback: 'de' }, 200);
      assert.equal(await title(), 'D');
      await own.owner.patch(fr, { fallback: 'en-US' }, 200);
      assert.equal(await title(), 'E');
      const loop = await own.owner.patch(`${own.space}/locales/${await localeId(own, 'en-US')}`, { fallback: 'fr' });
      assert.ok(loop.status === 422 || loop.status === 409, String(loop));
    });

    it('of code keeps the values', async () => {
      const own = await withLocales(stage.url);
      await publishNew(own.owner, own.base, {
        content_type_id: 'page',
        key: 'k',
        fields: { title: { 'en-US': 'E', de: 'D' } },
      });
      await own.owner.patch(`${own.space}/locales/${await localeId(own, 'de')}`, { code: 'de-DE' }, 200);
      assert.equal((await own.delivery.get(`${own.read}/entries/k?locale=de-DE`, 200)).at('fields.title'), 'D');
      await own.delivery.get(`${own.read}/entries/k?locale=de`, 422);
      assert.equal((await own.delivery.get(`${own.read}/entries/k?locale=de-AT`, 200)).at('fields.title'), 'D');
    });

    it('of the default moves no value', async () => {
      const own = await withLocales(stage.url);
      await publishNew(own.owner, own.base, {
        content_type_id: 'page',
        key: 'k',
        fields: { title: { 'en-US': 'E', de: 'D' }, price: 3 },
      });
      await own.owner.patch(`${own.space}/locales/${await localeId(own, 'de')}`, { default: true }, 200);
      const response = await own.delivery.get(`${own.read}/entries/k`, 200);
      assert.equal(response.at('fields.title'), 'D');
      assert.equal(response.at('fields.price'), 3);
      assert.deepEqual((await own.delivery.get(`${own.read}/entries/k?locale=*`, 200)).at('fields.price'), { de: 3 });
      assert.equal((await own.owner.get(own.space, 200)).at('default_locale'), 'de');
    });

    it('by deletion is refused where values or fallbacks hang on it, and done when confirmed', async () => {
      const own = await withLocales(stage.url);
      await publishNew(own.owner, own.base, {
        content_type_id: 'page',
        key: 'k',
        fields: { title: { 'en-US': 'E', de: 'D' } },
      });
      const de = `${own.space}/locales/${await localeId(own, 'de')}`;
      assert.equal((await own.owner.delete(de, 409)).at('detail.code'), 'conflict');
      await own.owner.delete(`${de}?confirm_data_loss=true`, 204);
      assert.equal((await own.delivery.get(`${own.read}/entries/k?locale=de-AT`, 200)).at('fields.title'), 'E');
      await own.owner.delete(`${own.space}/locales/${await localeId(own, 'en-US')}?confirm_data_loss=true`, 409);
      await own.owner.delete(`${own.space}/locales/${await localeId(own, 'fr')}`, 204);
    });

    it('is refused where two entries would come to one slug', async () => {
      const own = await withLocales(stage.url);
      const page = (slug: Record<string, string>) =>
        createEntry(own.owner, own.base, { content_type_id: 'page', fields: { title: 'x', slug } });
      const holder = await page({ 'en-US': 'third', fr: 'troisieme' });
      const other = await page({ 'en-US': 'fourth', de: 'troisieme' });
      const fr = `${own.space}/locales/${await localeId(own, 'fr')}`;
      const refused = await own.owner.patch(fr, { fallback: 'de' }, 409);
      assert.equal(refused.at('detail.code'), 'conflict');
      assert.deepEqual(refused.list('detail.entries').sort(), [holder, other].sort());
      await own.owner.patch(`/entries/${other}`, { fields: { slug: { de: 'vierte' } } }, 200);
      await own.owner.patch(fr, { fallback: 'de' }, 200);
    });
  });

  it('are listed, made and refused like any resource', async () => {
    const own = await given(stage.url);
    assert.deepEqual((await own.owner.get(`${own.space}/locales`, 200)).each('items', 'code'), ['en-US']);
    const de = await own.owner.post(`${own.space}/locales`, { code: 'de' }, 201);
    assert.equal(de.at('fallback'), 'en-US');
    assert.equal(de.at('optional'), false);
    assert.equal(de.at('default'), false);
    assert.equal((await own.owner.post(`${own.space}/locales`, { code: 'de' }, 409)).at('detail.code'), 'conflict');
    for (const code of ['*', 'en_US', '', 'constructor!', 'x'.repeat(100)])
      await own.owner.post(`${own.space}/locales`, { code }, 422);
    await own.owner.post(`${own.space}/locales`, { code: 'fr', fallback: 'nl' }, 422);
    await own.owner.get(`${own.space}/locales/${de.string('id')}`, 200);
  });
});

async function withLocales(url: string): Promise<Scene> {
  const scene = await given(url);
  const locale = (code: string, fallback: string | null) =>
    scene.owner.post(`${scene.space}/locales`, { code, fallback }, 201);
  await locale('de', 'en-US');
  await locale('de-AT', 'de');
  await locale('fr', null);
  await scene.owner.post(`${scene.base}/content-types`, pageType, 201);
  return scene;
}

async function localeId(scene: Scene, code: string): Promise<string> {
  const list = await scene.owner.get(`${scene.space}/locales`, 200);
  const index = list.each('items', 'code').indexOf(code);
  return list.string(`items.${index}.id`);
}
