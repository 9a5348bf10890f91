/**
 * Moves the files of an installation from its data folder to another storage. A file name always means the same content, so an
 * interrupted move can be continued. The originals stay in the folder.
 */
import { type FileFault, faultOf } from '../../platform/backup/file-copies.ts';
import type { Reader } from '../../platform/database/database.ts';
import { StartRefusal } from '../../platform/errors/start-refusal.ts';
import type { FileStorage, StoredFile } from './file-storage.ts';
import type { FileUses } from './file-uses.ts';
import type { FolderStorage } from './folder-storage.ts';
import { type KnownFile, knownFiles } from './stored-files.ts';

/** Sending a small file is mostly waiting for the store. */
const FILES_AT_ONCE = 8;
const UNKNOWN_TYPE = 'application/octet-stream';

/** What to move, and where to. */
export interface FileMove {
  readonly from: FolderStorage;
  readonly to: FileStorage;
  /** Sees a single state of the database. */
  readonly reader: Reader;
  readonly uses: FileUses;
  /** The media types of files by their row ids. */
  readonly mediaTypes: (db: Reader, files: readonly number[]) => Promise<ReadonlyMap<number, string>>;
  /** Called with the number of files moved so far. */
  readonly onProgress: (done: number) => void;
}

/** The result of a move. */
export interface MovedFiles {
  readonly count: number;
  readonly bytes: number;
  /** Files that had to be sent; the others were already there from an earlier move. */
  readonly sent: number;
  /** Files of assets that are missing or damaged in the installation itself. */
  readonly lost: readonly { readonly name: string; readonly fault: FileFault }[];
}

/**
 * Moves all files. Files of assets are compared with their database rows.
 * @throws StartRefusal if the storage contains files of another installation
 */
export async function moveFiles(move: FileMove): Promise<MovedFiles> {
  await rejectForeignFiles(move);
  const counts = { count: 0, bytes: 0, sent: 0 };
  const lost: { name: string; fault: FileFault }[] = [];
  const arrived = ({ size }: Pick<StoredFile, 'size'>, isSent: boolean) => {
    counts.count += 1;
    counts.bytes += size;
    counts.sent += isSent ? 1 : 0;
    move.onProgress(counts.count);
  };
  for await (const files of knownFiles(move.reader, move.uses)) {
    const types = await move.mediaTypes(
      move.reader,
      files.map(({ id }) => id),
    );
    await eachOf(files, async (file) => {
      const fault = await faultOf(move.from.localPath(file.name), file);
      if (fault === null) return arrived(file, await sendOne(move, file, types.get(file.id)));
      if (file.isUsed) lost.push({ name: file.name, fault });
    });
  }
  await eachOf(move.from.list(), async (file) => {
    if ((await move.to.stat(file.name)) === undefined) arrived(file, await sendOne(move, file, undefined));
  });
  return { ...counts, lost };
}

/** The number of files in the folder. */
export async function countFiles(from: FileStorage): Promise<number> {
  let count = 0;
  for await (const _ of from.list()) count += 1;
  return count;
}

/** Otherwise the service would take them for leftovers and delete them. */
async function rejectForeignFiles({ from, to }: FileMove): Promise<void> {
  for await (const { name, size } of to.list()) {
    const own = await from.stat(name).catch(() => undefined);
    if (own?.size === size) continue;
    throw new StartRefusal(
      `The bucket has files that do not belong to this installation (such as ${name}); name an empty one in --files.`,
    );
  }
}

/** @returns whether the file was not yet there */
async function sendOne(
  { from, to }: FileMove,
  { name, size }: Pick<KnownFile, 'name' | 'size'>,
  mimeType = UNKNOWN_TYPE,
): Promise<boolean> {
  if ((await to.stat(name))?.size === size) return false;
  await to.put({ name, path: from.localPath(name), size, mimeType });
  const sent = await to.stat(name);
  if (sent?.size === size) return true;
  throw new Error(`${name} has ${sent?.size ?? 'no'} of its ${size} bytes in the bucket; call \`lectern move\` again.`);
}

/** Processes several items concurrently, starting them in order. */
async function eachOf<T>(items: Iterable<T> | AsyncIterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const running = new Set<Promise<void>>();
  for await (const item of items) {
    const one = work(item).finally(() => running.delete(one));
    // Its error is reported by the wait below.
    one.catch(() => undefined);
    running.add(one);
    if (running.size >= FILES_AT_ONCE) await Promise.race(running);
  }
  await Promise.all(running);
}
