/** The boxes that files of the ISO base media format (HEIF, AVIF) consist of. */

/** A box in a file; its content is from `start` to `end`. */
export interface Box {
  readonly type: string;
  /** Position of the four characters of its type. */
  readonly typeAt: number;
  readonly start: number;
  readonly end: number;
}

const HEAD_BYTES = 8;
const LONG_HEAD_BYTES = 16;
/** Length of version and flags, with which many boxes start. */
const VERSION_BYTES = 4;

/** The boxes between two positions; null if they do not fit. */
export function boxesIn(bytes: Buffer, from: number, end: number): Box[] | null {
  const boxes: Box[] = [];
  for (let at = from; at < end; ) {
    if (at + HEAD_BYTES > end) return null;
    const short = bytes.readUInt32BE(at);
    const isLong = short === 1;
    if (isLong && at + LONG_HEAD_BYTES > end) return null;
    // A size of 0 means up to the end.
    const size = isLong ? Number(bytes.readBigUInt64BE(at + HEAD_BYTES)) : short === 0 ? end - at : short;
    const start = at + (isLong ? LONG_HEAD_BYTES : HEAD_BYTES);
    if (at + size > end || at + size < start) return null;
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), typeAt: at + 4, start, end: at + size });
    at += size;
  }
  return boxes;
}

/** Start of the content of a box that begins with version and flags. */
export function contentOf({ start }: Box): number {
  return start + VERSION_BYTES;
}

/** Reads a number of 0 to 8 bytes; 0 bytes read as 0. @throws RangeError beyond the end */
export function readNumber(bytes: Buffer, at: number, length: number): number {
  if (length === 0) return 0;
  return length === 8 ? Number(bytes.readBigUInt64BE(at)) : bytes.readUIntBE(at, length);
}
