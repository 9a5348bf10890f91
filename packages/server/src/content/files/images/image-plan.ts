/**
 * Determines the result of an image request. Invariant: requests for the same result get the same key, so that it is made and
 * stored once; what is too large to be made in time is rejected before work begins.
 */
import { createHash } from 'node:crypto';
import { invalid } from '../../../platform/errors/domain-error.ts';
import { framingOf, resultSize } from './framing.ts';
import { type Focus, type ImageRequest, readImageQuery } from './image-query.ts';
import type { ImageFormat, Rendering, Size } from './jobs.ts';

/** Incremented when results change, so that stored ones are made again. */
const RESULTS_VERSION = 1;
const MEGA = 1_000_000;
/** Maximum pixels per format that can be encoded within seconds and bounded memory, as measured. */
const PIXELS_MAX: Readonly<Record<ImageFormat, number>> = {
  avif: 4_200_000,
  webp: 12_600_000,
  jpg: 100_000_000,
  png: 25_200_000,
};
/** The longest side that each format can have, in pixels. */
const SIDE_MAX: Readonly<Record<ImageFormat, number>> = { avif: 16_384, webp: 16_383, jpg: 65_535, png: 100_000 };
/** Looks good at a reasonable size; PNG has no quality. */
const QUALITIES: Readonly<Record<ImageFormat, number | null>> = { avif: 50, webp: 75, jpg: 80, png: null };
const MEDIA_TYPES: Readonly<Record<ImageFormat, string>> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  png: 'image/png',
};
/** The format of a result if the request names none. Animations stay animated as WebP. */
const OWN_FORMATS: Readonly<Record<string, ImageFormat>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/gif': 'webp',
  'image/tiff': 'jpg',
};
const DRAWING = 'image/svg+xml';
const ACCEPTED_LATER = /;\s*q=0(\.0*)?\s*(;|$)/;

/** A stored image. */
export interface StoredImage {
  /** Identifies its content, such as the SHA-256 of its bytes; letters, digits, `-` and `_`. */
  readonly hash: string;
  /** The space that its image jobs count for. */
  readonly spaceId: string;
  readonly mimeType: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly focalPoint: Focus | null;
}

export interface ImageOptions {
  readonly file: StoredImage;
  /** The part of the URL after `?`. */
  readonly search: string;
  /** The header of that name. */
  readonly accept: string | undefined;
}

/** One result, whether it is already made or not. */
export interface ImagePlan {
  readonly file: StoredImage;
  /** Identifies the result among all results of that file. */
  readonly key: string;
  readonly format: ImageFormat;
  readonly mimeType: string;
  /** A strong entity tag, in quotes. */
  readonly etag: string;
  /** Whether another `Accept` could give another result. */
  readonly variesByAccept: boolean;
  /** Whether the URL gives another result after the focal point of the asset changes. */
  readonly followsFocalPoint: boolean;
  readonly rendering: Rendering;
}

/**
 * Determines the result of a request.
 * @returns null if the file is to be sent as it is: without parameters, or for a drawing, which scales to every size
 * @throws `validation_failed` that names the parameter
 */
export function planImage({ file, search, accept }: ImageOptions): ImagePlan | null {
  const request = readImageQuery(search);
  if (request === null) return null;
  if (file.mimeType === DRAWING) return planDrawing(request);
  const own = OWN_FORMATS[file.mimeType];
  const { width, height } = file;
  if (own === undefined || width === null || height === null)
    throw invalid('query', 'type', `A file of type ${file.mimeType} takes no parameters; leave them out.`);
  const focus = request.focus ?? file.focalPoint;
  const framing = framingOf({ width, height }, { ...request, focus });
  const size = resultSize(framing);
  const format = formatOf(request, own, { accept, size });
  const quality = QUALITIES[format] === null ? null : (request.quality ?? QUALITIES[format]);
  const rendering: Rendering = { ...framing, format, quality };
  const key = keyOf(rendering);
  return {
    file,
    key,
    format,
    mimeType: MEDIA_TYPES[format],
    etag: `"${file.hash.slice(0, 16)}-${key}"`,
    variesByAccept: request.format === 'auto',
    followsFocalPoint: framing.cut !== null && request.focus === null,
    rendering,
  };
}

function planDrawing({ format }: ImageRequest): null {
  if (format === null || format === 'auto') return null;
  throw invalid('query.fm', 'type', 'An SVG cannot be converted; leave fm out.');
}

/** The requested format, or the best one that the client accepts and that can have this size and be encoded quickly enough. */
function formatOf(request: ImageRequest, own: ImageFormat, about: { accept: string | undefined; size: Size }) {
  const { accept, size } = about;
  const isPossible = (format: ImageFormat) =>
    size.width * size.height <= PIXELS_MAX[format] && Math.max(size.width, size.height) <= SIDE_MAX[format];
  if (request.format !== null && request.format !== 'auto') {
    if (isPossible(request.format)) return request.format;
    throw tooLarge(request.format, size);
  }
  const preferred: ImageFormat[] = request.format === 'auto' ? [...acceptedFormats(accept), own] : [own];
  // JPEG can be written at any size, but loses transparency; PNG is the other format that every browser supports.
  const fallbacks: ImageFormat[] = own === 'jpg' ? ['jpg'] : ['webp', 'png'];
  const format = [...preferred, ...fallbacks].find(isPossible);
  if (format === undefined) throw tooLarge('png', size);
  return format;
}

function acceptedFormats(accept = ''): ImageFormat[] {
  const ranges = accept
    .toLowerCase()
    .split(',')
    .filter((range) => !ACCEPTED_LATER.test(range));
  const names = new Set(ranges.map((range) => range.split(';', 1)[0]?.trim()));
  return (['avif', 'webp'] as const).filter((format) => names.has(MEDIA_TYPES[format]));
}

function tooLarge(format: ImageFormat, { width, height }: Size): Error {
  const [pixels, limit] = [width * height, SIDE_MAX[format]];
  const [side, given] = width > height ? ['w', width] : ['h', height];
  if (given > limit) {
    const message = `The result would be ${width} × ${height} pixels, but no side of a ${format} may have more than ${limit}; reduce ${side}, or leave fm out.`;
    return invalid('query', 'max_side', message, { limit, given });
  }
  const [has, may] = [(pixels / MEGA).toFixed(1), (PIXELS_MAX[format] / MEGA).toFixed(1)];
  const message = `The result would have ${has} megapixels, but the limit for ${format} is ${may}; reduce w or h.`;
  return invalid('query', 'max_pixels', message, { limit: PIXELS_MAX[format], given: pixels });
}

function keyOf(rendering: Rendering): string {
  return createHash('sha256')
    .update(JSON.stringify([RESULTS_VERSION, rendering]))
    .digest('hex')
    .slice(0, 32);
}
