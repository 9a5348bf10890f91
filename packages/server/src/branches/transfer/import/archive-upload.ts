/** Receives the archive of an import straight to the local disk, with limits on size, speed and time. */
import { addAbortSignal, PassThrough, type Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { withMinimumPace } from '../../../content/assets/upload-pace.ts';
import type { UploadQueue } from '../../../content/assets/upload-queue.ts';
import type { Spool, SpooledFile } from '../../../content/files/spool.ts';
import { DomainError, invalid } from '../../../platform/errors/domain-error.ts';

/** Media type of archives. */
export const ARCHIVE_TYPE = 'application/x-tar';
const MEGABYTE = 1_048_576;
/** After this time the local disk would treat the file as left behind. */
const UPLOAD_MS_MAX = 5 * 60 * 60 * 1_000;

export interface ArchiveUpload {
  readonly spool: Spool;
  /** The queue shared by all archives that the process receives. */
  readonly line: UploadQueue;
  /** Maximum archive size, in bytes. */
  readonly bytesMax: number;
}

/**
 * Receives the body of a request when its turn comes.
 * @param use receives the archive; if it leaves the file on the local disk, the file is deleted
 * @throws `unsupported_media_type`, `payload_too_large`, `malformed_request`, or `request_timeout` if it is too slow
 */
export async function withArchive<T>(
  request: FastifyRequest,
  upload: ArchiveUpload,
  use: (archive: SpooledFile) => Promise<T>,
): Promise<T> {
  requireArchive(request);
  if (Number(request.headers['content-length'] ?? 0) > upload.bytesMax) {
    request.raw.resume();
    throw tooLarge(upload.bytesMax);
  }
  return upload.line.take(request, async () => {
    const archive = await receive(request, upload);
    try {
      if (archive.size === 0) throw invalid('body', 'required', 'Send the file of an export as the body.');
      return await use(archive);
    } finally {
      await upload.spool.remove(archive.path);
    }
  });
}

/** Rejects JSON, which other routes accept: it has already been parsed here. */
function requireArchive({ headers }: FastifyRequest): void {
  const [type = ''] = (headers['content-type'] ?? '').split(';', 1);
  if (type.trim().toLowerCase() === ARCHIVE_TYPE) return;
  const message = `Send the file of an export with Content-Type: ${ARCHIVE_TYPE}.`;
  throw new DomainError('unsupported_media_type', message);
}

async function receive(request: FastifyRequest, { spool, bytesMax }: ArchiveUpload): Promise<SpooledFile> {
  const body = request.body as Readable | null | undefined;
  if (body === null || body === undefined) throw invalid('body', 'required', 'Send the file of an export as the body.');
  // An error must not close the connection, because the client still needs to receive the response.
  const gate = new PassThrough();
  const receiving = spool.receive(bounded(gate, bytesMax));
  const brokeOff = () => {
    if (!body.readableEnded) gate.destroy(brokenOff());
  };
  body.once('error', brokeOff).once('close', brokeOff).pipe(gate);
  addAbortSignal(AbortSignal.timeout(UPLOAD_MS_MAX), gate);
  try {
    return await withMinimumPace(request.raw, receiving);
  } catch (error) {
    body.unpipe(gate);
    gate.destroy();
    await receiving.then(({ path }) => spool.remove(path)).catch(() => undefined);
    request.raw.resume();
    throw error;
  }
}

async function* bounded(body: AsyncIterable<Buffer>, bytesMax: number): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > bytesMax) throw tooLarge(bytesMax);
    yield chunk;
  }
}

function tooLarge(bytesMax: number): DomainError {
  const message = `The archive is larger than ${bytesMax / MEGABYTE} MB; export one environment, or raise LECTERN_IMPORT_MAX.`;
  return new DomainError('payload_too_large', message, { limit: bytesMax });
}

function brokenOff(): DomainError {
  return new DomainError('malformed_request', 'The body ended early; send all of it again.');
}
