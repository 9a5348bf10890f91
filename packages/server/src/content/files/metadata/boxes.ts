/** The boxes that files of the ISO base media format (HEIF, AVIF) consist of. */

/** A box in a file; its content is from `start` to `end`. */
export interface Box {
  readonly type: string;
  /** Where the four characters of its type are. */
  readonly typeAt: number;
  readonly start: number;
  readonly end: number;
}

const HEAD_BYTES = 8;
const LONG_HEAD_BYTES = 16;
/** Version and flags, with which the content of many boxes begins. */
const VERSION_BYTES = 4;

/** The boxes between two places; null if they do not fit. */
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

/** Where the content of a box begins whose first bytes are version and flags. */
export function contentOf({ start }: Box): number {
  return start + VERSION_BYTES;
}

/** A number of 0 to 8 bytes; 0 for one of no bytes. @throws RangeError beyond the end */
export function readNumber(bytes: Buffer, at: number, length: number): number {
  if (length === 0) return 0;
  return length === 8 ? Number(bytes.readBigUInt64BE(at)) : bytes.readUIntBE(at, length);
}
