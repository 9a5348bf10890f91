/**
 * Content imported from Strapi, over real HTTP and by the command: the real export beside the checkout, compared with the
 * responses of the same installation's REST API, and a sample with what that export lacks. A second run changes nothing.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { takeUploads } from '@lectern/import/strapi/archive/uploads.ts';
import { given, type Scene } from '../../../../testing/src/given.ts';
import { onEachEngine } from '../../../../testing/src/on-each-engine.ts';
import { temporaryFolder } from '../../../../testing/src/temporary-folder.ts';
import { assertEqualsStrapi, type ExpectedFile } from './expected-strapi.ts';
import { counted, importFile, importSaying } from './import-run.ts';
import { archiveOf, linesOf } from './strapi-archive.ts';
import { PICTURE, PLANTED, sampleArchive, sampleMembers } from './strapi-sample.ts';

const FOLDER = join(import.meta.dirname, '../../../../../../shared/data');
const REAL = join(FOLDER, 'strapi-blog.tar.gz');
const EXPECTED = join(FOLDER, 'strapi-expected.json');

type Facts = Record<string, unknown>;

function fileOf(bytes: Buffer, name = 'export.tar.gz'): string {
  const path = join(temporaryFolder('strapi'), name);
  writeFileSync(path, bytes);
  return path;
}

/** The hash in the URL of each asset is that of its file in the archive. */
async function assertBytes(scene: Scene, { files }: ExpectedFile): Promise<void> {
  const byName = new Map(files.map((file) => [String(file.url).replace('/uploads/', ''), String(file.documentId)]));
  let count = 0;
  for await (const { name, path } of takeUploads(REAL, byName.keys())) {
    const asset = await scene.delivery.get(`${scene.read}/assets/${byName.get(name)}`, 200);
    const hash = createHash('sha256').update(readFileSync(path)).digest('hex');
    assert.ok(asset.string('url').includes(`/${hash}/`), name);
    count += 1;
  }
  assert.equal(count, files.length);
}

if (existsSync(REAL) && existsSync(EXPECTED))
  onEachEngine('importing the real Strapi export', (stage) => {
    it('gives what the REST API of Strapi gives, and changes nothing the second time', async () => {
      const scene = await given(stage.url);
      const expected = JSON.parse(readFileSync(EXPECTED, 'utf8')) as ExpectedFile;
      const first = await importFile(scene, ['strapi', REAL]);
      assert.deepEqual([first.report.refused, first.code], [[], 0]);
      const numbers = [10, 11, 14];
      assert.deepEqual(
        counted(first.report),
        numbers.map((number) => [number, 0, 0, 0]),
      );
      assert.deepEqual(first.report.files, { total: 11, uploaded: 11, unchanged: 0, missing: 0, refused: 0 });
      assert.deepEqual(first.report.locales.created, ['en', 'fr']);
      await assertEqualsStrapi(scene, expected);
      await assertBytes(scene, expected);
      const second = await importFile(scene, ['strapi', REAL]);
      assert.deepEqual(
        counted(second.report),
        numbers.map((number) => [0, 0, number, 0]),
      );
      assert.equal(second.report.files?.unchanged, 11);
      const ofLocales = ({ about }: { readonly about: string }) => about.startsWith('locale ');
      assert.deepEqual(
        second.report.notes,
        first.report.notes.filter((note) => !ofLocales(note)),
      );
      assert.deepEqual(second.report.warnings, first.report.warnings);
      await assertEqualsStrapi(scene, expected);
    });
  });

