/**
 * Recognises passwords that are guessed first: those of leaked lists and their words, with a few digits or symbols around them,
 * doubled, or with digits for letters; sequences on the keyboard, of the alphabet or of digits; short patterns repeated.
 */

/** Digits and symbols around a word that add almost no strength. */
const AROUND_MAX = 5;
/** The longest pattern whose repetition is too weak. */
const PATTERN_MAX = 4;
/** A password that consists of a sequence and at most this many other characters counts as a sequence. */
const BESIDE_RUN_MAX = 3;
const RUN_MIN = 5;
/** A leaked password without its digits and symbols counts as a word if at least this many letters are left. */
const WORD_MIN = 4;

const LETTERS_FOR_SIGNS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
  '+': 't',
};

const RUNS = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'yxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  'qazwsxedcrfvtgbyhnujm',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'a1b2c3d4e5f6g7h8i9',
  '147258369',
  '!@#$%^&*()',
].flatMap((run) => [run, [...run].reverse().join('')]);

/** 50,000 words, loaded when the first password is chosen. */
let words: Promise<ReadonlySet<string>> | undefined;

/** Whether a password is common, or built like common ones. */
export async function isCommonPassword(password: string): Promise<boolean> {
  words ??= loadWords().catch((error: unknown) => {
    words = undefined;
    throw error;
  });
  const known = await words;
  const folded = password.normalize('NFKC').toLowerCase();
  return isRepetition(folded) || isRun(folded) || isCommonWord(folded, known);
}

/** The letters and digits of a text in lower case, with digits and symbols replaced by the letters that they stand for. */
export function spelledOut(text: string): string {
  return [...text.normalize('NFKC').toLowerCase()]
    .map((sign) => LETTERS_FOR_SIGNS[sign] ?? sign)
    .join('')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

function isRepetition(text: string): boolean {
  for (let length = 1; length <= PATTERN_MAX; length++) {
    const pattern = text.slice(0, length);
    if (pattern.repeat(Math.ceil(text.length / length)).startsWith(text)) return true;
  }
  return false;
}

/** Removes the longest sequences and counts the remaining characters. */
function isRun(text: string): boolean {
  let own = 0;
  let last = '';
  for (let at = 0; at < text.length; ) {
    const length = runLengthAt(text, at);
    const run = text.slice(at, at + length);
    if (length < RUN_MIN && run !== last) own += 1;
    last = length < RUN_MIN ? last : run;
    at += length < RUN_MIN ? 1 : length;
  }
  return own <= BESIDE_RUN_MAX && own < text.length;
}

function runLengthAt(text: string, start: number): number {
  let longest = 1;
  for (const run of RUNS) {
    let length = longest;
    while (start + length < text.length && run.includes(text.slice(start, start + length + 1))) length += 1;
    longest = Math.max(longest, length);
  }
  return longest;
}

function isCommonWord(text: string, known: ReadonlySet<string>): boolean {
  const bare = bareOf(text);
  if (text.length - bare.length > AROUND_MAX) return known.has(text);
  return [text, bare, spelledOut(text), spelledOut(bare)].some((word) => isWordOrTwice(word, known));
}

/** A text without the digits and symbols around it. */
function bareOf(text: string): string {
  return text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
}

function isWordOrTwice(word: string, known: ReadonlySet<string>): boolean {
  const half = word.slice(0, word.length / 2);
  return known.has(word) || (word === half + half && known.has(half));
}

/** The passwords of leaked lists in lower case, and the words in them. */
async function loadWords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const leaked = dictionary['passwords-common'];
  return new Set([...leaked, ...leaked.map(bareOf).filter((word) => word.length >= WORD_MIN)]);
}
