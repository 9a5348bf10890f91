/**
 * The arithmetic of resizing: computes from the size of an image and the request how it is scaled, cropped and padded. Invariant:
 * nothing is enlarged beyond the original; a box that would require it shrinks and keeps its aspect ratio.
 */
import type { Focus } from './image-query.ts';
import type { Rectangle, Size } from './jobs.ts';

const MIDDLE: Focus = { x: 0.5, y: 0.5 };

/** How to make the result; its size is that of the canvas if there is one, else of the crop, else of the scaled image. */
export interface Framing {
  readonly scaled: Size;
  readonly cut: Rectangle | null;
  readonly canvas: Size | null;
}

export interface FramingOptions {
  readonly width: number | null;
  readonly height: number | null;
  readonly fit: 'cover' | 'contain' | 'inside';
  /** The point that a crop keeps visible; null for the middle. */
  readonly focus: Focus | null;
}

/** Computes how an image of this size becomes the requested one. */
export function framingOf(original: Size, options: FramingOptions): Framing {
  const { width, height } = options;
  if (width === null || height === null || options.fit === 'inside') {
    return { scaled: within(original, { width, height }), cut: null, canvas: null };
  }
  return options.fit === 'cover'
    ? covering(original, { width, height }, options.focus ?? MIDDLE)
    : contained(original, { width, height });
}

/** The size of the result. */
export function resultSize({ scaled, cut, canvas }: Framing): Size {
  const { width, height } = canvas ?? cut ?? scaled;
  return { width, height };
}

function within(original: Size, box: { width: number | null; height: number | null }): Size {
  const across = (box.width ?? original.width) / original.width;
  const down = (box.height ?? original.height) / original.height;
  return times(original, Math.min(1, across, down));
}

function covering(original: Size, requested: Size, focus: Focus): Framing {
  const box = times(requested, Math.min(1, original.width / requested.width, original.height / requested.height));
  const factor = Math.max(box.width / original.width, box.height / original.height);
  const rounded = times(original, factor);
  const scaled = { width: Math.max(box.width, rounded.width), height: Math.max(box.height, rounded.height) };
  if (scaled.width === box.width && scaled.height === box.height) return { scaled, cut: null, canvas: null };
  const left = start(scaled.width, box.width, focus.x);
  const top = start(scaled.height, box.height, focus.y);
  return { scaled, cut: { left, top, ...box }, canvas: null };
}

function contained(original: Size, requested: Size): Framing {
  const factor = Math.min(requested.width / original.width, requested.height / original.height);
  const canvas = times(requested, factor > 1 ? 1 / factor : 1);
  const scaled = within(original, canvas);
  const isFilled = scaled.width === canvas.width && scaled.height === canvas.height;
  return { scaled, cut: null, canvas: isFilled ? null : canvas };
}

/** Where a crop starts, so that the focus is as close to its middle as the image allows. */
function start(whole: number, part: number, focus: number): number {
  return Math.min(whole - part, Math.max(0, Math.round(whole * focus - part / 2)));
}

function times({ width, height }: Size, factor: number): Size {
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) };
}
