/** What is said of a file: its size, its addresses. */
import type { Asset } from '../../api/types.ts';

/** Pixels of the longest side that WebP can have. */
const WEBP_SIDE_MAX = 16_383;

/** A size as people read it; null for none. @param bytes of the file */
export function sizeWords(bytes: number | null, language: string): string | null {
  if (bytes === null) return null;
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const format = {
    style: 'unit',
    unit: units[step] ?? 'byte',
    unitDisplay: 'narrow',
    maximumFractionDigits: 1,
  } as const;
  return new Intl.NumberFormat(language, format).format(bytes / 1000 ** step);
}

/** The address of a picture in a width to be shown in; a drawing has but one. */
export function atWidth({ width, height }: Pick<Asset, 'width' | 'height'>, url: string, shown: number): string {
  if (width === null || height === null) return url;
  const w = Math.min(shown, width);
  return transformed(url, { w, fm: (height * w) / width > WEBP_SIDE_MAX ? 'jpg' : 'webp' });
}

/** The address of a picture in other dimensions, as the service makes them. */
export function transformed(url: string, parameters: Readonly<Record<string, string | number>>): string {
  const address = new URL(url);
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, String(value));
  return address.href;
}
