/**
 * Moves the files of an installation from its data folder to another storage. Files never change and a name never means
 * another one, so that a move that was interrupted goes on where it stopped. What is in the folder stays there.
 */
import { type FileFault, faultOf } from '../../platform/backup/file-copies.ts';
import type { Reader } from '../../platform/database/database.ts';
import { StartRefusal } from '../../platform/errors/start-refusal.ts';
import type { FileStorage, StoredFile } from './file-storage.ts';
import type { FileUses } from './file-uses.ts';
import type { FolderStorage } from './folder-storage.ts';
import { type KnownFile, knownFiles } from './stored-files.ts';

/** Most of sending a small file is waiting for the store. */
const FILES_AT_ONCE = 8;
const UNKNOWN_TYPE = 'application/octet-stream';

/** What files are moved, and where to. */
export interface FileMove {
  readonly from: FolderStorage;
  readonly to: FileStorage;
  /** Shows the installation at one moment. */
  readonly reader: Reader;
  readonly uses: FileUses;
  /** The media types of files by their row ids. */
  readonly mediaTypes: (db: Reader, files: readonly number[]) => Promise<ReadonlyMap<number, string>>;
  /** Called with how many files are there by now. */
  readonly onProgress: (done: number) => void;
}

/** What was moved. */
export interface MovedFiles {
  readonly count: number;
  readonly bytes: number;
  /** Those that had to be sent; the others were there from a move before. */
  readonly sent: number;
  /** Files of assets that the installation itself has lost. */
  readonly lost: readonly { readonly name: string; readonly fault: FileFault }[];
}

/**
 * Moves all files. Those of assets are compared with what the database says of them.
 * @throws StartRefusal if the storage has files that are not of this installation
 */
export async function moveFiles(move: FileMove): Promise<MovedFiles> {
  await refuseForeignFiles(move);
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

/** How many files there are in the folder. */
export async function countFiles(from: FileStorage): Promise<number> {
  let count = 0;
  for await (const _ of from.list()) count += 1;
  return count;
}

/** A service would take them for leftovers, and delete them. */
async function refuseForeignFiles({ from, to }: FileMove): Promise<void> {
  for await (const { name, size } of to.list()) {
    const own = await from.stat(name).catch(() => undefined);
    if (own?.size === size) continue;
    throw new StartRefusal(
      `The bucket has files that are not of this installation (such as ${name}); name an empty one in --files.`,
    );
  }
}

/** @returns whether the file was not there yet */
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

/** Works on some items at a time, in order. */
async function eachOf<T>(items: Iterable<T> | AsyncIterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const running = new Set<Promise<void>>();
  for await (const item of items) {
    const one = work(item).finally(() => running.delete(one));
    // Its error is that of the wait below.
    one.catch(() => undefined);
    running.add(one);
    if (running.size >= FILES_AT_ONCE) await Promise.race(running);
  }
  await Promise.all(running);
}
