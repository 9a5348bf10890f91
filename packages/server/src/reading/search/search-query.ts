/**
 * The search of `q`: words that must all occur, the last one also as a prefix. Punctuation and operators have no meaning; a text
 * without any word, such as `?`, finds nothing. A text that cannot be searched for is rejected with the reason.
 */
import { type ParamsArgument, type Violation, violation } from '../../../../contract/src/violations.ts';
import type { Locale } from '../../model/spaces/locale.ts';
import { languageOf } from './stemmers.ts';
import { formsOf, type Word, wordsOf } from './words.ts';

export const SEARCH_CHARACTERS_MAX = 256;
export const SEARCH_WORDS_MAX = 16;

/** The words of a search, as one language compares them. */
export interface SearchedWords {
  readonly language: string;
  /** None in a search that finds nothing. */
  readonly words: readonly Word[];
}

/** A search in the texts of one locale, or of several, each in its language. */
export interface SearchQuery {
  /** Searches with the same name find the same in the same texts. */
  readonly name: string;
  /** Numbers of the locales whose texts are searched. */
  readonly locales: readonly number[];
  /** The words in each language of these locales. */
  readonly inLanguages: readonly SearchedWords[];
  /** Whether results are ordered by relevance first. */
  readonly byRelevance: boolean;
}

/**
 * Reads a search, or returns the reason why the text is not one.
 * @param locales those whose texts are searched, at least one
 */
export function readSearchQuery(
  text: string,
  locales: readonly Pick<Locale, 'number' | 'code'>[],
  byRelevance: boolean,
): SearchQuery | { readonly problem: Violation } {
  if (text.length > SEARCH_CHARACTERS_MAX && [...text].length > SEARCH_CHARACTERS_MAX)
    return problem('max_length', `Give at most ${SEARCH_CHARACTERS_MAX} characters to search for.`, {
      limit: SEARCH_CHARACTERS_MAX,
    });
  const languages = [...new Set(locales.map(({ code }) => languageOf(code)))];
  const inLanguages = languages.map((language) => ({ language, words: wordsOf(text, language) }));
  const given = Math.max(...inLanguages.map(({ words }) => words.length));
  if (text.trim() === '') return problem('words', 'Give a word to search for, or leave q out.');
  if (given > SEARCH_WORDS_MAX)
    return problem('max_words', `Give at most ${SEARCH_WORDS_MAX} words to search for; there are ${given}.`, {
      limit: SEARCH_WORDS_MAX,
      given,
    });
  const numbers = locales.map(({ number }) => number);
  return { name: nameOf(inLanguages, byRelevance), locales: numbers, inLanguages, byRelevance };
}

function nameOf(inLanguages: readonly SearchedWords[], byRelevance: boolean): string {
  const parts = inLanguages.map(({ language, words }) =>
    [language, ...words.map((word) => formsOf(word).join('|'))].join(' '),
  );
  return [byRelevance ? 'ranked' : 'all', ...parts].join(' / ');
}

function problem<Rule extends 'max_length' | 'words' | 'max_words'>(
  rule: Rule,
  message: string,
  ...params: ParamsArgument<Rule>
): { problem: Violation } {
  return { problem: violation('query.q', rule, message, ...params) };
}
