/**
 * Copies bytes that will be kept for long. Node allocates small buffers, and the output of compression, from slabs of 64 KB;
 * keeping one such buffer keeps its whole slab alive.
 */

/** The same bytes in memory of their own; the buffer itself if it shares none. */
export function ownBytes(bytes: Buffer): Buffer {
  if (bytes.length === bytes.buffer.byteLength) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}
