/**
 * Imports a Contentful export into a running service: locales through their own routes, then types, assets and entries
 * through the import route, finally the files of assets. A second run with the same file changes nothing.
 */
import type { Output } from '../../output.ts';
import { type ServiceAddress, ServiceClient } from '../../service-client.ts';
import { applyLocales, type ExportedLocale, type LocalesAccess, readLocales } from '../locales.ts';
import { Notes } from '../notes.ts';
import { progressBar } from '../progress.ts';
import { type ImportReport, makeReport } from '../report.ts';
import { type ExportedFile, sendFiles } from '../send-files.ts';
import { sendRecords } from '../send-records.ts';
import { assetFiles } from './asset-files.ts';
import { convertExport } from './convert.ts';
import type { ChangedRule } from './entry.ts';
import { type ContentfulExport, readExportFile, type SourceLocale } from './export-file.ts';
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
 * @throws ExportFileError if the file cannot be read, ServiceError if the service rejects the whole import
 */
export async function importContentful(options: ContentfulImport, output: Output): Promise<ImportReport> {
  const notes = new Notes();
  const file = withCanonicalLocales(await readExportFile(options.file), notes);
  const client = new ServiceClient(options.service);
  const space = encodeURIComponent(options.space);
  const environment = `/spaces/${space}/environments/${encodeURIComponent(options.environment)}`;
  await client.send({ method: 'GET', path: environment });
  const access: LocalesAccess = { space, send: (request) => client.send(request), notes };
  const complete = file.locales.length > 0 ? file : { ...file, locales: await presentLocales(access) };
  const locales = await applyLocales(exportedLocales(complete), access);
  const refusedLocales = new Set(locales.refused.filter((locale) => locale.missing).map((locale) => locale.code));
  const converted = convertExport(complete, { changed: options.changed, refusedLocales });
  const bar = progressBar('Importing', converted.records.length, output);
  const post = (lines: readonly string[]) => client.send({ method: 'POST', path: `${environment}/import`, lines });
  const outcomes = await sendRecords(converted.records, { post, onProgress: bar.show }).finally(bar.clear);
  const exportedFiles = assetFiles(complete, sourceLocales(complete.locales, refusedLocales));
  if (options.assetFolder === null) noteFiles(exportedFiles, notes);
  const files =
    options.assetFolder === null
      ? null
      : await sendFiles(exportedFiles, { folder: options.assetFolder, outcomes, client, post, notes, output });
  return makeReport({
    file: options.file,
    space: options.space,
    environment: options.environment,
    locales,
    outcomes,
    files,
    unsent: converted.refused,
    notes: [...notes.all(), ...converted.notes.all()],
  });
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
