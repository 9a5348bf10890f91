/**
 * Which files a browser may display. Invariant: nothing that a browser could run is among them, whatever the file name or the
 * client claims; all other files are downloads.
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

/** The disposition of a file of this type: displayed (`inline`) or downloaded (`attachment`). */
export function dispositionOf(mimeType: string): 'inline' | 'attachment' {
  return INLINE_IMAGES.has(mimeType) || INLINE_SOUND_AND_FILM.test(mimeType) ? 'inline' : 'attachment';
}
