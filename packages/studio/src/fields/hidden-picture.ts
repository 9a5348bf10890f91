/** Pictures that no browser shows and the service cannot convert, such as HEIC from a phone. */
import type { Asset } from '../api/types.ts';

/** Kinds that browsers show although the service does not read their pixels. */
const SHOWN: ReadonlySet<string> = new Set(['image/svg+xml', 'image/bmp', 'image/x-icon', 'image/vnd.microsoft.icon']);

/** Whether readers would not see this picture. */
export function isHiddenPicture({ mime_type: type, width }: Pick<Asset, 'mime_type' | 'width'>): boolean {
  return type?.startsWith('image/') === true && width === null && !SHOWN.has(type);
}
