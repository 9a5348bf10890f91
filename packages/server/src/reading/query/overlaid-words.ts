/**
 * The words of the texts of an overlay, which are in no index of the database: found in memory by the same tokens, so that a search
 * finds in an overlay what it would find once its entries are stored.
 */
import type { Locales } from '../../model/spaces/locale.ts';
import type { TokenQuery } from '../../platform/database/full-text.ts';
import { hitsIn, type SearchHits } from '../search/hits.ts';
import type { SearchQuery } from '../search/search-query.ts';
import { languageOf } from '../search/stemmers.ts';
import type { TextIds, TextIn } from '../search/texts.ts';
import { tokensOf } from '../search/tokens.ts';
import type { KnownLines } from '../search/words.ts';

/** A token with its entry in a map and the list of its texts. */
const BYTES_PER_TOKEN = 150;
const BYTES_PER_TEXT = 8;

export class OverlaidWords {
  readonly #spaceId: string;
  readonly #locales: Locales;
  /** The texts that have each token, in ascending order. */
  readonly #textsOf = new Map<string, number[]>();
  #texts = 0;
  #postings = 0;

  constructor(spaceId: string, locales: Locales) {
    this.#spaceId = spaceId;
    this.#locales = locales;
  }

  /** Approximate bytes in use. */
  get bytes(): number {
    return this.#textsOf.size * BYTES_PER_TOKEN + this.#postings * BYTES_PER_TEXT;
  }

  /** Adds the texts of an entry, and numbers them. */
  add(textIn: TextIn): TextIds {
    const ids: Record<string, number> = {};
    const lines: KnownLines = new Map();
    for (const { number, code } of this.#locales.all) {
      const text = { language: languageOf(code), ...textIn(number) };
      if (text.display === '' && text.body === '') continue;
      this.#texts += 1;
      ids[number] = this.#texts;
      for (const token of tokensOf(this.#spaceId, text, lines)) this.#put(token, this.#texts);
    }
    return ids;
  }

  /** The texts that a search finds, by the numbers that they have here. */
  find(search: SearchQuery): SearchHits {
    return hitsIn((query) => this.#match(query), this.#spaceId, search);
  }

  #put(token: string, text: number): void {
    const texts = this.#textsOf.get(token);
    if (texts === undefined) this.#textsOf.set(token, [text]);
    else texts.push(text);
    this.#postings += 1;
  }

  #match(query: TokenQuery): readonly number[] {
    let found: Set<number> | undefined;
    for (const alternatives of query) {
      const texts = new Set<number>();
      for (const one of alternatives)
        for (const text of this.#having(one)) if (found === undefined || found.has(text)) texts.add(text);
      if (texts.size === 0) return [];
      found = texts;
    }
    return [...(found ?? [])];
  }

  *#having({ token, isPrefix }: TokenQuery[number][number]): Generator<number> {
    if (!isPrefix) yield* this.#textsOf.get(token) ?? [];
    else for (const [known, texts] of this.#textsOf) if (known.startsWith(token)) yield* texts;
  }
}
