/** The size of a drawing in CSS pixels, from the attributes of its root. */

/** Whole pixels; null if unspecified. */
export interface DrawingSize {
  readonly width: number | null;
  readonly height: number | null;
}

const SIDE_MAX = 1_000_000;
/** Longer texts are not lengths. The pattern below takes quadratic time, so its input has to be short. */
const LENGTH_CHARACTERS_MAX = 64;
const LENGTH = /^(\d*\.?\d+(?:e[+-]?\d{1,2})?)(px|pt|pc|mm|cm|in)?$/i;
/** Pixels per unit, as CSS defines them. */
const PIXELS: Readonly<Record<string, number>> = { px: 1, pt: 4 / 3, pc: 16, in: 96, cm: 96 / 2.54, mm: 9.6 / 2.54 };

/** The size from `width` and `height`, otherwise from the view box. */
export function drawingSize(attributes: ReadonlyMap<string, string>): DrawingSize {
  const [boxWidth, boxHeight] = viewBoxSize(attributes.get('viewBox'));
  const width = lengthOf(attributes.get('width'));
  const height = lengthOf(attributes.get('height'));
  if (boxWidth === null || boxHeight === null) return { width: whole(width), height: whole(height) };
  if (width === null && height === null) return { width: whole(boxWidth), height: whole(boxHeight) };
  return {
    width: whole(width ?? ((height ?? 0) * boxWidth) / boxHeight),
    height: whole(height ?? ((width ?? 0) * boxHeight) / boxWidth),
  };
}

function viewBoxSize(text: string | undefined): [number, number] | [null, null] {
  const numbers = (text ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const [, , width = 0, height = 0] = numbers;
  return numbers.length === 4 && width > 0 && height > 0 ? [width, height] : [null, null];
}

function lengthOf(text: string | undefined): number | null {
  const length = (text ?? '').trim();
  const [, number, unit = 'px'] = length.length > LENGTH_CHARACTERS_MAX ? [] : (LENGTH.exec(length) ?? []);
  return number === undefined ? null : Number(number) * (PIXELS[unit.toLowerCase()] ?? 1);
}

function whole(pixels: number | null): number | null {
  if (pixels === null || !(pixels > 0) || pixels > SIDE_MAX) return null;
  return Math.max(1, Math.round(pixels));
}
