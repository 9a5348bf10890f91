/**
 * Migrations while `lectern migrate` and the service are killed, while two run the same one, and while people write: in the end every entry is
 * changed once.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '../../server/test/reading/consistency/random.ts';
import { closeConnections } from '../../testing/src/client.ts';
import { describeEachEngine, type TestEngine } from '../../testing/src/engines.ts';
import { given, type Scene } from '../../testing/src/given.ts';
import { type ServiceProcess, startProcess } from '../../testing/src/process.ts';
import { SEED } from '../../testing/src/seed.ts';
import { freePort } from '../../testing/src/servers/free-port.ts';
import { temporaryFolder } from '../../testing/src/temporary-folder.ts';
import { countedArticle } from './content-as-code.ts';

const PACKAGE = join(import.meta.dirname, '..');
const PROGRAM = join(PACKAGE, 'src/lectern.ts');
const KILLS = Number(process.env.KILLS ?? 20);
/** More than a change set takes. */
const ENTRIES = 1_050;
const NAME = '0001-twice';
const PAUSE_MS = 20;

/** Run twice, it would be seen. */
const TWICE = `import { defineMigration } from '@lectern/client/schema';
export default defineMigration({ type: 'article', change: ({ fields }) => ({ count: fields.count * 2 }) });
`;

describeEachEngine('a migration', (engine) => {
  it(`changes every entry once, over ${KILLS} kills of it and of the service`, { timeout: 1_800_000 }, async (test) => {
    test.diagnostic(`SEED=${SEED}`);
    const stage = await RestartedService.start(engine);
    const scene = await given(stage.url, { defaultLocale: 'en', types: [countedArticle] });
    const expected = await fill(scene, ENTRIES);
    const cwd = projectFolder();
    const random = new Random(SEED);
    const seen = { killed: 0, 'service killed': 0, stopped: 0, whole: 0 };
    let isUndone = true;
    let isWhole = false;
    /** How long each takes where nothing is killed; the first is not. */
    const lasted = { run: 0, undo: 0 };
    while (seen.killed + seen['service killed'] < KILLS || !isUndone || !isWhole) {
      const action = isUndone ? 'run' : 'undo';
      const isQuiet = seen.killed + seen['service killed'] >= KILLS || lasted[action] === 0;
      const began = performance.now();
      const programs = [new Migrate(scene, cwd, action)];
      if (!isQuiet && random.chance(0.3)) programs.push(new Migrate(scene, cwd, action));
      if (!isQuiet) {
        await sleep(random.below(Math.ceil(lasted[action] * 1.2)));
        const victim = random.chance(0.5) ? 'killed' : 'service killed';
        if (victim === 'killed') programs[0]?.kill();
        else await stage.restart();
        seen[victim] += 1;
      }
      const ends = await Promise.all(programs.map((program) => program.ended()));
      isWhole = ends.includes('done');
      seen[isWhole ? 'whole' : 'stopped'] += 1;
      if (!isWhole) continue;
      lasted[action] ||= performance.now() - began;
      isUndone = !isUndone;
      assert.deepEqual(await states(scene, ENTRIES), expected(isUndone ? 1 : 2), JSON.stringify(seen));
      await assertRecorded(scene, isUndone ? 'undone' : 'done');
    }
    const open = await scene.owner.get(`${scene.base}/change-sets?state=open,closed`, 200);
    assert.equal(open.at('total'), 0);
    test.diagnostic(JSON.stringify(seen));
    await stage.end();
  });

  it('leaves what people write meanwhile, or changes it once', { timeout: 600_000 }, async (test) => {
    test.diagnostic(`SEED=${SEED}`);
    const stage = await RestartedService.start(engine);
    const scene = await given(stage.url, { defaultLocale: 'en', types: [countedArticle] });
    const expected = await fill(scene, 300);
    const random = new Random(SEED);
    const written = new Map<string, number>();
    const program = new Migrate(scene, projectFolder(), 'run');
    let isRunning = true;
    const ended = program.ended().finally(() => {
      isRunning = false;
    });
    for (let count = 1_000_001; isRunning; count += 2) {
      const key = `e${String(random.below(300)).padStart(4, '0')}`;
      const path = `${scene.base}/entries/${key}`;
      await scene.owner.patch(path, { fields: { count } }, 200);
      await scene.owner.post(`${path}/publish`, undefined, 200);
      written.set(key, count);
      await sleep(PAUSE_MS);
    }
    assert.equal(await ended, 'done');
    const byKey = new Map((expected(2) as [string][]).map((state) => [state[0], state]));
    for (const state of await states(scene, 300)) {
      const [key, , draft, shown] = state as [string, string, number, number];
      const count = written.get(key);
      if (count === undefined) assert.deepEqual(state, byKey.get(key));
      else
        assert.deepEqual(
          [[count, 2 * count].includes(draft), [count, 2 * count].includes(shown)],
          [true, true],
          `${state}`,
        );
    }
    test.diagnostic(`${written.size} entries were written meanwhile`);
    assert.equal((await scene.owner.get(`${scene.base}/change-sets?state=open,closed`, 200)).at('total'), 0);
    await stage.end();
  });
});

/** A service that comes back under its address. */
class RestartedService {
  readonly #engine: TestEngine;
  readonly #port: string;
  #process: ServiceProcess;

