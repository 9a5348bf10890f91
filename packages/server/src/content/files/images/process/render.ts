/** Makes one result of an image and writes it to a file. Metadata, such as location and camera, is dropped. */
import type { Sharp } from 'sharp';
import type { Rendering, RenderJob, Size } from '../jobs.ts';
import { type OpenedImage, openImage, readable } from './decoder.ts';

/** Maximum pixels of all frames of an animation together; larger ones become still images. */
const ANIMATION_PIXELS_MAX = 40_000_000;
/** Results up to this many pixels are encoded with more effort, to make them smaller. */
const CAREFUL_PIXELS_MAX = { avif: 750_000, webp: 4_000_000, jpg: 8_000_000 } as const;
const AVIF_EFFORT = { careful: 2, quick: 0 } as const;
const WEBP_EFFORT = { careful: 4, quick: 2 } as const;
const PNG_COMPRESSION = 6;
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };
const WHITE = '#ffffff';

/** @throws `validation_failed` if the image cannot be decoded */
export async function renderImage({ path, target, limits, rendering }: RenderJob): Promise<null> {
  const image = await openImage(path, limits);
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

function encoded(image: Sharp, { format, quality, ...framing }: Rendering): Sharp {
  const chosen = quality === null ? {} : { quality };
  const size = framing.canvas ?? framing.cut ?? framing.scaled;
  const effort = (of: keyof typeof CAREFUL_PIXELS_MAX) =>
    size.width * size.height <= CAREFUL_PIXELS_MAX[of] ? 'careful' : 'quick';
  switch (format) {
    case 'webp':
      return image.webp({ ...chosen, effort: WEBP_EFFORT[effort('webp')] });
    case 'avif':
      return image.avif({ ...chosen, effort: AVIF_EFFORT[effort('avif')] });
    case 'jpg':
      // Optimised Huffman tables need the whole image in memory.
      return image.flatten({ background: WHITE }).jpeg({ ...chosen, optimiseCoding: effort('jpg') === 'careful' });
    case 'png':
      return image.png({ compressionLevel: PNG_COMPRESSION });
  }
}
