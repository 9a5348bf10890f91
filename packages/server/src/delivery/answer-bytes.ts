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
  const middle = Buffer.from(`],"total":${page.total},"skip":${page.skip},"limit":${page.limit},`);
  const bytes = Buffer.allocUnsafe(ITEMS.length + lengthOfList(items) + middle.length + lengthOfIncludes(included));
  let at = put(bytes, ITEMS, 0);
  at = putList(bytes, items, at);
  at = put(bytes, middle, at);
  putIncludes(bytes, included, at);
  return bytes;
}

/** A single entry with its includes beside its own attributes. */
export function entryBytes(entry: Uint8Array, included: IncludedTexts): Buffer {
  const bytes = Buffer.allocUnsafe(entry.length + lengthOfIncludes(included));
  bytes.set(entry);
  // The brace that ends the entry makes room for what comes beside its attributes.
  bytes[entry.length - 1] = COMMA;
  putIncludes(bytes, included, entry.length);
  return bytes;
}

function lengthOfList(texts: readonly Uint8Array[]): number {
  let length = Math.max(0, texts.length - 1);
  for (const text of texts) length += text.length;
  return length;
}

function lengthOfIncludes({ entries, assets }: IncludedTexts): number {
  return INCLUDES.length + lengthOfList(entries) + ASSETS.length + lengthOfList(assets) + END_OF_INCLUDES.length;
}

function putIncludes(bytes: Buffer, { entries, assets }: IncludedTexts, start: number): void {
  let at = put(bytes, INCLUDES, start);
  at = putList(bytes, entries, at);
  at = put(bytes, ASSETS, at);
  at = putList(bytes, assets, at);
  put(bytes, END_OF_INCLUDES, at);
}

/** Puts texts with commas between them. @returns where what follows goes */
function putList(bytes: Buffer, texts: readonly Uint8Array[], start: number): number {
  let at = start;
  for (let index = 0; index < texts.length; index++) {
    if (index > 0) bytes[at++] = COMMA;
    const text = texts[index];
    if (text !== undefined) at = put(bytes, text, at);
  }
  return at;
}

function put(bytes: Buffer, text: Uint8Array, at: number): number {
  bytes.set(text, at);
  return at + text.length;
}
