/** Ids of restored rows: their own where those are free, and new ones where they are taken. */
import type { Tables } from '../../platform/database/columns.ts';
import type { Writer } from '../../platform/database/database.ts';
import type { StoredRow } from '../../platform/database/restoring/backup-rows.ts';
import { takenTexts } from '../../platform/database/restoring/placed-rows.ts';
import { newId } from '../../platform/kit/ids.ts';

/** The rows with ids that nothing has in the table. */
export async function withFreeIds(
  writer: Writer,
  table: keyof Tables,
  rows: readonly StoredRow[],
): Promise<StoredRow[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => String(id));
  const taken = await takenTexts(writer, { table, column: 'id' }, ids);
  return rows.map((row) => (taken.has(String(row.id)) ? { ...row, id: anotherId(String(row.id)) } : row));
}

/** A new id with the same prefix. */
export function anotherId(id: string): string {
  return newId(id.slice(0, id.indexOf('_')));
}
