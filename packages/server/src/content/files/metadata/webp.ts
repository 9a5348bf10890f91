/** WebP without metadata: keeps only the chunks that affect what is shown. */
import { exifOf } from './exif.ts';

const HEAD_BYTES = 12;
const CHUNK_HEAD_BYTES = 8;
const SHOWN = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
/** Flags of the chunk `VP8X`. */
const HAS_EXIF = 0x08;
const HAS_XMP = 0x04;

/** The parts of the file to keep; null if it is not a complete WebP. */
export function stripWebp(bytes: Buffer, orientation: number): Buffer[] | null {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, HEAD_BYTES) !== 'WEBP') return null;
  const fileEnd = Math.min(bytes.length, CHUNK_HEAD_BYTES + bytes.readUInt32LE(4));
  const parts: Buffer[] = [];
  let exif: Buffer | null = null;
  for (let at = HEAD_BYTES; at + CHUNK_HEAD_BYTES <= fileEnd; ) {
    const type = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    const end = at + CHUNK_HEAD_BYTES + length;
    if (end > fileEnd) return null;
    // Without this chunk there is no metadata, and no orientation.
    if (type === 'VP8X') exif = exifOf(orientation);
    if (type === 'VP8X') parts.push(flagged(bytes.subarray(at, end), exif !== null));
    else if (SHOWN.has(type)) parts.push(padded(bytes.subarray(at, end)));
    at = end + (length % 2);
  }
  if (exif !== null) parts.push(chunk('EXIF', exif));
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES));
  head.writeUInt32LE(
    parts.reduce((sum, { length }) => sum + length, 4),
    4,
  );
  return [head, ...parts];
}

function flagged(extended: Buffer, hasExif: boolean): Buffer {
  const copy = Buffer.from(extended);
  const flags = (copy[CHUNK_HEAD_BYTES] ?? 0) & ~(HAS_EXIF | HAS_XMP);
  copy[CHUNK_HEAD_BYTES] = hasExif ? flags | HAS_EXIF : flags;
  return copy;
}

function padded(part: Buffer): Buffer {
  return part.length % 2 === 0 ? part : Buffer.concat([part, Buffer.alloc(1)]);
}

function chunk(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(CHUNK_HEAD_BYTES);
  head.write(type, 0, 'latin1');
  head.writeUInt32LE(content.length, 4);
  return padded(Buffer.concat([head, content]));
}
