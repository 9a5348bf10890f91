/** PNG files written by hand, so that they can say and hold what no encoder would write. */
import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const GREY_ONE_BIT = [1, 0, 0, 0];

export interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

/** A black picture; one bit a pixel, so that few bytes are many pixels. */
export function blackPng(width: number, height: number, extra: readonly Chunk[] = []): Buffer {
  const row = 1 + Math.ceil(width / 8);
  return png(width, height, [...extra, { type: 'IDAT', data: deflateSync(Buffer.alloc(row * height)) }]);
}

/** A picture with these chunks behind its header. */
export function png(width: number, height: number, chunks: readonly Chunk[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set(GREY_ONE_BIT, 8);
  const all = [{ type: 'IHDR', data: header }, ...chunks, { type: 'IEND', data: Buffer.alloc(0) }];
  return Buffer.concat([SIGNATURE, ...all.map(written)]);
}

function written({ type, data }: Chunk): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
