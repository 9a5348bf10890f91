/**
 * What decoding takes where an image cannot be read row by row: known from its header, so that an image which cannot fit
 * is refused with the size that would. What this does not know of is ended by the watch on the memory itself.
 */
import type { Metadata } from 'sharp';

/** Beside what each pixel takes: the decoder itself, and the rows that it hands over. */
const AROUND_BYTES = 16 * 1_048_576;
/** Measured: planes, what they are predicted from, and the same in colours, each whole. */
const AVIF_BYTES_A_PIXEL = 18.4;
/** A progressive JPEG keeps each coefficient of the whole image until its last pass. */
const COEFFICIENT_BYTES = 2.07;
/** Samples for each pixel, by how much of the colour is left out. */
const SAMPLES_A_PIXEL: Readonly<Record<string, number>> = { '4:2:0': 1.5, '4:2:2': 2, '4:4:0': 2, '4:4:4': 3 };

/** A kind of image that is decoded as a whole. */
export interface WholeDecoding {
  /** What it is called. */
  readonly kind: 'AVIF' | 'progressive JPEG';
  /** Pixels that have room. */
  readonly pixelsMax: number;
}

/** How many pixels an image of this kind may have in the memory; null where it is read row by row. */
export function wholeDecoding(metadata: Metadata, memoryBytes: number): WholeDecoding | null {
  const room = Math.max(0, memoryBytes - AROUND_BYTES);
  if (metadata.format === 'heif') return { kind: 'AVIF', pixelsMax: Math.floor(room / AVIF_BYTES_A_PIXEL) };
  if (metadata.format !== 'jpeg' || !metadata.isProgressive) return null;
  const samples = SAMPLES_A_PIXEL[metadata.chromaSubsampling ?? ''] ?? metadata.channels ?? 1;
  return { kind: 'progressive JPEG', pixelsMax: Math.floor(room / (samples * COEFFICIENT_BYTES)) };
}
