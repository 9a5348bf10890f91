/** `lectern backup` and `lectern restore` of an embedded installation: under load, killed, and with damaged backups. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { closeConnections } from '../../../../testing/src/client.ts';
import { formOf } from '../../../../testing/src/form.ts';
import { runProgram } from '../../../../testing/src/process.ts';
import { temporaryFolder } from '../../../../testing/src/temporary-folder.ts';
import { until } from '../../../../testing/src/until.ts';
import { type BackupFacts, backupsUnderLoad, done, refused, restoresAndRefusals, serve } from './backup-story.ts';
import { prepareScene } from './load.ts';
import { embeddedPlaces, type Place } from './places.ts';
import { oneSpace } from './space-story.ts';

const PROGRAM = fileURLToPath(new URL('../../../bin/lectern.mjs', import.meta.url));
/** 20 before an issue is closed. */
const KILLS = Number(process.env.BACKUP_KILLS ?? 1);
const UNFINISHED = /\.unfinished$/;
const UPLOADS = 6;
/** Enough that there is time to kill. */
const BALLAST_ENTRIES = 40;
const ATTEMPTS_A_KILL = 10;

describe('backups of an embedded installation', () => {
  const places = embeddedPlaces();
  backupsUnderLoad(() => places);
  restoresAndRefusals(() => places);
  oneSpace(() => places, { waitsForSearch: false });

  describe('with one backup', () => {
    let place: Place;
    let backup: string;
    let folder: string;
    before(async () => {
      place = await places.make();
      const service = await serve(place);
      const scene = await prepareScene(service.url, BALLAST_ENTRIES);
      for (let index = 0; index < UPLOADS; index++) {
        const form = await formOf([['file', { name: 'note.txt', bytes: `Note ${index}` }]]);
        assert.equal((await scene.owner.send('POST', `${scene.base}/media`, form)).status, 201);
      }
      closeConnections();
      await service.end('SIGINT');
      folder = temporaryFolder('backups');
      ({ backup } = await done<BackupFacts>(place, 'backup', folder));
    });
    const copyOfBackup = () => {
      const copy = join(temporaryFolder('damaged'), 'backup');
      cpSync(backup, copy, { recursive: true });
      return copy;
    };

    it('gives files of the backup before one more name', async () => {
      const facts = await done<BackupFacts>(place, 'backup', folder);
      assert.deepEqual([facts.files?.count, facts.files?.copied], [UPLOADS, 0]);
      for (const name of filesIn(backup)) {
        const [first, second] = [backup, facts.backup].map((path) => statSync(join(path, 'storage', name)).ino);
        assert.equal(first, second);
      }
    });

    it('refuses what is damaged, and names the file', async () => {
      const [file = ''] = filesIn(backup);
      for (const [name, damage] of [
        ['lectern.db', flipByte],
        ['secret', flipByte],
        [join('storage', file), flipByte],
        [join('storage', file), rmSync],
        ['files.ndjson', flipByte],
        ['manifest.json', (path: string) => writeFileSync(path, readFileSync(path, 'utf8').slice(0, -20))],
      ] as const) {
        const copy = copyOfBackup();
        damage(join(copy, name));
        for (const more of name === 'secret' ? [[], ['--check']] : [[]]) {
          const target = await places.make();
          const { output } = await refused(target, copy, ...more);
          assert.ok(output.includes(`${join(copy, name)} is `), `${name}: ${output}`);
          assert.deepEqual(existsSync(target.dataDir) ? readdirSync(target.dataDir) : [], [], 'nothing is left');
        }
      }
    });

    it('refuses what a newer program made', async () => {
      for (const change of [{ program: '99.0.0' }, { format: 2 }, { database: { migrations: ['9999-later'] } }]) {
        const copy = copyOfBackup();
        const path = join(copy, 'manifest.json');
        const manifest = JSON.parse(readFileSync(path, 'utf8'));
        const database = { ...manifest.database, ...change.database };
        writeFileSync(path, JSON.stringify({ ...manifest, ...change, database }));
        const { output } = await refused(await places.make(), copy);
        assert.match(output, /99\.0\.0|newer|9999-later/);
        if (!('format' in change)) assert.match(output, /This is Lectern \d+\.\d+\.\d+\+[0-9a-f]{12}:/);
      }
    });

    it('keeps the backups before whole if one is killed', { timeout: 300_000 }, async () => {
      const own = temporaryFolder('killed');
      const first = await done<BackupFacts>(place, 'backup', own);
      const drafts = () => readdirSync(own).filter((name) => UNFINISHED.test(name));
      await killed(KILLS, async (kill) => {
        await killProgram(['backup', own], place, { isThere: () => drafts().length > 0, afterMs: (kill * 37) % 150 });
        const left = drafts();
        for (const name of left)
          assert.match((await refused(await places.make(), join(own, name))).output, /no finished backup/);
        for (const name of readdirSync(own).filter((entry) => entry.endsWith('Z')))
          await done(place, 'restore', join(own, name), '--check');
        return left.length > 0;
      });
      assert.ok(existsSync(first.backup));
      await done(place, 'backup', own);
      assert.equal(
        readdirSync(own).some((name) => UNFINISHED.test(name)),
        false,
        'the next one clears up',
      );
    });

    it('leaves a place that no service starts in if a restore is killed', async () => {
      await killed(KILLS, async (kill) => {
        const target = await places.make();
        const draft = join(target.dataDir, 'restoring');
        await killProgram(['restore', backup], target, { isThere: () => existsSync(draft), afterMs: (kill * 17) % 60 });
        if (!existsSync(draft)) return false;
        const start = await runProgram(['start'], target.env);
        assert.deepEqual([start.code, /did not finish.*lectern restore/.test(start.output)], [78, true], start.output);
        assert.match((await refused(target, backup)).output, /an unfinished restore/);
        return true;
      });
    });

    it('lets one process at a time make a backup', async () => {
      const results = await Promise.all([1, 2, 3].map(() => runProgram(['backup', folder], place.env)));
      const failed = results.filter(({ code }) => code !== 0);
      for (const { code, output } of failed)
        assert.deepEqual([code, /Another process/.test(output)], [1, true], output);
      assert.ok(failed.length < results.length);
    });
  });

  it('say what is wrong, with 2 for wrong usage and 78 for wrong configuration', async () => {
    const { env, dataDir } = await places.make();
    for (const [words, code, text] of [
      [['backup', '--help'], 0, /^Usage: lectern backup/],
      [['restore', '--help'], 0, /^Usage: lectern restore/],
      [['backup'], 2, /<folder> is missing/],
      [['restore'], 2, /<folder> is missing/],
      [['backup', join(dataDir, 'backups')], 2, /inside the data folder/],
      [['backup', temporaryFolder('backups')], 78, /There is no installation in .*LECTERN_DATA_DIR/],
      [['restore', temporaryFolder('backups')], 1, /no finished backup/],
      [['restore', join(process.execPath, 'backups')], 78, /cannot be used \(ENOTDIR/],
      [['restore', temporaryFolder('backups'), '--with-keys'], 2, /--with-keys is for --space <id>/],
      [['restore', temporaryFolder('backups'), '--space', 'spc_1'], 78, /There is no installation in/],
    ] as const) {
      const result = await runProgram([...words], env);
      assert.deepEqual([result.code, text.test(result.output)], [code, true], result.output);
    }
    const wrong = await runProgram(['start'], { ...env, LECTERN_BACKUP: join(dataDir, 'backups') });
    assert.deepEqual([wrong.code, /LECTERN_BACKUP/.test(wrong.output)], [78, true], wrong.output);
  });
});

function filesIn(backup: string): string[] {
  const lines = readFileSync(join(backup, 'files.ndjson'), 'utf8').trim().split('\n');
  return lines.map((line) => (JSON.parse(line) as { name: string }).name);
}

function flipByte(path: string): void {
  const bytes = readFileSync(path);
  const middle = Math.floor(bytes.length / 2);
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  rmSync(path);
  writeFileSync(path, bytes);
}

/** Kills again and again, as some end before the signal reaches them. @param kill says whether it came before the end */
async function killed(times: number, kill: (attempt: number) => Promise<boolean>): Promise<void> {
  let count = 0;
  for (let attempt = 0; count < times; attempt++) {
    assert.ok(attempt < times * ATTEMPTS_A_KILL, `${count} of ${attempt} were killed before their end`);
    if (await kill(attempt)) count += 1;
  }
}

/** Starts a command, and kills it a while after something is there. */
async function killProgram(
  words: readonly string[],
  { env }: Place,
  { isThere, afterMs }: { isThere: () => boolean; afterMs: number },
): Promise<void> {
  const child = spawn(process.execPath, [PROGRAM, ...words], { env, stdio: 'ignore' });
  const ended = once(child, 'exit');
  await until(() => isThere() || child.exitCode !== null);
  await sleep(afterMs);
  child.kill('SIGKILL');
  await ended;
}
