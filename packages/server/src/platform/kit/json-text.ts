/**
 * Looks at the text of JSON for what parsing does not show: keys that stand twice in one object, numbers that a
 * double does not carry exactly, and how many different keys, objects and lists there are, since parsing is slow with
 * many. Neither function recurses, and both take time in proportion to the text.
 */

import { isExactNumber } from '../../../../contract/src/exact-numbers.ts';

const ASCII_END = 0x80;
const QUOTE = 0x22;
const COMMA = 0x2c;
const POINT = 0x2e;
const LETTER_E = 0x65;
const CAPITAL_E = 0x45;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const LETTER_U = 0x75;
const BRACE = 0x7b;
const BRACE_END = 0x7d;
const BRACKET = 0x5b;
const BRACKET_END = 0x5d;
const MINUS = 0x2d;
/** What a number has besides digits: `+ - . E e`. */
const NUMBER_CODES: readonly number[] = [0x2b, MINUS, POINT, CAPITAL_E, LETTER_E];
const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;
/** Numbers with fewer digits and without an exponent are exact. */
const INEXACT_DIGITS_MIN = 16;
/** Beyond it, a run of bytes that are not ASCII is long. */
const FOREIGN_RUN_BYTES_MAX = 60;
/** Two quotes, a letter and a colon. */
const KEY_BYTES_MIN = 4;
/** What of a key is hashed; so many longer keys that it mattered do not fit into a body. */
const HASHED_BYTES_MAX = 128;
const SLOTS = 65_536;
const HASH_FACTOR = 0x01000193;
const HASH_START = Math.trunc(Math.random() * 2 ** 31);

/** What a JSON text has, whether it is valid or not. */
export interface JsonSurvey {
  /** Keys of all objects together, repeated ones too. */
  readonly members: number;
  /** Whether a character is written as `\u…`. */
  readonly hasEscapes: boolean;
  /** Whether there are many bytes in a row that are not ASCII. */
  readonly hasForeignRuns: boolean;
  /** Whether a number has so many digits, or an exponent, that it may not be exact. */
  readonly hasDoubtfulNumbers: boolean;
  /** Whether there are more different keys than asked for. Never true for fewer. */
  readonly hasTooManyKeys: boolean;
  /** Whether there are more objects and lists than asked for. */
  readonly hasTooManyContainers: boolean;
}

/** What is slow to parse: the survey ends beyond it. */
export interface SurveyLimits {
  /** Different keys. */
  readonly keys: number;
  /** Objects and lists together. */
  readonly containers: number;
}

/** Surveys the bytes of a JSON text in one pass. */
export function surveyJson(bytes: Uint8Array, limits: SurveyLimits): JsonSurvey {
  const slots = bytes.length > limits.keys * KEY_BYTES_MIN ? new Uint8Array(SLOTS) : undefined;
  const flags = { hasEscapes: false, hasForeignRuns: false, hasDoubtfulNumbers: false };
  const survey = { members: 0, ...flags, hasTooManyKeys: false, hasTooManyContainers: false };
  let keys = 0;
  let containers = 0;
  let hash = 0;
  let digits = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (isDigit(byte)) {
      digits++;
      if (digits === INEXACT_DIGITS_MIN) survey.hasDoubtfulNumbers = true;
      continue;
    }
    if (digits > 0) {
      if (byte === POINT) continue;
      if (byte === LETTER_E || byte === CAPITAL_E) survey.hasDoubtfulNumbers = true;
      digits = 0;
    }
    if (byte === QUOTE) {
      hash = HASH_START;
      const hashedTo = at + HASHED_BYTES_MAX;
      let foreign = 0;
      for (at++; at < bytes.length && bytes[at] !== QUOTE; at++) {
        foreign = (bytes[at] as number) < ASCII_END ? 0 : foreign + 1;
        if (foreign > FOREIGN_RUN_BYTES_MAX) survey.hasForeignRuns = true;
        if (at < hashedTo) hash = Math.imul(hash ^ (bytes[at] as number), HASH_FACTOR);
        if (bytes[at] === BACKSLASH && bytes[++at] === LETTER_U) survey.hasEscapes = true;
      }
    } else if (byte === COLON) {
      survey.members++;
      if (slots === undefined) continue;
      const slot = (hash ^ (hash >>> 16)) & (SLOTS - 1);
      if (slots[slot] === 0 && ++keys > limits.keys) return { ...survey, hasTooManyKeys: true };
      slots[slot] = 1;
    } else if (byte === BRACE || byte === BRACKET) {
      if (++containers > limits.containers) return { ...survey, hasTooManyContainers: true };
    }
  }
  return survey;
}

/** A place in a JSON text, as keys and positions in lists. */
export type JsonPath = readonly (string | number)[];

export type JsonFault =
  | { readonly kind: 'repeated_key'; readonly path: JsonPath }
  /** `written` is the number as it stands in the text. */
  | { readonly kind: 'inexact_number'; readonly path: JsonPath; readonly written: string };

/** An object or list that is open where the text is read. */
interface Level {
  /** Null in a list. */
  readonly keys: Set<string> | null;
  /** The last key, or the position in a list. */
  step: string | number;
  isKeyNext: boolean;
}

/** The first key that appears twice in one object, or the first number that would come back as another. The text is valid. */
export function findJsonFault(text: string): JsonFault | undefined {
  const levels: Level[] = [];
  for (let at = 0, end = 0; at < text.length; at = end) {
    const level = levels.at(-1);
    const code = text.charCodeAt(at);
    end = at + 1;
    if (code === QUOTE) {
      end = textEnd(text, end);
      if (level?.isKeyNext === true && !takeKey(level, text.slice(at, end)))
        return { kind: 'repeated_key', path: pathOf(levels) };
    } else if (code === COMMA) goOn(level);
    else if (code === BRACE) levels.push({ keys: new Set(), step: '', isKeyNext: true });
    else if (code === BRACKET) levels.push({ keys: null, step: 0, isKeyNext: false });
    else if (code === BRACE_END || code === BRACKET_END) levels.pop();
    else if (code === MINUS || isDigit(code)) {
      end = numberEnd(text, end);
      const written = text.slice(at, end);
      if (!isExactNumber(written)) return { kind: 'inexact_number', path: pathOf(levels), written };
    }
  }
  return undefined;
}

/** Where the text ends that begins before `from`. */
function textEnd(text: string, from: number): number {
  let at = from;
  for (let code = text.charCodeAt(at); code !== QUOTE; code = text.charCodeAt(at)) at += code === BACKSLASH ? 2 : 1;
  return at + 1;
}

function numberEnd(text: string, from: number): number {
  let at = from;
  for (let code = text.charCodeAt(at); isDigit(code) || NUMBER_CODES.includes(code); code = text.charCodeAt(at)) at++;
  return at;
}

function isDigit(code: number): boolean {
  return code >= DIGIT_0 && code <= DIGIT_9;
}

function goOn(level: Level | undefined): void {
  if (level === undefined) return;
  if (typeof level.step === 'number') level.step++;
  else level.isKeyNext = true;
}

/** Whether the key is the first of its name. */
function takeKey(level: Level, token: string): boolean {
  const key = token.includes('\\') ? (JSON.parse(token) as string) : token.slice(1, -1);
  level.step = key;
  level.isKeyNext = false;
  if (level.keys?.has(key) === true) return false;
  level.keys?.add(key);
  return true;
}

function pathOf(levels: readonly Level[]): JsonPath {
  return levels.map(({ step }) => step);
}
