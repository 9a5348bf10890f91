/**
 * The search of `q`: words that must all occur, the last one also as a prefix. Punctuation and operators have no meaning; a text
 * without any word, such as `?`, finds nothing. A text that cannot be searched for is rejected with the reason.
 */
import { type ParamsArgument, type Violation, violation } from '../../../../contract/src/violations.ts';
import { languageOf } from './stemmers.ts';
import { formsOf, type Word, wordsOf } from './words.ts';

export const SEARCH_CHARACTERS_MAX = 256;
export const SEARCH_WORDS_MAX = 16;

/** A search in the language of one locale. */
export interface SearchQuery {
  /** Searches with the same name find the same in the same texts. */
  readonly name: string;
  readonly language: string;
  /** None in a search that finds nothing. */
  readonly words: readonly Word[];
  /** Whether results are ordered by relevance first. */
  readonly byRelevance: boolean;
}

/** Reads a search, or returns the reason why the text is not one. */
export function readSearchQuery(
  text: string,
  localeCode: string,
  byRelevance: boolean,
): SearchQuery | { readonly problem: Violation } {
  if (text.length > SEARCH_CHARACTERS_MAX && [...text].length > SEARCH_CHARACTERS_MAX)
    return problem('max_length', `Give at most ${SEARCH_CHARACTERS_MAX} characters to search for.`, {
      limit: SEARCH_CHARACTERS_MAX,
    });
  const language = languageOf(localeCode);
  const words = wordsOf(text, language);
  if (text.trim() === '') return problem('words', 'Give a word to search for, or leave q out.');
  if (words.length > SEARCH_WORDS_MAX)
    return problem('max_words', `Give at most ${SEARCH_WORDS_MAX} words to search for; there are ${words.length}.`, {
      limit: SEARCH_WORDS_MAX,
      given: words.length,
    });
  return { name: nameOf(language, words, byRelevance), language, words, byRelevance };
}

function nameOf(language: string, words: readonly Word[], byRelevance: boolean): string {
  const forms = words.map((word) => formsOf(word).join('|'));
  return `${byRelevance ? 'ranked' : 'all'} ${language} ${forms.join(' ')}`;
}

function problem<Rule extends 'max_length' | 'words' | 'max_words'>(
  rule: Rule,
  message: string,
  ...params: ParamsArgument<Rule>
): { problem: Violation } {
  return { problem: violation('query.q', rule, message, ...params) };
}
