/**
 * What `q` asks: words that must all occur, the last one as a prefix too. Signs and operators in it mean nothing; what
 * cannot be asked is named.
 */
import { languageOf } from './stemmers.ts';
import { formsOf, type Word, wordsOf } from './words.ts';

export const QUESTION_CHARACTERS_MAX = 256;
export const QUESTION_WORDS_MAX = 16;

/** A question in the language of one locale. */
export interface SearchQuestion {
  /** Questions of one name find the same in the same texts. */
  readonly name: string;
  readonly language: string;
  readonly words: readonly Word[];
  /** Whether what is found is ordered by relevance first. */
  readonly byRelevance: boolean;
}

/** Why a text is no question: a rule, and what to do. */
export interface QuestionProblem {
  readonly rule: string;
  readonly message: string;
}

/** Reads a question; gives the problem where it is none. */
export function readQuestion(
  text: string,
  localeCode: string,
  byRelevance: boolean,
): SearchQuestion | { readonly problem: QuestionProblem } {
  if (text.length > QUESTION_CHARACTERS_MAX && [...text].length > QUESTION_CHARACTERS_MAX)
    return problem('max_length', `Give at most ${QUESTION_CHARACTERS_MAX} characters to search for.`);
  const language = languageOf(localeCode);
  const words = wordsOf(text, language);
  if (words.length === 0) return problem('words', 'Give a word to search for, or leave q out.');
  if (words.length > QUESTION_WORDS_MAX)
    return problem('max_words', `Give at most ${QUESTION_WORDS_MAX} words to search for; there are ${words.length}.`);
  return { name: nameOf(language, words, byRelevance), language, words, byRelevance };
}

function nameOf(language: string, words: readonly Word[], byRelevance: boolean): string {
  const forms = words.map((word) => formsOf(word).join('|'));
  return `${byRelevance ? 'ranked' : 'all'} ${language} ${forms.join(' ')}`;
}

function problem(rule: string, message: string): { problem: QuestionProblem } {
  return { problem: { rule, message } };
}
