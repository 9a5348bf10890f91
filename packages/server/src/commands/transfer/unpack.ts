/** Unpacks an archive into a folder as it arrives: each file is complete or not there. */
import { createWriteStream } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { memberAt } from '../../branches/transfer/format.ts';
import { ByteSource } from '../../branches/transfer/import/byte-source.ts';
import { readTarHeader, TAR_BLOCK_BYTES, tarPadding } from '../../platform/kit/tar.ts';
import { ServiceError } from '../service-client.ts';
import type { ExportFolder } from './export-folder.ts';

/**
 * Unpacks the rest of an archive.
 * @param chunks the archive from where the folder is
 * @param show called with how many bytes of the archive are in the folder
 * @throws ServiceError if it is no export; what the stream fails with
 */
export async function unpack(
  chunks: AsyncIterable<Uint8Array>,
  folder: ExportFolder,
  show: (bytes: number) => void,
): Promise<void> {
  const source = new ByteSource(buffersOf(chunks));
  const began = folder.at;
  try {
    for (;;) {
      const block = await source.take(TAR_BLOCK_BYTES);
      if (block.length < TAR_BLOCK_BYTES) throw new TypeError('The archive was cut off.');
      const header = readTarHeader(block);
      if (header === null) return;
      if (memberAt(header.path) === undefined)
        throw new ServiceError(
          `The archive has "${header.path}", which is not a file of an export; use the same version.`,
        );
      await writeContent(join(folder.path, header.path), source, header.size);
      await source.take(tarPadding(header.size));
      await folder.reach(began + source.taken);
      show(folder.at);
    }
  } finally {
    await source.close();
  }
}

async function writeContent(path: string, source: ByteSource, size: number): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const unfinished = `${path}.part`;
  const before = source.taken;
  await pipeline(source.pieces(size), createWriteStream(unfinished));
  if (source.taken - before < size) throw new TypeError('The archive was cut off.');
  await rename(unfinished, path);
}

async function* buffersOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}
