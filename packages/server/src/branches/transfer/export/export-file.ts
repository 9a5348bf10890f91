/**
 * The archive of an export. It is never assembled: its layout says where each range of a stored file belongs, and headers and
 * padding follow from paths and sizes. So any byte range can be sent at once, and files of assets are not stored twice.
 * `export-layout.ts` writes what is read here.
 */

import type { Files } from '../../../content/files/files.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { ByteRange } from '../../../platform/http/byte-range.ts';
import { TAR_BLOCK_BYTES, tarHeader } from '../../../platform/kit/tar.ts';
import type { ExportPieceRow } from '../tables.ts';
import { piecesFrom } from './piece-store.ts';

const PIECES_AT_ONCE = 200;
const ZEROS = Buffer.alloc(64 * 1_024);

export interface ArchiveParts {
  readonly database: Database;
  readonly files: Files;
}

/** An archive whose layout is complete. */
export interface Archive {
  /** Id of the export. */
  readonly id: string;
  /** In bytes. */
  readonly size: number;
}

/** Reads a byte range of an archive. @throws Error if a stored file is gone, which aborts the response */
export async function* archiveBytes(
  { database, files }: ArchiveParts,
  { id, size }: Archive,
  { start, end }: ByteRange,
): AsyncGenerator<Buffer> {
  for (let at = start; at <= end; ) {
    const pieces = await piecesFrom(database.reader, id, at, PIECES_AT_ONCE + 1);
    const known = pieces.length > PIECES_AT_ONCE ? pieces.slice(0, -1) : pieces;
    for (const [index, piece] of known.entries()) {
      const next = pieces[index + 1]?.begins ?? size;
      if (at > end) return;
      yield* pieceBytes(files, piece, { start: at, end: Math.min(end, next - 1) });
      at = Math.max(at, next);
    }
    if (known.length === 0) return;
  }
}

/** The bytes of a piece within a range of the archive: its header, its content, and zeros up to the next piece. */
async function* pieceBytes(files: Files, piece: ExportPieceRow, { start, end }: ByteRange): AsyncGenerator<Buffer> {
  const { begins, member_size: memberSize, path, name, skip, size } = piece;
  if (begins === null || end < start) return;
  let at = start;
  const contentAt = begins + (memberSize === null ? 0 : TAR_BLOCK_BYTES);
  if (memberSize !== null && at < contentAt) {
    const header = tarHeader(path, memberSize).subarray(at - begins, Math.min(TAR_BLOCK_BYTES, end + 1 - begins));
    yield header;
    at += header.length;
  }
  const until = Math.min(contentAt + size - 1, end);
  if (at <= until) {
    const range = { start: skip + at - contentAt, end: skip + until - contentAt };
    const stream = await files.open(name, range);
    if (stream === undefined) throw new Error(`The file ${name} of an export is not in the storage.`);
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      yield chunk;
      at += chunk.length;
    }
  }
  while (at <= end) {
    const zeros = ZEROS.subarray(0, Math.min(ZEROS.length, end + 1 - at));
    yield zeros;
    at += zeros.length;
  }
}
