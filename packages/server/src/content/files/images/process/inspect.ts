/** Determines the stored properties of an image. Decodes the whole image, so that damage is detected now. */
import type { ImageFacts, InspectJob } from '../jobs.ts';
import { type OpenedImage, openImage, readable } from './decoder.ts';
import { dominantColor } from './dominant-color.ts';

/** Enough pixels to determine the dominant colour. */
const SAMPLE_SIDE = 64;
const PLACEHOLDER_SIDE = 16;
const PLACEHOLDER_QUALITY = 30;
const CHANNELS = 4;

/** @throws `validation_failed` if it is too large, damaged or truncated */
export async function inspectImage({ path, limits }: InspectJob): Promise<ImageFacts> {
  const image = await openImage(path, limits);
  const sample = await readable(sampleOf(image));
  const { default: sharp } = await import('sharp');
  const { width, height } = sample.info;
  const placeholder = await sharp(sample.data, { raw: { width, height, channels: CHANNELS } })
    .resize(PLACEHOLDER_SIDE, PLACEHOLDER_SIDE, { fit: 'inside' })
    .webp({ quality: PLACEHOLDER_QUALITY })
    .toBuffer();
  return {
    width: image.width,
    height: image.height,
    frames: image.frames,
    dominantColor: dominantColor(sample.data),
    placeholder: `data:image/webp;base64,${placeholder.toString('base64')}`,
  };
}

function sampleOf(image: OpenedImage) {
  return image
    .decode('first')
    .autoOrient()
    .resize(SAMPLE_SIDE, SAMPLE_SIDE, { fit: 'inside' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
}
