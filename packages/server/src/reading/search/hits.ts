/**
 * The texts that a search finds, each with its rank: 3 if all words are in the display field, 2 if some are, 1 if none is. Texts
 * never change, so hits stay valid for rows that had these texts when they were read.
 */
import type { Reader } from '../../platform/database/database.ts';
import { matchTokens } from '../../platform/database/full-text.ts';
import { isAmong, sortedNumbers, without } from '../../platform/kit/sorted-numbers.ts';
import type { SearchedWords, SearchQuery } from './search-query.ts';
import { displayQuery, scopeOf, wholeTextQuery } from './tokens.ts';

export const RANK_MAX = 3;

type Texts = readonly number[];
/** All texts, those with some word in the display field, those with every word there. */
type Found = readonly [all: Texts, some: Texts, every: Texts];

export class SearchHits {
  /** Texts of at least rank 1, of at least rank 2, of rank 3. */
  readonly #atLeast: readonly [Float64Array, Float64Array, Float64Array];

  constructor([all, some, every]: Found) {
    this.#atLeast = [sortedNumbers(all), sortedNumbers(some), sortedNumbers(every)];
  }

  /** 0 if the text was not found, or is undefined. */
  rankOf(text: number | undefined): number {
    return text === undefined ? 0 : 1 + this.#atLeast.findLastIndex((texts) => isAmong(texts, text));
  }

  /** The texts of each rank, the best first. */
  byRank(): readonly Float64Array[] {
    const [all, some, every] = this.#atLeast;
    return [every, without(some, every), without(all, some)];
  }
}

/** Searches the index of a space, language by language. */
export async function findHits(
  reader: Reader,
  spaceId: string,
  { inLanguages, byRelevance }: SearchQuery,
): Promise<SearchHits> {
  const found: Found[] = [];
  for (const searched of inLanguages) found.push(await findTexts(reader, spaceId, { ...searched, byRelevance }));
  // A text is of one language, so none is found twice.
  return new SearchHits([
    found.flatMap(([all]) => all),
    found.flatMap(([, some]) => some),
    found.flatMap(([, , every]) => every),
  ]);
}

async function findTexts(
  reader: Reader,
  spaceId: string,
  { language, words, byRelevance }: SearchedWords & { readonly byRelevance: boolean },
): Promise<Found> {
  if (words.length === 0) return [[], [], []];
  const scope = scopeOf(spaceId, language);
  const whole = wholeTextQuery(scope, words);
  if (!byRelevance) {
    const [all = []] = await matchTokens(reader, [whole]);
    return [all, [], []];
  }
  const inDisplay = displayQuery(scope, words);
  const isOneWord = words.length === 1;
  const queries = isOneWord ? [whole, inDisplay] : [whole, inDisplay, [...whole, inDisplay.flat()]];
  const [all = [], every = [], some = every] = await matchTokens(reader, queries);
  return [all, some, every];
}
