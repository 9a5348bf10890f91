/**
 * Where there is no installation, every command but `start` and `demo` ends with 78, says which setting is wrong, and creates
 * nothing, so that a nightly job on a wrong folder fails. Each command of the program, and each action of one, needs a row.
 */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import pg from 'pg';
import { describeFromNothing, type TestEngine } from '../../../../testing/src/engines.ts';
import { serviceEnvironment } from '../../../../testing/src/environment.ts';
import { runProgram, startProcess } from '../../../../testing/src/process.ts';
import { removeFolder, temporaryFolder } from '../../../../testing/src/temporary-folder.ts';
import { commandNames } from '../../../src/commands/run-command.ts';
import { isEmptyPostgres } from '../../../src/platform/database/postgres/copy.ts';

const MENDABLE_EXIT_CODE = 78;
const ID = '00000000-0000-4000-8000-000000000000';
const EMAIL = 'mara@example.com';

/** What a command does where there is no installation. */
type Row =
  | { readonly refuses: readonly string[]; readonly only?: TestEngine['kind'] }
  /** It makes one, or fills an empty place with one. */
  | { readonly makes: true }
  /** It never opens one, but talks to a service. */
  | { readonly asksService: true };

const rows: Readonly<Record<string, Row>> = {
  start: { makes: true },
  demo: { makes: true },
  restore: { makes: true },
  import: { asksService: true },
  export: { asksService: true },
  health: { asksService: true },
  types: { asksService: true },
  migrate: { refuses: [] },
  backup: { refuses: ['<backups>', '--prune'] },
  doctor: { refuses: ['--repair'] },
  move: { refuses: ['--to', 'postgres://nobody@127.0.0.1:1/nothing'], only: 'sqlite' },
  'audit verify': { refuses: [] },
  'audit erase': { refuses: ['--user', ID] },
  'account list': { refuses: [] },
  'user list': { refuses: ['--status', 'unverified'] },
  'space list': { refuses: [] },
  'webhook list': { refuses: ['--json'] },
  top: { refuses: ['--once'] },
  'account suspend': { refuses: [ID] },
  'account resume': { refuses: [ID] },
  'account delete': { refuses: [ID] },
  'account restore': { refuses: [ID] },
  'user delete': { refuses: [EMAIL] },
  'user restore': { refuses: [EMAIL] },
  'user reset-second-factor': { refuses: [EMAIL] },
  'user reset-password': { refuses: [EMAIL] },
  'user verify': { refuses: [EMAIL] },
  'secret rotate': { refuses: [] },
  'secret retire': { refuses: [] },
  'secret cancel': { refuses: [] },
  'billing orders': { refuses: [] },
  'billing confirm': { refuses: ['cs_1'] },
  'billing show': { refuses: [ID] },
  'billing assign': { refuses: [ID, 'self_hosted'] },
};

it('each command and each action of one has a row here', async () => {
  const found: string[] = [];
  for (const command of commandNames) {
    const { output } = await runProgram([command, '--help'], {});
    const usage = output.slice(0, output.indexOf('\n\n'));
    const actions = [...usage.matchAll(new RegExp(`lectern ${command} ([a-z][a-z-]*)`, 'g'))].map(
      ([, action]) => action,
    );
    // Sources of imports are arguments.
    const hasActions = actions.length > 0 && command !== 'import';
    found.push(...(hasActions ? actions.map((action) => `${command} ${action}`) : [command]));
  }
  assert.deepEqual(Object.keys(rows).sort(), [...new Set(found)].sort());
});

