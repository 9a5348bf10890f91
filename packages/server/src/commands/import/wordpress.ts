/**
 * Prepares the import of a WordPress export: learns about the site, and finds the locale of the space that its texts are
 * put in. A site has one language, so no locale is created or changed.
 */
import { Notes } from '@lectern/import/notes.ts';
import { convertSite } from '@lectern/import/wordpress/convert.ts';
import { readSite } from '@lectern/import/wordpress/site.ts';
import { ServiceClient, ServiceError } from '../service-client.ts';
import { readLocales } from './locales.ts';
import { environmentPath, folderOf, type ImportTarget, noClose, type PreparedImport } from './prepared.ts';

/**
 * Reads the export and finds the environment.
 * @throws ExportFileError if the file cannot be read, UsageError if the folder has none of its files, ServiceError if
 *   the service rejects the whole import
 */
export async function prepareWordpress(options: ImportTarget): Promise<PreparedImport> {
  const notes = new Notes();
  const site = await readSite(options.file);
  const client = new ServiceClient(options.service);
  const path = environmentPath(options);
  await client.send({ method: 'GET', path });
  const space = encodeURIComponent(options.space);
  const present = await readLocales({ space, send: (request) => client.send(request), notes });
  const locale = present.find((one) => one.default)?.code;
  if (locale === undefined)
    throw new ServiceError('The space has no default locale; check that the service has the same version.');
  const { files, titles, came, ...converted } = convertSite(options.file, site, locale);
  const source = await folderOf(files, options.assetFolder, notes);
  const locales = { created: [], updated: [], unchanged: [locale], refused: [] };
  return { client, path, notes, locales, converted, files, source, titles, came, close: noClose };
}
