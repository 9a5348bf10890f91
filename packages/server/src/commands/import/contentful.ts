/**
 * Prepares the import of a Contentful export: brings the locales of the space up to date through their own routes, and
 * converts the file to records.
 */
import { assetFiles } from '@lectern/import/contentful/asset-files.ts';
import { convertExport } from '@lectern/import/contentful/convert.ts';
import type { ChangedRule } from '@lectern/import/contentful/entry.ts';
import { type ContentfulExport, readExportFile, type SourceLocale } from '@lectern/import/contentful/export-file.ts';
import { titlesOf } from '@lectern/import/contentful/item-names.ts';
import { withCanonicalLocales } from '@lectern/import/contentful/locale-codes.ts';
import { sourceLocales } from '@lectern/import/contentful/source-values.ts';
import { Notes } from '@lectern/import/notes.ts';
import { typeCounts } from '@lectern/import/records.ts';
import { ServiceClient } from '../service-client.ts';
import { fieldRules } from './field-rules.ts';
import { accessLocales, applyLocales, type ExportedLocale, type LocalesAccess, readLocales } from './locales.ts';
import { environmentPath, folderOf, type ImportTarget, noClose, type PreparedImport } from './prepared.ts';

export interface ContentfulImport extends ImportTarget {
  readonly changed: ChangedRule;
}

/**
 * Reads the export, finds the environment, brings its locales up to date (only looks at them with `read`), and converts.
 * @throws ExportFileError if the file cannot be read, UsageError if the folder has none of its files, ServiceError if
 *   the service rejects the whole import
 */
export async function prepareContentful(options: ContentfulImport, access: 'read' | 'write'): Promise<PreparedImport> {
  const notes = new Notes();
  const file = withCanonicalLocales(await readExportFile(options.file), notes);
  const client = new ServiceClient(options.service);
  const path = environmentPath(options);
  await client.send({ method: 'GET', path });
  const localesAccess = accessLocales(client, { space: options.space, notes, access });
  const complete = file.locales.length > 0 ? file : { ...file, locales: await presentLocales(localesAccess) };
  const files = assetFiles(complete, sourceLocales(complete.locales, new Set()));
  const source = await folderOf(files, options.assetFolder, notes);
  const locales = await applyLocales(exportedLocales(complete), localesAccess);
  const refusedLocales = new Set(locales.refused.filter((locale) => locale.missing).map((locale) => locale.code));
  const converting = { changed: options.changed, refusedLocales, fieldRules };
  const { records, refused, notes: losses } = convertExport(complete, converting);
  const titles = titlesOf(complete, sourceLocales(complete.locales, refusedLocales));
  const converted = { records, total: records.length, refused, notes: losses };
  const entries = records.filter(({ kind }) => kind === 'entry');
  const came = typeCounts(entries.map(({ line }) => JSON.parse(line).entry.content_type));
  return { client, path, notes, locales, converted, files, source, titles, came, close: noClose };
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
