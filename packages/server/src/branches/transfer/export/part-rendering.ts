/**
 * Makes parts of an export: the records of a range of keys, as lines, in one file on the local disk. Lines of the same content type
 * are contiguous and form a piece. Invariant: memory grows with the part, whose size is bounded, not with the range.
 */

import type { Spool, SpooledFile } from '../../../content/files/spool.ts';
import type { KindName } from '../../../content/kinds/content-kind.ts';
import { contentKind } from '../../../content/kinds/kinds.ts';
import type { Model } from '../../../model/content-types/model.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { Pace } from '../../../platform/kit/pace.ts';
import { filePath, recordsPath } from '../format.ts';

/** A part ends once it has this many bytes or records. */
const PART_BYTES = 4 * 1_048_576;
const PART_ITEMS = 2_000;

/** The content of a part. */
export interface PartRange {
  readonly model: Model;
  /** Name of the environment. */
  readonly name: string;
  readonly kind: KindName;
  /** Lower bound of the keys, exclusive. */
  readonly above: string;
  /** Upper bound of the keys, inclusive. */
  readonly upto: string;
}

/** A range of a spooled file that belongs to a path of the archive. */
export interface SpooledPiece {
  readonly path: string;
  readonly skip: number;
  readonly size: number;
}

/** The file of an asset, which is already stored. */
export interface StoredPiece {
  readonly path: string;
  /** Name in the storage. */
  readonly name: string;
  readonly size: number;
}

/** A part on the local disk. The receiver must store or delete its file. */
export interface RenderedPart {
  /** Null if the range is empty. */
  readonly file: SpooledFile | null;
  readonly pieces: readonly SpooledPiece[];
  readonly stored: readonly StoredPiece[];
  readonly items: number;
  /** The last key, if the part ended before the range; null at the end of the range. */
  readonly last: string | null;
}

/** Makes the first part of a range. @param db sees a single state of the database, the one that the range's model is from */
export async function renderPart(db: Reader, range: PartRange, spool: Spool): Promise<RenderedPart> {
  const lines = new LinesByPath();
  const stored: StoredPiece[] = [];
  const pace = new Pace();
  let items = 0;
  for (let above = range.above; ; ) {
    const records = await readSome(db, range, above);
    for (const { key, path, line, file } of records) {
      lines.add(path, line);
      if (file !== null) stored.push({ path: filePath(file.hash), name: file.name, size: file.size });
      above = key;
      await pace.restIfDue();
    }
    items += records.length;
    const isEnd = records.length === 0;
    if (!isEnd && lines.bytes < PART_BYTES && items < PART_ITEMS) continue;
    return { ...(await lines.spool(spool)), stored, items, last: isEnd ? null : above };
  }
}

/** Collects lines of several files. */
export class LinesByPath {
  /** Total size of the lines. */
  bytes = 0;
  readonly #byPath = new Map<string, Buffer[]>();

  add(path: string, line: string): void {
    const bytes = Buffer.from(`${line}\n`);
    const lines = this.#byPath.get(path);
    if (lines === undefined) this.#byPath.set(path, [bytes]);
    else lines.push(bytes);
    this.bytes += bytes.length;
  }

  /** Writes the lines to the local disk, path by path. */
  async spool(spool: Spool): Promise<Pick<RenderedPart, 'file' | 'pieces'>> {
    if (this.#byPath.size === 0) return { file: null, pieces: [] };
    const pieces: SpooledPiece[] = [];
    let skip = 0;
    for (const [path, lines] of this.#byPath) {
      const size = lines.reduce((sum, { length }) => sum + length, 0);
      pieces.push({ path, skip, size });
      skip += size;
    }
    return { file: await spool.receive(chunksOf(this.#byPath.values())), pieces };
  }
}

async function* chunksOf(files: Iterable<readonly Buffer[]>): AsyncGenerator<Buffer> {
  for (const lines of files) yield Buffer.concat(lines);
}

interface RecordLine {
  readonly key: string;
  readonly path: string;
  readonly line: string;
  readonly file: { readonly hash: string; readonly name: string; readonly size: number } | null;
}

/** The next records of a range, in order of their keys; empty at its end. */
async function readSome(db: Reader, { model, name, kind, upto }: PartRange, above: string): Promise<RecordLine[]> {
  const range = { environment: model.environment, above, upto };
  const records = (await contentKind(kind).records.inRange?.(db, model, range)) ?? [];
  return records.map(({ key, contentType, record, file = null }) => {
    return { key, path: recordsPath(kind, name, contentType), line: JSON.stringify({ [kind]: record }), file };
  });
}
