/**
 * `lectern doctor` finds 120 of 120 faults planted at random, says what each concerns and what to do, and repairs everything that
 * can be derived from the content. `SEED` plants others.
 */

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { closeConnections } from '../../../../testing/src/client.ts';
import { describeEachEngine, type TestEngine } from '../../../../testing/src/engines.ts';
import { serviceEnvironment } from '../../../../testing/src/environment.ts';
import { field, given, type Scene } from '../../../../testing/src/given.ts';
import { runProgram } from '../../../../testing/src/process.ts';
import { SEED } from '../../../../testing/src/seed.ts';
import { startService } from '../../../../testing/src/service.ts';
import { temporaryFolder } from '../../../../testing/src/temporary-folder.ts';
import { until } from '../../../../testing/src/until.ts';
import { runDoctor } from '../../../src/commands/doctor/doctor-command.ts';
import { readConfig } from '../../../src/platform/config/config.ts';
import { openDatabase } from '../../../src/platform/database/connect.ts';
import { Random } from '../../reading/consistency/random.ts';
import { fillOthers, plantOthers, wrongReplicas } from './others.ts';
import { type Expected, kinds, plant, type Victim } from './plant.ts';

const FAULTS = 120;
const CONFIGURATION_EXIT_CODE = 78;
const PAGES = FAULTS + 10;
/** One page in so many was edited since it was published. */
const CHANGED_EVERY = 3;
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

describeEachEngine('the doctor', (engine) => {
  it(`finds ${FAULTS} of ${FAULTS} faults and mends what follows from the content`, { timeout: 120_000 }, async () => {
    const dataDir = engine.kind === 'sqlite' ? {} : { LECTERN_DATA_DIR: temporaryFolder('doctor') };
    let env = serviceEnvironment({ engine, env: dataDir });
    const service = await startService({ engine, env: dataDir });
    const scene = await given(service.url);
    await fill(scene);
    const others = await fillOthers(scene);
    const writing = writeMeanwhile(scene);
    await untilSearchable(engine);
    assert.deepEqual((await examine(env)).report.faults, [], 'nothing is wrong while it is written to');
    await writing;
    closeConnections();
    await service.close();

    const random = new Random(SEED);
    const victims = await victimsOf(engine);
    const planted = await plantOthers(engine, env, others);
    env = { ...env, ...wrongReplicas(engine) };
    const expected = [...planted, ...(await plantInEntries(engine, { random, victims }, FAULTS - planted.length))];
    assert.equal(expected.length, FAULTS);
    const { code, report } = await examine(env);
    assert.equal(code, 1);
    const missed = expected.filter((one) => !isNamed(report, one));
    assert.deepEqual(missed, [], `SEED=${SEED}: all are found`);
    for (const { about } of report.faults)
      assert.ok(
        expected.some((one) => about.includes(one.about)),
        `SEED=${SEED}: ${about} is not well either`,
      );
    for (const { way_out } of report.faults) assert.notEqual(way_out, '');

    const repaired = await examine(env, '--repair');
    const left = expected.filter(({ isDerived }) => !isDerived);
    assert.deepEqual(
      left.filter((one) => !isNamed(repaired.report, one)),
      [],
      `SEED=${SEED}: what is lost is still named`,
    );
    assert.deepEqual(
      repaired.report.faults.filter((fault) => !left.some((one) => isOf(fault, one))),
      [],
      `SEED=${SEED}: the rest is mended`,
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

function isNamed({ faults }: Report, expected: Expected): boolean {
  return faults.some((fault) => isOf(fault, expected));
}

function isOf(fault: Report['faults'][number], { about, problem, isDerived }: Expected): boolean {
  return fault.about.includes(about) && problem.test(fault.problem) && fault.derived === isDerived;
}

async function examine(env: Record<string, string>, ...words: string[]): Promise<{ code: number; report: Report }> {
  let text = '';
  const print = (line: string) => {
    text += line;
  };
  const output = { print, printError: (line: string) => assert.fail(line), progress: null };
  const code = await runDoctor(['--json', '--files', ...words], readConfig(env), output);
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
  const lines = Array.from({ length: PAGES }, (_, n) => JSON.stringify({ entry: pageRecord(n) }));
  const headers = { 'content-type': 'application/x-ndjson' };
  const imported = await owner.send('POST', `${base}/import`, { raw: lines.join('\n'), headers });
  assert.ok(
    imported.each('results', 'result').every((result) => result === 'created'),
    String(imported),
  );
}

/** A page as it is imported; if it was edited since it was published, everything in it is another. */
function pageRecord(n: number): object {
  const values = { title: `Page number${n}`, path: `page-${n}`, code: n, next: `page-${(n + 1) % PAGES}` };
  const page = { key: `page-${n}.`, content_type: 'page' };
  if (n % CHANGED_EVERY !== 0) return { ...page, status: 'published', fields: values };
  const edited = { title: `Edited ${n}`, path: `edited-${n}`, code: n + PAGES, next: `page-${(n + 2) % PAGES}` };
  return { ...page, status: 'changed', fields: edited, published_fields: values };
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
    await until(async () => {
      const rows = await database.reader
        .selectFrom('environments')
        .innerJoin('search_models', 'search_models.environment', 'environments.number')
        .select(['environments.model_revision', 'search_models.model_revision as known'])
        .execute();
      return rows.length > 0 && rows.every(({ model_revision, known }) => model_revision === known);
    });
  } finally {
    await database.close();
  }
}

/** Plants faults in entries: each in another one, every kind at least once. */
async function plantInEntries(
  engine: TestEngine,
  { random, victims }: { random: Random; victims: Victim[] },
  count: number,
): Promise<Expected[]> {
  const names = Object.keys(kinds);
  const chosen = [...names, ...Array.from({ length: count - names.length }, () => random.pick(names))];
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
      .innerJoin('entry_index', (join) =>
        join.onRef('entry_index.id', '=', 'entries.id').onRef('entry_index.version', '=', 'entries.version'),
      )
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
