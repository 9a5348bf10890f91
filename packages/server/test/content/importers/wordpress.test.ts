/**
 * Content imported from WordPress, over real HTTP and by the command: the real export beside the checkout, and a sample with what
 * that export lacks. A second run changes nothing.
 */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import sharp from 'sharp';
import { given } from '../../../../testing/src/given.ts';
import { onEachEngine } from '../../../../testing/src/on-each-engine.ts';
import { temporaryFolder } from '../../../../testing/src/temporary-folder.ts';
import { counted, importFile, importSaying } from './import-run.ts';
import { sampleItem, sampleSite, sampleWxr } from './wordpress-sample.ts';

const SHARED = join(import.meta.dirname, '../../../../../../shared');
const REAL = join(SHARED, 'data/wordpress-theme-unit-test.xml');
const COAUTHORS = join(SHARED, 'cases/wordpress-coauthors.xml');

type Facts = Record<string, unknown>;

function fileOf(text: string): string {
  const path = join(temporaryFolder('wordpress'), 'export.xml');
  writeFileSync(path, text);
  return path;
}

if (existsSync(REAL))
  onEachEngine('importing the real WordPress export', (stage) => {
    it('brings all of it over, and changes nothing the second time', async () => {
      const scene = await given(stage.url);
      const first = await importFile(scene, ['wordpress', REAL]);
      assert.deepEqual([first.report.refused, first.report.warnings, first.code], [[], [], 0]);
      const numbers = [8, 37, 350];
      assert.deepEqual(
        counted(first.report),
        numbers.map((number) => [number, 0, 0, 0]),
      );
      const second = await importFile(scene, ['wordpress', REAL]);
      assert.deepEqual(
        counted(second.report),
        numbers.map((number) => [0, 0, number, 0]),
      );
      assert.deepEqual(second.report.notes, first.report.notes);
      const posts = await scene.delivery.get(`${scene.read}/entries?content_type=post&limit=100`, 200);
      assert.equal(posts.at('total'), 55);
    });
  });

if (existsSync(COAUTHORS))
  onEachEngine('importing an export of a plugin for several authors', (stage) => {
    it('brings people and terms of one name', async () => {
      const scene = await given(stage.url);
      const first = await importFile(scene, ['wordpress', COAUTHORS]);
      assert.deepEqual([first.report.refused, first.code, counted(first.report)[2]], [[], 0, [5, 0, 0, 0]]);
      const post = await scene.delivery.get(`${scene.read}/entries/post-1?include=0`, 200);
      const linked = JSON.stringify([post.at('fields.author'), post.at('fields.author_terms')]);
      for (const key of ['author-ann', 'author_taxonomy-ann', 'author_taxonomy-bob'])
        assert.match(linked, new RegExp(`_${key}"`));
    });
  });

