/**
 * Two versions of the program on one database, as during an upgrade node by node: the older one continues, and can start again,
 * beside a newer one with compatible migrations; after a breaking one its start ends with 78.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Actor, closeConnections } from '../../../../testing/src/client.ts';
import { describeFromNothing } from '../../../../testing/src/engines.ts';
import { serviceEnvironment } from '../../../../testing/src/environment.ts';
import { given, magazine, makeKey, type Scene } from '../../../../testing/src/given.ts';
import { runProgram, type ServiceProcess, startProcess } from '../../../../testing/src/process.ts';
import { makeNewerProgram, NEWER_VERSION, type NewerProgram, tableNames } from './newer-program.ts';
import { storedRows } from './stored-rows.ts';
import { workOn } from './workout.ts';

const MENDABLE_EXIT_CODE = 78;
const OWN_VERSION = String(
  JSON.parse(readFileSync(fileURLToPath(new URL('../../../package.json', import.meta.url)), 'utf8')).version,
);
const BREAKING = '9002-feelings';
/** What a release may do without breaking the one before: every table gets a column that the older program never names. */
const WIDER = [
  'CREATE TABLE moods (id TEXT PRIMARY KEY, mood TEXT NOT NULL)',
  ...tableNames().map((table) => `ALTER TABLE ${table} ADD COLUMN mood TEXT DEFAULT 'new'`),
];

describeFromNothing('an older program', (engine) => {
  const nodes: ServiceProcess[] = [];
  let newer: NewerProgram;
  let breaking: NewerProgram;
  let scene: Scene;
  before(async () => {
    newer = makeNewerProgram({ name: '9001-moods', breaking: false, statements: WIDER });
    breaking = makeNewerProgram({ name: BREAKING, breaking: true, statements: ['CREATE TABLE feelings (id TEXT)'] });
    const older = await startProcess({ engine });
    nodes.push(older);
    scene = await given(older.url, { types: magazine });
  });
  after(async () => {
    closeConnections();
    await Promise.all(nodes.map((node) => node.end('SIGINT')));
  });
  const environment = () => serviceEnvironment({ engine });

  it('goes on while a newer one changes the tables under it, and both serve what the other wrote', async () => {
    const [older] = nodes as [ServiceProcess];
    await workOn(older, scene, 'before');
    const other = await startProcess({ engine }, [], newer.start);
    nodes.push(other);
    for (const [round, node] of [older, other, older].entries()) await workOn(node, scene, `beside-${round}`);
    const key = await makeKey(new Actor(other.url, scene.owner.token), scene.spaceId, { kind: 'delivery' });
    await new Actor(older.url, key.token).get(`${scene.read}/entries?content_type=article`, 200);
  });

  it('starts beside the newer one, and nothing of the audit is lost', async () => {
    await nodes.shift()?.end('SIGINT');
    const again = await startProcess({ engine });
    nodes.unshift(again);
    await workOn(again, scene, 'again');
    const { code, output } = await runProgram(['audit', 'verify'], environment());
    assert.equal(code, 0, output);
  });

  it('ends its start with 78 behind a breaking migration, names both versions, and changes nothing', async () => {
    const done = await runProgram(['migrate'], environment(), breaking.file);
    assert.equal(done.code, 0, done.output);
    const before = (await storedRows(engine.databaseConfig())).get('migrations');
    for (const command of [['start'], ['start', '--workers', '2'], ['migrate'], ['audit', 'verify']]) {
      const { code, output } = await runProgram(command, environment());
      assert.equal(code, MENDABLE_EXIT_CODE, output);
      for (const named of [NEWER_VERSION, OWN_VERSION, BREAKING]) assert.ok(output.includes(named), output);
    }
    assert.deepEqual((await storedRows(engine.databaseConfig())).get('migrations'), before);
    // Nodes of the older program that run already are ended by whoever upgrades; until then they serve.
    await workOn(nodes[0] as ServiceProcess, scene, 'last');
  });
});
