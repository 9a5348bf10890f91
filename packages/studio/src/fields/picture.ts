/** Which files are pictures that browsers show. HEIC from a phone, for one, is none that the service can convert either. */
import type { Asset } from '../api/types.ts';

/** Kinds that browsers show although the service does not read their pixels. */
const SHOWN: ReadonlySet<string> = new Set(['image/svg+xml', 'image/bmp', 'image/x-icon', 'image/vnd.microsoft.icon']);

type PictureFile = Pick<Asset, 'mime_type' | 'width'>;

/** The address of a picture; null for another file, and for a picture that no browser shows. */
export function pictureUrl(asset: PictureFile & Pick<Asset, 'url'>): string | null {
  return isPicture(asset) && !isHiddenPicture(asset) ? asset.url : null;
}

/** Whether readers would not see this picture. */
export function isHiddenPicture(asset: PictureFile): boolean {
  return isPicture(asset) && asset.width === null && !SHOWN.has(asset.mime_type ?? '');
}

function isPicture({ mime_type: type }: PictureFile): boolean {
  return type?.startsWith('image/') === true;
}
