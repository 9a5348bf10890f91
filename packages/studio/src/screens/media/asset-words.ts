/** The addresses of a file. */
import type { Asset } from '../../api/types.ts';

/** Pixels of the longest side that WebP can have. */
const WEBP_SIDE_MAX = 16_383;

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