onEachEngine('importing a Strapi export', (stage) => {
  it('keeps values of every type, components, links of every kind, locales and states', async () => {
    const scene = await given(stage.url);
    const { code, report } = await importFile(scene, ['strapi', fileOf(sampleArchive)]);
    assert.deepEqual([report.refused, code], [[], 0]);
    const draft = await scene.preview.get(`${scene.read}/entries/home?include=1&locale=en`, 200);
    const fields = draft.at('fields') as Facts;
    const { mood, views, rating, length, day, moment, hour, extra, isShown, mail, code: own, f_constructor } = fields;
    assert.deepEqual(
      { mood, views, rating, length, day, moment, hour, extra, isShown, mail, own, f_constructor },
      {
        mood: 'stormy',
        views: '9007199254740993',
        rating: 4.5,
        length: 12,
        day: '2024-05-06',
        moment: '2024-05-06T07:08:09.000Z',
        hour: '10:30:00.000',
        extra: { en: 1, de: 2 },
        isShown: true,
        mail: 'ada@example.com',
        own: 'AB12',
        f_constructor: 'built',
      },
    );
    assert.equal(draft.at('slug'), 'home');
    const linked = (name: string) => JSON.stringify(fields[name]);
    const [, codeOfEnvironment] = draft.string('id').split('_');
    const linkTo = (prefix: 'ent' | 'ast', key: string) => ({
      type: prefix === 'ent' ? 'entry' : 'asset',
      id: `${prefix}_${codeOfEnvironment}_${key}`,
    });
    const button = { label: 'Go', target: linkTo('ent', 'about'), icon: linkTo('ast', 'pier') };
    assert.deepEqual(fields.hero, {
      fields: {
        claim: 'New claim',
        image: linkTo('ast', 'pier'),
        tag: linkTo('ent', 'calm'),
        buttons: [{ id: 'button-1', type: 'shared.button', fields: button }],
      },
    });
    assert.deepEqual(fields.sections, [{ id: 'section-1', type: 'shared.section', fields: { heading: 'One' } }]);
    assert.deepEqual(
      (fields.zone as Facts[]).map(({ id, type }) => [id, type]),
      [
        ['section-1', 'shared.section'],
        ['hero-1', 'shared.hero'],
        ['section-2', 'shared.section'],
      ],
    );
    assert.match(linked('gallery'), /_pier".*_lost"/);
    assert.match(linked('related'), /_home".*_about"/);
    assert.match(linked('anything'), /_about".*_calm"/);
    assert.match(linked('body'), /"assetBlock".*_pier"/);
    for (const gone of ['secret', 'remark', 'owner', 'children', 'relatedOf', 'twin'])
      assert.ok(!(gone in fields), gone);
    const shown = await scene.delivery.get(`${scene.read}/entries/home?locale=en`, 200);
    assert.deepEqual([shown.at('fields.title'), shown.at('fields.mood')], ['Home', 'calm']);
    assert.equal(shown.at('fields.hero.fields.claim'), 'Old claim');
    assert.deepEqual(shown.each('fields.zone', 'id'), ['section-1']);
    const german = await scene.delivery.get(`${scene.read}/entries/home?locale=de`, 200);
    assert.deepEqual([german.at('fields.title'), german.at('slug')], ['Start', 'start']);
    assert.ok(!('body' in (german.at('fields') as Facts)), 'Strapi has no fallbacks');
    const tag = await scene.delivery.get(`${scene.read}/entries/calm`, 200);
    assert.equal((tag.at('fields.pages') as Facts[]).length, 2, 'rows of one document are one link');
    const children = await scene.delivery.get(`${scene.read}/entries?content_type=page&links_to=home&locale=en`, 200);
    assert.deepEqual(
      (children.at('items') as Facts[]).map(({ slug }) => slug),
      ['about'],
    );
  });

  it('brings the files along, once', async () => {
    const scene = await given(stage.url);
    const path = fileOf(sampleArchive);
    const first = await importFile(scene, ['strapi', path]);
    assert.deepEqual(first.report.files, { total: 2, uploaded: 2, unchanged: 0, missing: 0, refused: 0 });
    const asset = await scene.delivery.get(`${scene.read}/assets/pier?locale=de`, 200);
    assert.deepEqual(
      [asset.at('title'), asset.at('alt'), asset.at('description'), asset.at('file_name'), asset.at('created_at')],
      ['pier.png', 'A pier', 'At low tide', 'pier.png', '2024-01-01T00:00:00.000Z'],
    );
    const bytes = Buffer.from(await (await fetch(asset.string('url'))).arrayBuffer());
    assert.deepEqual(bytes, PICTURE);
    const second = await importFile(scene, ['strapi', path]);
    assert.equal(second.report.files?.unchanged, 2);
    assert.ok(counted(second.report).every(([created, updated, , refused]) => !created && !updated && !refused));
    const tar = await importFile(scene, ['strapi', fileOf(gunzipSync(sampleArchive), 'export.tar')]);
    assert.deepEqual(counted(tar.report), counted(second.report));
  });

  it('never takes passwords, tokens and other secrets along', async () => {
    const scene = await given(stage.url);
    assert.match(gunzipSync(sampleArchive).toString('latin1'), new RegExp(PLANTED));
    const { said } = await importSaying(scene, ['strapi', fileOf(sampleArchive)], '--json');
    assert.doesNotMatch(said, new RegExp(PLANTED));
    for (const list of ['entries', 'media', 'content-types']) {
      const all = await scene.owner.get(`${scene.base}/${list}?limit=1000`, 200);
      assert.doesNotMatch(all.text, new RegExp(`${PLANTED}|ada@site.example`));
    }
  });

  it('says what stayed, what was changed and where', async () => {
    const scene = await given(stage.url);
    const { report } = await importFile(scene, ['strapi', fileOf(sampleArchive)]);
    const said = (about: RegExp, message: RegExp) =>
      assert.ok(
        report.notes.some((note) => about.test(note.about) && message.test(note.message)),
        `${about} ${message}\n${report.notes.map((note) => `${note.about}: ${note.message}`).join('\n')}`,
      );
    const home = /^page home "Home, edited" \(entities_00001\.jsonl line 5\)/;
    said(/^the file$/, /1 end users/);
    said(/^the file$/, /1 webhooks/);
    said(/^field page\.summary$/, /Markdown/);
    said(/^field page\.secret$/, /Passwords are not read/);
    said(/^field page\.remark$/, /private/);
    said(/^field page\.owner$/, /not imported/);
    said(/^field page\.children$/, /other side/);
    said(/^field shared\.button\.key$/, /Passwords are not read/);
    said(home, /javascript:alert/);
    said(/^page home .*, twin \(en\)$/, /is not in the file/);
    said(/^page about .*, day$/, /"never"/);
    said(/^page about /, /values in xx/);
  });

  it('writes nothing with --dry-run, and says what it would', async () => {
    const scene = await given(stage.url);
    const path = fileOf(sampleArchive);
    const dry = JSON.parse((await importSaying(scene, ['strapi', path], '--json', '--dry-run')).said) as Facts;
    assert.equal((await scene.owner.get(`${scene.base}/content-types`, 200)).at('total'), 0);
    assert.equal((await scene.owner.get(`${scene.space}/locales`, 200)).at('total'), 1);
    const { report } = await importFile(scene, ['strapi', path]);
    assert.equal((dry.entries as Facts).new, report.entries.created);
    assert.deepEqual(dry.files, { total: 2, found: 2, missing: 0 });
    const again = JSON.parse((await importSaying(scene, ['strapi', path], '--json', '--dry-run')).said) as Facts;
    assert.deepEqual([(again.entries as Facts).new, (again.entries as Facts).present], [0, report.entries.created]);
  });

  it('ends with 1 where a file is not in the export, and names its asset', async () => {
    const scene = await given(stage.url);
    const path = fileOf(archiveOf(sampleMembers.filter(({ name }) => !name.endsWith('lost_2.pdf'))));
    const dry = JSON.parse((await importSaying(scene, ['strapi', path], '--json', '--dry-run')).said) as Facts;
    assert.deepEqual(dry.files, { total: 2, found: 1, missing: 1 });
    const { code, report } = await importFile(scene, ['strapi', path]);
    assert.deepEqual([report.files?.uploaded, report.files?.missing, code], [1, 1, 1]);
    assert.ok(
      report.notes.some(({ about, message }) => /^asset lost "lost"/.test(about) && /not in the export/.test(message)),
    );
  });

  it('imports records alone from an export without files', async () => {
    const scene = await given(stage.url, { defaultLocale: 'en' });
    const members = sampleMembers.filter(({ name }) => !name.startsWith('assets/'));
    await scene.owner.post(`${scene.space}/locales`, { code: 'de', fallback: 'en' }, 201);
    const { code, report } = await importFile(scene, ['strapi', fileOf(archiveOf(members))]);
    assert.deepEqual([report.files, report.refused, code], [null, [], 0]);
    assert.deepEqual(report.locales.unchanged, ['en', 'de'], 'locales of the space stay as they are');
    assert.ok(report.notes.some(({ message }) => /export without --exclude files/.test(message)));
  });

  it('leaves out the values of a locale that the service refuses, and ends with 1', async () => {
    const scene = await given(stage.url);
    const locale = { type: 'plugin::i18n.locale', id: 3, data: { code: 'no code', name: 'None' } };
    const page = { documentId: 'about', locale: 'no code', title: 'Nowhere', slug: 'nowhere' };
    const lines = linesOf([locale, { type: 'api::page.page', id: 70, data: page }]);
    const members = [...sampleMembers, { name: 'entities/entities_00002.jsonl', content: lines }];
    const { code, report } = await importFile(scene, ['strapi', fileOf(archiveOf(members))]);
    assert.deepEqual([report.locales.refused.map((one) => one.code), report.refused, code], [['no code'], [], 1]);
    const about = await scene.owner.get(`${scene.base}/entries/about`, 200);
    assert.deepEqual(about.at('fields.title'), { en: 'About' });
    assert.ok(report.notes.some(({ message }) => /values in no code were left out/.test(message)));
  });

  it('fails before it writes where the file is damaged, hostile or encrypted', async () => {
    const scene = await given(stage.url);
    const broken = [...sampleMembers, { name: 'entities/entities_00002.jsonl', content: `{}\n{"type": ${PLANTED}` }];
    const old = sampleMembers.map((member) =>
      member.name === 'metadata.json' ? { ...member, content: linesOf([{ strapi: { version: '4.25.0' } }]) } : member,
    );
    const wrong: readonly (readonly [string, RegExp])[] = [
      [fileOf(archiveOf(broken)), /Line 2 of entities\/entities_00002\.jsonl is not a JSON object/],
      [fileOf(archiveOf(old)), /made by Strapi 4\.25\.0; upgrade to Strapi 5/],
      [fileOf(sampleArchive.subarray(0, 900)), /cannot be read/],
      [fileOf(createHash('sha512').update('x').digest(), 'export.tar.gz.enc'), /strapi export --no-encrypt/],
    ];
    for (const [path, message] of wrong) {
      const { code, said } = await importSaying(scene, ['strapi', path]);
      assert.equal(code, 1);
      assert.match(said, message);
      assert.doesNotMatch(said, new RegExp(PLANTED));
    }
    assert.equal((await scene.owner.get(`${scene.base}/content-types`, 200)).at('total'), 0);
    assert.equal((await scene.owner.get(`${scene.space}/locales`, 200)).at('total'), 1);
  });
});
