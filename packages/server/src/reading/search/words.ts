/**
 * The words of a text as search compares them: split at everything that is not a letter, digit or mark, runs of Chinese, Japanese,
 * Thai and the like by dictionary, then folded and stemmed. Invariant: queries and texts are processed alike. A change of the
 * result needs a new `ANALYSER_VERSION`, which reindexes everything.
 */
import { plainLetters, withoutIgnored } from '../../../../contract/src/folded-text.ts';
import { stemOf } from './stemmers.ts';

export const ANALYSER_VERSION = 2;

/** Words cached per language: most words recur. */
const WORDS_KEPT = 10_000;
/** Longer words are cut, also those of a query. */
const WORD_CHARACTERS_MAX = 64;

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** A run of letters and digits, including parts joined by apostrophes. */
const RUNS = /[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{N}\p{M}]+)*/gu;
const APOSTROPHE = /['’]/;
const WRITTEN_WITHOUT_SPACES =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;
const IS_ASCII = /^[\x20-\x7e]*$/;
/** Accents: marks on letters of any script, and Hebrew points. Vowels of Thai and the marks of kana are kept. */
const ACCENTS = /[[\p{M}&&\p{Script=Inherited}]--[\u3099\u309A]]|[\p{M}&&\p{Script=Hebrew}]/gv;
const NO_PART_OF_WORDS = /[^\p{L}\p{N}\p{M}]+/gu;

/** A word as it is compared. */
export interface Word {
  /** The word as in the text, without case and accents. */
  readonly surface: string;
  /** Its stems other than the surface form: those of the word with and without its accents. */
  readonly stems: readonly string[];
}

const cached = new Map<string, Map<string, Word>>();

/** The words of lines as they are written, each once: the texts of several locales share most lines, in whatever language. */
export type KnownLines = Map<string, readonly string[]>;

/** The words of a text in order, including repeated ones. */
export function wordsOf(text: string, language: string): Word[] {
  return comparedWords(writtenWords(text), language);
}

/** The words of a text, each once, in order. @param lines those that were split before; receives the others */
export function distinctWords(text: string, language: string, lines: KnownLines): ReadonlySet<Word> {
  const written = new Set<string>();
  for (const line of text.split('\n')) {
    const words = lines.get(line) ?? [...new Set(writtenWords(line))];
    lines.set(line, words);
    for (const word of words) written.add(word);
  }
  return new Set(comparedWords(written, language));
}

function comparedWords(written: Iterable<string>, language: string): Word[] {
  const known = wordsOfLanguage(language);
  const words: Word[] = [];
  for (const one of written) {
    let word = known.get(one);
    if (word === undefined) {
      word = wordOf(one, language);
      if (known.size >= WORDS_KEPT) known.clear();
      known.set(one, word);
    }
    if (word.surface !== '') words.push(word);
  }
  return words;
}

/** The surface form and the stems. */
export function formsOf({ surface, stems }: Word): readonly string[] {
  return [surface, ...stems];
}

function wordsOfLanguage(language: string): Map<string, Word> {
  let known = cached.get(language);
  if (known === undefined) {
    known = new Map();
    cached.set(language, known);
  }
  return known;
}

function wordOf(written: string, language: string): Word {
  const small = cut(written).toLowerCase();
  const surface = foldWord(small);
  const stems = new Set([stemOf(surface, language)]);
  if (surface !== small) stems.add(foldWord(stemOf(small, language)));
  stems.delete(surface);
  stems.delete('');
  return { surface, stems: [...stems] };
}

function* writtenWords(text: string): Generator<string> {
  for (const [run] of withoutIgnored(text).normalize('NFC').matchAll(RUNS)) {
    for (const piece of piecesOf(run)) {
      if (WRITTEN_WITHOUT_SPACES.test(piece)) yield* segmented(piece);
      else yield piece;
    }
  }
}

/** The parts between apostrophes: `l'eau` is `eau`, `author's` is `author`. */
function piecesOf(run: string): readonly string[] {
  if (!APOSTROPHE.test(run)) return [run];
  const pieces = run.split(APOSTROPHE);
  const longer = pieces.filter((piece) => piece.length > 1);
  return longer.length === 0 ? pieces : longer;
}

function* segmented(run: string): Generator<string> {
  for (const { segment, isWordLike } of segmenter.segment(run)) if (isWordLike === true) yield segment;
}

function foldWord(word: string): string {
  if (IS_ASCII.test(word)) return word.toLowerCase();
  const plain = plainLetters(word.normalize('NFKD').replace(ACCENTS, ''));
  // One character can expand into a whole phrase, so the result may be too long again.
  return cut(plain.replace(NO_PART_OF_WORDS, '').normalize('NFC'));
}

function cut(word: string): string {
  return word.length <= WORD_CHARACTERS_MAX ? word : [...word].slice(0, WORD_CHARACTERS_MAX).join('');
}
