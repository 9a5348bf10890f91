/**
 * Headers of tar archives (POSIX.1-1988, `ustar`): made so that equal contents give equal bytes, and read strictly. Of
 * all that an archive can hold only plain files are read; links, devices and paths out of the folder are errors.
 */

/** Headers and contents fill whole blocks. */
export const TAR_BLOCK_BYTES = 512;
/** What an archive ends with: two blocks of zeros. */
export const TAR_END_BYTES = 2 * TAR_BLOCK_BYTES;

const NAME_BYTES = 100;
const PREFIX_BYTES = 155;
const CHECKSUM_AT = 148;
const CHECKSUM_BYTES = 8;
/** Larger sizes do not fit into eleven octal digits, and are written in base 256. */
const OCTAL_SIZE_MAX = 8 ** 11 - 1;
const BASE_256 = 0x80;
const FILE = '0';
const FOLDER = '5';
/** Types of headers that only describe the file after them: names in any length, and comments. */
const EXTENDED = new Set(['x', 'g', 'L', 'K']);
const SEGMENT_SHAPE = /^[A-Za-z0-9._-]+$/;
const OCTAL_SHAPE = /^ *[0-7]*[ \0]*$/;

/** The bytes are no archive of plain files; the message says where and why. */
export class TarError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TarError';
  }
}

/** A header as read. */
export interface TarHeader {
  readonly path: string;
  /** Bytes of the content after the header, without padding. */
  readonly size: number;
  readonly isFolder: boolean;
}

/** The header of a file: no owner, no time, so that it depends on path and size alone. */
export function tarHeader(path: string, size: number): Buffer {
  const block = Buffer.alloc(TAR_BLOCK_BYTES);
  const { prefix, name } = splitPath(path);
  block.write(name, 0, 'ascii');
  block.write('0000644\0', 100, 'ascii');
  block.write('0000000\0', 108, 'ascii');
  block.write('0000000\0', 116, 'ascii');
  writeSize(block, size);
  block.write('00000000000\0', 136, 'ascii');
  block.write(FILE, 156, 'ascii');
  block.write('ustar\0', 257, 'ascii');
  block.write('00', 263, 'ascii');
  block.write(prefix, 345, 'ascii');
  block.write(`${checksumOf(block).toString(8).padStart(6, '0')}\0 `, CHECKSUM_AT, 'ascii');
  return block;
}

/** How many zeros follow a content of that size. */
export function tarPadding(size: number): number {
  return (TAR_BLOCK_BYTES - (size % TAR_BLOCK_BYTES)) % TAR_BLOCK_BYTES;
}

/**
 * Reads a header.
 * @returns null for a block of zeros, which ends the archive
 * @throws TarError
 */
export function readTarHeader(block: Buffer): TarHeader | null {
  if (block.length < TAR_BLOCK_BYTES) throw new TarError('The archive ends in the middle of a header; send all of it.');
  if (block.every((byte) => byte === 0)) return null;
  if (readOctal(block, CHECKSUM_AT, CHECKSUM_BYTES) !== checksumOf(block))
    throw new TarError('A header of the archive has a wrong checksum; it is damaged, or not a tar archive.');
  const prefix = block.toString('latin1', 257, 262) === 'ustar' ? readText(block, 345, PREFIX_BYTES) : '';
  const name = readText(block, 0, NAME_BYTES);
  const path = (prefix === '' ? name : `${prefix}/${name}`).replace(/^\.\//, '');
  const type = block.toString('latin1', 156, 157);
  const isFolder = type === FOLDER;
  if (EXTENDED.has(type)) throw new TarError('The archive has extended headers; make it with --format=ustar.');
  if (!isFolder && type !== FILE && type !== '\0')
    throw new TarError(`"${shown(path)}" is not a regular file but a link or a device; leave it out.`);
  const plain = isFolder ? path.replace(/\/$/, '') : path;
  if (!(isFolder && (plain === '' || plain === '.')) && !isPlainPath(plain))
    throw new TarError(`"${shown(path)}" is not a path inside the archive; leave it out.`);
  return { path: plain, size: readSize(block), isFolder };
}

/** Whether a path stays in its folder, and has only letters, digits, dots, hyphens and underscores between slashes. */
export function isPlainPath(path: string): boolean {
  return path.split('/').every((segment) => SEGMENT_SHAPE.test(segment) && segment !== '.' && segment !== '..');
}

function splitPath(path: string): { prefix: string; name: string } {
  if (!isPlainPath(path)) throw new Error(`"${path}" cannot be a path in an archive.`);
  if (path.length <= NAME_BYTES) return { prefix: '', name: path };
  const slash = path.indexOf('/', path.length - NAME_BYTES - 1);
  if (slash === -1 || slash > PREFIX_BYTES) throw new Error(`"${path}" is too long for an archive.`);
  return { prefix: path.slice(0, slash), name: path.slice(slash + 1) };
}

function writeSize(block: Buffer, size: number): void {
  if (size <= OCTAL_SIZE_MAX) {
    block.write(`${size.toString(8).padStart(11, '0')}\0`, 124, 'ascii');
    return;
  }
  block.writeUInt8(BASE_256, 124);
  block.writeBigUInt64BE(BigInt(size), 128);
}

function readSize(block: Buffer): number {
  if (((block[124] ?? 0) & BASE_256) === 0) return readOctal(block, 124, 12);
  const size = block.readBigUInt64BE(128);
  if (size > BigInt(Number.MAX_SAFE_INTEGER)) throw new TarError('A file of the archive has an impossible size.');
  return Number(size);
}

function readOctal(block: Buffer, at: number, bytes: number): number {
  const text = block.toString('latin1', at, at + bytes);
  if (!OCTAL_SHAPE.test(text)) throw new TarError('A header of the archive has no valid numbers; it is damaged.');
  return Number.parseInt(text.replaceAll(/[ \0]/g, '') || '0', 8);
}

function readText(block: Buffer, at: number, bytes: number): string {
  const text = block.toString('latin1', at, at + bytes);
  const end = text.indexOf('\0');
  return end === -1 ? text : text.slice(0, end);
}

/** The sum of the bytes, with spaces in the place of the checksum itself. */
function checksumOf(block: Buffer): number {
  let sum = CHECKSUM_BYTES * 0x20;
  for (let at = 0; at < TAR_BLOCK_BYTES; at++)
    if (at < CHECKSUM_AT || at >= CHECKSUM_AT + CHECKSUM_BYTES) sum += block[at] ?? 0;
  return sum;
}

function shown(path: string): string {
  return path.slice(0, 120).replaceAll(/[^\x20-\x7e]/g, '?');
}
