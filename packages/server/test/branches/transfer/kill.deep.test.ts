/**
 * `kill -9` of the service while it makes an export, and while it runs an import: both continue after a restart and give the same
 * bytes as without it, and an import counts nothing twice. `TRANSFER_KILLS=10` before an issue is closed.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Actor, closeConnections } from '../../../../testing/src/client.ts';
import { describeEachEngine, type TestEngine } from '../../../../testing/src/engines.ts';
import { field, given, type Scene } from '../../../../testing/src/given.ts';
import { type ServiceProcess, startProcess } from '../../../../testing/src/process.ts';
import { temporaryFolder } from '../../../../testing/src/temporary-folder.ts';
import { openDatabase } from '../../../src/platform/database/connect.ts';
import { assertSameArchive, exportOf, fetchFile, sendArchive, untilEnded } from './archives.ts';
import { upload } from './full-space.ts';

const KILLS = Number(process.env.TRANSFER_KILLS ?? 1);
const ENTRIES = 1_500;
const LINES_A_REQUEST = 1_500;
const ASSETS = 5;
/** A kill comes within this time after a job was acknowledged, or after a start. */
const LIFE_MS = 250;
/** Most kills of the service before a job may finish. */
const KILLS_OF_A_JOB = Math.min(KILLS, 2);

describeEachEngine('a service that is killed while content leaves and comes', (engine) => {
  it(`gives the same bytes, over ${KILLS} jobs of each kind`, { timeout: 900_000 }, async (context) => {
    const process = new MortalProcess(engine);
    await process.start();
    const scene = await makeFilled(process.url);
    const expected = await exportOf(scene);
    for (let job = 0; job < KILLS; job++) await killBoth(process, scene, expected);
    context.diagnostic(`${process.unfinished} times a job was unfinished at a kill`);
    assert.ok(process.unfinished > 0, 'a kill came while a job was running');
    await process.end();
  });
});

/** Kills the service while it exports the space of the scene, and imports the same into another one. */
async function killBoth(process: MortalProcess, scene: Scene, archive: Buffer): Promise<void> {
  const before = process.as(scene.owner);
  const target = `/spaces/${(await before.post('/spaces', { name: 'Target' }, 201)).string('id')}`;
  const asked = await before.post(`${scene.space}/exports`, {}, 201);
  const begun = await sendArchive({ owner: before, space: target }, archive);
  assert.equal(begun.status, 201, String(begun));
  await process.killRepeatedly();
  const owner = process.as(scene.owner);
  const made = await untilEnded(owner, `${scene.space}/exports/${asked.string('id')}`);
  assert.equal(made.at('status'), 'ready', String(made));
  const file = await fetchFile({ owner, space: scene.space }, asked.string('id'));
  assertSameArchive(file, archive, 'the export that was killed');
  const done = await untilEnded(owner, `${target}/imports/${begun.string('id')}`);
  assert.equal(done.at('status'), 'done', String(done));
  assert.deepEqual(done.at('counts.entry'), { created: ENTRIES, updated: 0, unchanged: 0, refused: 0 });
  assert.deepEqual(done.at('counts.asset'), { created: ASSETS, updated: 0, unchanged: 0, refused: 0 });
  assertSameArchive(await exportOf({ owner, space: target }), archive, 'the import that was killed');
}

/** A service that is killed and started again. */
class MortalProcess {
  /** How often a job was unfinished at a kill. */
  unfinished = 0;
  readonly #engine: TestEngine;
  readonly #dataDir = temporaryFolder('transfer');
  #service: ServiceProcess | undefined;

  constructor(engine: TestEngine) {
    this.#engine = engine;
  }

  get url(): string {
    return this.#service?.url ?? '';
  }

  /** The same person, at the currently running service. */
  as({ token }: Actor): Actor {
    return new Actor(this.url, token);
  }

  async start(): Promise<void> {
    const isPostgres = this.#engine.kind === 'postgres';
    const env = isPostgres ? { LECTERN_DATA_DIR: this.#dataDir } : {};
    this.#service = await startProcess({ engine: this.#engine, env });
  }

  async killRepeatedly(): Promise<void> {
    for (let kill = 0; kill < KILLS_OF_A_JOB; kill++) {
      await sleep(Math.random() * LIFE_MS);
      await this.#service?.end('SIGKILL');
      closeConnections();
      await this.#look();
      await this.start();
    }
  }

  async end(): Promise<void> {
    closeConnections();
    await this.#service?.end('SIGINT');
  }

  /** Counts unfinished jobs, and releases the lease of the killed process, which would last ten seconds. */
  async #look(): Promise<void> {
    const database = await openDatabase(this.#engine.databaseConfig());
    try {
      for (const table of ['exports', 'imports'] as const) {
        const running = database.reader.selectFrom(table).select('id').where('status', '=', 'running');
        this.unfinished += (await running.execute()).length;
      }
      await database.write((writer) => writer.updateTable('background_jobs').set({ leased_until: 0 }).execute());
    } finally {
      await database.close();
    }
  }
}

async function makeFilled(url: string): Promise<Scene> {
  const scene = await given(url);
  const { owner, base } = scene;
  const fields = [field('title', 'string'), field('slug', 'slug'), field('other', 'entry')];
  const type = { name: 'Page', display_field: 'title', slug_field: 'slug', fields };
  await owner.put(`${base}/content-types/page`, type, 201);
  for (let from = 0; from < ENTRIES; from += LINES_A_REQUEST) {
    const lines = Array.from({ length: LINES_A_REQUEST }, (_, n) => entryLine(from + n));
    const headers = { 'content-type': 'application/x-ndjson' };
    const imported = await owner.send('POST', `${base}/import`, { raw: lines.join('\n'), headers });
    assert.equal(imported.status, 200, String(imported));
  }
  for (let n = 0; n < ASSETS; n++)
    await upload(scene, base, { key: `asset-${n}`, name: `${n}.txt`, bytes: `File ${n}.\n`.repeat(1_000) });
  return scene;
}

function entryLine(n: number): string {
  const fields = { title: `Page ${n}`, other: `page-${n + 1}` };
  return JSON.stringify({ entry: { key: `page-${n}`, content_type: 'page', status: 'published', fields } });
}
