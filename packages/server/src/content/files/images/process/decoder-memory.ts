/**
 * How much memory decoding takes if an image cannot be read row by row. This is known from its header, so an image that cannot fit
 * is rejected with a message that says which size would. Other images are stopped by the process's memory limit.
 */
import type { Metadata } from 'sharp';

/** Besides the pixels: the decoder itself, and its output rows. */
const AROUND_BYTES = 16 * 1_048_576;
/** As measured: planes, their predictions, and the converted pixels, all in full. */
const AVIF_BYTES_A_PIXEL = 18.4;
/** A progressive JPEG keeps each coefficient of the whole image until its last pass. */
const COEFFICIENT_BYTES = 2.07;
/** Samples per pixel, by chroma subsampling. */
const SAMPLES_A_PIXEL: Readonly<Record<string, number>> = { '4:2:0': 1.5, '4:2:2': 2, '4:4:0': 2, '4:4:4': 3 };

/** A kind of image that is decoded as a whole. */
export interface WholeDecoding {
  /** Its name in messages. */
  readonly kind: 'AVIF' | 'progressive JPEG';
  /** Maximum number of pixels that fit. */
  readonly pixelsMax: number;
}

/** The maximum pixels of an image of this kind in that memory; null if it is read row by row. */
export function wholeDecoding(metadata: Metadata, memoryBytes: number): WholeDecoding | null {
  const room = Math.max(0, memoryBytes - AROUND_BYTES);
  if (metadata.format === 'heif') return { kind: 'AVIF', pixelsMax: Math.floor(room / AVIF_BYTES_A_PIXEL) };
  if (metadata.format !== 'jpeg' || !metadata.isProgressive) return null;
  const samples = SAMPLES_A_PIXEL[metadata.chromaSubsampling ?? ''] ?? metadata.channels ?? 1;
  return { kind: 'progressive JPEG', pixelsMax: Math.floor(room / (samples * COEFFICIENT_BYTES)) };
}
