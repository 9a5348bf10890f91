/** The only Exif data that a stripped image keeps: its orientation, without which it might be shown rotated. */

const UPRIGHT = 1;
const ORIENTATIONS_MAX = 8;
const ENTRY = { tag: 0x0112, type: 3, count: 1 } as const;

/** Exif data (a TIFF structure) that contains only the orientation; null for an upright image. */
export function exifOf(orientation: number): Buffer | null {
  if (!Number.isInteger(orientation) || orientation <= UPRIGHT || orientation > ORIENTATIONS_MAX) return null;
  const exif = Buffer.alloc(26);
  exif.write('MM\0*', 0, 'latin1');
  exif.writeUInt32BE(8, 4);
  exif.writeUInt16BE(1, 8);
  exif.writeUInt16BE(ENTRY.tag, 10);
  exif.writeUInt16BE(ENTRY.type, 12);
  exif.writeUInt32BE(ENTRY.count, 14);
  exif.writeUInt16BE(orientation, 18);
  return exif;
}
