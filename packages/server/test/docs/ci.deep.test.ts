/**
 * The guide *Lectern in CI*: its workflows run as they are written, for a pull request from its first push to the release and back, in a
 * project with the packed client, on a service whose model is locked as the page says.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { runInNewContext } from 'node:vm';
import { parse } from 'yaml';
import { writeNpmPackage } from '../../../../scripts/write-npm-packages.ts';
import { ROOT, writeSettings } from '../../../client/test/compilers.ts';
import { Actor } from '../../../testing/src/client.ts';
import { onFirstEngine } from '../../../testing/src/on-each-engine.ts';
import { temporaryFolder } from '../../../testing/src/temporary-folder.ts';
import { readmeSteps, runSteps, stepsOf } from '../stories/readme.ts';

const PAGE = join(ROOT, 'docs/guide/ci.md');
const BLOCK = /^```(?<info>\w+)\n(?<text>.*?)^```$/gms;
const EXPRESSION = /\$\{\{ (.+?) \}\}/g;
const REPOSITORY = 'example/site';
/** What GitHub does itself: the project is there, and so is Node. */
const GIVEN = ['actions/checkout@v5', 'actions/setup-node@v5'];
const CHANGE = 'Change the copy';
const TYPES = 'Are the types of the site up to date?';
const COMPILER = 'Does the site fit them?';
const DRY_RUN = 'What would change in master?';

interface Workflow {
  readonly jobs: Readonly<Record<string, Job>>;
}

interface Job {
  readonly if?: string;
  readonly environment?: string;
  readonly env: Readonly<Record<string, string>>;
  readonly steps: readonly { readonly name?: string; readonly uses?: string; readonly run?: string }[];
}

/** What expressions may name. */
interface Context {
  readonly github: object;
  readonly vars: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string | undefined>>;
  readonly inputs: Readonly<Record<string, unknown>>;
}

/** How a job went: whether it ran at all, the step that failed, and what its steps wrote. */
interface Outcome {
  readonly ran: boolean;
  readonly red: string | null;
  readonly said: string;
}

const blocks = [...readFileSync(PAGE, 'utf8').matchAll(BLOCK)].map(({ groups }) => groups ?? {});
const textsOf = (info: string) => blocks.flatMap((block) => (block.info === info ? [block.text ?? ''] : []));

onFirstEngine('the guide Lectern in CI', (stage) => {
  it('has workflows that bring a change from a pull request into master, and back', { timeout: 900_000 }, async () => {
    const [content, undo] = textsOf('yaml').map((text) => parse(text) as Workflow);
    const [scripts, onYourMachine] = textsOf('sh');
    assert.ok(content && undo && scripts && onYourMachine);
    const { space, reads, secrets } = await keysOf(stage.url);
    const project = await siteProject();
    const vars = { LECTERN_URL: stage.url };
    const master = `/spaces/${space}/environments/master/delivery/entries?content_type=article`;
    const shown = async () => (await new Actor(stage.url, reads).get(master, 200)).at('items.0.fields');
    const isThere = async (name: string) =>
      (await new Actor(stage.url, reads).send('GET', master.replace('master', name))).status === 200;
    const run = (workflow: Workflow, job: string, event: object, given = secrets) =>
      runJob(project, workflow.jobs[job] ?? assert.fail(job), {
        github: { repository: REPOSITORY, event },
        vars,
        secrets: given,
        inputs: event as Record<string, unknown>,
      });
    const local = async (commands: string) => {
      const env = { ...vars, LECTERN_MANAGEMENT_KEY: secrets.LECTERN_BRANCH_KEY, LECTERN_TOKEN: reads };
      const { isDone, said } = await bash(project, commands, env);
      assert.ok(isDone, said);
    };
    const check = async (red: string | null, says: RegExp) => {
      const outcome = await run(content, 'check', pullRequest(7, 'synchronize'));
      assert.equal(outcome.red, red, outcome.said);
      assert.match(outcome.said, says);
    };
    const before = await shown();

    await local(`${scripts}\nnpx lectern pull\nnpx lectern types`);
    site(project, '[fields.title, fields.rating]');
    await check(null, /Nothing changes/);

    const article = join(project, 'lectern/article.ts');
    const text = readFileSync(article, 'utf8');
    writeFileSync(article, text.replace(/^ {4}rating: .*$/m, "    lead: string({ name: 'Lead' }),"));
    mkdirSync(join(project, 'lectern/migrations'));
    writeFileSync(join(project, 'lectern/migrations/0001-fill-leads.ts'), FILL_LEADS);
    await check(CHANGE, /--confirm-data-loss=article\.rating/);
    const confirmed = '--confirm-data-loss=article.rating';
    await local(scripts.replace('lectern push', `lectern push ${confirmed}`));
    await check(TYPES, /src\/lectern\.ts is not up to date/);
    await local(onYourMachine);
    await check(COMPILER, /src\/site\.ts.*'rating' does not exist/);
    site(project, '[fields.title, fields.lead]');
    await check(DRY_RUN, /conflict: content_types\.article\.fields\.rating\n.*--confirm-data-loss=article\.rating\n$/s);
    await local(scripts.replace(/lectern (?:push|merge)/g, `$& ${confirmed}`));
    await check(null, /update content_types\.article.*update entries\..*readers will see a change in \d/s);
    assert.deepEqual(await shown(), before, 'so far only copies have changed');

    const merged = pullRequest(7, 'closed', { merged: true });
    for (const job of ['check', 'drop']) assert.equal((await run(content, job, merged)).ran, false, job);
    const weaker = { ...secrets, LECTERN_RELEASE_KEY: secrets.LECTERN_BRANCH_KEY };
    const refused = await run(content, 'release', merged, weaker);
    assert.equal(refused.red, 'npm run release -- "$BRANCH"');
    assert.match(refused.said, /Change the content types where they are kept/);
    assert.deepEqual(await shown(), before);
    const released = await run(content, 'release', merged);
    assert.equal(released.red, null, released.said);
    const { rating, ...rest } = before as Record<string, unknown>;
    assert.deepEqual(await shown(), { ...rest, lead: `About ${rest.title}` });
    assert.equal(rating, 5);
    assert.equal(await isThere('pr-7'), false);

    const undone = await run(undo, 'undo', { number: 7 });
    assert.equal(undone.red, null, undone.said);
    assert.deepEqual(await shown(), before);

    assert.equal((await run(content, 'check', pullRequest(8, 'opened', {}, 'somebody/site'))).ran, false);
    const other = await run(content, 'check', pullRequest(9, 'opened'));
    assert.equal(other.red, null, other.said);
    assert.equal(await isThere('pr-9'), true);
    const closed = pullRequest(9, 'closed', { merged: false });
    assert.equal((await run(content, 'release', closed)).ran, false);
    assert.equal((await run(content, 'drop', closed)).red, null);
    assert.equal(await isThere('pr-9'), false);
  });
});

