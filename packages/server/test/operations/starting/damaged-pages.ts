/** Damages the file of an embedded database, as a failing disk does. No service runs on it meanwhile. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** Overwrites every page of a table or an index, but none of another. */
export function damagePages(file: string, name: string): void {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const size = Number(database.prepare('PRAGMA page_size').get()?.page_size);
  const pages = database.prepare('SELECT pageno FROM dbstat WHERE name = ?').all(name);
  database.close();
  const disk = openSync(file, 'r+');
  for (const { pageno } of pages) writeSync(disk, Buffer.alloc(size, 0x5a), 0, size, (Number(pageno) - 1) * size);
  closeSync(disk);
}
