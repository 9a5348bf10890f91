/**
 * Lays out the archive of an export in steps: gives each piece its place, path by path. A file used by several assets is included
 * once.
 */
import type { Writer } from '../../../platform/database/database.ts';
import { TAR_BLOCK_BYTES, TAR_END_BYTES, tarPadding } from '../../../platform/kit/tar.ts';
import { memberAt } from '../format.ts';
import type { ExportPieceRow, ExportRow } from '../tables.ts';
import { type PlaceOfPiece, piecesAfter, placePiece, sizeOfPath } from './piece-store.ts';

const PIECES_AT_ONCE = 200;

/** The progress of a layout, as stored in the row of the export. */
export type LaidOut = Pick<ExportRow, 'place' | 'size' | 'files'>;

/**
 * Places the next pieces.
 * @returns the progress, and whether the layout is complete
 */
export async function layOutSome(
  writer: Writer,
  { id, place, size, files }: Pick<ExportRow, 'id'> & LaidOut,
): Promise<LaidOut & { readonly isDone: boolean }> {
  let last = place === null ? null : (JSON.parse(place) as PlaceOfPiece);
  let [offset, count] = [size, files];
  const pieces = await piecesAfter(writer, id, last, PIECES_AT_ONCE);
  for (const piece of pieces) {
    const isFirst = piece.path !== last?.path;
    if (isFirst || !isFile(piece)) {
      const begins = isFirst ? offset + tarPadding(offset) : offset;
      const memberSize = isFirst ? await memberSizeOf(writer, piece) : null;
      await placePiece(writer, { ...piece, begins, member_size: memberSize });
      offset = begins + (isFirst ? TAR_BLOCK_BYTES : 0) + piece.size;
      if (isFile(piece)) count += 1;
    }
    last = { path: piece.path, above: piece.above, part: piece.part };
  }
  if (pieces.length > 0) return { place: JSON.stringify(last), size: offset, files: count, isDone: false };
  return { place, size: offset + tarPadding(offset) + TAR_END_BYTES, files: count, isDone: true };
}

/** All pieces of a file's path contain the same bytes: one for each part with an asset that uses the file. */
function isFile({ path }: Pick<ExportPieceRow, 'path'>): boolean {
  return memberAt(path)?.kind === 'file';
}

async function memberSizeOf(writer: Writer, piece: ExportPieceRow): Promise<number> {
  return isFile(piece) ? piece.size : sizeOfPath(writer, piece.export, piece.path);
}
