/**
 * Finds an export's files: `contentful space export --download-assets` puts each under the host and path of its URL. A URL never
 * leads out of the folder.
 */
import { decodedPath, type ExportedFile, placesInside } from '../exported-file.ts';
import { chosenFile, type SourceFile } from './asset.ts';
import type { ContentfulExport } from './export-file.ts';
import { assetName } from './item-names.ts';
import { keyFor } from './keys.ts';
import type { SourceLocales } from './source-values.ts';

/** The files of the assets in an export. */
export function assetFiles(file: ContentfulExport, locales: SourceLocales): readonly ExportedFile[] {
  return file.assets.flatMap((item) => {
    const source = chosenFile(item, locales);
    if (source === undefined) return [];
    const name = typeof source.fileName === 'string' ? source.fileName : '';
    return [
      { key: keyFor(item.sys.id), about: assetName(item, locales), fileName: name, places: placesOf(source, name) },
    ];
  });
}

/** Paths where the file may be, relative to the folder: as written in the URL, and decoded. */
function placesOf({ url }: SourceFile, name: string): readonly string[] {
  const address = typeof url === 'string' ? URL.parse(url, 'https://none.invalid') : null;
  if (address === null) return [];
  const written = `${address.host}${address.pathname}`;
  const folder = written.slice(0, written.lastIndexOf('/'));
  return placesInside([written, decodedPath(written), ...(name === '' ? [] : [`${decodedPath(folder)}/${name}`])]);
}
