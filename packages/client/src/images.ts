/** Addresses of images in other sizes and formats. The parameters are those of `docs/guide/images.md`. */

/** What is needed of an asset. */
export interface ImageAsset<Url extends string | null = string | null> {
  /** Null while it has no file. */
  readonly url: Url;
  readonly mime_type: string | null;
  /** Pixels; null where the file is no image. */
  readonly width: number | null;
  readonly height: number | null;
}

/** How an image is wanted. What is left out stays as it is. */
export interface ImageOptions {
  /** Width in pixels, 1 to 10,000. */
  readonly w?: number;
  /** Height in pixels, 1 to 10,000. */
  readonly h?: number;
  /** Where `w` and `h` have another aspect ratio than the image: crop (the default), pad, or stay within both. */
  readonly fit?: 'cover' | 'contain' | 'inside';
  /** Format; `auto` is the best that the browser accepts. */
  readonly fm?: 'webp' | 'avif' | 'jpg' | 'png' | 'auto';
  /** Quality, 1 to 100. */
  readonly q?: number;
  /** Pixels of the screen for each of the page, up to 5. */
  readonly dpr?: number;
  /** The point that stays visible, as fractions from the left and the top; otherwise the asset's own. */
  readonly fp?: { readonly x: number; readonly y: number };
}

/**
 * The address of an image in the size and format that is wanted; that of the file itself where it is no image, or one of lines (SVG),
 * which has every size.
 */
export function image<Url extends string | null>(asset: ImageAsset<Url>, options: ImageOptions = {}): Url {
  const { url } = asset;
  if (url === null || !isResizable(asset)) return url;
  const wanted = Object.entries(options)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, typeof value === 'object' ? `${value.x},${value.y}` : String(value)]);
  return (wanted.length === 0 ? url : `${url}?${new URLSearchParams(wanted)}`) as Url;
}

/**
 * A `srcset` of an image. Widths above that of the image give way to its own, as images are never enlarged.
 * @param widths in pixels
 * @param options of each; `ratio` is width by height, for a crop, and the format is `auto` unless another is given
 * @returns an empty string where the file is no image that has sizes
 */
export function srcset(
  asset: ImageAsset,
  widths: readonly number[],
  { ratio, ...options }: Omit<ImageOptions, 'w' | 'h' | 'dpr'> & { readonly ratio?: number } = {},
): string {
  if (asset.url === null || !isResizable(asset)) return '';
  const widest = asset.width ?? Number.POSITIVE_INFINITY;
  const fitting = [...new Set(widths.map((width) => Math.min(width, widest)))].sort((one, other) => one - other);
  return fitting
    .map((w) => {
      const h = ratio === undefined ? {} : { h: Math.max(1, Math.round(w / ratio)) };
      return `${image(asset, { fm: 'auto', ...options, w, ...h })} ${w}w`;
    })
    .join(', ');
}

/** All images but those of lines. */
const RESIZABLE = /^image\/(?!svg)/;

function isResizable({ mime_type }: ImageAsset): boolean {
  return RESIZABLE.test(mime_type ?? '');
}
