/**
 * JPEG without metadata. A JPEG is a list of segments: those that a decoder needs are kept, up to the end of the first image. What
 * follows (previews, videos, further images) has metadata of its own, and is dropped.
 */
import { exifOf } from './exif.ts';

const START = 0xd8;
const END = 0xd9;
const SCAN = 0xda;
const COMMENT = 0xfe;
const APPLICATION = { first: 0xe0, last: 0xef, jfif: 0xe0, exif: 0xe1, profile: 0xe2, adobe: 0xee } as const;
const JFIF = 'JFIF\0';
const PROFILE = 'ICC_PROFILE\0';
const EXIF = Buffer.from('Exif\0\0', 'latin1');

/** The parts of the file to keep; null if it is not a complete JPEG. */
export function stripJpeg(bytes: Buffer, orientation: number): Buffer[] | null {
  if (bytes[0] !== 0xff || bytes[1] !== START) return null;
  const parts = [bytes.subarray(0, 2)];
  let exif = exifOf(orientation);
  for (let at = 2; ; ) {
    at = nextMarker(bytes, at);
    const marker = bytes[at + 1];
    if (marker === undefined) return null;
    // JFIF must be the first segment.
    if (marker !== APPLICATION.jfif && exif !== null) {
      parts.push(segment(APPLICATION.exif, Buffer.concat([EXIF, exif])));
      exif = null;
    }
    if (marker === END) return [...parts, bytes.subarray(at, at + 2)];
    if (at + 4 > bytes.length) return null;
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    const until = marker === SCAN ? endOfScan(bytes, end) : end;
    if (until > bytes.length) return null;
    if (isNeeded(bytes, marker, at + 4)) parts.push(bytes.subarray(at, until));
    at = until;
  }
}

/** Position of the next marker; decoders skip bytes in between, and repeated 0xff. */
function nextMarker(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && (bytes[at] !== 0xff || bytes[at + 1] === 0xff || bytes[at + 1] === 0)) at += 1;
  return at;
}

/** The end of the compressed pixels of a scan: a marker that is neither an escaped 0xff nor a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return bytes.length;
}

function isNeeded(bytes: Buffer, marker: number, content: number): boolean {
  const begins = (name: string) => bytes.toString('latin1', content, content + name.length) === name;
  if (marker === COMMENT) return false;
  if (marker < APPLICATION.first || marker > APPLICATION.last) return true;
  if (marker === APPLICATION.jfif) return begins(JFIF);
  if (marker === APPLICATION.profile) return begins(PROFILE);
  return marker === APPLICATION.adobe;
}

function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}
