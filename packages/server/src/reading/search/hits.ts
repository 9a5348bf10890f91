/**
 * The texts that a search finds, each with its rank: 3 if all words are in the display field, 2 if some are, 1 if none is. Texts
 * never change, so hits stay valid for rows that had these texts when they were read.
 */
import type { Reader } from '../../platform/database/database.ts';
import { matchTokens, type TokenQuery } from '../../platform/database/full-text.ts';
import { isAmong, sortedNumbers, without } from '../../platform/kit/sorted-numbers.ts';
import type { SearchQuery } from './search-query.ts';
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
export async function findHits(reader: Reader, spaceId: string, search: SearchQuery): Promise<SearchHits> {
  const found: Found[] = [];
  for (const queries of queriesOf(spaceId, search)) found.push(foundBy(queries, await matchTokens(reader, queries)));
  return hitsOf(found);
}

/** The same in texts that are in no index. @param match the texts that each of the queries finds */
export function hitsIn(
  match: (query: TokenQuery) => readonly number[],
  spaceId: string,
  search: SearchQuery,
): SearchHits {
  return hitsOf(queriesOf(spaceId, search).map((queries) => foundBy(queries, queries.map(match))));
}

/** A text is of one language, so none is found twice. */
function hitsOf(found: readonly Found[]): SearchHits {
  return new SearchHits([
    found.flatMap(([all]) => all),
    found.flatMap(([, some]) => some),
    found.flatMap(([, , every]) => every),
  ]);
}

/** What is looked for in each language: all words anywhere, and if it matters in the display field, and some of them there. */
function queriesOf(spaceId: string, { inLanguages, byRelevance }: SearchQuery): TokenQuery[][] {
  return inLanguages
    .filter(({ words }) => words.length > 0)
    .map(({ language, words }) => {
      const scope = scopeOf(spaceId, language);
      const whole = wholeTextQuery(scope, words);
      if (!byRelevance) return [whole];
      const inDisplay = displayQuery(scope, words);
      return words.length === 1 ? [whole, inDisplay] : [whole, inDisplay, [...whole, inDisplay.flat()]];
    });
}

function foundBy(queries: readonly TokenQuery[], texts: readonly Texts[]): Found {
  const [all = [], every = [], some = every] = texts;
  return queries.length === 1 ? [all, [], []] : [all, some, every];
}
