/**
 * Contentful's groups of media types and the media types in each. The group for "anything else" cannot be expressed in media types.
 */

/** Group → media types; null for the group of all others. */
const groups: Readonly<Record<string, readonly string[] | null>> = {
  attachment: null,
  image: ['image/*'],
  audio: ['audio/*'],
  video: ['video/*'],
  plaintext: ['text/plain'],
  markup: ['text/html', 'text/xml', 'application/xml', 'application/xhtml+xml', 'text/markdown'],
  code: ['text/css', 'text/javascript', 'application/javascript', 'application/json', 'application/x-sh'],
  pdfdocument: ['application/pdf'],
  richtext: [
    'application/rtf',
    'text/rtf',
    'application/msword',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.oasis.opendocument.text',
  ],
  spreadsheet: [
    'text/csv',
    'application/vnd.ms-excel',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.oasis.opendocument.spreadsheet',
  ],
  presentation: [
    'application/vnd.ms-powerpoint',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    'application/vnd.oasis.opendocument.presentation',
  ],
  archive: [
    'application/zip',
    'application/gzip',
    'application/x-tar',
    'application/x-7z-compressed',
    'application/vnd.rar',
    'application/x-bzip2',
  ],
};

/** The media types that these groups allow; null if one of them cannot be expressed in media types. */
export function mimeTypesOf(names: readonly string[]): readonly string[] | null {
  const types = new Set<string>();
  for (const name of names) {
    const group = Object.hasOwn(groups, name) ? groups[name] : null;
    if (group === null || group === undefined) return null;
    for (const type of group) types.add(type);
  }
  return [...types];
}
