/** PNG without metadata: keeps only the chunks that affect what is shown. */
import { crc32 } from 'node:zlib';
import { exifOf } from './exif.ts';

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const FIRST = 'IHDR';
const END = 'IEND';
/** Chunks that are not critical but affect what is shown: colours, transparency, size and animation. */
const SHOWN = new Set(
  'tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV mDCv cLLI cLLi bKGD hIST pHYs sPLT acTL fcTL fdAT'.split(' '),
);
/** A chunk's length, type and checksum, which surround its content. */
const AROUND_BYTES = 12;
/** An upper-case first letter marks a chunk that decoders need. */
const CRITICAL = /^[A-Z]/;

/** The parts of the file to keep; null if it is not a complete PNG. */
export function stripPng(bytes: Buffer, orientation: number): Buffer[] | null {
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return null;
  const parts = [bytes.subarray(0, SIGNATURE.length)];
  const exif = exifOf(orientation);
  for (let at = SIGNATURE.length; at + AROUND_BYTES <= bytes.length; ) {
    const end = at + AROUND_BYTES + bytes.readUInt32BE(at);
    if (end > bytes.length) return null;
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (CRITICAL.test(type) || SHOWN.has(type)) parts.push(bytes.subarray(at, end));
    if (type === FIRST && exif !== null) parts.push(chunk('eXIf', exif));
    if (type === END) return parts;
    at = end;
  }
  return null;
}

function chunk(type: string, content: Buffer): Buffer {
  const whole = Buffer.alloc(AROUND_BYTES + content.length);
  whole.writeUInt32BE(content.length);
  whole.write(type, 4, 'latin1');
  content.copy(whole, 8);
  whole.writeUInt32BE(crc32(whole.subarray(4, -4)), whole.length - 4);
  return whole;
}
