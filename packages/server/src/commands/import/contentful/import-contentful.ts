/**
 * Imports a Contentful export into a running service: locales through their own routes, then types, assets and entries
 * through the import route, finally the files of assets. A second run with the same file changes nothing.
 */
import { UsageError } from '../../arguments.ts';
import type { Output } from '../../output.ts';
import { type ServiceAddress, ServiceClient, type ServiceRequest } from '../../service-client.ts';
import { type ImportPlan, planImport } from '../dry-run.ts';
import { applyLocales, type ExportedLocale, type LocalesAccess, type LocalesOutcome, readLocales } from '../locales.ts';
import { Notes } from '../notes.ts';
import { progressBar } from '../progress.ts';
import type { Titles } from '../records.ts';
import { type ImportReport, makeReport } from '../report.ts';
import { type ExportedFile, filesInFolder, noteMissingFile, sendFiles } from '../send-files.ts';
import { sendRecords } from '../send-records.ts';
import { assetFiles } from './asset-files.ts';
import { type ConvertedExport, convertExport } from './convert.ts';
import type { ChangedRule } from './entry.ts';
import { type ContentfulExport, readExportFile, type SourceLocale } from './export-file.ts';
import { titlesOf } from './item-names.ts';
import { withCanonicalLocales } from './locale-codes.ts';
import { sourceLocales } from './source-values.ts';

export interface ContentfulImport {
  /** Path of the export. */
  readonly file: string;
  /** Id of the space. */
  readonly space: string;
  /** Name of the environment. */
  readonly environment: string;
  readonly changed: ChangedRule;
  /** Folder of the export's files; null to leave files out. */
  readonly assetFolder: string | null;
  readonly service: ServiceAddress;
}

/**
 * Imports an export.
 * @throws ExportFileError if the file cannot be read, UsageError if the folder has none of its files, ServiceError if
 *   the service rejects the whole import
 */
export async function importContentful(options: ContentfulImport, output: Output): Promise<ImportReport> {
  const { client, path, notes, locales, converted, files: exported, titles } = await prepare(options, 'write');
  const bar = progressBar('Importing', converted.records.length, output);
  const post = (lines: readonly string[]) => client.send({ method: 'POST', path: `${path}/import`, lines });
  const outcomes = await sendRecords(converted.records, { post, onProgress: bar.show }).finally(bar.clear);
  const { file, space, environment, assetFolder: folder } = options;
  const files = folder === null ? null : await sendFiles(exported, { folder, outcomes, client, post, notes, output });
  const allNotes = [...notes.all(), ...converted.notes.all()];
  return makeReport({
    ...{ file, space, environment, locales, outcomes, files, titles },
    ...{ unsent: converted.refused, notes: allNotes },
  });
}

/**
 * What `importContentful` would do; it only reads.
 * @throws as that does
 */
export async function planContentful(options: ContentfulImport): Promise<ImportPlan> {
  const { client, path, notes, locales, converted, files: exported } = await prepare(options, 'read');
  const { file, space, environment, assetFolder: folder } = options;
  const { records, refused } = converted;
  const sought = folder === null ? null : await filesInFolder(exported, folder);
  for (const { about } of sought?.missing ?? []) noteMissingFile(about, notes);
  const files =
    sought === null ? null : { total: exported.length, found: sought.found.length, missing: sought.missing.length };
  const allNotes = [...notes.all(), ...converted.notes.all()];
  return planImport({ file, space, environment, locales, files, records, refused, notes: allNotes, path, client });
}

/** A converted export, and where it goes. */
interface Prepared {
  readonly client: ServiceClient;
  /** Path of the environment. */
  readonly path: string;
  readonly notes: Notes;
  readonly locales: LocalesOutcome;
  readonly converted: ConvertedExport;
  readonly files: readonly ExportedFile[];
  readonly titles: Titles;
}

/** Reads the export, finds the environment, brings its locales up to date, and converts. */
async function prepare(options: ContentfulImport, access: 'read' | 'write'): Promise<Prepared> {
  const notes = new Notes();
  const file = withCanonicalLocales(await readExportFile(options.file), notes);
  const client = new ServiceClient(options.service);
  const space = encodeURIComponent(options.space);
  const path = `/spaces/${space}/environments/${encodeURIComponent(options.environment)}`;
  await client.send({ method: 'GET', path });
  const send = async (request: ServiceRequest) =>
    access === 'write' || request.method === 'GET' ? client.send(request) : null;
  const localesAccess: LocalesAccess = { space, send, notes };
  const complete = file.locales.length > 0 ? file : { ...file, locales: await presentLocales(localesAccess) };
  const files = assetFiles(complete, sourceLocales(complete.locales, new Set()));
  if (options.assetFolder === null) noteFiles(files, notes);
  else await requireSomeFile(files, options.assetFolder);
  const locales = await applyLocales(exportedLocales(complete), localesAccess);
  const refusedLocales = new Set(locales.refused.filter((locale) => locale.missing).map((locale) => locale.code));
  const converted = convertExport(complete, { changed: options.changed, refusedLocales });
  const titles = titlesOf(complete, sourceLocales(complete.locales, refusedLocales));
  return { client, path, notes, locales, converted, files, titles };
}

/** A folder that has none of the files is the wrong one, and nothing has been written yet. */
async function requireSomeFile(files: readonly ExportedFile[], folder: string): Promise<void> {
  const { found } = await filesInFolder(files, folder);
  if (files.length === 0 || found.length > 0) return;
  const expected = files[0]?.places[0] ?? 'the host and path of its URL';
  throw new UsageError(
    `${folder} has none of the ${files.length} files of the export; set --assets to the folder that has ${expected} in it.`,
  );
}

/** An export without locales (content only) is read with those of the space. */
async function presentLocales(access: LocalesAccess): Promise<readonly SourceLocale[]> {
  const present = await readLocales(access);
  return present.map(({ code, name, fallback, optional, default: isDefault }) => {
    return { code, name, fallbackCode: fallback, optional, default: isDefault };
  });
}

function exportedLocales(file: ContentfulExport): readonly ExportedLocale[] {
  return file.locales.map((locale) => ({
    code: locale.code,
    name: locale.name?.trim() || locale.code,
    fallback: locale.fallbackCode ?? null,
    optional: locale.optional === true,
    default: locale.default === true,
  }));
}

function noteFiles(files: readonly ExportedFile[], notes: Notes): void {
  if (files.length === 0) return;
  const message = 'Their records were imported, their files were not; name their folder with --assets.';
  notes.add('left_out', `${files.length} files of assets`, message);
}
