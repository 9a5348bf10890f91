/**
 * `node bench/backup-steps.ts <data folder> <folder>`: how long the steps of a backup take, and a plain copy of the same
 * file, as JSON. A process of its own, as a backup is one, so that the clients of a load beside it go on.
 */
import { closeSync, fsyncSync, openSync, readSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { factsOf } from '../packages/server/src/platform/backup/file-copies.ts';
import { copySqlite, sqliteDamage } from '../packages/server/src/platform/database/dialect/sqlite-copy.ts';

const PIECE_BYTES = 262_144;

/** Milliseconds. */
export interface BackupSteps {
  readonly plain: number;
  readonly copy: number;
  readonly check: number;
  readonly hash: number;
  /** Of the copy. */
  readonly bytes: number;
}

if (import.meta.main) {
  const [dataDir = '', folder = ''] = process.argv.slice(2);
  console.info(JSON.stringify(await measureSteps(dataDir, folder)));
}

async function measureSteps(dataDir: string, folder: string): Promise<BackupSteps> {
  const target = join(folder, 'copy.db');
  const plainTarget = join(folder, 'plain.db');
  try {
    const plain = await timed(() => copyPlainly(join(dataDir, 'lectern.db'), plainTarget));
    const copy = await timed(() => copySqlite(dataDir, target));
    const check = await timed(() => {
      const damage = sqliteDamage(target);
      if (damage !== null) throw new Error(`The copy is damaged: ${damage}`);
    });
    const hash = await timed(() => factsOf(target));
    return { plain, copy, check, hash, bytes: statSync(target).size };
  } finally {
    for (const file of [target, plainTarget]) rmSync(file, { force: true });
  }
}

/** As `cp` does, and then waits for the disk. A file system that only shares the blocks would say nothing. */
function copyPlainly(from: string, to: string): void {
  const [source, target] = [openSync(from, 'r'), openSync(to, 'wx')];
  const piece = Buffer.alloc(PIECE_BYTES);
  for (let read = readSync(source, piece); read > 0; read = readSync(source, piece)) writeSync(target, piece, 0, read);
  fsyncSync(target);
  closeSync(target);
  closeSync(source);
}

async function timed(work: () => unknown): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
