/**
 * Gzip (RFC 1952) of a response whose pieces were deflated (RFC 1951) before, each once: putting blocks in a row costs a
 * hundredth of compressing the response. Invariant: a block refers to no byte before its own text, and leaves off in the
 * header of a stored block, so that it can stand behind and before whatever there is.
 */
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib';
import type { Piece, ResponseText } from './response-text.ts';

/** Level 4 searches so little that no text takes much longer than another: level 6 takes up to 12 times as long. */
const HOW = { level: 4, finishFlush: constants.Z_SYNC_FLUSH };
/** The two lengths of a stored block; a flush ends with those of an empty one. */
const STORED_LENGTHS_BYTES = 4;
/** What stands between blocks is stored, and shorter than this. */
const STORED_BYTES_MAX = 0xff_ff;
/** Deflate, no flags, no time, system unknown. */
const HEAD = Buffer.from([0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0, 0, 0xff]);
/** Header of a stored block that begins with a byte. */
const STORED = 0x00;
/** An empty block that is the last one. */
const LAST_BLOCK = Buffer.from([0x03, 0x00]);
const CHECKSUM_BYTES = 4;
const TAIL_BYTES = 2 * CHECKSUM_BYTES;

const deflate = promisify(deflateRaw);

/** The block of a piece, without the brace that ends it; made off the loop. */
export async function deflatePiece(piece: Piece): Promise<Buffer> {
  return blockOf(await deflate(textOf(piece), HOW));
}

/** The same at once, on the loop: some 35 µs for a kilobyte, up to 25 ns for each byte of a long text. */
export function deflatePieceNow(piece: Piece): Buffer {
  return blockOf(deflateRawSync(textOf(piece), HOW));
}

/**
 * The response as gzip.
 * @param blocks of its pieces
 * @param whole its bytes
 */
export function gzipOfBlocks({ between }: ResponseText, blocks: readonly Piece[], whole: Buffer): Buffer {
  const gzip = Buffer.allocUnsafe(lengthOf(between, blocks));
  let at = HEAD.copy(gzip);
  gzip[at++] = STORED;
  at = putStored(gzip, between[0] as string, at);
  for (let index = 0; index < blocks.length; index++) {
    const block = blocks[index] as Piece;
    at += block.bytes.copy(gzip, at, block.start, block.end);
    at = putStored(gzip, between[index + 1] as string, at);
  }
  at += LAST_BLOCK.copy(gzip, at);
  at = gzip.writeUInt32LE(crc32(whole), at);
  gzip.writeUInt32LE(whole.length, at);
  return gzip;
}

function textOf({ bytes, start, end }: Piece): Buffer {
  return bytes.subarray(start, end - 1);
}

function blockOf(flushed: Buffer): Buffer {
  return flushed.subarray(0, flushed.length - STORED_LENGTHS_BYTES);
}

function lengthOf(between: readonly string[], blocks: readonly Piece[]): number {
  let length = HEAD.length + 1 + LAST_BLOCK.length + TAIL_BYTES;
  for (const text of between) length += STORED_LENGTHS_BYTES + text.length;
  for (const { start, end } of blocks) length += end - start;
  return length;
}

/** Puts the rest of a stored block: its length, the complement of that, and the text. @returns where what follows goes */
function putStored(gzip: Buffer, text: string, at: number): number {
  gzip.writeUInt16LE(text.length, at);
  gzip.writeUInt16LE(STORED_BYTES_MAX - text.length, at + 2);
  return at + STORED_LENGTHS_BYTES + gzip.write(text, at + STORED_LENGTHS_BYTES, 'latin1');
}
