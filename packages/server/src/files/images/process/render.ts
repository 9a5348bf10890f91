/** Makes one result of an image and writes it to a file. Metadata, places and cameras among it, is left behind. */
import type { Sharp } from 'sharp';
import type { Rendering, RenderJob, Size } from '../jobs.ts';
import { type OpenedImage, openImage, readable } from './decoder.ts';

/** Pixels of all pictures of an animation together; larger ones stand still. */
const ANIMATION_PIXELS_MAX = 40_000_000;
/** What the encoders may do to become smaller: measured, a step more costs AVIF ten times the time for a tenth. */
const AVIF_EFFORT = 2;
const WEBP_EFFORT = 4;
const PNG_COMPRESSION = 6;
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };
const WHITE = '#ffffff';

/** @throws `validation_failed` where the image does not decode */
export async function renderImage({ path, target, pixelsMax, rendering }: RenderJob): Promise<null> {
  const image = await openImage(path, pixelsMax);
  const moves =
    rendering.format === 'webp' && image.frames > 1 && animationPixels(image, rendering) <= ANIMATION_PIXELS_MAX;
  const { scaled, cut, canvas } = rendering;
  let result = image.decode(moves ? 'all' : 'first').autoOrient();
  result = result.resize(scaled.width, scaled.height, { fit: 'fill' });
  if (cut !== null) result = result.extract(cut);
  if (canvas !== null) result = result.extend(margins(scaled, canvas, rendering));
  await readable(encoded(result, rendering).toFile(target));
  return null;
}

function animationPixels({ frames, width, height }: OpenedImage, { scaled, canvas }: Rendering): number {
  const result = canvas ?? scaled;
  return frames * Math.max(width * height, result.width * result.height);
}

function margins(scaled: Size, canvas: Size, { format }: Rendering) {
  const [across, down] = [canvas.width - scaled.width, canvas.height - scaled.height];
  const [left, top] = [Math.floor(across / 2), Math.floor(down / 2)];
  return { left, top, right: across - left, bottom: down - top, background: format === 'jpg' ? WHITE : CLEAR };
}

function encoded(image: Sharp, { format, quality }: Rendering): Sharp {
  const chosen = quality === null ? {} : { quality };
  switch (format) {
    case 'webp':
      return image.webp({ ...chosen, effort: WEBP_EFFORT });
    case 'avif':
      return image.avif({ ...chosen, effort: AVIF_EFFORT });
    case 'jpg':
      return image.flatten({ background: WHITE }).jpeg({ ...chosen, progressive: false });
    case 'png':
      return image.png({ compressionLevel: PNG_COMPRESSION });
  }
}
