/** The behaviour of backups on every engine, as tests over places of one engine. */
import assert from 'node:assert/strict';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Actor, closeConnections } from '../../../../testing/src/client.ts';
import type { Scene } from '../../../../testing/src/given.ts';
import { type ProgramResult, runProgram, type ServiceProcess, startProcess } from '../../../../testing/src/process.ts';
import { temporaryFolder } from '../../../../testing/src/temporary-folder.ts';
import { Load, prepareScene } from './load.ts';
import type { Place, Places } from './places.ts';
import { compareResponses, compareRows } from './restored-state.ts';

/** 10 before an issue is closed. */
const BACKUPS = Number(process.env.BACKUPS ?? 1);
const POLL_MS = 20;
const LOAD_BEFORE_MS = 300;
const BALLAST_ENTRIES = 40;

/** The output of `lectern backup --json`. */
export interface BackupFacts {
  readonly backup: string;
  readonly files: { readonly count: number; readonly copied: number } | null;
  readonly removed: readonly string[];
}

/** Starts the service on a place. */
export function serve({ config, env }: Place): Promise<ServiceProcess> {
  return startProcess({ engine: { databaseConfig: () => config }, env });
}

/** Runs a command on a place, which has to end well. @returns what it printed as JSON */
export async function done<Facts>(place: Pick<Place, 'env'>, ...words: string[]): Promise<Facts> {
  const { code, output } = await runProgram([...words, '--json'], place.env);
  assert.equal(code, 0, output);
  return JSON.parse(output) as Facts;
}

/** Runs a restore that has to be refused. */
export async function refused(place: Pick<Place, 'env'>, ...words: string[]): Promise<ProgramResult> {
  const result = await runProgram(['restore', ...words], place.env);
  assert.equal(result.code, 1, result.output);
  return result;
}

export function backupsUnderLoad(places: () => Places): void {
  it(`restore what the installation was, ${BACKUPS} times under full load`, { timeout: 900_000 }, async (context) => {
    const place = await places().make();
    const folder = temporaryFolder('backups');
    const service = await serve(place);
    const scene = await prepareScene(service.url, BALLAST_ENTRIES);
    const load = new Load(scene);
    const made: BackupFacts[] = [];
    for (let round = 0; round < BACKUPS; round++) {
      const uploaded = load.files.size;
      await sleep(LOAD_BEFORE_MS);
      // Each backup should have one more file than the one before, on a busy machine too.
      while (load.files.size === uploaded) await sleep(POLL_MS);
      made.push(await done<BackupFacts>(place, 'backup', folder));
    }
    await load.end();
    closeConnections();
    await service.end('SIGINT');
    context.diagnostic(
      `${load.versions.size} writes, ${load.files.size} uploads, the slowest ${load.slowestMs | 0} ms`,
    );
    for (const [index, { backup, files }] of made.entries()) {
      const before = made[index - 1]?.files?.count ?? 0;
      assert.ok(files !== null && files.count > before && files.copied <= files.count - before, 'only new files');
      const figures = await restoreAndCompare(backup, { from: place, to: await places().make(), scene, load });
      context.diagnostic(`${figures}, ${files.copied} of ${files.count} files copied`);
    }
  });
}

interface Restoring {
  readonly from: Place;
  readonly to: Place;
  readonly scene: Scene;
  readonly load: Load;
}

async function restoreAndCompare(backup: string, { from, to, scene, load }: Restoring): Promise<string> {
  await done(to, 'restore', backup);
  const revision = await compareRows(to.config, from.config);
  const service = await serve(to);
  try {
    // The keys are valid, as the secret is that of the installation.
    const actor = new Actor(service.url, scene.management.token);
    const compared = await compareResponses(actor, scene.base, load);
    assert.ok(compared.entries > 0 && compared.files > 0);
    return `revision ${revision}: ${compared.entries} entries and ${compared.files} files equal`;
  } finally {
    closeConnections();
    await service.end('SIGINT');
  }
}

export function restoresAndRefusals(places: () => Places): void {
  it('restores what a stopped service had, once, into an empty place alone', async () => {
    const place = await places().make();
    const service = await serve(place);
    const scene = await prepareScene(service.url, 1);
    const tagBefore = (await scene.delivery.get(`${scene.read}/entries`, 200)).headers.etag;
    closeConnections();
    await service.end('SIGINT');
    const folder = temporaryFolder('backups');
    const { backup } = await done<BackupFacts>(place, 'backup', folder);
    if (place.config.kind === 'sqlite') assert.equal(statSync(join(backup, 'lectern.db')).mode & 0o777, 0o600);
    assert.match((await refused(place, folder)).output, / is not empty/);
    const other = await places().make();
    assert.equal(existsSync(other.dataDir), false);
    await done(other, 'restore', folder, '--check');
    assert.equal(existsSync(other.dataDir), false, 'a check writes nothing');
    await done(other, 'restore', folder);
    const restored = await serve(other);
    const tag = (await new Actor(restored.url, scene.delivery.token).get(`${scene.read}/entries`, 200)).headers.etag;
    assert.notEqual(tag, tagBefore, 'no client takes its responses for current');
    closeConnections();
    await restored.end('SIGINT');
  });
}
