/**
 * A folder of backups. Each backup is a folder named by its time; it is complete as soon as it has this name.
 * Invariant: one process at a time changes the folder, and an unfinished backup is never mistaken for a finished one.
 */
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { takeFileLock } from '../database/file-lock.ts';
import { unusablePlace } from '../errors/unusable-place.ts';
import { giveToOwnerOf } from '../kit/file-owner.ts';
import { makeFolder } from '../kit/new-folder.ts';
import { hasErrorCode } from '../kit/system-error.ts';
import { flush } from './file-copies.ts';

const OWNER_ONLY_FOLDER = 0o700;
const LOCK_FILE = '.lock';
const OTHER_FOLDER = 'name another folder';
const UNFINISHED = '.unfinished';
/** The time in UTC, with `-` instead of `:`, which some file systems do not allow in names. */
const NAME = /^(?<date>\d{4}-\d\d-\d\d)T(?<hour>\d\d)-(?<minute>\d\d)-(?<rest>\d\d\.\d{3}Z)$/;

/** A finished backup. */
export interface FinishedBackup {
  readonly path: string;
  readonly name: string;
  /** When the backup was started, in milliseconds. */
  readonly at: number;
}

/**
 * The finished backups in a folder, newest first; none if the folder is missing.
 * @throws StartRefusal if the folder cannot be read
 */
export async function finishedBackups(folder: string): Promise<FinishedBackup[]> {
  const names = await readdir(folder).catch((error: unknown): string[] => {
    if (hasErrorCode(error, 'ENOENT')) return [];
    throw unusablePlace(folder, error, OTHER_FOLDER);
  });
  return names
    .flatMap((name) => {
      const at = timeOf(name);
      return at === null ? [] : [{ path: join(folder, name), name, at }];
    })
    .sort((one, other) => other.at - one.at);
}

/** Whether a folder is left over from a backup that was not finished, or is being removed. */
export function isUnfinished(path: string): boolean {
  return path.endsWith(UNFINISHED);
}

/**
 * Makes one backup: `fill` gets an empty folder, which becomes a finished backup dated `at` in one step.
 * @throws what `fill` throws; nothing is left behind
 */
export async function addBackup(folder: string, at: number, fill: (path: string) => Promise<void>): Promise<string> {
  const path = join(folder, nameOf(at));
  const draft = `${path}${UNFINISHED}`;
  await mkdir(draft, { mode: OWNER_ONLY_FOLDER }).catch((error: unknown) => {
    throw unusablePlace(folder, error, OTHER_FOLDER);
  });
  try {
    await fill(draft);
    giveToOwnerOf(folder, draft);
    await flush(draft);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
  await flush(folder);
  return path;
}

/** Removes a backup. It stops counting as one before its first file is deleted. */
export async function removeBackup({ path }: FinishedBackup): Promise<void> {
  await rename(path, `${path}${UNFINISHED}`);
  await rm(`${path}${UNFINISHED}`, { recursive: true, force: true });
}

/**
 * Creates the folder if it is missing, and runs `work` while no other process may use it. First removes what killed processes
 * have left behind.
 * @throws if another process is working there
 * @throws StartRefusal if the folder cannot be written to
 */
export async function alone<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const file = join(folder, LOCK_FILE);
  try {
    makeFolder(folder);
  } catch (error) {
    throw unusablePlace(folder, error, OTHER_FOLDER);
  }
  const lock = takeFileLock(file);
  if (lock === null) throw new Error(`Another process is making a backup in ${folder}; wait until it is done.`);
  try {
    giveToOwnerOf(folder, file);
    for (const name of await readdir(folder)) {
      if (isUnfinished(name)) await rm(join(folder, name), { recursive: true, force: true });
    }
    return await work();
  } finally {
    lock.release();
  }
}

function nameOf(at: number): string {
  return new Date(at).toISOString().replaceAll(':', '-');
}

function timeOf(name: string): number | null {
  const { date, hour, minute, rest } = NAME.exec(name)?.groups ?? {};
  const at = Date.parse(`${date}T${hour}:${minute}:${rest}`);
  return Number.isNaN(at) ? null : at;
}
