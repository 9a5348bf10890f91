/**
 * `lectern backup` and `lectern restore` on PostgreSQL. A machine without an installed PostgreSQL shows what they say
 * about that; one with it shows the rest as well.
 */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { closeConnections } from '../../../../testing/src/client.ts';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { serviceEnvironment } from '../../../../testing/src/environment.ts';
import { given } from '../../../../testing/src/given.ts';
import { runProgram } from '../../../../testing/src/process.ts';
import { startService } from '../../../../testing/src/service.ts';
import { temporaryFolder } from '../../../../testing/src/temporary-folder.ts';
import { backupsUnderLoad, done, restoresAndRefusals, serve } from './backup-story.ts';
import { installedPostgres, type Places, postgresPlaces } from './places.ts';
import { oneSpace } from './space-story.ts';

describeEachEngine('backups without the programs of PostgreSQL', (engine) => {
  it('name them, and make none', async () => {
    const env = { LECTERN_POSTGRES_TOOLS: temporaryFolder('no-tools'), LECTERN_DATA_DIR: temporaryFolder('data') };
    const variables = serviceEnvironment({ engine, env });
    await (await startService({ engine, env })).close();
    const folder = temporaryFolder('backups');
    const { code, output } = await runProgram(['backup', folder], variables);
    if (engine.kind === 'sqlite') return assert.equal(code, 0, output);
    assert.equal(code, 1);
    assert.match(output, /pg_dump was not found.*LECTERN_POSTGRES_TOOLS/);
  });
});

const programs = process.env.DB === 'sqlite' ? null : installedPostgres();
if (programs !== null) {
  describe('backups of an installation on PostgreSQL', () => {
    let places: Places;
    before(async () => {
      places = await postgresPlaces(programs);
    });
    after(() => places.close());
    backupsUnderLoad(() => places);
    restoresAndRefusals(() => places);
    oneSpace(() => places, { waitsForSearch: true });

    it('leave a bucket out, and say so', async () => {
      const place = await places.make();
      const service = await serve(place);
      await given(service.url);
      closeConnections();
      await service.end('SIGINT');
      const bucket = { LECTERN_S3_BUCKET: 'files', LECTERN_S3_ENDPOINT: 'http://127.0.0.1:1' };
      const env = { ...place.env, ...bucket };
      const folder = temporaryFolder('backups');
      const facts = await done<{ files: null; bucket: string }>({ env }, 'backup', folder);
      assert.deepEqual([facts.files, facts.bucket], [null, 'files']);
      const other = await places.make();
      const { code, output } = await runProgram(['restore', folder], { ...other.env, ...bucket });
      assert.deepEqual([code, /bucket files, and not part/.test(output)], [0, true], output);
    });

    it('restore nothing into a database that is not empty', async () => {
      const place = await places.make();
      await (await serve(place)).end('SIGINT');
      const folder = temporaryFolder('backups');
      await done(place, 'backup', folder);
      const env = { ...place.env, LECTERN_DATA_DIR: `${place.dataDir}-other` };
      const { code, output } = await runProgram(['restore', folder], env);
      assert.deepEqual([code, /LECTERN_DATABASE_URL names is not empty/.test(output)], [1, true], output);
      assert.equal(existsSync(`${place.dataDir}-other`), false);
    });
  });
}
