/**
 * Bytes that are to be kept. Node cuts small buffers, and what compression gives, out of slabs of 64 KB: one that is kept
 * keeps the whole slab, whatever the rest of it was for.
 */

/** The same bytes in memory that holds nothing else; the buffer itself where that is so. */
export function ownBytes(bytes: Buffer): Buffer {
  if (bytes.length === bytes.buffer.byteLength) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}
