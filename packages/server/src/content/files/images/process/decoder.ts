/**
 * The only code that opens images. Invariant: only these decoders are ever used, whatever the content claims to be, and none starts
 * before the number of pixels is known to be within the limit.
 */
import sharp, { type Metadata, type Sharp } from 'sharp';
import { invalid } from '../../../../platform/errors/domain-error.ts';
import type { ImageLimits } from '../jobs.ts';
import { wholeDecoding } from './decoder-memory.ts';

/** Maximum frames of one animation. */
export const FRAMES_MAX = 500;
/** libvips settings: two threads decode and encode one image, and nothing is cached for the next. */
const THREADS = 2;
const MEGA = 1_000_000;

const NOT_WRITTEN = /no space left|unable to (write|open for write)|write failed|write error/i;

const DECODERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff'];
const RAW_DECODERS = ['VipsForeignLoad'];

sharp.cache(false);
sharp.concurrency(THREADS);
sharp.block({ operation: RAW_DECODERS });
sharp.unblock({ operation: DECODERS.map((name) => `VipsForeignLoad${name}File`) });

/** An image whose header was read. */
export interface OpenedImage {
  /** Starts a chain of operations on its first frame, or on all of them. */
  readonly decode: (pictures: 'first' | 'all') => Sharp;
  readonly metadata: Metadata;
  /** Pixels of a frame, its orientation applied. */
  readonly width: number;
  readonly height: number;
  readonly frames: number;
}

/**
 * Reads the header of an image.
 * @throws `validation_failed` if it cannot be read, or exceeds the limits or `FRAMES_MAX`
 */
export async function openImage(path: string, limits: ImageLimits): Promise<OpenedImage> {
  const metadata = await readable(sharp(path, { limitInputPixels: false }).metadata());
  const { width, height } = metadata.autoOrient;
  const frames = metadata.pages ?? 1;
  rejectTooManyPixels({ width, height, metadata }, limits);
  if (frames > FRAMES_MAX)
    throw invalid('file', 'max_frames', `The image has ${frames} frames; use at most ${FRAMES_MAX}.`, {
      limit: FRAMES_MAX,
      given: frames,
    });
  const { pixelsMax } = limits;
  const decode = (pictures: 'first' | 'all') =>
    sharp(path, {
      limitInputPixels: pictures === 'first' ? pixelsMax : pixelsMax * FRAMES_MAX,
      failOn: 'error',
      sequentialRead: true,
      animated: pictures === 'all',
    });
  return { decode, metadata, width, height, frames };
}

function rejectTooManyPixels(
  { width, height, metadata }: Pick<OpenedImage, 'width' | 'height' | 'metadata'>,
  { pixelsMax, memoryBytes }: ImageLimits,
): void {
  const pixels = width * height;
  const has = `${megapixels(pixels)} megapixels (${width} × ${height})`;
  if (pixels > pixelsMax)
    throw invalid('file', 'max_pixels', `The image has ${has}; use at most ${(pixelsMax / MEGA).toFixed(0)}.`, {
      limit: pixelsMax,
      given: pixels,
    });
  const whole = wholeDecoding(metadata, memoryBytes);
  if (whole === null || pixels <= whole.pixelsMax) return;
  const most = `LECTERN_IMAGE_MEMORY has room for ${megapixels(whole.pixelsMax)} as ${whole.kind}`;
  const message = `The image has ${has}; ${most}: use a smaller one, or a JPEG that is not progressive, PNG or WebP.`;
  throw invalid('file', 'max_memory', message);
}

function megapixels(pixels: number): string {
  return (pixels / MEGA).toFixed(1);
}

/** Waits for an operation. Turns a decoder error into one that says how to fix the image. */
export async function readable<Result>(operation: Promise<Result>): Promise<Result> {
  try {
    return await operation;
  } catch (error) {
    // A full disk is not the image's fault.
    if (error instanceof Error && NOT_WRITTEN.test(error.message)) throw error;
    const reason = error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : '';
    throw invalid('file', 'readable', `The image is damaged or cut off (${reason.slice(0, 200)}); save it again.`);
  }
}
