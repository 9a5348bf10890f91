/**
 * Converts an asset of an export to a record of the import route: its texts, and the known properties of its file. The file itself
 * is not part of the record.
 */

import { isRecord } from '../json-object.ts';
import type { Notes } from '../notes.ts';
import type { AssetRecord } from '../records.ts';
import type { SourceItem } from './export-file.ts';
import { assetName } from './item-names.ts';
import { keyFor } from './keys.ts';
import type { SourceLocales } from './source-values.ts';
import { valueIn } from './source-values.ts';
import { timesOf } from './times.ts';

/** A file in an export. */
export type SourceFile = Readonly<Record<string, unknown>>;

/** Converts one asset; losses are noted. */
export function convertAsset(item: SourceItem, locales: SourceLocales, notes: Notes): AssetRecord {
  const about = assetName(item, locales);
  noteState(item, about, notes);
  return {
    key: keyFor(item.sys.id),
    ...textsOf(item, 'title', locales, notes),
    ...textsOf(item, 'description', locales, notes),
    ...fileOf(item, locales, notes),
    ...timesOf(item.sys, ['created_at', 'updated_at']),
  };
}

function noteState({ sys, metadata }: SourceItem, about: string, notes: Notes): void {
  const isArchived = sys.archivedAt !== undefined || sys.archivedVersion !== undefined;
  if (isArchived)
    notes.add('changed', about, 'It is archived there; assets have no such state here, and it is readable.');
  else if (sys.publishedVersion === undefined) {
    notes.add('changed', about, 'It is not published there; assets have no draft state here, and it is readable.');
  }
  if ((metadata?.tags?.length ?? 0) > 0)
    notes.add('left_out', about, 'Its tags were left out: there are no tags here.');
}

function textsOf(item: SourceItem, name: 'title' | 'description', locales: SourceLocales, notes: Notes) {
  const about = `${assetName(item, locales)}, ${name}`;
  const texts = Object.entries(item.fields[name] ?? {}).filter(
    (pair): pair is [string, string] => typeof pair[1] === 'string',
  );
  const kept = texts.filter(([locale]) => locales.codes.has(locale));
  for (const [locale] of texts.filter(([code]) => !locales.codes.has(code))) {
    notes.add('left_out', about, `The locale ${locale} is not among the imported ones; the value was left out.`);
  }
  return kept.length > 0 ? { [name]: Object.fromEntries(kept) } : {};
}

/** In Contentful an asset may have a file in each locale. Here it has one: the default locale's, or the first. */
function fileOf(item: SourceItem, locales: SourceLocales, notes: Notes): Partial<AssetRecord> {
  const about = assetName(item, locales);
  const file = chosenFile(item, locales);
  if (file === undefined) {
    notes.add('changed', about, 'It has no file there; its record has none here.');
    return {};
  }
  for (const [locale, other] of filesIn(item)) {
    if (other !== file && other.url !== file.url)
      notes.add('left_out', about, `Its file in ${locale} was left out: an asset has one file here.`);
  }
  return detailsOf(file);
}

/** The properties of the one file that the asset keeps; undefined if it has none. */
export function chosenFile(item: SourceItem, locales: SourceLocales): SourceFile | undefined {
  const standard = valueIn(item, 'file', locales.default);
  return isRecord(standard) ? standard : filesIn(item)[0]?.[1];
}

function filesIn(item: SourceItem): [string, SourceFile][] {
  return Object.entries(item.fields.file ?? {}).filter((pair): pair is [string, SourceFile] => isRecord(pair[1]));
}

function detailsOf(file: SourceFile): Partial<AssetRecord> {
  const details = isRecord(file.details) ? file.details : {};
  const image = isRecord(details.image) ? details.image : {};
  return {
    ...(typeof file.fileName === 'string' ? { file_name: file.fileName } : {}),
    ...(typeof file.contentType === 'string' ? { mime_type: file.contentType } : {}),
    ...(isCount(details.size) ? { size: details.size } : {}),
    ...(isCount(image.width) && isCount(image.height) ? { width: image.width, height: image.height } : {}),
  };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
