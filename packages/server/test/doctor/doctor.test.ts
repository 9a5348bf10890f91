/**
 * `lectern doctor` finds 100 of 100 faults that were planted at random, says what each is about and what to do, and mends
 * all that follows from the content. `DOCTOR_SEED` plants the same faults again.
 */
import assert from 'node:assert/strict';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { runDoctor } from '../../src/commands/doctor/doctor-command.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import { openDatabase } from '../../src/platform/database/connect.ts';
import { closeConnections } from '../client.ts';
import { Random } from '../consistency/random.ts';
import { describeEachEngine, type TestEngine } from '../harness/engines.ts';
import { serviceEnvironment } from '../harness/environment.ts';
import { runProgram } from '../harness/process.ts';
import { startService } from '../harness/service.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { field, makeScene, type Scene } from '../scene.ts';
import { upload } from '../transfer/full-space.ts';
import { kinds, plant, type Victim } from './plant.ts';

const FAULTS = 100;
/** Those that are no fault of an entry. */
const OTHERS = 8;
const SEED = Number(process.env.DOCTOR_SEED ?? Math.floor(Math.random() * 2 ** 31));
const CONFIGURATION_EXIT_CODE = 78;
const PAGES = FAULTS + 10;
const WRITES_MEANWHILE = 20;

interface Report {
  readonly faults: readonly {
    readonly check: string;
    readonly about: string;
    readonly problem: string;
    readonly way_out: string;
    readonly derived: boolean;
  }[];
}

/** What the doctor has to say of a planted fault. */
interface Expected {
  readonly name: string;
  readonly about: string;
  readonly problem: RegExp;
  readonly isDerived: boolean;
}

describeEachEngine('the doctor', (engine) => {
  it(`finds ${FAULTS} of ${FAULTS} faults and mends what follows from the content`, { timeout: 120_000 }, async () => {
    const dataDir = engine.kind === 'sqlite' ? {} : { LECTERN_DATA_DIR: temporaryFolder('doctor') };
    const env = serviceEnvironment({ engine, env: dataDir });
    const service = await startService({ engine, env: dataDir });
    const scene = await makeScene(service.url);
    await fill(scene);
    const writing = writeMeanwhile(scene);
    await untilSearchable(engine);
    assert.deepEqual((await examine(env)).report.faults, [], 'nothing is wrong while it is written to');
    await writing;
    closeConnections();
    await service.close();

    const random = new Random(SEED);
    const expected = [...(await plantInEntries(engine, random)), ...(await plantOthers(engine, env, scene))];
    assert.equal(expected.length, FAULTS);
    const { code, report } = await examine(env);
    assert.equal(code, 1);
    const missed = expected.filter((one) => !isNamed(report, one));
    assert.deepEqual(missed, [], `DOCTOR_SEED=${SEED}: all are found`);
    for (const { about } of report.faults)
      assert.ok(
        expected.some((one) => about.includes(one.about)),
        `DOCTOR_SEED=${SEED}: ${about} is not well either`,
      );
    for (const { way_out } of report.faults) assert.notEqual(way_out, '');

    const repaired = await examine(env, '--repair');
    const left = expected.filter(({ isDerived }) => !isDerived);
    assert.deepEqual(
      left.filter((one) => !isNamed(repaired.report, one)),
      [],
      `DOCTOR_SEED=${SEED}: what is lost is still named`,
    );
    assert.deepEqual(
      repaired.report.faults.filter(({ about }) => !left.some((one) => about.includes(one.about))),
      [],
      `DOCTOR_SEED=${SEED}: the rest is mended`,
    );
    assert.deepEqual((await examine(env)).report.faults.length, repaired.report.faults.length);
  });

  it('says that it cannot open what it cannot open', async () => {
    const env = serviceEnvironment({ engine: { databaseConfig: () => engine.databaseConfig() } });
    const { code, output } = await runProgram(['doctor'], { ...env, LECTERN_SECRET: 'x'.repeat(40) });
    assert.equal(code, CONFIGURATION_EXIT_CODE, output);
    assert.match(output, /secret is not that of the database/);
  });

  it('says how it is used', async () => {
    const env = serviceEnvironment({ engine });
    const help = await runProgram(['doctor', '--help'], env);
    assert.equal(help.code, 0);
    assert.match(help.output, /Usage: lectern doctor/);
    assert.equal((await runProgram(['doctor', '--all'], env)).code, 2);
  });
});

function isNamed({ faults }: Report, { about, problem, isDerived }: Expected): boolean {
  return faults.some(
    (fault) => fault.about.includes(about) && problem.test(fault.problem) && fault.derived === isDerived,
  );
}

async function examine(env: Record<string, string>, ...words: string[]): Promise<{ code: number; report: Report }> {
  let text = '';
  const print = (line: string) => {
    text += line;
  };
  const output = { print, printError: (line: string) => assert.fail(line), progress: null };
  const code = await runDoctor(['--json', ...words], readConfig(env), output);
  return { code, report: JSON.parse(text) as Report };
}