const FILL_LEADS = `import { defineMigration } from '@lectern/client/schema';
import type { Model } from '../../src/lectern.ts';

export default defineMigration<Model>({
  type: 'article',
  change: ({ fields }) => ({ lead: \`About \${fields.title?.['en-US']}\` }),
});
`;

/** The quick start, and the commands of the page: the space, and its keys as secrets of the repository. The model is locked. */
async function keysOf(url: string) {
  const last = `send PATCH "$MASTER" '{"model_locked": {"by": "github.com/${REPOSITORY}"}}' >/dev/null
    echo "$SPACE $READS $BRANCHES $RELEASES"`;
  const story = stepsOf(new URL(`file://${PAGE}`));
  const printed = await runSteps([...readmeSteps(), ...story, { commands: last, shown: null }], url);
  const [space = '', reads = '', branches = '', releases = ''] = String(printed.at(-1)).trim().split(' ');
  const secrets = { LECTERN_DELIVERY_KEY: reads, LECTERN_BRANCH_KEY: branches, LECTERN_RELEASE_KEY: releases };
  return { space, reads, secrets };
}

/** A project with the packed client and a compiler, and a lock file that needs no network. */
async function siteProject(): Promise<string> {
  const project = temporaryFolder('ci-project');
  mkdirSync(join(project, 'src'));
  renameSync(await writeNpmPackage('client', project), join(project, 'client.tgz'));
  const manifest = {
    name: 'site',
    private: true,
    type: 'module',
    dependencies: { '@lectern/client': 'file:client.tgz' },
    devDependencies: { typescript: `file:${join(ROOT, 'node_modules/typescript')}` },
  };
  writeFileSync(join(project, 'package.json'), JSON.stringify(manifest));
  writeSettings(project, 'nodenext', { allowImportingTsExtensions: true }, ['src', 'lectern']);
  const { isDone, said } = await bash(project, 'npm install --no-audit --no-fund', {});
  assert.ok(isDone, said);
  return project;
}

function site(project: string, fields: string): void {
  const text = `import { createClient } from '@lectern/client';
import type { Model } from './lectern.ts';

const page = await createClient<Model>({ url: '', space: '', token: '' }).entries('article').list();
export const shown = page.items.map(({ fields }) => ${fields});
`;
  writeFileSync(join(project, 'src/site.ts'), text);
}

function pullRequest(number: number, action: string, more: object = {}, repository = REPOSITORY): object {
  return { number, action, pull_request: { merged: false, head: { repo: { full_name: repository } }, ...more } };
}

/** Runs a job as GitHub does: only environments have their secrets, and the first step that fails is the last. */
async function runJob(project: string, job: Job, all: Context): Promise<Outcome> {
  const { LECTERN_RELEASE_KEY, ...others } = all.secrets;
  const context = job.environment === 'production' ? all : { ...all, secrets: others };
  if (job.if !== undefined && !resultOf(job.if, context)) return { ran: false, red: null, said: '' };
  const env = Object.fromEntries(Object.entries(job.env).map(([name, text]) => [name, filled(text, context)]));
  let said = '';
  for (const { name, uses, run } of job.steps) {
    if (uses !== undefined) assert.ok(GIVEN.includes(uses), uses);
    if (run === undefined) continue;
    assert.doesNotMatch(run, EXPRESSION, 'what others name is no code');
    const step = await bash(project, run, env);
    said += step.said;
    for (const secret of Object.values(all.secrets)) assert.ok(!step.said.includes(String(secret)), step.said);
    if (!step.isDone) return { ran: true, red: name ?? run, said };
  }
  return { ran: true, red: null, said };
}

function filled(text: string, context: Context): string {
  return text.replace(EXPRESSION, (_all, expression: string) => String(resultOf(expression, context) ?? ''));
}

/** Expressions of the page are those of JavaScript too. */
function resultOf(expression: string, context: Context): unknown {
  return runInNewContext(expression, { ...context });
}

function bash(
  cwd: string,
  script: string,
  variables: Readonly<Record<string, string | undefined>>,
): Promise<{ isDone: boolean; said: string }> {
  const known = Object.entries(process.env).filter(([name]) => !name.startsWith('LECTERN_'));
  const env = { ...Object.fromEntries(known), npm_config_offline: 'true', ...variables };
  return new Promise((resolve) => {
    execFile('bash', ['-e', '-c', script], { cwd, env }, (error, stdout, stderr) =>
      resolve({ isDone: error === null, said: `${stdout}${stderr}` }),
    );
  });
}