  private constructor(engine: TestEngine, port: string, process: ServiceProcess) {
    this.#engine = engine;
    this.#port = port;
    this.#process = process;
  }

  static async start(engine: TestEngine): Promise<RestartedService> {
    const port = String(await freePort());
    return new RestartedService(engine, port, await startProcess({ engine, env: { PORT: port } }));
  }

  get url(): string {
    return this.#process.url;
  }

  async restart(): Promise<void> {
    await this.#process.end('SIGKILL');
    closeConnections();
    this.#process = await startProcess({ engine: this.#engine, env: { PORT: this.#port } });
  }

  async end(): Promise<void> {
    closeConnections();
    await this.#process.end('SIGINT');
  }
}

/** The program, as it runs. */
class Migrate {
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown[]>;
  #problem = '';

  constructor(scene: Scene, cwd: string, action: string) {
    const env = { ...process.env, LECTERN_URL: scene.url, LECTERN_MANAGEMENT_KEY: String(scene.management.token) };
    // The second of two that undo at once may find nothing more to take back, unless it names it.
    const argv = [PROGRAM, 'migrate', action, ...(action === 'undo' ? [NAME] : [])];
    const child = spawn(process.execPath, argv, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.resume();
    child.stderr.on('data', (text) => (this.#problem += text));
    this.#child = child;
    this.#ended = once(child, 'exit');
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /** @throws where it has ended in a way that is not foreseen */
  async ended(): Promise<'done' | 'killed' | 'stopped'> {
    const [code, signal] = (await this.#ended) as [number | null, string | null];
    if (signal !== null) return 'killed';
    if (code === 0) return 'done';
    assert.match(this.#problem, FORESEEN, `exit code ${code}`);
    assert.equal(this.#problem.trim().split('\n').length, 1, 'one line');
    return 'stopped';
  }
}

const FORESEEN =
  /The service cannot be reached|Somebody else is running 0001-twice|0001-twice was not run in master|0001-twice is being taken back|The service is (starting|stopping)/;

function projectFolder(): string {
  const project = temporaryFolder('killed');
  mkdirSync(join(project, 'node_modules/@lectern'), { recursive: true });
  symlinkSync(PACKAGE, join(project, 'node_modules/@lectern/client'));
  mkdirSync(join(project, 'lectern/migrations'), { recursive: true });
  writeFileSync(join(project, `lectern/migrations/${NAME}.ts`), TWICE);
  return project;
}

/** A third is published, a third has drafts that differ, a third are drafts. @returns what they hold after a multiplication */
async function fill({ owner, base }: Scene, count: number): Promise<(times: number) => unknown[]> {
  const all = Array.from({ length: count }, (_, at) => ({ key: `e${String(at).padStart(4, '0')}`, at }));
  const entryOf = (key: string, at: number) => ({
    key,
    content_type: 'article',
    status: at % 3 === 2 ? 'draft' : 'published',
    fields: { title: { en: key }, count: at },
  });
  const imported = await owner.send('POST', `${base}/import`, {
    raw: all.map(({ key, at }) => JSON.stringify({ entry: entryOf(key, at) })).join('\n'),
    headers: { 'content-type': 'application/x-ndjson' },
  });
  assert.equal(imported.status, 200, imported.text);
  for (const { key, at } of all)
    if (at % 3 === 1) await owner.patch(`${base}/entries/${key}`, { fields: { count: at + 5_000 } }, 200);
  const draftOf = (at: number) => (at % 3 === 1 ? at + 5_000 : at);
  return (times) =>
    all.map(({ key, at }) => [
      key,
      ['published', 'changed', 'draft'][at % 3],
      draftOf(at) * times,
      at % 3 === 2 ? null : at * times,
    ]);
}

/** Key, status, what the draft holds, and what is published. */
async function states({ owner, base, read, delivery }: Scene, count: number): Promise<unknown[]> {
  const shown = new Map<string, number>();
  const drafts: { key: string; status: string; fields: { count: { en: number } } }[] = [];
  for (let skip = 0; skip < count; skip += 1_000) {
    const page = `limit=1000&skip=${skip}&order=id`;
    for (const item of (await owner.get(`${base}/entries?${page}`, 200)).list('items'))
      drafts.push(item as (typeof drafts)[number]);
    for (const item of (await delivery.get(`${read}/entries?content_type=article&${page}`, 200)).list('items')) {
      const { id, fields } = item as { id: string; fields: { count: number } };
      shown.set(id.replace(/^ent_[^_]+_/, ''), fields.count);
    }
  }
  return drafts
    .map(({ key, status, fields }) => [key, status, fields.count.en, shown.get(key) ?? null] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));
}

/** The record says so, and names sets that are all in that state. */
async function assertRecorded({ owner, base }: Scene, state: 'done' | 'undone'): Promise<void> {
  const record = await owner.get(`${base}/migrations/${NAME}`, 200);
  const { entries, batches } = record.at('progress') as {
    entries: number;
    batches: { published: string | null; drafts: string | null }[];
  };
  assert.deepEqual([record.at('state'), entries, batches.length], [state, ENTRIES - 1, 2]);
  for (const { published, drafts } of batches)
    for (const [set, out] of [
      [published, 'published'],
      [drafts, 'applied'],
    ] as const)
      if (set !== null)
        assert.equal((await owner.get(`/change-sets/${set}`, 200)).at('state'), state === 'done' ? out : 'undone');
}
