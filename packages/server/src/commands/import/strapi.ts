/**
 * Prepares the import of a Strapi export: reads the archive, gives the space its locales, and converts. The files of the media
 * library are in the archive too.
 */
import type { ExportedFile } from '@lectern/import/exported-file.ts';
import { Notes } from '@lectern/import/notes.ts';
import { readStrapiExport, type StrapiExport } from '@lectern/import/strapi/archive/strapi-export.ts';
import { takeUploads } from '@lectern/import/strapi/archive/uploads.ts';
import { convertStrapi } from '@lectern/import/strapi/convert.ts';
import { defaultLocaleOf, importedLocales } from '@lectern/import/strapi/documents/locales.ts';
import { ServiceClient, ServiceError } from '../service-client.ts';
import { fieldRules } from './field-rules.ts';
import type { FileSource, FileToFind } from './file-source.ts';
import { accessLocales, applyLocales, type ExportedLocale, readLocales } from './locales.ts';
import { environmentPath, type ImportTarget, type PreparedImport } from './prepared.ts';

/**
 * Reads the export, finds the environment, creates the locales that it lacks (only looks at them with `read`), and converts.
 * @throws ExportFileError if the file cannot be read, ServiceError if the service rejects the whole import
 */
export async function prepareStrapi(options: ImportTarget, access: 'read' | 'write'): Promise<PreparedImport> {
  const file = await readStrapiExport(options.file);
  try {
    return await prepared(file, options, access);
  } catch (error) {
    await file.rows.close();
    throw error;
  }
}

async function prepared(file: StrapiExport, options: ImportTarget, access: 'read' | 'write'): Promise<PreparedImport> {
  const notes = new Notes();
  const client = new ServiceClient(options.service);
  const path = environmentPath(options);
  await client.send({ method: 'GET', path });
  const localesAccess = accessLocales(client, { space: options.space, notes, access });
  const present = await readLocales(localesAccess);
  const standard = present.find((one) => one.default)?.code;
  if (standard === undefined)
    throw new ServiceError('The space has no default locale; check that the service has the same version.');
  const locales = await applyLocales(exportedLocales(file, present), localesAccess);
  const refused = new Set(locales.refused.filter(({ missing }) => missing).map(({ code }) => code));
  const converted = convertStrapi(file, importedLocales(file, refused, standard), fieldRules);
  const { files, titles, came } = converted;
  const source = archiveOf(file, files, notes);
  return { client, path, notes, locales, converted, files, source, titles, came, close: () => file.rows.close() };
}

/** New locales have no fallback, as in Strapi; those of the space stay as they are. */
function exportedLocales(file: StrapiExport, present: readonly ExportedLocale[]): readonly ExportedLocale[] {
  const standard = defaultLocaleOf(file);
  return file.locales.map((locale) => {
    const known = present.find(({ code }) => code === locale.code);
    const own = known ?? { ...locale, fallback: null, optional: locale !== standard };
    return { ...own, default: locale === standard };
  });
}

/** The archive as the source of files; null, after a note, if it has none of them. */
function archiveOf({ path, uploads }: StrapiExport, files: readonly ExportedFile[], notes: Notes): FileSource | null {
  const isThere = ({ places }: ExportedFile) => places.some((place) => uploads.has(place));
  if (files.length > 0 && !files.some(isThere)) {
    const message = 'Their records were imported, their files are not in the export; export without --exclude files.';
    notes.add('left_out', `${files.length} files of assets`, message);
    return null;
  }
  return {
    name: 'the export',
    sort: async (all) => ({ found: all.filter(isThere), missing: all.filter((one) => !isThere(one)) }),
    each: (all) => eachOf(path, all, isThere),
  };
}

async function* eachOf(
  path: string,
  files: readonly ExportedFile[],
  isThere: (file: ExportedFile) => boolean,
): AsyncGenerator<FileToFind> {
  const byName = Map.groupBy(files.filter(isThere), ({ places: [name = ''] }) => name);
  for await (const taken of takeUploads(path, byName.keys()))
    for (const file of byName.get(taken.name) ?? []) yield { file, path: taken.path };
  for (const file of files) if (!isThere(file)) yield { file, path: undefined };
}
