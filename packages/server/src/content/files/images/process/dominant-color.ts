/** The dominant colour of an image: pixels are counted in coarse boxes, and the fullest box is averaged. */

const CHANNELS = 4;
const BOX_BITS = 3;
const BOXES = 1 << (3 * BOX_BITS);
const SHIFT = 8 - BOX_BITS;
/** The result for an image without visible pixels. */
const NOTHING = '#ffffff';

/**
 * Returns `#rrggbb`.
 * @param pixels red, green, blue and alpha of each, a byte each; transparent ones count less
 */
export function dominantColor(pixels: Uint8Array): string {
  const weights = new Float64Array(BOXES);
  const sums = new Float64Array(BOXES * 3);
  for (let at = 0; at + CHANNELS <= pixels.length; at += CHANNELS) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + CHANNELS);
    const box = ((red >> SHIFT) << (2 * BOX_BITS)) | ((green >> SHIFT) << BOX_BITS) | (blue >> SHIFT);
    weights[box] = (weights[box] ?? 0) + alpha;
    [red, green, blue].forEach((value, channel) => {
      sums[box * 3 + channel] = (sums[box * 3 + channel] ?? 0) + value * alpha;
    });
  }
  const fullest = weights.indexOf(Math.max(...weights));
  const weight = weights[fullest] ?? 0;
  if (weight === 0) return NOTHING;
  const average = sums.subarray(fullest * 3, fullest * 3 + 3);
  return `#${[...average].map((sum) => hexadecimal(sum / weight)).join('')}`;
}

function hexadecimal(value: number): string {
  return Math.round(value).toString(16).padStart(2, '0');
}
