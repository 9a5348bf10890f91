/**
 * The words of a text as search compares them: cut at everything that is no letter, digit or mark, runs of Chinese,
 * Japanese, Thai and their like by dictionary, then folded and stemmed. Invariant: a query and a text go the same way.
 * A change of what this gives needs a new `ANALYSER_VERSION`, by which everything is indexed anew.
 */
import { stemOf } from './stemmers.ts';

export const ANALYSER_VERSION = 1;

/** Words cached for a language: most words come again. */
const WORDS_KEPT = 10_000;
/** Longer words are cut; a query's as well. */
const WORD_CHARACTERS_MAX = 64;

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** A run of letters and digits, with what apostrophes tie to it. */
const RUNS = /[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{N}\p{M}]+)*/gu;
const APOSTROPHE = /['’]/;
const WRITTEN_WITHOUT_SPACES =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;
const IS_ASCII = /^[\x20-\x7e]*$/;
/** Accents: marks that stand on letters of any script, and Hebrew points. Vowels of Thai and the marks of kana stay. */
const ACCENTS = /[[\p{M}&&\p{Script=Inherited}]--[\u3099\u309A]]|[\p{M}&&\p{Script=Hebrew}]/gv;
const NO_PART_OF_WORDS = /[^\p{L}\p{N}\p{M}]+/gu;

/** A word as it is compared. */
export interface Word {
  /** Without case and accents, as it stands in the text. */
  readonly surface: string;
  /** Its stems that are not the surface form itself: those of the word with and without its accents. */
  readonly stems: readonly string[];
}

const cached = new Map<string, Map<string, Word>>();

/** The words of a text in their order, repeats among them. */
export function wordsOf(text: string, language: string): Word[] {
  const known = wordsOfLanguage(language);
  const words: Word[] = [];
  for (const written of writtenWords(text.normalize('NFC'))) {
    let word = known.get(written);
    if (word === undefined) {
      word = wordOf(written, language);
      if (known.size >= WORDS_KEPT) known.clear();
      known.set(written, word);
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
  for (const [run] of text.matchAll(RUNS)) {
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
  const plain = word.normalize('NFKD').replace(ACCENTS, '').toUpperCase().toLowerCase().replaceAll('ς', 'σ');
  // One sign may stand for a whole phrase, so that what was short is long by now.
  return cut(plain.replace(NO_PART_OF_WORDS, '').normalize('NFC'));
}

function cut(word: string): string {
  return word.length <= WORD_CHARACTERS_MAX ? word : [...word].slice(0, WORD_CHARACTERS_MAX).join('');
}
