/**
 * Makes a backup of an installation, whether the service runs or not: database, secret, files, in this order. A file is
 * stored before its row and removed a week after its last use, so every file that the copied database uses still exists when
 * files are copied. Files never change, so those in the previous backup are hard-linked instead of copied.
 */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { copyDatabase, copyNames, migrationsOf } from '../database/copies.ts';
import type { DatabaseConfig, Reader } from '../database/database.ts';
import type { PostgresTools } from '../database/postgres/copy.ts';
import { addBackup, finishedBackups } from './backup-folder.ts';
import { copyExpected, copyFile, type FileFault, Folders, factsOf, linkFile } from './file-copies.ts';
import {
  FILE_LIST,
  FILES_FOLDER,
  listedFiles,
  type ManifestContent,
  type NamedFile,
  SECRET_FILE,
  writeFileList,
  writeManifest,
} from './manifest.ts';

const SECRET_ATTEMPTS_MAX = 3;
/** The list of files in the copied database, kept until they are copied too. */
const STORED_LIST = 'stored.ndjson';
/** Copying a small file is mostly waiting for the disk. */
const FILES_AT_ONCE = 8;

/** A stored file of the installation. */
export interface StoredFile extends NamedFile {
  /** Whether an asset uses the file. An unused file may still be incomplete. */
  readonly isUsed: boolean;
}

/** What is backed up, and how. */
export interface Installation {
  readonly program: string;
  readonly database: DatabaseConfig;
  readonly tools: PostgresTools;
  /** Path of the secret's file; null if it is in `LECTERN_SECRET`. */
  readonly secretFile: string | null;
  /** Where the files of assets are stored. */
  readonly storage: { readonly folder: string } | { readonly bucket: string };
  /** The files listed in the database, a few at a time. */
  readonly storedFiles: (reader: Reader) => AsyncIterable<readonly StoredFile[]>;
}

/** A file that an asset uses but that the installation itself has lost. */
export interface LostFile {
  readonly name: string;
  readonly fault: FileFault;
}

/** The finished backup. */
export interface CreatedBackup extends ManifestContent {
  readonly path: string;
  /** The number of files copied; the others were in the previous backup. */
  readonly copied: number;
  readonly lost: readonly LostFile[];
}

/**
 * Makes a backup in a folder that only this process uses (`alone`).
 * @param now milliseconds
 * @throws if the installation cannot be read or its database is damaged; then no backup is made
 */
export async function makeBackup(folder: string, installation: Installation, now: number): Promise<CreatedBackup> {
  const [before] = await finishedBackups(folder);
  let made: Omit<CreatedBackup, 'path'> | undefined;
  const path = await addBackup(folder, now, async (draft) => {
    made = await fill(draft, installation, { now, before: before?.path ?? null });
  });
  if (made === undefined) throw new Error('A backup was made without its content.');
  return { ...made, path };
}

async function fill(
  draft: string,
  installation: Installation,
  { now, before }: { readonly now: number; readonly before: string | null },
): Promise<Omit<CreatedBackup, 'path'>> {
  const { program, database, storage } = installation;
  const { secret, migrations } = await copyWithSecret(draft, installation);
  const name = copyNames[database.kind];
  const facts = await factsOf(join(draft, name));
  const copies = 'folder' in storage ? await copyFiles({ draft, before, from: storage.folder }) : null;
  if (copies === null) await rm(join(draft, STORED_LIST));
  const manifest: ManifestContent = {
    program,
    at: new Date(now).toISOString(),
    database: { kind: database.kind, name, ...facts, migrations },
    secret,
    files: copies?.files ?? null,
    bucket: 'bucket' in storage ? storage.bucket : null,
  };
  await writeManifest(draft, manifest);
  return { ...manifest, copied: copies?.copied ?? 0, lost: copies?.lost ?? [] };
}

interface CopiedDatabase {
  readonly secret: NamedFile | null;
  readonly migrations: readonly string[];
}

/** The secret may be rotated at any time. If it changes while the database is copied, it is copied again. */
async function copyWithSecret(draft: string, installation: Installation): Promise<CopiedDatabase> {
  const { secretFile, storedFiles } = installation;
  if (secretFile !== null && !existsSync(secretFile))
    throw new Error(`${secretFile} does not exist; check LECTERN_DATA_DIR.`);
  const copy = join(draft, SECRET_FILE);
  for (let attempt = 1; attempt <= SECRET_ATTEMPTS_MAX; attempt++) {
    const secret = secretFile === null ? null : { name: SECRET_FILE, ...(await copyFile(secretFile, copy)) };
    const migrations = await copyDatabase(installation, draft, async (reader) => {
      await writeFileList(draft, STORED_LIST, oneByOne(storedFiles(reader)));
      return migrationsOf(reader);
    });
    const isSame = secretFile === null || (await factsOf(secretFile)).sha256 === secret?.sha256;
    if (isSame) return { secret, migrations };
    for (const name of [SECRET_FILE, STORED_LIST, copyNames[installation.database.kind]]) await rm(join(draft, name));
  }
  throw new Error('The secret kept changing while the backup was made; try again.');
}

interface FilePlaces {
  readonly draft: string;
  /** The previous backup; null if this is the first one. */
  readonly before: string | null;
  /** Where the files of assets are stored. */
  readonly from: string;
}

interface CopiedFiles {
  readonly files: NonNullable<ManifestContent['files']>;
  readonly copied: number;
  readonly lost: readonly LostFile[];
}

async function copyFiles(places: FilePlaces): Promise<CopiedFiles> {
  const { draft } = places;
  const counts = { count: 0, bytes: 0, copied: 0 };
  const lost: LostFile[] = [];
  const folders = new Folders(draft);
  async function* copies(): AsyncGenerator<NamedFile> {
    for await (const some of inGroups(listedFiles<StoredFile>(draft, STORED_LIST), FILES_AT_ONCE)) {
      const outcomes = await Promise.all(some.map((file) => copyOne(file, places, folders)));
      for (const [index, { name, size, sha256, isUsed }] of some.entries()) {
        const outcome = outcomes[index];
        if (outcome === 'missing' || outcome === 'damaged') {
          if (isUsed) lost.push({ name, fault: outcome });
          continue;
        }
        counts.count += 1;
        counts.bytes += size;
        if (outcome === 'copied') counts.copied += 1;
        yield { name, size, sha256 };
      }
    }
  }
  await writeFileList(draft, FILE_LIST, copies());
  await rm(join(draft, STORED_LIST));
  await folders.flush();
  const { count, bytes, copied } = counts;
  const list = { name: FILE_LIST, ...(await factsOf(join(draft, FILE_LIST))) };
  return { files: { list, count, bytes }, copied, lost };
}

async function copyOne(
  file: StoredFile,
  { draft, before, from }: FilePlaces,
  folders: Folders,
): Promise<FileFault | 'linked' | 'copied'> {
  const target = join(draft, FILES_FOLDER, file.name);
  await folders.makeFor(target);
  if (before !== null && (await linkFile(join(before, FILES_FOLDER, file.name), target, file.size))) return 'linked';
  return (await copyExpected(join(from, file.name), target, file)) ?? 'copied';
}

async function* oneByOne<T>(groups: AsyncIterable<readonly T[]>): AsyncGenerator<T> {
  for await (const group of groups) yield* group;
}

async function* inGroups<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let group: T[] = [];
  for await (const item of items) {
    group.push(item);
    if (group.length < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
