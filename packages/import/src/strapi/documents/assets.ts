/** The media library of an export as assets, and the file of each asset. */

import { FILE_NAME_CHARACTERS_MAX, TEXT_CHARACTERS_MAX } from '../../../../contract/src/assets.ts';
import { isKey } from '../../../../contract/src/keys.ts';
import { excerpt } from '../../excerpt.ts';
import { type ExportedFile, placesInside } from '../../exported-file.ts';
import { keyFor } from '../../named-keys.ts';
import type { Notes } from '../../notes.ts';
import type { AssetRecord } from '../../records.ts';
import { FILE_UID, type RowName } from '../archive/links.ts';
import type { Row, RowData } from '../archive/rows.ts';
import { textIn } from '../archive/schema.ts';
import type { StrapiExport } from '../archive/strapi-export.ts';
import { timeOf } from '../values/values.ts';
import type { ImportedLocales } from './locales.ts';

const TITLE_CHARACTERS_MAX = 512;
const TITLE_SHOWN = 60;
const KILOBYTE = 1000;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const NOT_IN_FILE_NAMES = /[\u0000-\u001f\u007f/\\]/g;

/** What is known about all files before their records are created. */
export class Assets {
  readonly files: ExportedFile[] = [];
  /** Key → title. */
  readonly titles = new Map<string, string>();
  readonly rows = new Map<string, Row>();
  readonly #keys = new Map<string, string>();
  readonly #byHash = new Map<string, string>();

  /** Reads the media library. */
  static of({ rows }: StrapiExport): Assets {
    const assets = new Assets();
    for (const row of rows.of(FILE_UID)) assets.#add(row, rows.read(row));
    return assets;
  }

  /** The key of a file; undefined if it is not in the export. */
  keyOfRow({ uid, id }: RowName): string | undefined {
    return uid === FILE_UID ? this.#keys.get(id) : undefined;
  }

  /** The key of an image embedded in a text. */
  keyOfImage(image: RowData): string | null {
    return this.#byHash.get(textIn(image, 'hash')) ?? null;
  }

  #add(row: Row, data: RowData): void {
    const key = isKey(row.documentId) ? row.documentId : keyFor('file', row.documentId || row.id);
    this.#keys.set(row.id, key);
    if (this.rows.has(key)) return;
    const hash = textIn(data, 'hash');
    const name = textIn(data, 'name');
    this.rows.set(key, row);
    this.titles.set(key, excerpt(name, TITLE_SHOWN));
    if (hash !== '') this.#byHash.set(hash, key);
    const places = placesInside([`${hash}${textIn(data, 'ext')}`]);
    this.files.push({ key, about: assetName(key, name, row), fileName: fileNameOf(data), places });
  }
}

/** A file of the media library in the export. */
export interface AssetSource {
  readonly key: string;
  readonly row: Row;
  readonly data: RowData;
}

/** Converts one file. Its texts have no locale in Strapi, so they are used for every locale. */
export function convertAsset({ key, row, data }: AssetSource, { codes }: ImportedLocales, notes: Notes): AssetRecord {
  const about = assetName(key, textIn(data, 'name'), row);
  if (data.focalPoint !== null && data.focalPoint !== undefined)
    notes.add('left_out', about, 'Its focal point was left out: give it with fp where the picture is shown.');
  const text = (name: 'title' | 'description' | 'alt', value: string, most: number) =>
    value === '' ? {} : { [name]: Object.fromEntries(codes.map((code) => [code, excerpt(value, most - 1)])) };
  const [created, updated] = [timeOf(data.createdAt), timeOf(data.updatedAt)];
  const fileName = fileNameOf(data);
  const mimeType = textIn(data, 'mime');
  return {
    key,
    ...text('title', textIn(data, 'name'), TITLE_CHARACTERS_MAX),
    ...text('description', textIn(data, 'caption'), TEXT_CHARACTERS_MAX),
    ...text('alt', textIn(data, 'alternativeText'), TEXT_CHARACTERS_MAX),
    ...(fileName === '' ? {} : { file_name: fileName }),
    ...(mimeType === '' ? {} : { mime_type: mimeType }),
    ...whole('size', typeof data.size === 'number' ? Math.round(data.size * KILOBYTE) : undefined),
    ...whole('width', data.width),
    ...whole('height', data.height),
    ...(created === undefined ? {} : { created_at: created }),
    ...(updated === undefined ? {} : { updated_at: updated }),
  };
}

/** Such as `asset abc "Harbour" (entities_00001.jsonl line 3)`. */
function assetName(key: string, name: string, { where }: Row): string {
  return `asset ${key} "${excerpt(name, TITLE_SHOWN)}" (${where})`;
}

/** Its name with the extension, which Strapi stores separately. */
function fileNameOf(data: RowData): string {
  const name = textIn(data, 'name').replaceAll(NOT_IN_FILE_NAMES, '-');
  const extension = textIn(data, 'ext').replaceAll(NOT_IN_FILE_NAMES, '-');
  const start = name.toLowerCase().endsWith(extension.toLowerCase())
    ? name.slice(0, name.length - extension.length)
    : name;
  return start === '' ? '' : `${start.slice(0, FILE_NAME_CHARACTERS_MAX - extension.length)}${extension}`;
}

function whole(name: 'size' | 'width' | 'height', value: unknown): Partial<AssetRecord> {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? { [name]: value } : {};
}
