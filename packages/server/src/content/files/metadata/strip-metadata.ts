/**
 * Removes Exif, XMP, IPTC and comments from an image without decoding its pixels. Orientation and colour profile are kept.
 * Invariant: the output contains no metadata; a file whose structure is not recognized is rejected, never passed on.
 */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { invalid } from '../../../platform/errors/domain-error.ts';
import { stripHeif } from './heif.ts';
import { stripJpeg } from './jpeg.ts';
import { stripPng } from './png.ts';
import { stripWebp } from './webp.ts';

type Strip = (bytes: Buffer, orientation: number) => Buffer[] | null;

const STRIPS: Readonly<Record<string, Strip>> = {
  'image/jpeg': stripJpeg,
  'image/png': stripPng,
  'image/webp': stripWebp,
  'image/avif': stripHeif,
  'image/heic': stripHeif,
  'image/heif': stripHeif,
  'image/heic-sequence': stripHeif,
  'image/heif-sequence': stripHeif,
};

/** Whether metadata is removed from files of a type. */
export function isStripped(mimeType: string): boolean {
  return mimeType in STRIPS;
}

/** The file to strip, and the path of the result. */
export interface StripPlan {
  readonly path: string;
  readonly target: string;
  readonly mimeType: string;
  /** Exif orientation, from 1 (upright) to 8. */
  readonly orientation: number;
}

/**
 * Writes an image without its metadata to a new file.
 * @throws `validation_failed` if the structure of the file is not recognized; then nothing is left at `target`
 */
export async function stripMetadata({ path, target, mimeType, orientation }: StripPlan): Promise<void> {
  const parts = stripped(await readFile(path), mimeType, orientation);
  if (parts === null)
    throw invalid('file', 'metadata', 'The metadata of this image cannot be removed; save the image again.');
  try {
    await writeFile(target, joined(parts), { flag: 'wx' });
  } catch (error) {
    await rm(target, { force: true });
    throw error;
  }
}

/** Joins adjacent parts of the file, so that there are fewer to write. */
function joined(parts: readonly Buffer[]): Buffer[] {
  const runs: Buffer[] = [];
  for (const part of parts) {
    const last = runs.at(-1);
    const follows = last?.buffer === part.buffer && last.byteOffset + last.length === part.byteOffset;
    if (follows) runs[runs.length - 1] = Buffer.from(part.buffer, last.byteOffset, last.length + part.length);
    else runs.push(part);
  }
  return runs;
}

function stripped(bytes: Buffer, mimeType: string, orientation: number): Buffer[] | null {
  try {
    return STRIPS[mimeType]?.(bytes, orientation) ?? null;
  } catch (error) {
    // The structure points beyond the end of the file.
    if (error instanceof RangeError) return null;
    throw error;
  }
}
