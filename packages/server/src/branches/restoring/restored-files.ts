/** The files of a restored space: each is read from the backup, compared, and stored like an upload. */
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Files } from '../../content/files/files.ts';
import type { Spool } from '../../content/files/spool.ts';
import { BackupRefusal, FILES_FOLDER } from '../../platform/backup/manifest.ts';
import type { BackupRows, StoredRow } from '../../platform/database/restoring/backup-rows.ts';
import { rowsOfEnvironment } from './restored-tables.ts';
import { numbersIn, type StoredSpace } from './stored-space.ts';

const NAMED_MAX = 5;
const UNKNOWN_TYPE = 'application/octet-stream';

export interface FilePlaces {
  readonly files: Files;
  readonly spool: Spool;
  /** The folder of the backup; null if its files are in a bucket. */
  readonly folder: string | null;
}

/** A file that assets of the space use, or used until recently. */
export interface UsedFile {
  /** Its row in the backup. */
  readonly id: number;
  readonly name: string;
  readonly hash: string;
  readonly size: number;
  readonly mimeType: string;
}

/** The files of a space in a backup. */
export function usedFiles(rows: BackupRows, space: StoredSpace): UsedFile[] {
  const types = new Map<number, string>();
  for (const number of numbersIn(space.environments))
    for (const table of ['replaced_files', 'assets'] as const)
      for (const { file, mime_type: type } of rows.rows(table, rowsOfEnvironment(table, number)))
        if (file !== null) types.set(Number(file), String(type ?? UNKNOWN_TYPE));
  return [...rows.rows('files', { column: 'space_id', in: [space.id] })]
    .filter(({ id }) => types.has(Number(id)))
    .map((row) => fileOf(row, types));
}

/**
 * Refuses a backup that misses files, before anything is written. With a bucket, files are looked for there, where a deleted
 * file stays for a week.
 * @throws BackupRefusal that names them
 */
export async function rejectMissing(places: FilePlaces, used: readonly UsedFile[]): Promise<void> {
  const missing: UsedFile[] = [];
  for (const file of used) {
    const stream = await contentOf(places, file);
    stream?.destroy();
    if (stream === undefined) missing.push(file);
  }
  if (missing.length > 0) throw lost(missing);
}

/**
 * Stores the files for a space.
 * @param allowsMissing whether assets may come back without their files
 * @returns the row of each by the row in the backup
 * @throws BackupRefusal if a file is missing or damaged
 */
export async function restoreFiles(
  places: FilePlaces,
  used: readonly UsedFile[],
  { spaceId, allowsMissing }: { readonly spaceId: string; readonly allowsMissing: boolean },
): Promise<Map<number, number>> {
  const { files, spool } = places;
  const kept = new Map<number, number>();
  for (const file of used) {
    const stream = await contentOf(places, file);
    const copy = stream === undefined ? undefined : await spool.receive(stream);
    const isWhole = copy?.hash === file.hash && copy.size === file.size;
    if (copy !== undefined && isWhole)
      kept.set(file.id, (await files.keep(spaceId, { ...copy, mimeType: file.mimeType })).id);
    if (copy !== undefined) await spool.remove(copy.path);
    if (isWhole) continue;
    if (!allowsMissing) throw lost([file]);
    kept.set(file.id, (await files.claim(spaceId, file)).id);
  }
  return kept;
}

async function contentOf({ files, folder }: FilePlaces, { name }: UsedFile): Promise<Readable | undefined> {
  const path = folder === null ? null : join(folder, FILES_FOLDER, name);
  if (path !== null && existsSync(path)) return createReadStream(path);
  return files.open(name);
}

function fileOf({ id, name, hash, size }: StoredRow, types: ReadonlyMap<number, string>): UsedFile {
  const mimeType = types.get(Number(id)) ?? UNKNOWN_TYPE;
  return { id: Number(id), name: String(name), hash: String(hash), size: Number(size), mimeType };
}

function lost(files: readonly UsedFile[]): BackupRefusal {
  const named = files.slice(0, NAMED_MAX).map(({ name }) => name);
  const more = files.length > NAMED_MAX ? ` and ${files.length - NAMED_MAX} more` : '';
  return new BackupRefusal(
    `Files of assets are missing or damaged in the backup, and are not in the storage any more: ${named.join(', ')}${more}. Take another backup, or restore the assets without them by --allow-missing-files.`,
  );
}
