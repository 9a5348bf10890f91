/** Removes the metadata of an image; of formats that keep their orientation there, it is read before. */
import { stripMetadata } from '../../metadata/strip-metadata.ts';
import type { StripJob } from '../jobs.ts';
import { openImage } from './decoder.ts';

const UPRIGHT = 1;
/** Formats with their orientation in Exif, as the decoder reads it. */
const ORIENTED = new Set(['image/jpeg', 'image/png', 'image/webp']);

/** @throws `validation_failed` if the file is not understood */
export async function stripImage({ path, target, mimeType, limits }: StripJob): Promise<null> {
  const { orientation = UPRIGHT } = ORIENTED.has(mimeType) ? (await openImage(path, limits)).metadata : {};
  await stripMetadata({ path, target, mimeType, orientation });
  return null;
}
