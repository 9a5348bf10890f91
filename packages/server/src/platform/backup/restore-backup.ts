/**
 * Restores a backup into an empty data folder, or only checks it. Everything is compared with the manifest while it is
 * copied to a folder inside the data folder, and only then moved into place, the database last. The service does not start
 * there until that folder is gone (`rejectHalfRestored`).
 */
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { damageOf, fillPostgres, rejectFullDatabase, unknownMigrations } from '../database/copies.ts';
import type { DatabaseConfig } from '../database/database.ts';
import { RESTORING_FOLDER } from '../database/half-restored.ts';
import type { PostgresTools } from '../database/postgres/copy.ts';
import { unusablePlace } from '../errors/unusable-place.ts';
import { giveToOwnerOf } from '../kit/file-owner.ts';
import { makeFolder } from '../kit/new-folder.ts';
import { hasErrorCode } from '../kit/system-error.ts';
import { finishedBackups, isUnfinished } from './backup-folder.ts';
import { copyExpected, type FileFault, Folders, faultOf, flush } from './file-copies.ts';
import {
  BackupRefusal,
  FILE_LIST,
  FILES_FOLDER,
  listedFiles,
  type Manifest,
  type NamedFile,
  readManifest,
} from './manifest.ts';

const OTHER_FOLDER = 'set LECTERN_DATA_DIR to another folder';

/** A readable backup. */
export interface FoundBackup {
  readonly path: string;
  readonly manifest: Manifest;
}

/** The target of a restore. */
export interface RestoreTarget {
  readonly dataDir: string;
  readonly database: DatabaseConfig;
  readonly tools: PostgresTools;
  /** Called with the restored database before it is moved into place. */
  readonly onDatabase: (database: DatabaseConfig) => Promise<void>;
}

/**
 * Finds a backup: the folder itself, or the newest one in it.
 * @param program version of this program
 * @throws BackupRefusal if there is none, or a newer program made it
 */
export async function findBackup(folder: string, program: string): Promise<FoundBackup> {
  const [newest] = await finishedBackups(folder);
  const path = (await readManifest(folder)) === null ? newest?.path : folder;
  const manifest = path === undefined || isUnfinished(path) ? null : await readManifest(path);
  if (path === undefined || manifest === null)
    throw new BackupRefusal(`There is no finished backup in ${path ?? folder}; name the folder of one.`);
  const [unknown] = unknownMigrations(manifest.database.migrations);
  if (unknown !== undefined || isNewer(manifest.program, program))
    throw new BackupRefusal(
      `${path} was made by Lectern ${manifest.program}${unknown === undefined ? '' : `, whose tables this program does not know (migration ${unknown})`}. This is Lectern ${program}: restore it with version ${manifest.program} or newer.`,
    );
  return { path, manifest };
}

/**
 * Compares everything in a backup with its manifest.
 * @throws BackupRefusal that names the first file that is missing or damaged
 */
export async function checkBackup({ path, manifest }: FoundBackup, tools: PostgresTools): Promise<void> {
  const { database } = manifest;
  for await (const file of namedFiles({ path, manifest }))
    rejectFault(path, file, await faultOf(join(path, file.name), file));
  const damage = await damageOf(join(path, database.name), database.kind, tools);
  if (damage !== null) throw new BackupRefusal(`${join(path, database.name)} is damaged: ${damage}.`);
}

/**
 * Compares the database in a backup with its manifest, for code that reads it in place.
 * @throws BackupRefusal if it is missing or damaged
 */
export async function rejectDamagedDatabase({ path, manifest }: FoundBackup): Promise<void> {
  const { database, secret } = manifest;
  for (const file of secret === null ? [database] : [database, secret])
    rejectFault(path, file, await faultOf(join(path, file.name), file));
}

/**
 * Restores a backup.
 * @throws BackupRefusal if the backup is damaged or of the other kind of database, or if the target is not empty. The target
 *   is unchanged then
 */
