/**
 * What the full-text index stores of a text, and how it is searched: a token is the code of space and language, one letter for the
 * place of the form, and the form. So words of one space and language never mix with those of another, and a search in a small
 * space is as fast beside large spaces as alone.
 */
import { hash } from 'node:crypto';
import type { TokenQuery } from '../../platform/database/full-text.ts';
import { ANALYSER_VERSION, distinctWords, formsOf, type KnownLines, type Word } from './words.ts';

/** Characters of a space-language code. If two codes collide by chance, it costs only time. */
const CODE_CHARACTERS = 10;
/** Text beyond this length is not found. */
const TEXT_CHARACTERS_MAX = 100_000;
/** A row of PostgreSQL's index can have at most a megabyte. */
const TOKENS_BYTES_MAX = 500_000;
/** Code, place and 64 characters of four bytes; folding may add a few characters. */
const TOKEN_BYTES_MAX = 500;

/** Beginnings of words up to this length are tokens of their own: scanning all words that begin with them would take long. */
const BEGINNING_CHARACTERS_MAX = 2;

/** The letters of a place. */
interface Place {
  readonly surface: string;
  readonly stem: string;
  readonly beginning: string;
}

const WHOLE_TEXT: Place = { surface: 'w', stem: 's', beginning: 'b' };
const DISPLAY_FIELD: Place = { surface: 'd', stem: 't', beginning: 'e' };

/** A text of an entry in one language: its display field and everything else. */
export interface SearchedText {
  readonly language: string;
  readonly display: string;
  readonly body: string;
}

/** The code of the texts of one space in one language. */
export function scopeOf(spaceId: string, language: string): string {
  const code = hash('sha256', `${spaceId} ${language} ${ANALYSER_VERSION}`, 'hex').slice(0, CODE_CHARACTERS);
  return `x${code}`;
}

/** Two texts with the same hash are one text in the index. */
export function textHash({ language, display, body }: SearchedText): string {
  return hash('sha256', `${ANALYSER_VERSION} ${language} ${display.length}\n${display}${body}`, 'base64url');
}

/**
 * The tokens of a text without duplicates; those of the display field come first.
 * @param lines those that were split before, as in `distinctWords`
 */
export function tokensOf(
  spaceId: string,
  { language, display, body }: SearchedText,
  lines: KnownLines = new Map(),
): string[] {
  const scope = scopeOf(spaceId, language);
  const tokens = new Set<string>();
  const wholeText = { ...WHOLE_TEXT, begun: new Set<string>() };
  const displayField = { ...DISPLAY_FIELD, begun: new Set<string>() };
  for (const word of distinctWords(display.slice(0, TEXT_CHARACTERS_MAX), language, lines)) {
    addForms(tokens, scope, word, displayField);
    addForms(tokens, scope, word, wholeText);
  }
  for (const word of distinctWords(body.slice(0, TEXT_CHARACTERS_MAX), language, lines))
    addForms(tokens, scope, word, wholeText);
  return withinSize(tokens);
}

/** The query for texts that contain all words, the last one also as a prefix. */
export function wholeTextQuery(scope: string, words: readonly Word[]): TokenQuery {
  return words.map((word, at) => alternatives(scope, word, WHOLE_TEXT, at === words.length - 1));
}

/** As `wholeTextQuery`, in the display field alone. */
export function displayQuery(scope: string, words: readonly Word[]): TokenQuery {
  return words.map((word, at) => alternatives(scope, word, DISPLAY_FIELD, at === words.length - 1));
}

function alternatives(scope: string, word: Word, place: Place, isLast: boolean): TokenQuery[number] {
  const { surface, stem, beginning } = place;
  const found = formsOf(word).flatMap((form) => [
    { token: scope + surface + form, isPrefix: false },
    { token: scope + stem + form, isPrefix: false },
  ]);
  if (!isLast) return found;
  if (word.surface.length <= BEGINNING_CHARACTERS_MAX)
    return [...found, { token: scope + beginning + word.surface, isPrefix: false }];
  // Words that begin with the surface form include that form.
  const [, ...others] = found;
  return [...others, { token: scope + surface + word.surface, isPrefix: true }];
}

/** A place, and the beginnings of words that have their tokens there: most begin like a word before. */
interface Begun extends Place {
  readonly begun: Set<string>;
}

function addForms(tokens: Set<string>, scope: string, word: Word, { surface, stem, beginning, begun }: Begun): void {
  tokens.add(scope + surface + word.surface);
  for (const form of word.stems) tokens.add(scope + stem + form);
  for (let length = 1; length <= BEGINNING_CHARACTERS_MAX && length <= word.surface.length; length++) {
    const start = word.surface.slice(0, length);
    if (begun.has(start)) continue;
    begun.add(start);
    if (start.isWellFormed()) tokens.add(scope + beginning + start);
  }
}

function withinSize(tokens: ReadonlySet<string>): string[] {
  if (tokens.size * TOKEN_BYTES_MAX <= TOKENS_BYTES_MAX) return [...tokens];
  const kept: string[] = [];
  let bytes = 0;
  for (const token of tokens) {
    bytes += Buffer.byteLength(token);
    if (bytes > TOKENS_BYTES_MAX) break;
    kept.push(token);
  }
  return kept;
}
