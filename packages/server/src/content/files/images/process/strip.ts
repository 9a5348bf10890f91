/** Removes the metadata of an image. For formats that store the orientation in it, the orientation is read first. */
import { stripMetadata } from '../../metadata/strip-metadata.ts';
import type { StripJob } from '../jobs.ts';
import { openImage } from './decoder.ts';

const UPRIGHT = 1;
/** Formats that store their orientation in Exif, as the decoder reads it. */
const ORIENTED = new Set(['image/jpeg', 'image/png', 'image/webp']);

/** @throws `validation_failed` if the structure of the file is not recognized */
export async function stripImage({ path, target, mimeType, limits }: StripJob): Promise<null> {
  const { orientation = UPRIGHT } = ORIENTED.has(mimeType) ? (await openImage(path, limits)).metadata : {};
  await stripMetadata({ path, target, mimeType, orientation });
  return null;
}
