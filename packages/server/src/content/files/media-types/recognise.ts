/**
 * Detects the type of a file from its first bytes. Invariant: a client's file name never turns a file into something that a browser
 * runs; it only distinguishes what the content cannot, such as CSV from other text.
 */
import { open } from 'node:fs/promises';
import { markupType } from './markup.ts';
import { namedArchive, namedText } from './named-types.ts';
import type { RecognisedFile } from './recognised-file.ts';
import { textOf } from './text.ts';

/** Bytes to read; no format needs more to be recognized. */
const PREFIX_BYTES = 65_536;
const ZIP = Buffer.from('PK\u0003\u0004', 'latin1');
const GZIP = Buffer.from([0x1f, 0x8b]);
/** TIFF, recognized here because the directory that decides its type may be anywhere in the file. */
const TIFF = ['II*\u0000', 'MM\u0000*'].map((text) => Buffer.from(text, 'latin1'));
/** A PDF may begin this many bytes into a file; what mail and printer programs put before it is no reason to refuse it. */
const PDF_WITHIN_BYTES = 1_024;
const PDF = '%PDF-';
const UNKNOWN: RecognisedFile = { mimeType: 'application/octet-stream', extension: 'bin' };
const GZIPPED: RecognisedFile = { mimeType: 'application/gzip', extension: 'gz' };

/** Types that are sent as another type, one that no browser treats as code or as a page. */
const RENAMED: Readonly<Record<string, RecognisedFile>> = {
  'image/apng': { mimeType: 'image/png', extension: 'png' },
  'application/wasm': UNKNOWN,
};

/**
 * Recognises a file.
 * @param file.path where its content is
 * @param file.fileName the sender's file name; only trusted if none of the types it could name can do harm
 */
export async function recogniseFile(file: { path: string; fileName: string }): Promise<RecognisedFile> {
  return recogniseBytes(await readPrefix(file.path), file.fileName);
}

/** Recognises a file by its first bytes. */
export async function recogniseBytes(prefix: Buffer, fileName: string): Promise<RecognisedFile> {
  // No archive is ever unpacked, not even to see what is in it.
  if (prefix.subarray(0, ZIP.length).equals(ZIP)) return namedArchive(fileName);
  if (prefix.subarray(0, GZIP.length).equals(GZIP)) return GZIPPED;
  // Loaded at the first upload, not at start.
  const { fileTypeFromBuffer } = await import('file-type');
  const known = await fileTypeFromBuffer(prefix);
  if (known !== undefined && known.mime !== 'application/xml') {
    return RENAMED[known.mime] ?? { mimeType: known.mime, extension: known.ext };
  }
  if (TIFF.some((mark) => prefix.subarray(0, mark.length).equals(mark)))
    return { mimeType: 'image/tiff', extension: 'tif' };
  if (/\.pdf$/i.test(fileName) && prefix.subarray(0, PDF_WITHIN_BYTES).includes(PDF))
    return { mimeType: 'application/pdf', extension: 'pdf' };
  const text = textOf(prefix);
  if (text === null) return UNKNOWN;
  return markupType(text) ?? namedText(fileName, text);
}

async function readPrefix(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(PREFIX_BYTES), 0, PREFIX_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
