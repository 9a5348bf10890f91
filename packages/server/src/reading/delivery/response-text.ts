/**
 * Puts responses together from fragments: bytes are joined, nothing is parsed or serialised again. Invariant: the
 * pieces stay as they are.
 */
const BRACE = 0x7d;
const COMMA = 0x2c;
/** What stands between two resources of a list. */
const NEXT = '},';

/** A text in UTF-8: what stands in `bytes` from `start` to before `end`. */
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

/** The JSON of a response: resources, and what stands before, between and behind them. */
export class ResponseText {
  /** JSON objects; the brace that ends each does not count: what stands behind begins with it, or goes on. */
  readonly pieces: Piece[] = [];
  /** In ASCII: what stands before each piece, and behind the last one. */
  readonly between: string[] = [''];

  add(text: string): this {
    this.between[this.between.length - 1] += text;
    return this;
  }

  addPiece(piece: Piece): this {
    this.pieces.push(piece);
    this.between.push('');
    return this;
  }

  addList(pieces: readonly Piece[]): this {
    const last = pieces.length - 1;
    for (let at = 0; at <= last; at++) this.addPiece(pieces[at] as Piece).add(at < last ? NEXT : '}');
    return this;
  }

  /** All of it. */
  join(): Buffer {
    const { pieces, between } = this;
    const bytes = Buffer.allocUnsafe(this.#length());
    let end = putText(bytes, between[0] as string, 0);
    for (let at = 0; at < pieces.length; at++) {
      const piece = pieces[at] as Piece;
      end += piece.bytes.copy(bytes, end, piece.start, piece.end - 1);
      end = putText(bytes, between[at + 1] as string, end);
    }
    return bytes;
  }

  #length(): number {
    let length = 0;
    for (const { start, end } of this.pieces) length += end - 1 - start;
    for (const text of this.between) length += text.length;
    return length;
  }
}

/** A list of entries with its includes. */
export function entryListText(
  items: readonly Piece[],
  { total, skip, limit }: ListPage,
  included: IncludedTexts,
): ResponseText {
  const text = new ResponseText().add('{"items":[').addList(items);
  return addIncludes(text.add(`],"total":${total},"skip":${skip},"limit":${limit}`), included);
}

/** A single entry with its includes beside its own attributes. */
export function entryText(entry: Piece, included: IncludedTexts): ResponseText {
  return addIncludes(new ResponseText().addPiece(entry), included);
}

function addIncludes(text: ResponseText, { entries, assets }: IncludedTexts): ResponseText {
  return text.add(',"includes":{"entries":[').addList(entries).add('],"assets":[').addList(assets).add(']}}');
}

/** Puts a text in ASCII. @returns where what follows goes */
function putText(bytes: Buffer, text: string, at: number): number {
  if (text !== NEXT) return at + bytes.write(text, at, 'latin1');
  bytes[at] = BRACE;
  bytes[at + 1] = COMMA;
  return at + NEXT.length;
}