/** Pages with everything that follows from content, each with texts of its own; and a file. */
async function fill(scene: Scene): Promise<void> {
  const { owner, base } = scene;
  const fields = [
    field('title', 'string', { localized: true }),
    field('path', 'slug'),
    field('code', 'integer', { unique: true }),
    field('next', 'entry'),
  ];
  const page = { name: 'Page', display_field: 'title', slug_field: 'path', fields };
  await owner.put(`${base}/content-types/page`, page, 201);
  const lines = Array.from({ length: PAGES }, (_, n) => {
    const values = { title: `Page number${n}`, path: `page-${n}`, code: n, next: `page-${(n + 1) % PAGES}` };
    return JSON.stringify({ entry: { key: `page-${n}.`, content_type: 'page', status: 'published', fields: values } });
  });
  const headers = { 'content-type': 'application/x-ndjson' };
  const imported = await owner.send('POST', `${base}/import`, { raw: lines.join('\n'), headers });
  assert.ok(
    imported.each('results', 'result').every((result) => result === 'created'),
    String(imported),
  );
  await upload(scene, base, { key: 'note', name: 'note.txt', bytes: 'A note.' });
}

async function writeMeanwhile({ owner, base }: Scene): Promise<void> {
  for (let n = 0; n < WRITES_MEANWHILE; n++) {
    const made = await owner.post(`${base}/entries`, { content_type_id: 'page', fields: { title: `More ${n}` } }, 201);
    await owner.delete(`/entries/${made.string('id')}`, 204);
  }
}

/** Until then texts may lag behind the model, and the doctor says nothing of them. */
async function untilSearchable(engine: TestEngine): Promise<void> {
  const database = await openDatabase(engine.databaseConfig());
  try {
    for (;;) {
      const rows = await database.reader
        .selectFrom('environments')
        .innerJoin('search_models', 'search_models.environment', 'environments.number')
        .select(['environments.model_revision', 'search_models.model_revision as known'])
        .execute();
      if (rows.length > 0 && rows.every(({ model_revision, known }) => model_revision === known)) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  } finally {
    await database.close();
  }
}

/** Plants faults in entries: each in another one, every kind at least once. */
async function plantInEntries(engine: TestEngine, random: Random): Promise<Expected[]> {
  const victims = await victimsOf(engine);
  const names = Object.keys(kinds);
  const chosen = [...names, ...Array.from({ length: FAULTS - OTHERS - names.length }, () => random.pick(names))];
  const statements: string[] = [];
  const expected = chosen.map((name): Expected => {
    const [victim] = victims.splice(random.below(victims.length), 1);
    const kind = kinds[name];
    assert.ok(victim !== undefined && kind !== undefined);
    statements.push(kind.sql(victim));
    return { name, about: `entry ${victim.key} `, problem: kind.problem, isDerived: kind.isDerived };
  });
  await plant(engine.databaseConfig(), statements);
  return expected;
}

async function victimsOf(engine: TestEngine): Promise<Victim[]> {
  const database = await openDatabase(engine.databaseConfig());
  try {
    const rows = await database.reader
      .selectFrom('entries')
      .innerJoin('entry_index', 'entry_index.id', 'entries.id')
      .select(['entries.id', 'entries.key', 'environment', 'entries.content_type', 'entries.version', 'index_values'])
      .orderBy('entries.id')
      .execute();
    return rows.map(({ index_values, ...row }) => {
      const [text] = Object.values((JSON.parse(index_values) as { texts: Record<string, number> }).texts);
      return { ...row, text: text ?? 0 };
    });
  } finally {
    await database.close();
  }
}

/** Plants the other faults, one of each kind. */
async function plantOthers(engine: TestEngine, env: Record<string, string>, scene: Scene): Promise<Expected[]> {
  const stray = 2 ** 32 + 999_999;
  const { accountId } = scene.member;
  await plant(engine.databaseConfig(), [
    'update environments set assets = assets + 1',
    'update environments set asset_bytes = asset_bytes + 7',
    'update environments set content_types = content_types + 2',
    'delete from journal_heads where revision = 2',
    `update usage_counters set used = used + 5 where metric = 'environments'`,
    `insert into entry_states (id, version, document) values (${stray}, 1, '{}')`,
    "update journal set action = 'entry.forged' where id = 2",
  ]);
  const folder = join(env.LECTERN_DATA_DIR ?? '', 'storage', 'files');
  const [file] = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  rmSync(join(file?.parentPath ?? '', file?.name ?? ''));
  const derived = { name: '', isDerived: true };
  const lost = { name: '', isDerived: false };
  return [
    { ...derived, about: 'environment master', problem: /counts 2 assets and has 1/ },
    { ...derived, about: 'environment master', problem: /asset_bytes/ },
    { ...derived, about: 'environment master', problem: /content_types/ },
    { ...lost, about: 'environment master', problem: /changes of revision 2 without their row/ },
    { ...derived, about: `account ${accountId}`, problem: /environments and has 1/ },
    { ...derived, about: `row ${stray} of`, problem: /is no entry, but has a state/ },
    { ...lost, about: 'audit of', problem: /not as it was written/ },
    { ...lost, about: `file files/`, problem: /is not stored/ },
  ];
}
