/** Writes a cleaned copy of an SVG file. Invariant: neither file is held in memory as a whole. */
import { type FileHandle, open } from 'node:fs/promises';
import { TextDecoder } from 'node:util';
import { invalid } from '../../../../platform/errors/domain-error.ts';
import { markedEncoding } from '../text.ts';
import type { DrawingSize } from './drawing-size.ts';
import { SvgCleaner } from './svg-cleaner.ts';

/** Drawings by people and programs are far smaller; photographs need other formats. */
export const SVG_BYTES_MAX = 10_485_760;
const CHUNK_BYTES = 65_536;
const DECLARED_ENCODING = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([A-Za-z0-9_.:-]{1,40})["']/;
/** Legacy encodings of drawing programs; each has one byte per character. */
const OLD_ENCODINGS = new Set(['us-ascii', 'ascii', 'iso-8859-1', 'latin1', 'windows-1252']);

/**
 * Cleans the SVG at `path` into a new file at `target`.
 * @returns the size of the drawing
 * @throws `validation_failed` if it is not a valid SVG, or is too large
 */
export async function cleanSvg(path: string, target: string): Promise<DrawingSize> {
  const source = await open(path, 'r');
  const written = await open(target, 'wx');
  try {
    const { size } = await source.stat();
    if (size > SVG_BYTES_MAX)
      throw invalid('file', 'max_size', `Use an SVG of at most ${SVG_BYTES_MAX} bytes; it has ${size}.`, {
        limit: SVG_BYTES_MAX,
        given: size,
      });
    return await clean(source, written);
  } finally {
    await source.close();
    await written.close();
  }
}

async function clean(source: FileHandle, target: FileHandle): Promise<DrawingSize> {
  const cleaner = new SvgCleaner();
  const buffer = Buffer.alloc(CHUNK_BYTES);
  let decoder: TextDecoder | null = null;
  for (;;) {
    const { bytesRead } = await source.read(buffer, 0, CHUNK_BYTES);
    if (bytesRead === 0) break;
    const chunk = buffer.subarray(0, bytesRead);
    decoder ??= decoderOf(chunk);
    await target.appendFile(cleaner.write(decode(decoder, chunk)));
  }
  const { rest, size } = cleaner.end();
  await target.appendFile(rest);
  return size;
}

function decoderOf(beginning: Buffer): TextDecoder {
  const declared = DECLARED_ENCODING.exec(beginning.toString('latin1'))?.[1]?.toLowerCase() ?? 'utf-8';
  const encoding = markedEncoding(beginning) ?? (OLD_ENCODINGS.has(declared) ? 'windows-1252' : 'utf-8');
  return new TextDecoder(encoding, { fatal: true });
}

function decode(decoder: TextDecoder, chunk: Buffer): string {
  try {
    return decoder.decode(chunk, { stream: true });
  } catch {
    throw invalid('file', 'encoding', 'This SVG has bytes that are not text; save it as UTF-8.');
  }
}
