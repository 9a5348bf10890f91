/**
 * HEIF (AVIF and HEIC) without metadata. Everything in such a file is found by its offset, so nothing is cut out: metadata is
 * overwritten with zeros, and its items and boxes are renamed to a type that readers skip. The orientation of these formats is a
 * property of the image, and is kept.
 */
import { type Box, boxesIn, contentOf, readNumber } from './boxes.ts';

/** Type of items and boxes that readers ignore. */
const FREE = 'free';
/** Items that are not images: Exif, XMP (`mime`) and vendor data. */
const METADATA_ITEMS = new Set(['Exif', 'mime', 'uri ']);
/** Boxes that contain only metadata, at the top level of the file or of a sequence. */
const METADATA_BOXES = new Set(['uuid', 'udta']);
const IN_FILE = 0;
const IN_ITEM_DATA = 1;

/** Returns the file without metadata, changed in place; null if its structure is not recognized. */
export function stripHeif(bytes: Buffer): Buffer[] | null {
  const top = boxesIn(bytes, 0, bytes.length);
  if (top?.[0]?.type !== 'ftyp') return null;
  const sequence = top.filter(({ type }) => type === 'moov').flatMap((box) => boxesIn(bytes, box.start, box.end) ?? []);
  for (const box of [...top, ...sequence]) if (METADATA_BOXES.has(box.type)) erase(bytes, box);
  const isDone = top.filter(({ type }) => type === 'meta').every((meta) => eraseItems(bytes, meta));
  for (const box of sequence) if (box.type === 'meta') erase(bytes, box);
  return isDone ? [bytes] : null;
}

function erase(bytes: Buffer, box: Box): void {
  bytes.write(FREE, box.typeAt, 'latin1');
  bytes.fill(0, box.start, box.end);
}

/** Erases the metadata items; false if their storage is not recognized. */
function eraseItems(bytes: Buffer, meta: Box): boolean {
  const inside = boxesIn(bytes, contentOf(meta), meta.end);
  const boxOf = (type: string) => inside?.find((box) => box.type === type);
  const [names, places, data] = [boxOf('iinf'), boxOf('iloc'), boxOf('idat')];
  if (names === undefined || places === undefined) return inside !== null;
  const items = metadataItems(bytes, names);
  if (items === null) return false;
  for (const { id, extents, method } of placesIn(bytes, places)) {
    if (!items.has(id)) continue;
    const base = method === IN_FILE ? 0 : data?.start;
    if (base === undefined || method > IN_ITEM_DATA) return false;
    for (const { offset, length } of extents) {
      // An extent without a length extends to the end of the file, including images.
      if (length === 0 || base + offset + length > bytes.length) return false;
      bytes.fill(0, base + offset, base + offset + length);
    }
  }
  return true;
}

/** Renames the metadata items and returns their ids; null if the list is not recognized. */
function metadataItems(bytes: Buffer, names: Box): Set<number> | null {
  const countBytes = bytes[names.start] === 0 ? 2 : 4;
  const entries = boxesIn(bytes, contentOf(names) + countBytes, names.end);
  if (entries === null) return null;
  const ids = new Set<number>();
  for (const { start } of entries) {
    const version = bytes[start] ?? 0;
    // Entries of older versions have no type.
    if (version < 2) return null;
    const idBytes = version === 2 ? 2 : 4;
    const typeAt = start + 4 + idBytes + 2;
    if (!METADATA_ITEMS.has(bytes.toString('latin1', typeAt, typeAt + 4))) continue;
    ids.add(readNumber(bytes, start + 4, idBytes));
    bytes.write(FREE, typeAt, 'latin1');
  }
  return ids;
}

interface ItemPlace {
  readonly id: number;
  /** Whether its extents are relative to the file or to the item data. */
  readonly method: number;
  readonly extents: readonly { readonly offset: number; readonly length: number }[];
}

/** Where each item is stored. */
function* placesIn(bytes: Buffer, { start }: Box): Generator<ItemPlace> {
  const version = bytes[start] ?? 0;
  const [sizes = 0, moreSizes = 0] = bytes.subarray(start + 4, start + 6);
  const [offsetBytes, lengthBytes, baseBytes] = [sizes >> 4, sizes & 15, moreSizes >> 4];
  const indexBytes = version === 0 ? 0 : moreSizes & 15;
  let at = start + 6;
  const take = (length: number) => {
    at += length;
    return readNumber(bytes, at - length, length);
  };
  const idBytes = version < 2 ? 2 : 4;
  for (let left = take(idBytes); left > 0; left--) {
    const id = take(idBytes);
    const method = version === 0 ? IN_FILE : take(2) & 15;
    take(2);
    const base = take(baseBytes);
    const extents = Array.from({ length: take(2) }, () => {
      take(indexBytes);
      return { offset: base + take(offsetBytes), length: take(lengthBytes) };
    });
    yield { id, method, extents };
  }
}
