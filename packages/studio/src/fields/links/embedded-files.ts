/** Files as texts show them: pictures in the widths of lines, and others by their kind. */
import type { Asset } from '../../api/types.ts';
import type { CardPicture } from '../../rich-text/nodes/pictures.ts';
import { pictureUrl } from '../picture.ts';

/** Pixels: of a line, and of one on a dense screen. Few sizes, so that each is made once. */
const WIDTHS = [640, 1280];
const KIND_LETTERS_MAX = 5;

/** A picture for a text in a locale; undefined for other files, and for pictures that no browser shows. */
export function embeddedPicture(asset: Asset, locale: string, fallback: string): CardPicture | undefined {
  const url = pictureUrl(asset);
  if (url === null) return undefined;
  const { width, height, dominant_color: color } = asset;
  const text = (texts: Readonly<Record<string, string>>) => texts[locale] ?? texts[fallback] ?? '';
  // Without pixels (SVG) there is nothing to make smaller.
  const sized = width === null ? {} : { srcSet: WIDTHS.map((w) => `${url}?w=${w}&fm=auto ${w}w`).join(', ') };
  const src = width === null ? url : `${url}?w=${WIDTHS[0]}&fm=auto`;
  return { src, ...sized, width, height, color, alt: text(asset.alt), caption: text(asset.description) };
}

/** The kind of a file in a few letters: the end of its name, else of its media type. */
export function fileKind({ file_name: name, mime_type: type }: Pick<Asset, 'file_name' | 'mime_type'>): string {
  const end = /\.([a-z0-9]+)$/i.exec(name ?? '')?.[1] ?? type?.split('/').at(-1) ?? '';
  return end.length > KIND_LETTERS_MAX ? '' : end.toUpperCase();
}
