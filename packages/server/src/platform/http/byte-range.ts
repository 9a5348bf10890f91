/**
 * Parses `Range` (RFC 9110, 14): one range of bytes. Several ranges, other units and invalid ranges are ignored, as the
 * standard allows, so that nobody can have a file sent a thousand times with one request.
 */

/** Bytes `start` to `end`, both inclusive, from 0. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

const RANGE_SHAPE = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i;

/**
 * The requested part of a body.
 * @param size the size of the whole body, in bytes
 * @returns `null` for the whole body, `'unsatisfiable'` if the body has no such part
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const [, first = '', last = ''] = RANGE_SHAPE.exec(header ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first === '') return suffix(Number(last), size);
  const [start, end] = [Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1)];
  if (last !== '' && Number(last) < start) return null;
  return start < size ? { start, end } : 'unsatisfiable';
}

/** The last `length` bytes. */
function suffix(length: number, size: number): ByteRange | 'unsatisfiable' {
  if (length === 0 || size === 0) return 'unsatisfiable';
  return { start: Math.max(0, size - length), end: size - 1 };
}
