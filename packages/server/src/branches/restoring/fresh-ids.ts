/** Ids of restored rows: their own where those are free, and new ones where they are taken. */
import type { Tables } from '../../platform/database/columns.ts';
import type { Writer } from '../../platform/database/database.ts';
import type { StoredRow } from '../../platform/database/restoring/backup-rows.ts';
import { takenTexts } from '../../platform/database/restoring/placed-rows.ts';
import { newIdLike } from '../../platform/kit/ids.ts';

/** The rows with ids that nothing has in the table. */
export async function withFreeIds(
  writer: Writer,
  table: keyof Tables,
  rows: readonly StoredRow[],
): Promise<StoredRow[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => String(id));
  const taken = await takenTexts(writer, { table, column: 'id' }, ids);
  return rows.map((row) => (taken.has(String(row.id)) ? { ...row, id: newIdLike(String(row.id)) } : row));
}

/** The ids of restored merges, whose rows also name the first part of their merge, which an earlier step may have written. */
export class MergeIds {
  readonly #ids = new Map<string, string>();

  /** The rows with ids that nothing had in the table before the restore. */
  async free(writer: Writer, rows: readonly StoredRow[]): Promise<StoredRow[]> {
    const named = new Set(rows.flatMap(({ id, series }) => [String(id), String(series)]));
    const ids = [...named].filter((id) => !this.#ids.has(id));
    const taken = await takenTexts(writer, { table: 'merges', column: 'id' }, ids);
    for (const id of ids) this.#ids.set(id, taken.has(id) ? newIdLike(id) : id);
    const idOf = (value: StoredRow[string]) => this.#ids.get(String(value)) ?? null;
    return rows.map((row) => ({ ...row, id: idOf(row.id ?? null), series: idOf(row.series ?? null) }));
  }
}
