/**
 * Which passwords are accepted: long enough, not common, not made of public information. There are no rules on kinds of
 * characters, and passwords do not expire.
 */
import { invalid } from '../../../platform/errors/domain-error.ts';
import { isCommonPassword, spelledOut } from './common-passwords.ts';

const LENGTH_MIN = 8;
const LENGTH_MAX = 128;
/** Shorter names are ignored: finding one in a password proves too little. */
const CONTEXT_LENGTH_MIN = 4;
const PRODUCT = 'lectern';
/** How many characters a password needs besides a name that it contains. */
const OWN_CHARACTERS_MIN = 8;

/**
 * Rejects a password that is easily guessed.
 * @param context what others know about its owner: addresses and names
 * @throws `validation_failed` at `password`
 */
export async function checkPassword(password: string, context: readonly string[]): Promise<void> {
  const length = [...password.normalize('NFC')].length;
  if (length < LENGTH_MIN)
    throw invalid(
      'password',
      'min_length',
      `A password needs at least ${LENGTH_MIN} characters; choose a longer one.`,
      {
        limit: LENGTH_MIN,
        given: length,
      },
    );
  if (length > LENGTH_MAX)
    throw invalid(
      'password',
      'max_length',
      `A password can have at most ${LENGTH_MAX} characters; choose a shorter one.`,
      { limit: LENGTH_MAX, given: length },
    );
  if (await isCommonPassword(password)) {
    throw invalid(
      'password',
      'common',
      'This password is too easy to guess; choose another, such as four unrelated words.',
    );
  }
  if (isMadeOf(password, [PRODUCT, ...context.flatMap(wordsOf)])) {
    throw invalid('password', 'context', 'The password is made of a name or address that others know; choose another.');
  }
}

/** An address is compared as a whole and by its parts. */
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
