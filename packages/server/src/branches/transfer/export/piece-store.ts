/** The pieces that archives consist of, and their places. `store.ts` inserts pieces together with their parts. */
import type { Reader, Writer } from '../../../platform/database/database.ts';
import { MANIFEST_PATH } from '../format.ts';
import type { ExportPieceRow } from '../tables.ts';

/** A piece's position in the order of the layout. */
export type PlaceOfPiece = Pick<ExportPieceRow, 'path' | 'above' | 'part'>;

/** The next pieces in the order of the archive: the manifest, then by path. */
export async function piecesAfter(
  db: Reader,
  id: string,
  after: PlaceOfPiece | null,
  limit: number,
): Promise<ExportPieceRow[]> {
  const all = db.selectFrom('export_pieces').selectAll().where('export', '=', id);
  if (after === null) return all.where('path', '=', MANIFEST_PATH).execute();
  const { path, above, part } = after;
  const others = all.where('path', '!=', MANIFEST_PATH);
  const rest =
    path === MANIFEST_PATH
      ? others
      : others.where(({ eb, refTuple, tuple }) => eb(refTuple('path', 'above', 'part'), '>', tuple(path, above, part)));
  return rest.orderBy('path').orderBy('above').orderBy('part').limit(limit).execute();
}

/** The total bytes of all pieces of a path. */
export async function sizeOfPath(db: Reader, id: string, path: string): Promise<number> {
  const { size } = await db
    .selectFrom('export_pieces')
    .select((eb) => eb.fn.sum<number>('size').as('size'))
    .where('export', '=', id)
    .where('path', '=', path)
    .executeTakeFirstOrThrow();
  return Number(size);
}

/** Stores the place of a piece in the archive. */
export async function placePiece(
  writer: Writer,
  { export: id, path, above, part, begins, member_size }: ExportPieceRow,
): Promise<void> {
  await writer
    .updateTable('export_pieces')
    .set({ begins, member_size })
    .where('export', '=', id)
    .where('path', '=', path)
    .where('above', '=', above)
    .where('part', '=', part)
    .execute();
}

/** The pieces of the archive, starting with the one that contains a given byte. */
export async function piecesFrom(db: Reader, id: string, byte: number, limit: number): Promise<ExportPieceRow[]> {
  const first = await db
    .selectFrom('export_pieces')
    .select('begins')
    .where('export', '=', id)
    .where('begins', '<=', byte)
    .orderBy('begins', 'desc')
    .limit(1)
    .executeTakeFirst();
  return db
    .selectFrom('export_pieces')
    .selectAll()
    .where('export', '=', id)
    .where('begins', '>=', first?.begins ?? 0)
    .orderBy('begins')
    .limit(limit)
    .execute();
}
