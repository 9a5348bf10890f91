/**
 * Puts answers together from fragments: bytes are joined, nothing is parsed or serialised again. Invariant: no answer
 * grows beyond `ANSWER_BYTES_MAX`, and none is cut.
 */
import { validationFailed } from '../errors/domain-error.ts';

export const ANSWER_BYTES_MAX = 16 * 1024 * 1024;
const MEBIBYTE = 1024 * 1024;

const COMMA = 0x2c;
const ITEMS = Buffer.from('{"items":[');
const INCLUDES = Buffer.from('"includes":{"entries":[');
const ASSETS = Buffer.from('],"assets":[');
const END_OF_INCLUDES = Buffer.from(']}}');

/** A text in UTF-8: what stands in `bytes` from `start` to before `end`. */
export interface Piece {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

/** Counts the bytes of an answer while it is gathered, so that what is too large is refused before it is joined. */
export class AnswerSize {
  #bytes = 0;

  /** @throws `validation_failed` that names `limit` and `select` where the answer is too large */
  add(pieces: readonly Piece[]): void {
    for (const { start, end } of pieces) this.#bytes += end - start + 1;
    if (this.#bytes <= ANSWER_BYTES_MAX) return;
    const message = `The answer would be larger than ${ANSWER_BYTES_MAX / MEBIBYTE} MiB; ask for fewer items with limit or less of each with select, or a smaller include.`;
    throw validationFailed([
      { path: 'query.limit', rule: 'answer_size', message },
      { path: 'query.select', rule: 'answer_size', message },
    ]);
  }
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

/** A list of entries with its includes. */
export function entryListBytes(items: readonly Piece[], page: ListPage, included: IncludedTexts): Buffer {
  const middle = Buffer.from(`],"total":${page.total},"skip":${page.skip},"limit":${page.limit},`);
  const bytes = Buffer.allocUnsafe(ITEMS.length + lengthOfList(items) + middle.length + lengthOfIncludes(included));
  let at = ITEMS.copy(bytes);
  at = putList(bytes, items, at);
  at += middle.copy(bytes, at);
  putIncludes(bytes, included, at);
  return bytes;
}

/** A single entry with its includes beside its own attributes. */
export function entryBytes(entry: Piece, included: IncludedTexts): Buffer {
  const bytes = Buffer.allocUnsafe(lengthOf(entry) + lengthOfIncludes(included));
  const end = putPiece(bytes, entry, 0);
  // The brace that ends the entry makes room for what comes beside its attributes.
  bytes[end - 1] = COMMA;
  putIncludes(bytes, included, end);
  return bytes;
}

function lengthOf({ start, end }: Piece): number {
  return end - start;
}

function lengthOfList(pieces: readonly Piece[]): number {
  let length = Math.max(0, pieces.length - 1);
  for (const piece of pieces) length += lengthOf(piece);
  return length;
}

function lengthOfIncludes({ entries, assets }: IncludedTexts): number {
  return INCLUDES.length + lengthOfList(entries) + ASSETS.length + lengthOfList(assets) + END_OF_INCLUDES.length;
}

function putIncludes(bytes: Buffer, { entries, assets }: IncludedTexts, start: number): void {
  let at = start + INCLUDES.copy(bytes, start);
  at = putList(bytes, entries, at);
  at += ASSETS.copy(bytes, at);
  at = putList(bytes, assets, at);
  END_OF_INCLUDES.copy(bytes, at);
}

/** Puts texts with commas between them. @returns where what follows goes */
function putList(bytes: Buffer, pieces: readonly Piece[], start: number): number {
  let at = start;
  for (const piece of pieces) {
    if (at > start) bytes[at++] = COMMA;
    at = putPiece(bytes, piece, at);
  }
  return at;
}

function putPiece(bytes: Buffer, { bytes: source, start, end }: Piece, at: number): number {
  return at + source.copy(bytes, at, start, end);
}