onEachEngine('importing a WordPress export', (stage) => {
  it('keeps slugs, dates, links, terms, authors, menus and statuses', async () => {
    const scene = await given(stage.url);
    const { code, report } = await importFile(scene, ['wordpress', fileOf(sampleSite)]);
    assert.deepEqual([report.refused, report.warnings, code], [[], [], 0]);
    const post = await scene.delivery.get(`${scene.read}/entries/post-11?include=1`, 200);
    assert.deepEqual(
      [post.at('slug'), post.at('fields.title'), post.at('fields.date'), post.at('published_at')],
      ['reading-the-tide', 'Reading the tide', '2021-03-04T05:06:07.000Z', '2021-03-04T05:06:07.000Z'],
    );
    const draft = await scene.owner.get(`${scene.base}/entries?fields.slug=reading-the-tide`, 200);
    assert.deepEqual(
      [draft.at('items.0.created_at'), draft.at('items.0.updated_at')],
      ['2021-03-04T05:06:07.000Z', '2021-04-04T05:06:07.000Z'],
    );
    assert.deepEqual(post.at('fields.custom_fields'), { source: ['The log', 'The map'] });
    const linked = JSON.stringify([post.at('fields'), post.at('includes')]);
    for (const key of ['attachment-10', 'page-12', 'category-tides', 'tag-slow', 'mood-calm', 'author-ada'])
      assert.match(linked, new RegExp(`_${key}"`));
    const asset = await scene.delivery.get(`${scene.read}/assets/attachment-10`, 200);
    assert.deepEqual(
      [asset.at('title'), asset.at('alt'), asset.at('file_name')],
      ['Pier', 'A pier at low tide', 'pier.png'],
    );
    const slugs = await Promise.all(
      ['page-13', 'page-14', 'boat-21', 'menu-main'].map(async (key) =>
        (await scene.delivery.get(`${scene.read}/entries/${key}`, 200)).at('slug'),
      ),
    );
    assert.deepEqual(slugs, ['crew', 'crew-14', '港', 'main']);
    const menu = await scene.delivery.get(`${scene.read}/entries/menu-main?include=2`, 200);
    assert.equal((menu.at('fields.items') as Facts[]).length, 2);
    for (const id of [15, 16, 17, 18, 19, 20]) await scene.delivery.get(`${scene.read}/entries/post-${id}`, 404);
    for (const id of [15, 16, 17, 18, 20]) await scene.preview.get(`${scene.read}/entries/post-${id}`, 200);
    const archived = await scene.owner.get(`${scene.base}/entries?status=archived`, 200);
    assert.equal(archived.at('items.0.fields.title.en-US'), 'Gone');
  });

  it('says what stayed, what was changed and where', async () => {
    const scene = await given(stage.url);
    const { report } = await importFile(scene, ['wordpress', fileOf(sampleSite)]);
    const said = (about: RegExp, message: RegExp) =>
      assert.ok(
        report.notes.some((note) => about.test(note.about) && message.test(note.message)),
        `${about} ${message}\n${report.notes.map((note) => `${note.about}: ${note.message}`).join('\n')}`,
      );
    const post = /^post 11 "Reading the tide" \(line \d+\)/;
    said(/^the file$/, /2 comments on 1 items/);
    said(/^the file$/, /1 of the type "revision"/);
    said(post, /comments were left out/);
    said(post, /"_plugin"/);
    said(/^post 11 .*, body$/, /\[contact-form\] was kept as code/);
    said(/^post 11 .*, custom_fields$/, /one field of JSON/);
    for (const [id, reason] of [
      [16, /private/],
      [17, /review/],
      [18, /to be published/],
      [19, /trash/],
      [20, /password/],
    ] as const)
      said(new RegExp(`^post ${id} .*, status$`), reason);
    said(/^page 14 "Other crew".*, slug$/, /ends in the number/);
    said(/^page 12 .*, featured_image$/, /Attachment 99 is not in the file/);
    said(/^author ada$/, /e-mail address/);
    assert.doesNotMatch(JSON.stringify(report), /ada@site\.example|"enter"/);
  });

  it('uploads the files of a copy of the uploads, once', async () => {
    const scene = await given(stage.url);
    const folder = temporaryFolder('uploads');
    mkdirSync(join(folder, '2021/03'), { recursive: true });
    const picture = sharp({ create: { width: 30, height: 20, channels: 3, background: 'teal' } });
    writeFileSync(join(folder, '2021/03/pier.png'), await picture.png().toBuffer());
    const path = fileOf(sampleSite);
    const first = await importFile(scene, ['wordpress', path], '--assets', folder);
    assert.deepEqual(first.report.files, { total: 1, uploaded: 1, unchanged: 0, missing: 0, refused: 0 });
    const asset = await scene.delivery.get(`${scene.read}/assets/attachment-10`, 200);
    assert.deepEqual([asset.at('width'), asset.at('mime_type')], [30, 'image/png']);
    const second = await importFile(scene, ['wordpress', path], '--assets', folder);
    assert.equal(second.report.files?.unchanged, 1);
    assert.ok(
      counted(second.report).every(([created, updated, , refused]) => created === 0 && updated === 0 && refused === 0),
    );
    const wrong = await importSaying(scene, ['wordpress', path], '--assets', temporaryFolder('empty'));
    assert.equal(wrong.code, 2);
    assert.match(wrong.said, /has none of the 1 files of the export/);
  });

  it('writes nothing with --dry-run, and says what it would', async () => {
    const scene = await given(stage.url);
    const path = fileOf(sampleSite);
    const dry = JSON.parse((await importSaying(scene, ['wordpress', path], '--json', '--dry-run')).said) as Facts;
    assert.equal((await scene.owner.get(`${scene.base}/content-types`, 200)).at('total'), 0);
    const { report } = await importFile(scene, ['wordpress', path]);
    assert.equal((dry.entries as Facts).new, report.entries.created);
    assert.deepEqual(dry.notes, report.notes);
    const again = JSON.parse((await importSaying(scene, ['wordpress', path], '--json', '--dry-run')).said) as Facts;
    assert.deepEqual([(again.entries as Facts).new, (again.entries as Facts).present], [0, report.entries.created]);
  });

  it('refuses a record on its own, names it, and ends with 1', async () => {
    const scene = await given(stage.url);
    const items = [
      sampleItem({ id: 1, title: 'Too long', content: 'word '.repeat(300_000) }),
      sampleItem({ id: 2, title: 'Fine' }),
      sampleItem({ id: 2, title: 'Fine again' }),
    ];
    const { code, report } = await importFile(scene, ['wordpress', fileOf(sampleWxr(items.join('\n')))]);
    assert.equal(code, 1);
    assert.deepEqual(
      report.refused.map(({ key, code: reason, title }) => [key, reason, title]),
      [
        ['post-2', 'conflict', 'Fine'],
        ['post-1', 'payload_too_large', 'Too long'],
      ],
    );
    await scene.delivery.get(`${scene.read}/entries/post-2`, 200);
  });

  it('says where a locked model is kept, and takes the entries of the types that are there', async () => {
    const scene = await given(stage.url);
    const by = 'https://github.com/acme/site';
    await scene.owner.patch(scene.base, { model_locked: { by } }, 200);
    const { code, said } = await importSaying(scene, ['wordpress', fileOf(sampleSite)]);
    assert.equal(code, 1);
    assert.match(said, /Change the content types where they are kept, at https:\/\/github\.com\/acme\/site,/);
    assert.equal((await scene.owner.get(`${scene.base}/content-types`, 200)).at('total'), 0);
    await scene.owner.patch(scene.base, { model_locked: null }, 200);
    await importFile(scene, ['wordpress', fileOf(sampleSite)]);
    await scene.owner.patch(scene.base, { model_locked: { by } }, 200);
    const { report } = await importFile(scene, ['wordpress', fileOf(sampleSite)]);
    assert.deepEqual([report.content_types.refused, report.refused.length], [0, 0]);
  });

  it('fails before it writes where the file is hostile', async () => {
    const scene = await given(stage.url);
    const head = '<!DOCTYPE rss [<!ENTITY file SYSTEM "file:///etc/passwd">]>';
    const { code, said } = await importSaying(scene, ['wordpress', fileOf(sampleWxr('', { head }))]);
    assert.equal(code, 1);
    assert.match(said, /has a document type, which no WordPress export has/);
    assert.equal((await scene.owner.get(`${scene.base}/content-types`, 200)).at('total'), 0);
  });
});
