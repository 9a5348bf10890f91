/**
 * Which files a browser may show in its window. Invariant: nothing that a browser could run is among them, whatever the
 * name of a file or the client that sent it says; the others are offered to be saved.
 */

const INLINE_IMAGES = new Set([
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
  'image/tiff',
  'image/x-icon',
  'image/heic',
  'image/heif',
  'image/jxl',
]);
const INLINE_SOUND_AND_FILM = /^(audio|video)\/[a-z0-9.+-]+$/;

/** How a file of this type is handed out: shown (`inline`) or saved (`attachment`). */
export function dispositionOf(mimeType: string): 'inline' | 'attachment' {
  return INLINE_IMAGES.has(mimeType) || INLINE_SOUND_AND_FILM.test(mimeType) ? 'inline' : 'attachment';
}
