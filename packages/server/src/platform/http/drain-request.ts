/**
 * Reads what is left of a request that is refused before all of it arrived. A connection closed with bytes unread is
 * reset, and the client loses the response. Invariant: reading on is bounded in bytes and time.
 */
import type { IncomingMessage } from 'node:http';

const READ_ON_BYTES_MAX = 128 * 1024 * 1024;
const READ_ON_MAX_MS = 30_000;
/** A client that sends nothing for this long is waiting for the response. */
const SILENT_MAX_MS = 1_000;

/** Resolves when the request is complete, or its client pauses or has sent too much. */
export async function drainRequest(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed || !mayBeReadOn(request)) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const [silent, over] = [setTimeout(resolve, SILENT_MAX_MS), setTimeout(resolve, READ_ON_MAX_MS)];
  let bytes = 0;
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > READ_ON_BYTES_MAX) resolve();
    silent.refresh();
  };
  request.unpipe().on('data', count).once('end', resolve).once('close', resolve).resume();
  await promise;
  request.off('data', count).off('end', resolve).off('close', resolve);
  clearTimeout(silent);
  clearTimeout(over);
}

function mayBeReadOn({ headers }: IncomingMessage): boolean {
  if (headers['transfer-encoding'] !== undefined) return true;
  const length = Number(headers['content-length'] ?? 0);
  return length > 0 && length <= READ_ON_BYTES_MAX;
}
