/**
 * Puts responses together from fragments: bytes are joined, nothing is parsed or serialised again. Invariant: the
 * pieces stay as they are.
 */
const COMMA = 0x2c;

/** A JSON object in UTF-8: what stands in `bytes` from `start` to before `end`. */
export interface Piece {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

/** How many bytes pieces take in a response. */
export function lengthOf(pieces: readonly Piece[]): number {
  let bytes = 0;
  for (const { start, end } of pieces) bytes += end - start + 1;
  return bytes;
}

/** JSON texts of the resources that links lead to. */
export interface IncludedTexts {
  readonly entries: readonly Piece[];
  readonly assets: readonly Piece[];
}

export interface ListPage {
  readonly total: number;
  readonly skip: number;
  readonly limit: number;
}

/** A list of entries with its includes, in JSON. */
export function entryListText(
  items: readonly Piece[],
  { total, skip, limit }: ListPage,
  included: IncludedTexts,
): Buffer {
  const behind = `],"total":${total},"skip":${skip},"limit":${limit}`;
  return joined(['{"items":[', items, behind, ...includes(included)]);
}

/** A single entry with its includes beside its own attributes, in JSON. */
export function entryText(entry: Piece, included: IncludedTexts): Buffer {
  const { bytes, start, end } = entry;
  return joined([[{ bytes, start, end: end - 1 }], ...includes(included)]);
}

function includes({ entries, assets }: IncludedTexts): Part[] {
  return [',"includes":{"entries":[', entries, '],"assets":[', assets, ']}}'];
}

/** A text in ASCII, or pieces with commas between them. */
type Part = string | readonly Piece[];

function joined(parts: readonly Part[]): Buffer {
  let length = 0;
  for (const part of parts) length += typeof part === 'string' ? part.length : Math.max(0, lengthOf(part) - 1);
  const bytes = Buffer.allocUnsafe(length);
  let end = 0;
  for (const part of parts) {
    end = typeof part === 'string' ? end + bytes.write(part, end, 'latin1') : putPieces(bytes, part, end);
  }
  return bytes;
}

/** @returns where what follows goes */
function putPieces(bytes: Buffer, pieces: readonly Piece[], at: number): number {
  let end = at;
  for (const piece of pieces) {
    if (end > at) bytes[end++] = COMMA;
    end += piece.bytes.copy(bytes, end, piece.start, piece.end);
  }
  return end;
}