export async function restoreBackup(backup: FoundBackup, target: RestoreTarget): Promise<void> {
  const { dataDir, database } = target;
  const { kind } = backup.manifest.database;
  if (kind !== database.kind) throw new BackupRefusal(otherKind(backup));
  await rejectFullFolder(dataDir);
  await rejectFullDatabase(database);
  const draft = join(dataDir, RESTORING_FOLDER);
  try {
    makeFolder(draft);
  } catch (error) {
    throw unusablePlace(dataDir, error, OTHER_FOLDER);
  }
  const moved: string[] = [];
  try {
    await copyAll(backup, draft);
    if (kind === 'sqlite') await target.onDatabase({ kind, folder: draft });
    giveToOwnerOf(dataDir, draft);
    for (const name of await placedNames(draft, backup.manifest)) {
      moved.push(name);
      await rename(join(draft, name), join(dataDir, name));
    }
    if (database.kind === 'postgres') {
      await fillPostgres(database.url, target.tools, join(draft, backup.manifest.database.name));
      await target.onDatabase(database);
    }
  } catch (error) {
    for (const name of [...moved, RESTORING_FOLDER]) await rm(join(dataDir, name), { recursive: true, force: true });
    throw error;
  }
  await flush(dataDir);
  await rm(draft, { recursive: true, force: true });
}

/** Copies everything in the manifest to its place in a data folder. */
async function copyAll(backup: FoundBackup, draft: string): Promise<void> {
  const folders = new Folders(draft);
  for await (const file of namedFiles(backup)) {
    const target = join(draft, file.name);
    await folders.makeFor(target);
    rejectFault(backup.path, file, await copyExpected(join(backup.path, file.name), target, file));
  }
  if (backup.manifest.files !== null) await rm(join(draft, FILE_LIST));
  await folders.flush();
}

/** What to move to the data folder, the database last. A dump is not moved, because it is loaded into a server. */
async function placedNames(draft: string, { database }: Manifest): Promise<string[]> {
  const others = (await readdir(draft)).filter((name) => name !== database.name);
  return database.kind === 'sqlite' ? [...others, database.name] : others;
}

/** The files of a backup with their paths in it. The list of files is verified before it is read. */
async function* namedFiles({ path, manifest }: FoundBackup): AsyncGenerator<NamedFile> {
  const { database, secret, files } = manifest;
  yield database;
  if (secret !== null) yield secret;
  if (files === null) return;
  yield files.list;
  for await (const file of listedFiles<NamedFile>(path, FILE_LIST))
    yield { ...file, name: `${FILES_FOLDER}/${file.name}` };
}

function rejectFault(path: string, { name }: NamedFile, fault: FileFault | null): void {
  if (fault === null) return;
  throw new BackupRefusal(`${join(path, name)} is ${fault}; restore another backup.`);
}

async function rejectFullFolder(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch((error: unknown): string[] => {
    if (hasErrorCode(error, 'ENOENT')) return [];
    throw unusablePlace(dataDir, error, OTHER_FOLDER);
  });
  if (names.length === 0) return;
  const why = names.includes(RESTORING_FOLDER) ? ' (an unfinished restore has written into it)' : '';
  throw new BackupRefusal(
    `${dataDir} is not empty${why}: move it away, or name another folder in LECTERN_DATA_DIR; a restore never writes over existing data.`,
  );
}

function otherKind({ path, manifest }: FoundBackup): string {
  return manifest.database.kind === 'postgres'
    ? `${path} is a backup of PostgreSQL; name an empty database in LECTERN_DATABASE_URL.`
    : `${path} is a backup of an embedded database; restore it without LECTERN_DATABASE_URL.`;
}

/** Whether a version is newer than another, by semver without pre-releases. */
function isNewer(version: string, than: string): boolean {
  const [parts, others] = [version, than].map((text) => text.split(/[.+-]/).slice(0, 3).map(Number));
  for (const [index, part] of (parts ?? []).entries()) {
    const other = others?.[index] ?? 0;
    if (part !== other) return part > other;
  }
  return false;
}
