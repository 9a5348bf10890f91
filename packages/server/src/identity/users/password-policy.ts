/**
 * Which passwords are taken: long enough, not commonly used, not made of what everybody can see. Nothing is asked of
 * the kinds of characters, and no password ever has to be changed for its age.
 */
import { invalid } from '../../platform/errors/domain-error.ts';
import { isCommonPassword, spelledOut } from './common-passwords.ts';

const LENGTH_MIN = 8;
const LENGTH_MAX = 128;
/** Shorter names say too little of a password that holds them. */
const CONTEXT_LENGTH_MIN = 4;
const PRODUCT = 'lectern';
/** How many characters a password needs beside a name that it holds. */
const OWN_CHARACTERS_MIN = 8;

/**
 * Refuses a password that is easily guessed.
 * @param context what others see of its owner: addresses and names
 * @throws `validation_failed` at `password`
 */
export function checkPassword(password: string, context: readonly string[]): void {
  const length = [...password.normalize('NFC')].length;
  if (length < LENGTH_MIN)
    throw invalid('password', 'min_length', `A password has at least ${LENGTH_MIN} characters; take a longer one.`);
  if (length > LENGTH_MAX)
    throw invalid('password', 'max_length', `A password has at most ${LENGTH_MAX} characters; take a shorter one.`);
  if (isCommonPassword(password)) {
    throw invalid(
      'password',
      'common',
      'This password is one of the first that are guessed; take another, such as four words that do not belong together.',
    );
  }
  if (isMadeOf(password, [PRODUCT, ...context.flatMap(wordsOf)])) {
    throw invalid(
      'password',
      'context',
      'The password is made of a name or address that others know; take one that is not.',
    );
  }
}

/** An address counts whole and by its parts. */
function wordsOf(text: string): string[] {
  return [text, ...text.split(/[@.\s_+-]+/)];
}

function isMadeOf(password: string, words: readonly string[]): boolean {
  const spelled = spelledOut(password);
  return words
    .map(spelledOut)
    .filter((word) => word.length >= CONTEXT_LENGTH_MIN)
    .some((word) => spelled.includes(word) && spelled.replaceAll(word, '').length < OWN_CHARACTERS_MIN);
}