describeFromNothing('without an installation', (engine) => {
  const { kind } = engine;

  for (const [name, row] of Object.entries(rows)) {
    if (!('refuses' in row) || (row.only ?? kind) !== kind) continue;
    it(`\`lectern ${name}\` ends with 78 and creates nothing`, async () => {
      const { root, dataDir, backups, env } = await wrongPlace(engine);
      const words = row.refuses.map((word) => (word === '<backups>' ? backups : word));
      const { code, output } = await runProgram([...name.split(' '), ...words], env);
      assert.equal(code, MENDABLE_EXIT_CODE, output);
      assert.match(output, /There is no installation in /);
      const named = kind === 'sqlite' ? [dataDir, 'LECTERN_DATA_DIR'] : ['which is empty', 'LECTERN_DATABASE_URL'];
      for (const text of named) assert.ok(output.includes(text), output);
      assert.deepEqual(readdirSync(root), ['backups'], 'no data folder was made');
      assert.deepEqual(readdirSync(backups), ['2020-01-01T00-00-00.000Z'], 'no backup was made or removed');
      if (env.LECTERN_DATABASE_URL !== undefined)
        assert.ok(await isEmptyPostgres({ url: env.LECTERN_DATABASE_URL }), 'no table was made');
      removeFolder(root);
    });
  }

  it('a folder that is there, and empty, is no installation either; the secret in a file changes nothing', async () => {
    const { root, dataDir, env } = await wrongPlace(engine);
    mkdirSync(dataDir);
    const own = kind === 'sqlite' ? { ...env, LECTERN_SECRET: '' } : env;
    assert.equal((await runProgram(['doctor'], own)).code, MENDABLE_EXIT_CODE);
    assert.deepEqual(readdirSync(dataDir), []);
    removeFolder(root);
  });

  it('a database with the tables of another program is no installation, and is left as it is', async () => {
    const database = await engine.freshDatabaseConfig();
    const { root, dataDir, env } = await wrongPlace({ databaseConfig: () => database });
    const tables = 'CREATE TABLE users (id TEXT PRIMARY KEY)';
    if (kind === 'sqlite') {
      mkdirSync(dataDir);
      const { DatabaseSync } = await import('node:sqlite');
      using file = new DatabaseSync(join(dataDir, 'lectern.db'));
      file.exec(tables);
    } else {
      const client = new pg.Client({ connectionString: env.LECTERN_DATABASE_URL });
      await client.connect();
      await client.query(tables);
      await client.end();
    }
    for (const words of [['user', 'list'], ['doctor'], ['start']]) {
      const { code, output } = await runProgram(words, {
        ...env,
        LECTERN_SECRET: 'a secret that is long enough for a test',
      });
      assert.deepEqual(
        [code, /no installation in this database, but another/.test(output)],
        [MENDABLE_EXIT_CODE, true],
        output,
      );
    }
    removeFolder(root);
  });

  it('a first start that was killed before its tables were committed has left none', {
    skip: kind === 'postgres',
  }, async () => {
    const { root, dataDir, backups, env } = await wrongPlace(engine);
    mkdirSync(dataDir);
    const { DatabaseSync } = await import('node:sqlite');
    const file = new DatabaseSync(join(dataDir, 'lectern.db'));
    file.exec('PRAGMA journal_mode = WAL');
    file.close();
    for (const words of [['doctor'], ['backup', backups], ['migrate']]) {
      const { code, output } = await runProgram(words, env);
      assert.deepEqual([code, /There is no installation in /.test(output)], [MENDABLE_EXIT_CODE, true], output);
    }
    assert.deepEqual(readdirSync(dataDir), ['lectern.db']);
    removeFolder(root);
  });

  it('`start` makes one, which the commands then find', async () => {
    const { root, backups, dataDir, env } = await wrongPlace(engine);
    const service = await startProcess({ engine: { databaseConfig: () => engine.databaseConfig() }, env });
    await service.end('SIGINT');
    const doctor = await runProgram(['doctor'], env);
    assert.equal(doctor.code, 0, doctor.output);
    if (kind === 'sqlite') {
      assert.ok(existsSync(dataDir));
      const backup = await runProgram(['backup', backups], env);
      assert.equal(backup.code, 0, backup.output);
    }
    removeFolder(root);
  });
});

/** Settings that name a data folder that is missing, or an empty database, beside a folder with an older backup. */
async function wrongPlace(engine: Pick<TestEngine, 'databaseConfig'>) {
  const root = temporaryFolder('wrong');
  const [dataDir, backups] = [join(root, 'data'), join(root, 'backups')];
  mkdirSync(join(backups, '2020-01-01T00-00-00.000Z'), { recursive: true });
  writeFileSync(join(backups, '2020-01-01T00-00-00.000Z', 'note'), '');
  const env = serviceEnvironment({ engine, env: { LECTERN_DATA_DIR: dataDir, LECTERN_METRICS_TOKEN: 'metrics' } });
  return { root, dataDir, backups, env };
}
