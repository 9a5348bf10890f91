/** Brings together which migrations a folder has, and which an environment was changed by. */
import type { Service } from '../program/service.ts';
import { type MigrationFile, migrationFiles } from './migration-files.ts';
import { type ListedRecord, recordsOf } from './migration-records.ts';

/** A migration that is in the folder, in the environment, or both. */
export interface ListedMigration {
  readonly name: string;
  readonly file: MigrationFile | null;
  readonly record: ListedRecord | null;
}

/** All of them, in the order in which they are run. */
export async function listMigrations(service: Service, folder: string): Promise<ListedMigration[]> {
  const files = new Map((await migrationFiles(folder)).map((file) => [file.name, file]));
  const records = await recordsOf(service);
  const names = [...new Set([...files.keys(), ...records.keys()])].sort();
  return names.map((name) => ({ name, file: files.get(name) ?? null, record: records.get(name) ?? null }));
}

/** Whether its file is another one than what was run. */
export function isEdited({ file, record }: ListedMigration): boolean {
  const wasRun = record !== null && record.state !== 'preparing' && record.state !== 'undone';
  return wasRun && file !== null && record.checksum !== null && record.checksum !== file.checksum;
}

/** Whether there is nothing left to do for it: it is run, or nothing but a record of it is left and no part of it is changed. */
export function isSettled({ file, record }: ListedMigration): boolean {
  if (record?.state === 'done') return true;
  return file === null && record?.state !== 'writing' && record?.state !== 'undoing';
}

/**
 * Those that are to be run.
 * @throws Error where one has to be seen to first
 */
export function pendingOf(all: readonly ListedMigration[]): MigrationFile[] {
  const gone = new Map(all.flatMap(({ name, file, record }) => (file ? [] : [[record?.checksum, name]])));
  const pending: MigrationFile[] = [];
  for (const migration of all) {
    const { name, file, record } = migration;
    const state = record?.state;
    if (state === 'done') continue;
    if (state === 'undoing')
      throw new Error(`${name} is being taken back; finish that with \`lectern migrate undo ${name}\` first.`);
    if (state === 'writing' && (file === null || isEdited(migration)))
      throw new Error(
        `${name} was stopped on its way, and its file ${file === null ? 'is gone' : 'was edited since'}; put it back and run this again, or take back what is done with \`lectern migrate undo ${name}\`.`,
      );
    if (file === null) continue;
    const former = state === 'writing' ? undefined : gone.get(file.checksum);
    if (former !== undefined && isRun(all, former))
      throw new Error(
        `${name} is the same as ${former}, which was run and whose file is gone. Name it ${former}.ts again; if it is to be run a second time, change a comment in it.`,
      );
    pending.push(file);
  }
  return pending;
}

function isRun(all: readonly ListedMigration[], name: string): boolean {
  return all.some((one) => one.name === name && one.record?.state === 'done');
}
