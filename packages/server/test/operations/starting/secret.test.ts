/**
 * The secret of an installation: a start under a wrong or lost one ends with 78 before anything is written, and says
 * what mends it.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { closeConnections } from '../../../../testing/src/client.ts';
import { describeFromNothing, type TestEngine } from '../../../../testing/src/engines.ts';
import { type ServiceSettings, serviceEnvironment } from '../../../../testing/src/environment.ts';
import { signUp } from '../../../../testing/src/given.ts';
import { runProgram, startProcess } from '../../../../testing/src/process.ts';
import { startService } from '../../../../testing/src/service.ts';
import { temporaryFolder } from '../../../../testing/src/temporary-folder.ts';
import { storedRows } from './stored-rows.ts';

const MENDABLE_EXIT_CODE = 78;
const WRONG = 'a-secret-of-some-other-installation-1234567';

describeFromNothing('a wrong secret', (engine) => {
  after(closeConnections);
  const env = { LECTERN_SECRET: WRONG };

  it('ends the start with 78 before anything is written, names the mend, and the right one starts', async () => {
    await useOnce({ engine });
    const before = await storedRows(engine.databaseConfig());
    for (const command of [['start'], ['start', '--workers', '2'], ['audit', 'verify']]) {
      const { code, output } = await runProgram(command, serviceEnvironment({ engine, env }));
      assert.equal(code, MENDABLE_EXIT_CODE, output);
      assert.match(
        output,
        /The secret is not that of the database; nothing was written\. Set LECTERN_SECRET to the value that (?:is valid now|the other nodes have)/,
      );
    }
    assert.deepEqual(await storedRows(engine.databaseConfig()), before);
    const again = await startProcess({ engine });
    await again.end('SIGINT');
    const { code, output } = await runProgram(['audit', 'verify'], serviceEnvironment({ engine }));
    assert.equal(code, 0, output);
  });

  it('is noticed while a node with the right one runs, which goes on', async () => {
    const service = await startProcess({ engine });
    const { code } = await runProgram(['start'], serviceEnvironment({ engine, env }));
    assert.equal(code, MENDABLE_EXIT_CODE);
    await signUp(service.url);
    await service.end('SIGINT');
  });

  it('of two nodes that make the database together lets only one in', async () => {
    const config = await engine.freshDatabaseConfig();
    const both = { databaseConfig: () => config };
    const starts = await Promise.allSettled([startProcess({ engine: both }), startProcess({ engine: both, env })]);
    for (const start of starts) if (start.status === 'fulfilled') await start.value.end('SIGINT');
    const refused = starts.filter((start) => start.status === 'rejected');
    assert.equal(refused.length, 1);
    assert.match(String(refused[0]?.reason), /ended with 78:\n[\s\S]*The secret is not that of the database/);
  });
});

it('a file with the secret that is gone or another one ends the start with 78, and none is made in its place', async () => {
  const folder = temporaryFolder('secret-file');
  const place: Pick<TestEngine, 'databaseConfig'> = { databaseConfig: () => ({ kind: 'sqlite', folder }) };
  const env = { LECTERN_SECRET: '' };
  await useOnce({ engine: place, env });
  const file = join(folder, 'secret');
  const kept = `${file}.kept`;
  renameSync(file, kept);
  const lost = await runProgram(['start'], serviceEnvironment({ engine: place, env }));
  assert.equal(lost.code, MENDABLE_EXIT_CODE, lost.output);
  assert.ok(lost.output.includes(`${file} is missing`), lost.output);
  assert.equal(existsSync(file), false);
  writeFileSync(file, `${'0'.repeat(64)}\n`);
  const wrong = await runProgram(['start'], serviceEnvironment({ engine: place, env }));
  assert.equal(wrong.code, MENDABLE_EXIT_CODE, wrong.output);
  assert.ok(wrong.output.includes(`Restore ${file} from the backup`), wrong.output);
  rmSync(file);
  renameSync(kept, file);
  const again = await startProcess({ engine: place, env });
  await again.end('SIGINT');
  assert.match(readFileSync(file, 'utf8'), /^[0-9a-f]{64}\n$/);
});

/** A service runs, with a person in it, and is closed: in this process, since it is only what went before. */
async function useOnce(settings: ServiceSettings): Promise<void> {
  const service = await startService(settings);
  await signUp(service.url);
  closeConnections();
  await service.close();
}
