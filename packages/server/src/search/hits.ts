/**
 * The texts that a question finds, each with its rank: 3 where all words stand in the display field, 2 where some do,
 * 1 where none does. Texts never change, so hits hold for whoever held these texts when they were read.
 */
import type { Reader } from '../database/database.ts';
import { matchTokens } from '../database/full-text.ts';
import type { SearchQuestion } from './question.ts';
import { displayQuery, scopeOf, wholeTextQuery } from './tokens.ts';

export const RANK_MAX = 3;
/** Ids that far apart are kept in a map instead of an array of bytes. */
const SPAN_MAX = 16_000_000;

export class SearchHits {
  readonly #first: number;
  readonly #dense: Uint8Array | undefined;
  readonly #sparse: ReadonlyMap<number, number> | undefined;

  /** @param ids texts of rank 1 and above, of rank 2 and above, of rank 3 */
  constructor(ids: readonly [readonly number[], readonly number[], readonly number[]]) {
    const { first, span } = spanOf(ids[0]);
    this.#first = first;
    if (span <= SPAN_MAX) {
      const ranks = new Uint8Array(span);
      for (const [at, some] of ids.entries()) for (const id of some) ranks[id - first] = at + 1;
      this.#dense = ranks;
    } else {
      const ranks = new Map<number, number>();
      for (const [at, some] of ids.entries()) for (const id of some) ranks.set(id, at + 1);
      this.#sparse = ranks;
    }
  }

  /** 0 where the text was not found, or there is none. */
  rankOf(text: number | undefined): number {
    if (text === undefined) return 0;
    return this.#dense?.[text - this.#first] ?? this.#sparse?.get(text) ?? 0;
  }
}

/** Asks the index of a space. */
export async function findHits(reader: Reader, spaceId: string, question: SearchQuestion): Promise<SearchHits> {
  const { language, words, byRelevance } = question;
  const scope = scopeOf(spaceId, language);
  const whole = wholeTextQuery(scope, words);
  if (!byRelevance) {
    const [all = []] = await matchTokens(reader, [whole]);
    return new SearchHits([all, [], []]);
  }
  const inDisplay = displayQuery(scope, words);
  const isOneWord = words.length === 1;
  const queries = isOneWord ? [whole, inDisplay] : [whole, inDisplay, [...whole, inDisplay.flat()]];
  const [all = [], every = [], some = []] = await matchTokens(reader, queries);
  return new SearchHits([all, isOneWord ? [] : some, every]);
}

function spanOf(ids: readonly number[]): { first: number; span: number } {
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const id of ids) {
    if (id < first) first = id;
    if (id > last) last = id;
  }
  return ids.length === 0 ? { first: 0, span: 0 } : { first, span: last - first + 1 };
}
