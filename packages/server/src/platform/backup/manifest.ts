/**
 * The manifest of a backup. It is written last and lists everything else with size and hash, so that a restore can verify
 * that everything is there and unchanged.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { unusablePlace } from '../errors/unusable-place.ts';
import { hasErrorCode } from '../kit/system-error.ts';
import type { FileFacts } from './file-copies.ts';

const MANIFEST_FILE = 'manifest.json';
/** The list of asset files. */
export const FILE_LIST = 'files.ndjson';
/** The folder of asset files in a backup; it has the same name in a data folder. */
export const FILES_FOLDER = 'storage';
export const SECRET_FILE = 'secret';
const FORMAT = 1;
const OWNER_ONLY = 0o600;

/** A file in a backup, with its path there. */
export interface NamedFile extends FileFacts {
  readonly name: string;
}

export interface Manifest {
  readonly format: typeof FORMAT;
  /** Version and commit of the program that made the backup. */
  readonly program: string;
  /** When the backup was started, in ISO 8601. */
  readonly at: string;
  readonly database: NamedFile & { readonly kind: 'sqlite' | 'postgres'; readonly migrations: readonly string[] };
  /** Null if the secret is in `LECTERN_SECRET`. */
  readonly secret: NamedFile | null;
  /** Asset files; null if they are in a bucket, which is not copied. */
  readonly files: { readonly list: NamedFile; readonly count: number; readonly bytes: number } | null;
  /** The bucket with the files; null if they are in the backup. */
  readonly bucket: string | null;
}

/** The manifest without its constant part. */
export type ManifestContent = Omit<Manifest, 'format'>;

/** A backup does not match its manifest, or has a manifest that this program does not understand. */
export class BackupRefusal extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BackupRefusal';
  }
}

/** Writes the manifest durably. */
export async function writeManifest(folder: string, content: ManifestContent): Promise<void> {
  const manifest: Manifest = { format: FORMAT, ...content };
  const file = await open(join(folder, MANIFEST_FILE), 'wx', OWNER_ONLY);
  try {
    await file.writeFile(`${JSON.stringify(manifest, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Reads the manifest of a backup; null if the folder has none.
 * @throws BackupRefusal if it is damaged, or of a format that this program does not know
 * @throws StartRefusal if it cannot be read
 */
export async function readManifest(folder: string): Promise<Manifest | null> {
  const path = join(folder, MANIFEST_FILE);
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR')) return null;
    throw unusablePlace(path, error, 'name another folder');
  });
  if (text === null) return null;
  const manifest = parsed(text);
  if (manifest?.format === FORMAT) return manifest;
  if (typeof manifest?.format === 'number')
    throw new BackupRefusal(
      `${path} has the format ${manifest.format} of a newer version of Lectern; use that version.`,
    );
  throw new BackupRefusal(`${path} is damaged; take another backup.`);
}

/** Writes a list of files durably, as they arrive: one JSON object per line. */
export async function writeFileList(folder: string, name: string, files: AsyncIterable<NamedFile>): Promise<void> {
  const lines = Readable.from(linesOf(files));
  await pipeline(lines, createWriteStream(join(folder, name), { flags: 'wx', mode: OWNER_ONLY, flush: true }));
}

/** The files on such a list. */
export async function* listedFiles<File extends NamedFile>(folder: string, name: string): AsyncGenerator<File> {
  const lines = createInterface({ input: createReadStream(join(folder, name)), crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) yield JSON.parse(line) as File;
}

async function* linesOf(files: AsyncIterable<NamedFile>): AsyncGenerator<string> {
  for await (const file of files) yield `${JSON.stringify(file)}\n`;
}

function parsed(text: string): Manifest | null {
  try {
    return JSON.parse(text) as Manifest;
  } catch {
    return null;
  }
}
