/** The client reads a real service: what queries ask for is what they get, in the types that `lectern types` writes. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, it } from 'node:test';
import { given, type Scene } from '../../testing/src/given.ts';
import { onFirstEngine } from '../../testing/src/on-each-engine.ts';
import { SEED } from '../../testing/src/seed.ts';
import { temporaryFolder } from '../../testing/src/temporary-folder.ts';
import { until } from '../../testing/src/until.ts';
import { type DeliveredModel, readModel } from '../src/generate/delivered-model.ts';
import { haveSameTypes, modelFile } from '../src/generate/model-file.ts';
import { runTypes } from '../src/generate/types-command.ts';
import { type Client, createClient, type Fetch, LecternError, type PreviewClient } from '../src/index.ts';
import { Transport } from '../src/transport.ts';
import { randomAnswers } from './answers.ts';
import { complaints, writeSettings } from './compilers.ts';
import { keepsInCode } from './content-as-code.ts';
import { fillMagazine } from './magazine/content.ts';
import type { Model } from './magazine/model.ts';

onFirstEngine('a client of a magazine', (stage) => {
  let scene: Scene;
  let site: Client<Model>;
  let preview: PreviewClient<Model>;
  const sent: { url: string; headers: Record<string, string> }[] = [];
  before(async () => {
    scene = await given(stage.url, { defaultLocale: 'en' });
    await fillMagazine(scene);
    const place = { url: `${stage.url}/`, space: scene.spaceId };
    site = createClient<Model>({
      ...place,
      token: String(scene.delivery.token),
      fetch: (url, init) => {
        sent.push({ url, ...init });
        return fetch(url, init);
      },
    });
    preview = createClient<Model>({ ...place, token: String(scene.preview.token), preview: true });
  });

  it('resolves what is included, and nothing else', async () => {
    const article = await site.entry('sea', {
      type: 'article',
      include: { author: { photo: true }, related: { author: true }, gallery: true, sections: { more: true } },
    });
    assert.ok(article);
    const { author, related = [], gallery = [], sections = [], photo, anything } = article.fields;
    assert.equal(author?.fields.photo?.title, 'face');
    assert.equal(author?.fields.mentor?.type, 'entry');
    assert.deepEqual(
      related.map(({ fields }) => ('name' in fields ? fields.name : fields.title)),
      ['Hills', 'Ada', 'The sea'],
    );
    assert.equal(article.links.related?.length, 4);
    const [hills] = related;
    assert.equal(hills?.content_type === 'article' && hills.fields.author, null, 'a draft');
    assert.deepEqual(
      gallery.map(({ title }) => title),
      ['wave', 'face'],
    );
    const [hero, quote] = sections;
    assert.equal(hero?.type === 'hero' && hero.fields.more?.slug, 'hills');
    assert.equal(hero?.type === 'hero' && hero.fields.picture?.type, 'asset');
    assert.equal(quote?.type === 'quote' && quote.fields.who, 'Jo');
    assert.equal(photo?.type, 'asset');
    assert.equal(anything?.type, 'entry');
    assert.deepEqual(article.fields.data, { type: 'entry', id: 'not a link' });
    assert.deepEqual(JSON.parse(JSON.stringify(article)), article);
  });

  it('puts what rich text links to into it', async () => {
    const article = await site
      .entries('article')
      .where({ slug: 'sea' })
      .include({ body: { photo: true } })
      .first();
    const [, entry, asset] = article?.fields.body?.content ?? [];
    assert.equal(entry?.type === 'entryBlock' && entry.attrs.entry?.fields.photo?.title, 'face');
    assert.equal(asset?.type === 'assetBlock' && asset.attrs.asset?.title, 'wave');
    assert.equal(article?.links.body?.content.length, 3);
  });

  it('filters, requires, orders, selects and counts', async () => {
    const articles = site.entries('article');
    const slugs = async (query: { list(): Promise<{ items: { slug: string | null }[] }> }) =>
      (await query.list()).items.map(({ slug }) => slug);
    assert.deepEqual(await slugs(articles.order('title')), ['hills', 'sea']);
    assert.deepEqual(await slugs(articles.order('-rating')), ['sea', 'hills']);
    assert.deepEqual(await slugs(articles.where({ rating: { gte: 4 } })), ['sea']);
    assert.deepEqual(await slugs(articles.where({ tags: 'travel' })), ['hills']);
    assert.deepEqual(await slugs(articles.where({ tags: { in: ['travel, slow'] } })), ['sea']);
    assert.deepEqual(await slugs(articles.where({ tags: { in: [] } })), []);
    assert.equal((await slugs(articles.where({ tags: { nin: [] } }))).length, 2);
    assert.deepEqual(await slugs(articles.where({ author: { name: 'Jo' }, seo: { noindex: false } })), ['sea']);
    assert.deepEqual(await slugs(articles.where({ author: { in: { in: ['Kiel'] } } })), ['sea']);
    assert.deepEqual(await slugs(articles.where({ author: { in: ['jo'] } })), ['sea']);
    assert.equal((await site.entries('person').where({ in: 'Kiel' }).first())?.fields.name, 'Jo');
    assert.deepEqual(await slugs(articles.where({ tags: 'sea' }).where({ tags: 'travel, slow' })), ['sea']);
    assert.deepEqual(await slugs(articles.require('author')), ['sea'], 'the author of the other is a draft');
    assert.deepEqual(await slugs(articles.require('photo')), ['sea']);
    assert.deepEqual(await slugs(articles.search('sea')), ['sea']);
    assert.deepEqual(await slugs(articles.param('fields.rating[lt]', 4)), ['hills']);
    const narrow = await articles
      .where({ slug: 'sea' })
      .include({ author: true })
      .select('title', 'author.name')
      .first();
    assert.deepEqual(narrow?.fields.title, 'The sea');
    assert.deepEqual(Object.keys(narrow?.fields ?? {}), ['title', 'author']);
    assert.deepEqual(narrow?.fields.author?.fields, { name: 'Jo' });
    assert.match(String(narrow?.fields.author?.published_at), /^2/);
    const one = await site.entry('sea', {
      type: 'article',
      include: { author: true },
      select: ['title', 'author.name'],
    });
    assert.deepEqual(one, narrow);
  });

  it('goes through all pages', async () => {
    const page = await site.entries('article').order('title').limit(1).list();
    assert.equal(page.total, 2);
    assert.ok(page.next !== null && page.revision > 0 && page.tags.includes(scene.spaceId));
    const second = await site.entries('article').order('title').limit(1).after(page.next).list();
    assert.deepEqual(
      second.items.map(({ slug }) => slug),
      ['sea'],
    );
    assert.equal(second.next, null);
    const slugs: (string | null)[] = [];
    for await (const { slug } of site.entries('article').order('title').limit(1)) slugs.push(slug);
    assert.deepEqual(slugs, ['hills', 'sea']);
    assert.equal((await site.entries('article').atLeast(page.revision).list()).total, 2);
  });

  it('reads one locale or all of them', async () => {
    const german = await site.entry('sea', { type: 'article', locale: 'de' });
    assert.equal(german?.fields.title, 'Das Meer');
    const french = await site.entry('sea', { type: 'article', locale: 'fr' });
    assert.equal(french?.fields.title, undefined);
    const all = await site
      .entries('article')
      .locale('*')
      .include({ author: true, sections: { more: true } })
      .where({ slug: 'sea' })
      .first();
    assert.deepEqual(all?.fields.title, { en: 'The sea', de: 'Das Meer' });
    assert.deepEqual(all?.fields.author.en?.fields.name, { en: 'Jo' });
    const [hero] = all?.fields.sections?.en ?? [];
    assert.deepEqual(hero?.type === 'hero' && hero.fields.heading, { en: 'Look', de: 'Schau' });
    assert.equal(hero?.type === 'hero' && hero.fields.more?.slug, 'hills');
    assert.equal(all?.fields.pages?.de?.[0]?.fields.text, 'Nass.');
    assert.deepEqual((await site.asset('wave', { locale: '*' }))?.title, { en: 'wave', de: 'wave (de)' });
  });

  it('finds nothing where nothing can be seen', async () => {
    assert.equal(await site.entry('fog'), null);
    assert.equal(await site.entry('sea', { type: 'person' }), null);
    assert.equal(await site.asset('none'), null);
    assert.equal(await site.entries('article').where({ slug: 'none' }).first(), null);
    const draft = await preview.entry('fog', { type: 'article', include: { author: true } });
    assert.deepEqual(
      [draft?.status, draft?.fields.title, draft?.fields.author?.status],
      ['draft', undefined, 'published'],
    );
  });

  it('lists assets', async () => {
    const { items, total } = await site.assets().order('id').locale('de').list();
    assert.deepEqual([items.map(({ title }) => title), total], [['face (de)', 'wave (de)'], 2]);
    assert.deepEqual((await site.assets().where({ mime_type: 'image/*' }).list()).items, []);
    assert.equal((await site.assets().search('wave').first())?.key, 'wave');
  });

  it('gives each caller a result of their own, from one response', async () => {
    const query = site.entries('article').where({ slug: 'sea' });
    const before = sent.length;
    const [one, other] = await Promise.all([query.list(), query.list()]);
    const third = await query.list();
    assert.equal(sent.length, before + 2);
    assert.equal(sent.at(-1)?.headers['if-none-match'] !== undefined, true);
    const [article] = one.items;
    assert.ok(article);
    article.fields.tags?.push('changed');
    for (const { items } of [other, third]) assert.deepEqual(items[0]?.fields.tags, ['sea', 'travel, slow']);
    assert.ok(sent.every(({ url }) => !url.includes(String(scene.delivery.token))));
  });

  it('says what is wrong as the service does', async () => {
    const wrong = site.entries('article').param('fields.titel', 'x').list();
    await assert.rejects(wrong, (error: LecternError) => {
      assert.ok(error instanceof LecternError && error.requestId !== null);
      assert.deepEqual([error.status, error.code], [422, 'validation_failed']);
      return JSON.stringify(error.detail).includes('fields.titel');
    });
    const place = { url: stage.url, space: scene.spaceId };
    const stranger = createClient<Model>({ ...place, token: 'cms_del_none' });
    await assert.rejects(stranger.entries('article').list(), { status: 401 });
    const token = String(scene.delivery.token);
    await assert.rejects(
      createClient<Model>({ ...place, token, environment: 'stagin' }).entry('x'),
      /no such environment/,
    );
    // What a mistake in JavaScript sends.
    const misspelt = site
      .entries('article')
      .where({ rating: { gtee: 4 } as never })
      .list();
    await assert.rejects(misspelt, { message: /fields\.rating\[ne\].*Did you mean "gte"/ });
    const unnamed = site.entries('article').include(['author'] as never);
    await assert.rejects(unnamed.list(), /no field "0" to follow/);
    const listed = await site
      .entries('article')
      .select(['title'] as never)
      .first();
    assert.deepEqual(Object.keys(listed?.fields ?? {}), ['title']);
    const late = site.entries('article').where({ at: { gt: new Date('2026-06-01') } as never });
    assert.equal((await late.list()).total, 0, 'a date is no filter that matches all');
    // Nothing is missed before something is read: builds load modules where there are no keys.
    for (const name of ['url', 'space', 'token']) {
      const unready = createClient<Model>({ ...place, token, [name]: undefined });
      assert.throws(() => unready.entries('article'), { message: `A client needs \`${name}\`; it is empty.` });
    }
    for (const answer of ['{"ok":true}', '{"items":7}', '<html>', 'null']) {
      const other = createClient<Model>({ ...place, token, fetch: async () => new Response(answer) });
      const refused = {
        name: 'LecternError',
        code: 'response',
        message: `No response of the service; check its address: ${answer}`,
      };
      await assert.rejects(other.entries('article').list(), refused);
    }
    const withoutPreview = createClient<Model>({ ...place, token: 'cms_pre_1' });
    assert.throws(() => withoutPreview.entries('article'), /With `preview: false`, give a delivery key/);
    const withPreview = createClient<Model>({ ...place, token: 'cms_del_1', preview: true });
    assert.throws(() => withPreview.entries('article'), /With `preview: true`, give a preview key/);
  });

  it('has the types of what is published', async () => {
    const { types, locales } = await modelOf(scene);
    const text = modelFile({ types, locales });
    const expected = readFileSync(join(import.meta.dirname, 'magazine/model.ts'), 'utf8');
    assert.equal(text.replace('@lectern/client', '../../src/index.ts'), expected);
    assert.equal(modelFile({ types: types.toReversed(), locales: locales.toReversed() }), text);
    assert.ok(haveSameTypes(text, text.replace('1 published entry has', '2 published entries have')));
    assert.ok(!haveSameTypes(text, text.replace('stage?: number', 'stage: number')));
    const renamed = types.map((type) => ({ ...type, api_id: type.api_id === 'article' ? 'with' : type.api_id }));
    assert.match(modelFile({ types: renamed, locales }), /import type \{[^}]*WithLinks.*interface With_2Links /s);
    const moved = types.map((type) => ({
      ...type,
      fields: type.fields.map((field) =>
        field.id === 'rating' ? { ...field, former_ids: ['score', 'stars'] } : field,
      ),
    }));
    assert.match(modelFile({ types: moved, locales }), /\/\*\* Formerly `score`, `stars`. \*\/\n {2}rating\?: number;/);
    const limited = {
      items: { type: 'string', validations: { in: ['sea', 'hills'] } },
      validations: { max_items: 5 },
    } as const;
    const listed = types.map((type) => ({
      ...type,
      fields: type.fields.map((field) => (field.id === 'tags' ? { ...field, ...limited } : field)),
    }));
    assert.match(modelFile({ types: listed, locales }), /tags\?: \('sea' \| 'hills'\)\[\]/);
  });

  it('answers random queries in the types of random models', async () => {
    const folder = temporaryFolder('client-answers');
    const client = join(import.meta.dirname, '../src/index.ts');
    const files = await randomAnswers(stage.url, { seed: SEED, queries: 10, client });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    writeSettings(folder, 'nodenext', { allowImportingTsExtensions: true, skipLibCheck: true });
    assert.equal(await complaints('7', folder), '');
  });

  it('has its types written and checked', async () => {
    const out = join(temporaryFolder('client-types'), 'src/lectern.ts');
    const said: string[] = [];
    const say = (line: string) => void said.push(line);
    const frame = { print: say, printError: say };
    const variables = { LECTERN_URL: stage.url, LECTERN_TOKEN: String(scene.delivery.token) };
    const types = (...argv: string[]) => runTypes(['--out', out, ...argv], variables, frame);
    assert.equal(await types('--check'), 1);
    assert.deepEqual(said, [`${out} does not exist; run \`lectern types --out ${out}\`.`]);
    assert.equal(await types(), 0);
    assert.equal(readFileSync(out, 'utf8'), modelFile(await modelOf(scene)));
    assert.equal(await types('--check'), 0);
    writeFileSync(out, readFileSync(out, 'utf8').replace('done?: boolean', 'done?: string'));
    assert.equal(await types('--check'), 1);
    assert.equal(await types('--check', '--token', 'cms_del_none'), 1);
    said.length = 0;
    assert.equal(await types('--colour'), 2);
    assert.equal(await runTypes([], { LECTERN_URL: stage.url }, frame), 2);
    assert.ok(
      said.length === 2 && said.every((line) => /^[^\n]+`lectern types --help` says more\.$/.test(line)),
      `${said}`,
    );
  });

  it('keeps a model and changes of content in code', () => keepsInCode(stage.url));

  for (const [how, askEveryMs, streams] of [
    ['over a stream', 3_600_000, fetch],
    ['by asking where there is no stream', 20, refusingStreams],
  ] as const)
    it(`has its types followed ${how}, with what is published`, async () => {
      const out = join(temporaryFolder('client-types'), 'lectern.ts');
      const ended = new AbortController();
      const frame = {
        print: () => {},
        printError: (line: string) => assert.fail(line),
        signal: ended.signal,
        askEveryMs,
        publishedEveryMs: 20,
        fetch: streams as Fetch,
      };
      const variables = { LECTERN_URL: stage.url, LECTERN_TOKEN: String(scene.delivery.token) };
      const watching = runTypes(['--out', out, '--watch'], variables, frame);
      const has = (text: string) => until(() => existsSync(out) && readFileSync(out, 'utf8').includes(text));
      await has("role?: 'writer' | 'editor';\n");
      await changeRole(scene, { required: true });
      await has('// 1 published entry has none');
      const ada = `${scene.base}/entries/ada`;
      await scene.owner.patch(ada, { fields: { role: 'editor' } }, 200);
      await scene.owner.post(`${ada}/publish`, {}, 200);
      await has("role: 'writer' | 'editor';\n");
      ended.abort();
      assert.equal(await watching, 0);
      await changeRole(scene, { required: false });
      await scene.owner.patch(ada, { fields: { role: null } }, 200);
      await scene.owner.post(`${ada}/publish`, {}, 200);
    });
});

/** A service that has as many streams open as it may. */
function refusingStreams(url: string, init: RequestInit): Promise<Response> {
  return url.endsWith('/live') ? Promise.resolve(new Response('{}', { status: 503 })) : fetch(url, init);
}

async function changeRole({ owner, base }: Scene, settings: object): Promise<void> {
  const fields = (await owner.get(`${base}/content-types/person`, 200))
    .list('fields')
    .map((field) => ((field as { id: string }).id === 'role' ? { ...(field as object), ...settings } : field));
  await owner.patch(`${base}/content-types/person`, { fields }, 200);
}

function modelOf({ url, read, delivery }: Scene): Promise<DeliveredModel> {
  return readModel(new Transport(`${url}${read}/`, { token: String(delivery.token) }));
}
