/**
 * Content that moves in from Contentful, over real HTTP: every real export that lies beside the checkout, and a sample
 * that holds what those do not. What delivery answers is compared with the file itself, not with what was sent.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import sharp from 'sharp';
import type { ApiResponse } from '../../../../testing/src/client.ts';
import { given, makeKey, type Scene } from '../../../../testing/src/given.ts';
import { onEachEngine } from '../../../../testing/src/on-each-engine.ts';
import { temporaryFolder } from '../../../../testing/src/temporary-folder.ts';
import { runImport } from '../../../src/commands/import/import-command.ts';
import type { ImportReport } from '../../../src/commands/import/report.ts';
import { sampleExport } from './contentful-sample.ts';

const FOLDER = join(import.meta.dirname, '../../../../../../shared/data');
const realExports = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => /^contentful-.*\.json$/.test(name)) : [];

type Facts = Record<string, unknown>;

interface Source {
  readonly sys: {
    readonly id: string;
    readonly publishedAt: string;
    readonly contentType: { readonly sys: { readonly id: string } };
  };
  readonly fields: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

interface SourceType {
  readonly sys: { readonly id: string };
  readonly name: string;
  readonly fields: readonly { readonly id: string; readonly type: string }[];
}

interface ExportFile {
  readonly contentTypes: readonly SourceType[];
  readonly entries: readonly Source[];
  readonly assets: readonly Source[];
  readonly editorInterfaces: readonly {
    readonly sys: { contentType: { sys: { id: string } } };
    readonly controls: readonly Facts[];
  }[];
}

/** Runs the command as a shell would, with a management key, and gives its exit code and report. */
async function importFile(
  scene: Scene,
  path: string,
  ...options: string[]
): Promise<{ code: number; report: ImportReport }> {
  const key = await makeKey(scene.owner, scene.spaceId, { kind: 'management' });
  const said: string[] = [];
  const output = {
    print: (text: string) => said.push(text),
    printError: (text: string) => said.push(text),
    progress: null,
  };
  const environment = { LECTERN_URL: scene.url, LECTERN_TOKEN: String(key.token) };
  const argv = ['contentful', path, '--space', scene.spaceId, '--json', ...options];
  const code = await runImport(argv, environment, output as never);
  assert.match(said.join('\n'), /^\{/);
  return { code, report: JSON.parse(said.join('\n')) };
}

/** Runs `lectern import` as a shell would, in a process of its own. */
function runProgram(
  argv: string[],
  environment: Record<string, string>,
): Promise<{ code: number; stdout: string; stderr: string }> {
  const program = join(import.meta.dirname, '../../../bin/lectern.mjs');
  return new Promise((resolve) => {
    execFile(process.execPath, [program, 'import', ...argv], { env: environment }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

function environmentOf(scene: Scene): Record<string, string> {
  return { LECTERN_URL: scene.url, LECTERN_TOKEN: String(scene.management.token) };
}

function tealPicture(): Promise<Buffer> {
  return sharp({ create: { width: 30, height: 20, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
}

function counted(report: ImportReport): unknown {
  return [report.content_types, report.assets, report.entries].map(({ created, updated, unchanged, refused }) => [
    created,
    updated,
    unchanged,
    refused,
  ]);
}

/** Ids of what a value links to, in order, whichever system wrote it, and the text of rich text. */
function contentsOf(value: unknown, found = { links: [] as string[], text: '' }): { links: string[]; text: string } {
  if (Array.isArray(value)) for (const item of value) contentsOf(item, found);
  else if (typeof value === 'object' && value !== null) {
    const object = value as Facts;
    const sys = object.sys as { type?: string; id?: string } | undefined;
    if (sys?.type === 'Link') found.links.push(String(sys.id));
    if ((object.type === 'entry' || object.type === 'asset') && typeof object.id === 'string')
      found.links.push(keyOf(object.id));
    if (object.nodeType === 'text') found.text += String(object.value);
    if (object.type === 'text') found.text += String(object.text);
    if (object.type === 'hardBreak') found.text += '\n';
    for (const inner of Object.values(object)) contentsOf(inner, found);
  }
  return found;
}

function keyOf(id: string): string {
  return id.replace(/^(?:ent|ast|ctp)_[a-z0-9]{6}_/, '');
}

/** A value of the file as delivery has to answer it; rich text and links are compared by what they hold. */
function assertValue(type: string, source: unknown, answered: unknown, about: string): void {
  const before = contentsOf(source);
  const after = contentsOf(answered);
  assert.deepEqual(after.links, before.links, about);
  if (type === 'RichText') assert.equal(after.text, before.text, about);
  else if (type === 'Date' && String(source).includes('T'))
    assert.equal(Date.parse(String(answered)), Date.parse(String(source)), about);
  else if (before.links.length === 0) assert.deepEqual(answered, source, about);
}

/** Whatever an entry links to stands in the response: under `includes`, or it is the entry itself. */
function assertResolved(response: ApiResponse): void {
  const there = new Set(
    [response.at('id'), ...response.each('includes.entries', 'id'), ...response.each('includes.assets', 'id')].map(
      (id) => keyOf(String(id)),
    ),
  );
  for (const key of contentsOf(response.at('fields')).links)
    assert.ok(there.has(key), `${key} is missing: ${response}`);
}

function slugEditorOf(file: ExportFile, type: string): string | undefined {
  const editor = file.editorInterfaces.find((one) => one.sys.contentType.sys.id === type);
  return editor?.controls.find((control) => control.widgetId === 'slugEditor')?.fieldId as string | undefined;
}

it('imports the real exports that lie beside the checkout', (test) => {
  if (realExports.length === 0) test.diagnostic(`${FOLDER} holds no exports: only the sample was imported.`);
});

for (const name of realExports) {
  onEachEngine(`importing ${name}`, (stage) => {
    const file = JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as ExportFile;
    const path = join(FOLDER, name);

    it('brings all of it over, readable on delivery, and changes nothing the second time', async () => {
      const scene = await given(stage.url);
      const numbers = [file.contentTypes.length, file.assets.length, file.entries.length];
      const first = await importFile(scene, path);
      assert.deepEqual(first.report.refused, []);
      assert.deepEqual(first.report.warnings, []);
      assert.equal(first.code, 0);
      assert.deepEqual(
        counted(first.report),
        numbers.map((number) => [number, 0, 0, 0]),
      );
      await assertTypes(scene, file);
      await assertAssets(scene, file);
      for (const type of file.contentTypes) await assertEntries(scene, file, type);
      const second = await importFile(scene, path);
      assert.deepEqual([second.code, counted(second.report)], [0, numbers.map((number) => [0, 0, number, 0])]);
      assert.deepEqual(second.report.locales, { created: [], updated: [], unchanged: ['en-US'], refused: [] });
    });
  });
}

async function assertTypes(scene: Scene, file: ExportFile): Promise<void> {
  for (const type of file.contentTypes) {
    const list = await scene.owner.get(`${scene.base}/content-types`, 200);
    const answered = list.list('items').find((item) => (item as Facts).api_id === type.sys.id) as Facts | undefined;
    assert.equal(answered?.name, type.name);
    assert.deepEqual(
      ((answered?.fields ?? []) as Facts[]).map((field) => field.id),
      type.fields.map((field) => field.id),
    );
    assert.equal(answered?.slug_field, slugEditorOf(file, type.sys.id) ?? null);
  }
}

async function assertAssets(scene: Scene, file: ExportFile): Promise<void> {
  const response = await scene.delivery.get(`${scene.read}/assets?limit=1000`, 200);
  assert.equal(response.at('total'), file.assets.length);
  for (const asset of file.assets) {
    const answered = (await scene.delivery.get(`${scene.read}/assets/${asset.sys.id}`, 200)).json as Facts;
    const source = asset.fields.file?.['en-US'] as {
      fileName: string;
      contentType: string;
      details: { size: number; image: Facts };
    };
    const { title, file_name, mime_type, size, width, height, url } = answered;
    assert.deepEqual(
      { title, file_name, mime_type, size, width, height, url },
      {
        title: asset.fields.title?.['en-US'],
        file_name: source.fileName,
        mime_type: source.contentType,
        size: source.details.size,
        ...source.details.image,
        url: null,
      },
    );
  }
}

async function assertEntries(scene: Scene, file: ExportFile, type: SourceType): Promise<void> {
  const sources = file.entries.filter((entry) => entry.sys.contentType.sys.id === type.sys.id);
  const list = await scene.delivery.get(`${scene.read}/entries?content_type=${type.sys.id}&include=1&limit=1000`, 200);
  assert.equal(list.at('total'), sources.length);
  const slugField = slugEditorOf(file, type.sys.id);
  for (const source of sources) {
    const response = await scene.delivery.get(`${scene.read}/entries/${source.sys.id}?include=1`, 200);
    assert.equal(response.at('content_type'), type.sys.id);
    assert.equal(response.at('published_at'), new Date(source.sys.publishedAt).toISOString());
    assert.equal(response.at('slug'), slugField === undefined ? null : source.fields[slugField]?.['en-US']);
    assert.deepEqual(Object.keys(response.at('fields') as Facts).toSorted(), Object.keys(source.fields).toSorted());
    for (const field of type.fields.filter((one) => one.id in source.fields)) {
      assertValue(
        field.type,
        source.fields[field.id]?.['en-US'],
        response.at(`fields.${field.id}`),
        `${source.sys.id}.${field.id}`,
      );
    }
    assertResolved(response);
  }
}

onEachEngine('importing a Contentful export of two locales', (stage) => {
  const path = join(temporaryFolder('contentful'), 'sample.json');
  writeFileSync(path, JSON.stringify(sampleExport));

  it('brings locales, fallback and every status over', async () => {
    const scene = await given(stage.url);
    const { code, report } = await importFile(scene, path);
    assert.deepEqual(report.refused, []);
    assert.equal(code, 0);
    assert.deepEqual(report.locales, { created: ['de'], updated: ['en-US'], unchanged: [], refused: [] });
    const german = await scene.delivery.get(`${scene.read}/entries/first?locale=de&include=1`, 200);
    assert.deepEqual(
      [german.at('slug'), german.at('fields.title'), german.at('fields.rating')],
      ['erster', 'Erster', 4],
    );
    assertResolved(german);
    const english = await scene.delivery.get(`${scene.read}/entries/first?include=1`, 200);
    assert.deepEqual(english.at('fields.extra'), { de: 'a key that looks like a locale' });
    assertResolved(english);
    const second = await scene.delivery.get(`${scene.read}/entries/second?locale=de`, 200);
    assert.equal(second.at('fields.title'), 'Second');
    const keys = async (plane: 'delivery' | 'preview') =>
      (await scene[plane].get(`${scene.read}/entries`, 200))
        .each('items', 'id')
        .map((id) => keyOf(String(id)))
        .toSorted();
    assert.deepEqual(await keys('delivery'), ['edited', 'first', 'imported-..', 'second']);
    assert.deepEqual(await keys('preview'), ['draft', 'edited', 'first', 'imported-..', 'second']);
    const old = await scene.owner.get(`${scene.base}/entries?status=archived`, 200);
    assert.equal(old.at('items.0.archived_at'), '2020-01-04T10:00:00.000Z');
    const times = await scene.owner.get(`${scene.base}/entries?status=published&fields.slug=first`, 200);
    assert.equal(times.at('items.0.created_at'), '2020-01-01T10:00:00.000Z');
    assert.equal(times.at('items.0.first_published_at'), '2020-01-02T10:00:00.000Z');
    const again = await importFile(scene, path);
    assert.deepEqual(
      [again.code, counted(again.report)],
      [
        0,
        [
          [0, 0, 1, 0],
          [0, 0, 1, 0],
          [0, 0, 6, 0],
        ],
      ],
    );
  });

  it('leaves what was edited since a draft, where asked to', async () => {
    const scene = await given(stage.url);
    const { report } = await importFile(scene, path, '--changed', 'draft');
    assert.ok(report.notes.some((note) => note.kind === 'edited_since' && note.about === 'entry edited "Edited"'));
    await scene.delivery.get(`${scene.read}/entries/edited`, 404);
    await scene.preview.get(`${scene.read}/entries/edited`, 200);
    await importFile(scene, path);
    await scene.delivery.get(`${scene.read}/entries/edited`, 200);
  });

  it('makes the default locale of the file that of the space, and lets the former one fall back on it', async () => {
    const scene = await given(stage.url, { defaultLocale: 'fr' });
    const { code, report } = await importFile(scene, path);
    assert.deepEqual([code, report.refused, report.warnings], [0, [], []]);
    const locales = (await scene.owner.get(`${scene.space}/locales`, 200)).list('items') as Facts[];
    const facts = locales.map((locale) => [locale.code, locale.fallback, locale.default]);
    assert.deepEqual(facts.toSorted(), [
      ['de', 'en-US', false],
      ['en-US', null, true],
      ['fr', 'en-US', false],
    ]);
    const french = await scene.delivery.get(`${scene.read}/entries/first?locale=fr`, 200);
    assert.equal(french.at('fields.title'), 'First');
  });

  it('takes the first of several locales that are marked as default', async () => {
    const twoDefaults = join(temporaryFolder('contentful'), 'two-defaults.json');
    const written = sampleExport.locales as readonly Facts[];
    const locales = written.map((locale) => ({ ...locale, fallbackCode: null, default: true }));
    writeFileSync(twoDefaults, JSON.stringify({ ...sampleExport, locales }));
    const scene = await given(stage.url);
    const { code, report } = await importFile(scene, twoDefaults);
    assert.deepEqual([code, report.refused], [0, []]);
    const present = (await scene.owner.get(`${scene.space}/locales`, 200)).list('items') as Facts[];
    const standard = present.filter((locale) => locale.default).map((locale) => locale.code);
    assert.deepEqual(standard, [written[0]?.code]);
    await scene.delivery.get(`${scene.read}/entries/first`, 200);
  });

  it('ends with 1 where something was refused, and says what', async () => {
    const scene = await given(stage.url);
    await importFile(scene, path);
    const taken = {
      ...sampleExport,
      entries: (sampleExport.entries as Facts[]).map((entry) => ({
        ...entry,
        sys: { ...(entry.sys as Facts), id: `other-${(entry.sys as Facts).id}` },
      })),
    };
    const other = join(temporaryFolder('contentful'), 'other.json');
    writeFileSync(other, JSON.stringify(taken));
    const { code, report } = await importFile(scene, other);
    assert.equal(code, 1);
    assert.ok(
      report.refused.some((record) => record.key === 'other-first' && record.code === 'slug_conflict'),
      JSON.stringify(report.refused),
    );
    assert.equal(report.entries.refused, report.refused.length);
  });

  it('runs as a program: report to stdout, nothing to stderr, exit codes', async () => {
    const scene = await given(stage.url);
    const argv = ['contentful', path, '--space', scene.spaceId];
    const environment = environmentOf(scene);
    const done = await runProgram(argv, environment);
    assert.deepEqual([done.code, done.stderr], [0, '']);
    assert.match(done.stdout, /^Imported .*\n\n {2}locales +1 created/);
    assert.match(done.stdout, /entries +6 created, 0 updated, 0 unchanged, 0 refused/);
    assert.equal((await runProgram(argv.slice(0, 2), environment)).code, 2);
    const misconfigured = await runProgram(argv, { ...environment, LECTERN_URL: 'nonsense' });
    assert.equal(misconfigured.code, 78);
    assert.match(misconfigured.stderr, /LECTERN_URL/);
    const unreachable = await runProgram(argv, { ...environment, LECTERN_URL: 'http://127.0.0.1:1' });
    assert.equal(unreachable.code, 1);
    assert.match(unreachable.stderr, /cannot be reached/);
  });

  it('takes the files of assets from a folder, once', async () => {
    const scene = await given(stage.url);
    const assets = temporaryFolder('assets');
    const picture = await tealPicture();
    mkdirSync(join(assets, 'x'));
    writeFileSync(join(assets, 'x', 'p.png'), picture);
    const first = await importFile(scene, path, '--assets', assets);
    assert.deepEqual(first.report.files, { total: 1, uploaded: 1, unchanged: 0, missing: 0, refused: 0 });
    const asset = await scene.delivery.get(`${scene.read}/assets/picture`, 200);
    assert.deepEqual(
      ['file_name', 'mime_type', 'size', 'width', 'height', 'updated_at'].map((name) => asset.at(name)),
      ['p.png', 'image/png', picture.length, 30, 20, '2020-01-01T09:30:00.000Z'],
    );
    const address = asset.string('url');
    assert.ok(Buffer.from(await (await fetch(address)).arrayBuffer()).equals(picture));
    const second = await importFile(scene, path, '--assets', assets);
    assert.deepEqual(second.report.files, { total: 1, uploaded: 0, unchanged: 1, missing: 0, refused: 0 });
    assert.deepEqual(second.report.assets, { total: 1, created: 0, updated: 0, unchanged: 1, refused: 0 });
    assert.equal((await scene.delivery.get(`${scene.read}/assets/picture`, 200)).string('url'), address);
    writeFileSync(join(assets, 'x', 'p.png'), picture.subarray(0, 40));
    const broken = await importFile(scene, path, '--assets', assets);
    assert.deepEqual([broken.code, broken.report.files?.refused, broken.report.refused.at(-1)?.key], [1, 1, 'picture']);
  });

  it('refuses a folder that has none of the files, before anything is written', async () => {
    const scene = await given(stage.url);
    const folder = temporaryFolder('assets');
    const argv = ['contentful', path, '--space', scene.spaceId, '--assets', folder];
    for (const more of [[], ['--dry-run']]) {
      const { code, stderr } = await runProgram([...argv, ...more], environmentOf(scene));
      assert.equal(code, 2);
      assert.match(
        stderr,
        /has none of the 1 files of the export; set --assets to the folder that has x\/p\.png in it/,
      );
    }
    assert.equal((await scene.owner.get(`${scene.base}/content-types`, 200)).at('total'), 0);
  });

  it('ends with 1 where a file is missing, and names its asset', async () => {
    const scene = await given(stage.url);
    const folder = temporaryFolder('assets');
    const [picture] = sampleExport.assets as [{ sys: Facts; fields: Record<string, Record<string, Facts>> }];
    const lost = structuredClone({ ...picture, sys: { ...picture.sys, id: 'other' } });
    for (const file of Object.values(lost.fields.file ?? {}))
      Object.assign(file, { url: '//x/lost.png', fileName: 'lost.png' });
    const twoAssets = join(temporaryFolder('contentful'), 'assets.json');
    writeFileSync(twoAssets, JSON.stringify({ ...sampleExport, assets: [picture, lost] }));
    mkdirSync(join(folder, 'x'));
    writeFileSync(join(folder, 'x', 'p.png'), await tealPicture());
    for (const more of [['--dry-run'], []]) {
      const { code, report } = await importFile(scene, twoAssets, '--assets', folder, ...more);
      assert.deepEqual([code, report.files?.missing], [1, 1]);
      assert.ok(
        report.notes.some(
          ({ about, message }) => about.startsWith('asset other "') && /not in the folder/.test(message),
        ),
      );
    }
  });

  it('says with --dry-run what it would do, and writes nothing', async () => {
    const scene = await given(stage.url);
    const revision = async () => (await scene.owner.get(`${scene.base}/content-types`, 200)).headers['x-cms-revision'];
    const before = await revision();
    const argv = ['contentful', path, '--space', scene.spaceId, '--dry-run'];
    const dry = await runProgram(argv, environmentOf(scene));
    assert.deepEqual([dry.code, dry.stderr], [0, '']);
    assert.match(
      dry.stdout,
      /^Would import .*\. Nothing was written\.\n\n {2}locales +1 new, 1 to update, 0 unchanged\n/,
    );
    assert.match(dry.stdout, /content types +1 new, 0 already here, 0 refused/);
    assert.match(dry.stdout, /entries +6 new, 0 already here, 0 refused/);
    assert.match(dry.stdout, /Links whose target is not in the file:\n {2}- entry draft "Draft"/);
    assert.equal(await revision(), before);
    assert.equal((await scene.owner.get(`${scene.space}/locales`, 200)).list('items').length, 1);
    await importFile(scene, path);
    const after = await revision();
    const { code, report } = await importFile(scene, path, '--dry-run');
    const plan = report as unknown as Record<'content_types' | 'assets' | 'entries', Facts>;
    assert.deepEqual([code, plan.content_types.present, plan.assets.present, plan.entries.present], [0, 1, 1, 6]);
    assert.deepEqual([plan.content_types.new, plan.assets.new, plan.entries.new], [0, 0, 0]);
    assert.equal(await revision(), after);
  });

  it('fails as a whole where the space is not there', async () => {
    const scene = await given(stage.url);
    const complained: string[] = [];
    const output = { print: () => undefined, printError: (text: string) => complained.push(text), progress: null };
    const argv = [
      'contentful',
      path,
      '--space',
      'spc_nowhere',
      '--url',
      scene.url,
      '--token',
      String(scene.management.token),
    ];
    assert.equal(await runImport(argv, {}, output as never), 1);
    assert.match(complained.join('\n'), /no such/);
  });
});
