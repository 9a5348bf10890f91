/** Types that only the file name can reveal. Invariant: a browser does not run any of them or render it as a page. */
import type { RecognisedFile } from './recognised-file.ts';

const TEXT_TYPES: Readonly<Record<string, string>> = {
  txt: 'text/plain',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  md: 'text/markdown',
  vtt: 'text/vtt',
  srt: 'application/x-subrip',
  yaml: 'application/yaml',
  yml: 'application/yaml',
};
const JSON_TYPES: Readonly<Record<string, string>> = {
  json: 'application/json',
  geojson: 'application/geo+json',
};
const JSON_BEGINNING = /^\s*[[{"\d-]/;
const ARCHIVE_TYPES: Readonly<Record<string, string>> = {
  zip: 'application/zip',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
  epub: 'application/epub+zip',
};

/** The type of text without markup. */
export function namedText(fileName: string, text: string): RecognisedFile {
  const extension = extensionOf(fileName);
  const mimeType = TEXT_TYPES[extension] ?? (JSON_BEGINNING.test(text) ? JSON_TYPES[extension] : undefined);
  return mimeType === undefined ? { mimeType: 'text/plain', extension: 'txt' } : { mimeType, extension };
}

/** The type of a ZIP file: office documents and e-books are ZIP files. */
export function namedArchive(fileName: string): RecognisedFile {
  const extension = extensionOf(fileName);
  const mimeType = ARCHIVE_TYPES[extension];
  return mimeType === undefined ? { mimeType: 'application/zip', extension: 'zip' } : { mimeType, extension };
}

function extensionOf(fileName: string): string {
  return /\.([a-z0-9]{1,10})$/i.exec(fileName)?.[1]?.toLowerCase() ?? '';
}
