/**
 * Bytes to be kept. Node allocates small buffers, and the output of compression, from slabs of 64 KB: one that is kept
 * keeps the whole slab alive.
 */

/** The same bytes in memory of their own; the buffer itself if it shares none. */
export function ownBytes(bytes: Buffer): Buffer {
  if (bytes.length === bytes.buffer.byteLength) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}
