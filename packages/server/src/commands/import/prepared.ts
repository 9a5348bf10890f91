/**
 * The common form of every source before it is sent: records that can be read again, files, notes and titles. From here on
 * all imports are the same: send, or say what would be sent.
 */
import type { ExportedFile } from '@lectern/import/exported-file.ts';
import type { Notes } from '@lectern/import/notes.ts';
import type { RecordIdentity, Records, RefusedRecord, Titles, TypeCount } from '@lectern/import/records.ts';
import { UsageError } from '../arguments.ts';
import type { Output } from '../output.ts';
import { progressBar } from '../progress.ts';
import type { ServiceAddress, ServiceClient } from '../service-client.ts';
import { type ImportPlan, planImport } from './dry-run.ts';
import { type FileSource, folderSource } from './file-source.ts';
import type { LocalesOutcome } from './locales.ts';
import { type ImportReport, makeReport } from './report.ts';
import { noteMissingFile, sendFiles } from './send-files.ts';
import { sendRecords } from './send-records.ts';

/** What is imported and where it goes, whatever the source. */
export interface ImportTarget {
  /** Path of the export. */
  readonly file: string;
  /** Id of the space. */
  readonly space: string;
  /** Name of the environment. */
  readonly environment: string;
  /** Folder of the export's files; null to leave files out. */
  readonly assetFolder: string | null;
  readonly service: ServiceAddress;
}

/** A converted export, and where it goes. */
export interface PreparedImport {
  readonly client: ServiceClient;
  /** Path of the environment. */
  readonly path: string;
  readonly notes: Notes;
  readonly locales: LocalesOutcome;
  /** Iterating over the records adds to `converted.notes`. */
  readonly converted: {
    readonly records: Records;
    /** How many records there are. */
    readonly total: number;
    /** What could not be converted to a record. */
    readonly refused: readonly RefusedRecord[];
    readonly notes: Notes;
  };
  readonly files: readonly ExportedFile[];
  /** Where they are; null to leave them out. */
  readonly source: FileSource | null;
  readonly titles: Titles;
  /** What the file holds, by content type. */
  readonly came: readonly TypeCount[];
  /** Closes what must stay open until all records have been read. */
  readonly close: () => Promise<void>;
}

/**
 * Sends records, then files.
 * @throws ServiceError if the service rejects the whole import
 */
export async function importPrepared(
  prepared: PreparedImport,
  { file, space, environment }: ImportTarget,
  output: Output,
): Promise<ImportReport> {
  const { client, path, notes, locales, converted, files: exported, source, titles, came } = prepared;
  const { records } = converted;
  const bar = progressBar('Importing', converted.total, output);
  const post = (lines: readonly string[]) => client.send({ method: 'POST', path: `${path}/import`, lines });
  const outcomes = await sendRecords(records, { post, onProgress: bar.show }).finally(bar.clear);
  const sending = { records, outcomes, client, post, notes, output };
  const files = source === null ? null : await sendFiles(exported, { source, ...sending });
  return makeReport({
    ...{ file, space, environment, locales, outcomes, files, titles, came },
    ...{ unsent: converted.refused, notes: [...notes.all(), ...converted.notes.all()] },
  });
}

/**
 * What `importPrepared` would do; it only reads.
 * @throws ServiceError if the environment cannot be read
 */
export async function planPrepared(
  prepared: PreparedImport,
  { file, space, environment }: ImportTarget,
): Promise<ImportPlan> {
  const { client, path, notes, locales, converted, files: exported, source, came } = prepared;
  const records: RecordIdentity[] = [];
  for await (const { kind, key } of converted.records) records.push({ kind, key });
  const files = source === null ? null : await plannedFiles(exported, source, notes);
  const { refused } = converted;
  const allNotes = [...notes.all(), ...converted.notes.all()];
  const where = { file, space, environment, path, client };
  return planImport({ ...where, locales, files, records, refused, notes: allNotes, came });
}

/** Path of the environment that is imported into. */
export function environmentPath({ space, environment }: ImportTarget): string {
  return `/spaces/${encodeURIComponent(space)}/environments/${encodeURIComponent(environment)}`;
}

async function plannedFiles(
  files: readonly ExportedFile[],
  source: FileSource,
  notes: Notes,
): Promise<ImportPlan['files']> {
  const { found, missing } = await source.sort(files);
  for (const { about } of missing) noteMissingFile(about, source, notes);
  return { total: files.length, found: found.length, missing: missing.length };
}

/**
 * The folder of the files, checked before anything is written. Without a folder, the report says that files are left out; a
 * folder that contains none of the files is the wrong one.
 * @throws UsageError
 */
export async function folderOf(
  files: readonly ExportedFile[],
  folder: string | null,
  notes: Notes,
): Promise<FileSource | null> {
  if (folder === null) {
    const message = 'Their records were imported, their files were not; name their folder with --assets.';
    if (files.length > 0) notes.add('left_out', `${files.length} files of assets`, message);
    return null;
  }
  const source = folderSource(folder);
  const { found } = await source.sort(files);
  if (files.length === 0 || found.length > 0) return source;
  const expected = files[0]?.places[0] ?? 'the host and path of its URL';
  throw new UsageError(
    `${folder} has none of the ${files.length} files of the export; set --assets to the folder that has ${expected} in it.`,
  );
}

/** For a source that keeps nothing open. */
export async function noClose(): Promise<void> {}
