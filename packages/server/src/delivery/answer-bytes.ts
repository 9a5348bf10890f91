/**
 * Puts answers together from fragments: bytes are joined, nothing is parsed or serialised again. Invariant: no answer
 * grows beyond `ANSWER_BYTES_MAX`, and none is cut.
 */
import { validationFailed } from '../errors/domain-error.ts';

export const ANSWER_BYTES_MAX = 16 * 1024 * 1024;
const MEBIBYTE = 1024 * 1024;

const COMMA = Buffer.from(',');
const ITEMS = Buffer.from('{"items":[');
const INCLUDES = Buffer.from('"includes":{"entries":[');
const ASSETS = Buffer.from('],"assets":[');
const END_OF_INCLUDES = Buffer.from(']}}');

/** Counts the bytes of an answer while it is gathered, so that what is too large is refused before it is joined. */
export class AnswerSize {
  #bytes = 0;

  /** @throws `validation_failed` that names `limit` and `select` where the answer is too large */
  add(texts: readonly Uint8Array[]): void {
    for (const text of texts) this.#bytes += text.length + 1;
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
  readonly entries: readonly Uint8Array[];
  readonly assets: readonly Uint8Array[];
}

export interface ListPage {
  readonly total: number;
  readonly skip: number;
  readonly limit: number;
}

/** A list of entries with its includes. */
export function entryListBytes(items: readonly Uint8Array[], page: ListPage, included: IncludedTexts): Buffer {
  const pieces: Uint8Array[] = [ITEMS];
  pushList(pieces, items);
  pieces.push(Buffer.from(`],"total":${page.total},"skip":${page.skip},"limit":${page.limit},`));
  pushIncludes(pieces, included);
  return Buffer.concat(pieces);
}

/** A single entry with its includes beside its own attributes. */
export function entryBytes(entry: Uint8Array, included: IncludedTexts): Buffer {
  const pieces: Uint8Array[] = [entry.subarray(0, -1), COMMA];
  pushIncludes(pieces, included);
  return Buffer.concat(pieces);
}

function pushIncludes(pieces: Uint8Array[], { entries, assets }: IncludedTexts): void {
  pieces.push(INCLUDES);
  pushList(pieces, entries);
  pieces.push(ASSETS);
  pushList(pieces, assets);
  pieces.push(END_OF_INCLUDES);
}

function pushList(pieces: Uint8Array[], texts: readonly Uint8Array[]): void {
  for (let index = 0; index < texts.length; index++) {
    if (index > 0) pieces.push(COMMA);
    pieces.push(texts[index] ?? COMMA);
  }
}
