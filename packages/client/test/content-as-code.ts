/** The commands that keep a model and changes of content in code, as a project uses them one after the other. */
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { given, type Scene } from '../../testing/src/given.ts';
import { temporaryFolder } from '../../testing/src/temporary-folder.ts';
import { runProgram } from '../src/commands/commands.ts';

const PACKAGE = join(import.meta.dirname, '..');

/** A project with a folder of types, and the commands in it. */
export class Project {
  readonly #root = temporaryFolder('as-code');
  readonly #variables: Readonly<Record<string, string>>;
  readonly said: string[] = [];
  /** Of types. Modules are read once, so that each change of them is a new folder. */
  folder: string;
  #copies = 0;

  constructor(scene: Scene) {
    const token = String(scene.management.token);
    this.#variables = { LECTERN_URL: scene.url, LECTERN_MANAGEMENT_KEY: token };
    mkdirSync(join(this.#root, 'node_modules/@lectern'), { recursive: true });
    symlinkSync(PACKAGE, join(this.#root, 'node_modules/@lectern/client'));
    this.folder = join(this.#root, 'lectern');
  }

  /** Runs a command in an environment. @returns its exit code; its lines are in `said` */
  async run(line: string, environment = 'master'): Promise<number> {
    this.said.length = 0;
    const print = (text: string) => void this.said.push(text);
    const argv = [...line.split(' '), '--folder', this.folder, '--environment', environment];
    return await runProgram(argv, this.#variables, { print, printError: print });
  }

  /** @throws if the command fails */
  async done(line: string, environment = 'master'): Promise<string> {
    const code = await this.run(line, environment);
    assert.equal(code, 0, this.said.join('\n'));
    return this.said.join('\n');
  }

  /** The texts of its files, without those of migrations. */
  files(): Record<string, string> {
    const names = readdirSync(this.folder).filter((name) => name.endsWith('.ts'));
    return Object.fromEntries(names.sort().map((name) => [name, readFileSync(join(this.folder, name), 'utf8')]));
  }

  /** Renames a file. */
  move(from: string, to: string): void {
    this.change(to, () => readFileSync(join(this.folder, from), 'utf8'));
    rmSync(join(this.folder, from));
  }

  /** Goes on in a copy in which texts are replaced, or files are added. */
  change(file: string, change: (text: string) => string): void {
    this.#copies += 1;
    const copy = join(this.#root, `lectern-${this.#copies}`);
    cpSync(this.folder, copy, { recursive: true });
    this.folder = copy;
    mkdirSync(join(copy, 'migrations'), { recursive: true });
    const path = join(copy, file);
    const before = readdirSync(join(path, '..')).includes(file.split('/').at(-1) ?? '')
      ? readFileSync(path, 'utf8')
      : '';
    writeFileSync(path, change(before));
  }
}

/** A type whose entries say how often they were changed. */
export const countedArticle = {
  api_id: 'article',
  name: 'Article',
  display_field: 'title',
  fields: [
    { id: 'title', type: 'string', required: true, localized: true },
    { id: 'count', type: 'integer' },
  ],
};

const TYPES = [
  {
    api_id: 'author',
    name: 'Author',
    display_field: 'name',
    fields: [{ id: 'name', type: 'string', required: true }],
  },
  {
    api_id: 'article',
    name: 'Article',
    display_field: 'title',
    slug_field: 'slug',
    fields: [
      { id: 'title', type: 'string', required: true, localized: true },
      { id: 'slug', type: 'slug' },
      { id: 'kicker', type: 'string' },
      { id: 'rating', type: 'integer', validations: { min: 1, max: 50 } },
      { id: 'author', type: 'entry', validations: { content_types: ['author'] } },
    ],
  },
];

const UPPER = `import { defineMigration } from '@lectern/client/schema';
export default defineMigration({
  type: 'article',
  change: ({ fields }) => ({
    headline: fields.headline?.toUpperCase(),
    rating: fields.rating * 10,
    title: { en: fields.title.en + '!' },
  }),
});
`;

/** A project from the first pull to the last undo. */
export async function keepsInCode(url: string): Promise<void> {
  const scene = await given(url, { defaultLocale: 'en', locales: ['de'], types: TYPES });
  const project = new Project(scene);
  await pullsAndPushes(project);
  await fillArticles(scene);
  await changesModel(scene, project);
  await migrates(scene, project);
  await saysWhatIsWrong(scene, project);
  await runsOnceForTwo(scene, project);
}

async function pullsAndPushes(project: Project): Promise<void> {
  await project.done('pull');
  const files = project.files();
  assert.deepEqual(Object.keys(files), ['article.ts', 'author.ts']);
  assert.match(String(files['article.ts']), /author: entry\(\(\) => author\),/);
  assert.match(await project.done('diff --exit-code'), /are the same/);
  assert.match(await project.done('push'), /is up to date/);
  assert.match(await project.done('pull'), /nothing changed/);
  await leavesJoinedTypes(project);
  assert.equal(await project.run('diff --nonsense'), 2);
}

/** Types that the project has joined in a file of its own stay there, with whatever else is in it. */
async function leavesJoinedTypes(project: Project): Promise<void> {
  const pulled = project.folder;
  const joined = ['article.ts', 'author.ts'].map((name) => String(project.files()[name]));
  const texts = joined.map((text) => text.replaceAll(/^import .*\n/gm, ''));
  const first = "import { defineType, entry, integer, slug, string } from '@lectern/client/schema';\n";
  project.change('model.ts', () => `${first}${texts.join('')}export const COUNT = 2;\n`);
  for (const name of ['article.ts', 'author.ts']) rmSync(join(project.folder, name));
  const before = project.files();
  assert.match(await project.done('pull --prune'), /nothing changed/);
  project.change('model.ts', (text) => text.replace("name: 'Author'", "name: 'Writer'"));
  assert.equal(await project.run('pull --prune'), 1);
  assert.match(project.said.join('\n'), /\S+model\.ts is not rewritten.*~ author\n +name: "Author" → "Writer"$/s);
  assert.deepEqual(Object.keys(project.files()), Object.keys(before));
  project.folder = pulled;
}

/** One published, one published with another draft, one draft, one archived. */
async function fillArticles({ owner, base }: Scene): Promise<void> {
  const make = async (key: string, rating: number) => {
    const fields = { title: { en: key, de: key }, slug: key, kicker: key, rating };
    await owner.put(`${base}/entries/${key}`, { content_type_id: 'article', fields }, 201);
  };
  for (const [at, key] of ['same', 'other', 'draft', 'gone'].entries()) {
    await make(key, at + 1);
    if (key !== 'draft') await owner.post(`${base}/entries/${key}/publish`, undefined, 200);
  }
  await owner.patch(`${base}/entries/other`, { fields: { kicker: 'mine' } }, 200);
  await owner.post(`${base}/entries/gone/archive`, undefined, 200);
}

async function changesModel({ owner, base }: Scene, project: Project): Promise<void> {
  project.change('article.ts', (text) =>
    text.replace('kicker: string()', "headline: string({ previously: 'kicker' })"),
  );
  project.change('article.ts', (text) => text.replace(/ {4}author: .*\n/, ''));
  assert.equal(await project.run('diff --exit-code'), 1);
  assert.match(project.said.join('\n'), /~ headline \(was kicker\)\n.*- author/s);
  await owner.patch(`${base}/entries/same`, { fields: { author: 'nobody' } }, 200);
  await owner.post(`${base}/entries/same/publish`, undefined, 422);
  assert.equal(await project.run('push'), 1);
  assert.match(project.said.join('\n'), /--confirm-data-loss=article\.author/);
  assert.match(await project.done('push --confirm-data-loss=article.author'), /is up to date/);
  assert.match(await project.done('pull'), /wrote 1 file|nothing changed/);
  assert.match(String(project.files()['article.ts']), /headline: string\(\{ previously: 'kicker' \}\)/);
  await owner.patch(`${base}/entries/same`, { fields: { headline: 'same' } }, 200);
  await owner.post(`${base}/entries/same/publish`, undefined, 200);
}

async function migrates({ owner, base, space, read, delivery }: Scene, project: Project): Promise<void> {
  const values = async (key: string, of = base) => {
    const entry = await owner.get(`${of}/entries/${key}`, 200);
    return [entry.at('status'), entry.at('fields.headline.en'), entry.at('fields.rating.en'), entry.at('fields.title')];
  };
  const published = async (key: string) => {
    const { fields } = (await delivery.get(`${read}/entries/${key}`, 200)).at('') as {
      fields: Record<string, unknown>;
    };
    return [fields.headline, fields.rating, fields.title];
  };
  const before = { same: await values('same'), other: await values('other'), draft: await values('draft') };
  project.change('migrations/0001-upper.ts', () => UPPER);
  assert.match(await project.done('migrate run --dry-run'), /0001-upper: 3 entries would change/);
  assert.deepEqual(await values('same'), before.same);
  assert.match(await project.done('branch trial --delete'), /There is no trial/);
  await project.done('branch trial');
  assert.match(
    await project.done('migrate run', 'trial'),
    /0001-upper: 3 entries changed.*trial is up to date: 1 migration/s,
  );
  assert.match(await project.done('migrate status', 'trial'), /0001-upper {2}run on 2/);
  assert.match(await project.done('migrate status'), /0001-upper {2}not run/);
  await project.done('migrate run');
  assert.deepEqual(await values('same'), ['published', 'SAME', 10, { en: 'same!', de: 'same' }]);
  assert.deepEqual(await values('other'), ['changed', 'MINE', 20, { en: 'other!', de: 'other' }]);
  assert.deepEqual(await values('draft'), ['draft', 'DRAFT', 30, { en: 'draft!', de: 'draft' }]);
  assert.deepEqual(await published('other'), ['OTHER', 20, 'other!']);
  await owner.patch(`${base}/entries/draft`, { fields: { rating: 31 } }, 200);
  const undone = await project.done('migrate undo');
  assert.match(undone, /0001-upper is taken back;.*\n {2}entries\.draft\.fields\.rating\.en was changed since/);
  assert.deepEqual(await values('same'), before.same);
  assert.deepEqual(await values('other'), before.other);
  assert.deepEqual(await values('draft'), ['draft', 'draft', 31, { en: 'draft', de: 'draft' }]);
  await project.done('merge trial --publish --take=target');
  await owner.delete(`${space}/environments/trial`, 204);
}

/** Each is told in a line that says what to do, and nothing is changed. */
async function saysWhatIsWrong({ owner, base }: Scene, project: Project): Promise<void> {
  const ratings = async () =>
    (await owner.get(`${base}/entries?content_type=article&order=id`, 200))
      .list('items')
      .map((item) => (item as { fields: { rating: { en: number } } }).fields.rating.en);
  const before = await ratings();
  rmSync(join(project.folder, 'migrations/0001-upper.ts'));
  assert.match(await project.done('migrate run'), /There are no migrations in /);
  const second = (body: string) => {
    project.change('migrations/0002-second.ts', () => migrationOf(body));
    return project.run('migrate run');
  };
  const said = () => project.said.join('\n');
  assert.equal(await second("change: () => { throw new Error('no idea'); }"), 1);
  assert.match(said(), /0002-second\.ts:4 failed at \S+ \((published|draft)\): no idea$/);
  assert.equal(await second('change: async () => ({ rating: 1 })'), 1);
  assert.match(said(), /has to return an object of fields; it returned a promise; it cannot be async/);
  assert.equal(await second("change: async () => { throw new Error('no idea'); }"), 1);
  assert.match(said(), /it returned a promise; it cannot be async/);
  assert.equal(await second('change: () => ({ ratin: 1 })'), 1);
  assert.match(said(), /the type article has no field "ratin"/);
  assert.equal(await second("change: () => ({ title: 'New' })"), 1);
  assert.match(said(), /"title" has values by locale; return them as \{ en: … \}/);
  assert.equal(await second('change: () => ({ rating: 99 })'), 1);
  assert.match(said(), /0002-second cannot be run, and nothing is changed:\n\w+: fields\.rating\.en: .*50/);
  assert.deepEqual(await ratings(), before);
  assert.equal((await owner.get(`${base}/change-sets?state=open`, 200)).at('total'), 0, 'nothing is left behind');
  assert.match(await project.done('migrate status'), /0002-second {2}not run: it is being prepared, or was stopped/);
  assert.equal(await project.run('migrate status --exit-code'), 1);

  await second('change: ({ fields }) => ({ rating: fields.rating + 1 })');
  project.change('migrations/0002-second.ts', (text) => `${text}// Afterwards.\n`);
  assert.match(await project.done('migrate run'), /0002-second was edited after it was run.*; write a new one/);
  assert.match(await project.done('migrate status --exit-code'), /0002-second {2}run on .*; its file was edited since/);
  project.change('migrations/0002-second.ts', (text) => text.replace('// Afterwards.\n', ''));
  project.move('migrations/0002-second.ts', 'migrations/0003-second.ts');
  assert.equal(await project.run('migrate run'), 1);
  assert.match(said(), /0003-second is the same as 0002-second.*Name it 0002-second\.ts again/);
  assert.match(
    await project.done('migrate status'),
    /0002-second {2}run on .*; its file is gone\n0003-second {2}not run/,
  );
  project.move('migrations/0003-second.ts', 'migrations/0003_second.ts');
  assert.equal(await project.run('migrate run'), 1);
  assert.match(said(), /0003_second\.ts is no name of a migration; call it as 0001-fill-leads\.ts/);
  assert.equal(await project.run('migrate undo 0004-none'), 1);
  assert.match(said(), /0004-none was not run in master/);
  assert.equal(await project.run('migrate'), 2);
}

/** Whoever is second stops, or finds it done; both never write the same. */
async function runsOnceForTwo({ owner, base }: Scene, project: Project): Promise<void> {
  const before = (await owner.get(`${base}/entries/draft`, 200)).at('fields.rating.en') as number;
  project.move('migrations/0003_second.ts', 'migrations/0002-second.ts');
  project.change('migrations/0004-twice.ts', () =>
    migrationOf('change: ({ fields }) => ({ rating: fields.rating + 1 })'),
  );
  const codes = await Promise.all([project.run('migrate run'), project.run('migrate run')]);
  assert.ok(codes.includes(0), project.said.join('\n'));
  if (codes.includes(1)) assert.match(project.said.join('\n'), /Somebody else is running 0004-twice at the same time/);
  assert.equal((await owner.get(`${base}/entries/draft`, 200)).at('fields.rating.en'), before + 1);
  await project.done('migrate run');
  assert.equal((await owner.get(`${base}/change-sets?state=open`, 200)).at('total'), 0);
}

function migrationOf(body: string): string {
  return `import { defineMigration } from '@lectern/client/schema';
export default defineMigration({
  type: 'article',
  ${body},
});
`;
}
