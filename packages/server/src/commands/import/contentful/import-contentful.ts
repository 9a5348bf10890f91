/**
 * Brings a Contentful export into a running service: locales by their own routes, then types, assets and entries
 * through the import route. A second run with the same file changes nothing.
 */
import type { Output } from '../../output.ts';
import { type ServiceAddress, ServiceClient } from '../../service-client.ts';
import { applyLocales, type LocalesAccess, readLocales, type WantedLocale } from '../locales.ts';
import { Notes } from '../notes.ts';
import { progressBar } from '../progress.ts';
import { type ImportReport, makeReport } from '../report.ts';
import { sendRecords } from '../send-records.ts';
import { convertExport } from './convert.ts';
import type { ChangedRule } from './entry.ts';
import { type ContentfulExport, readExportFile, type SourceLocale } from './export-file.ts';
import { withCanonicalLocales } from './locale-codes.ts';

export interface ContentfulImport {
  /** Path of the export. */
  readonly file: string;
  /** Id of the space. */
  readonly space: string;
  /** Name of the environment. */
  readonly environment: string;
  readonly changed: ChangedRule;
  readonly service: ServiceAddress;
}

/**
 * Imports an export.
 * @throws ExportFileError where the file cannot be read, ServiceError where the service refuses as a whole
 */
export async function importContentful(wanted: ContentfulImport, output: Output): Promise<ImportReport> {
  const notes = new Notes();
  const file = withCanonicalLocales(await readExportFile(wanted.file), notes);
  const client = new ServiceClient(wanted.service);
  const space = encodeURIComponent(wanted.space);
  const environment = `/spaces/${space}/environments/${encodeURIComponent(wanted.environment)}`;
  await client.send({ method: 'GET', path: environment });
  const access: LocalesAccess = { space, send: (request) => client.send(request), notes };
  const complete = file.locales.length > 0 ? file : { ...file, locales: await presentLocales(access) };
  const locales = await applyLocales(wantedLocales(complete), access);
  const refusedLocales = new Set(locales.refused.filter((locale) => locale.missing).map((locale) => locale.code));
  const converted = convertExport(complete, { changed: wanted.changed, refusedLocales });
  noteFiles(complete, notes);
  const bar = progressBar('Importing', converted.records.length, output);
  const outcomes = await sendRecords(converted.records, {
    post: (lines) => client.send({ method: 'POST', path: `${environment}/import`, lines }),
    onProgress: bar.show,
  }).finally(bar.clear);
  return makeReport({
    file: wanted.file,
    space: wanted.space,
    environment: wanted.environment,
    locales,
    outcomes,
    unsent: converted.refused,
    notes: [...notes.all(), ...converted.notes.all()],
  });
}

/** An export without locales (content alone) is read with those of the space. */
async function presentLocales(access: LocalesAccess): Promise<readonly SourceLocale[]> {
  const present = await readLocales(access);
  return present.map(({ code, name, fallback, optional, default: isDefault }) => {
    return { code, name, fallbackCode: fallback, optional, default: isDefault };
  });
}

function wantedLocales(file: ContentfulExport): readonly WantedLocale[] {
  return file.locales.map((locale) => ({
    code: locale.code,
    name: locale.name?.trim() || locale.code,
    fallback: locale.fallbackCode ?? null,
    optional: locale.optional === true,
    default: locale.default === true,
  }));
}

function noteFiles(file: ContentfulExport, notes: Notes): void {
  const count = file.assets.length;
  if (count === 0) return;
  notes.add(
    'left_out',
    `${count} assets`,
    'Their records came over; their files are not taken yet, so their url is null.',
  );
}
