/**
 * Extracts values from a stored document's text without parsing it, for responses that show most values as stored. Relies on
 * documents being `JSON.stringify` output of nested objects: no whitespace, and keys made of digits.
 */

/** By field number, then locale number: the JSON text of a value. Arrays, because objects with integer keys are slow. */
export type ValueTexts = readonly (LocaleTexts | undefined)[];
export type LocaleTexts = readonly (string | undefined)[];

const QUOTE = 0x22;
const COMMA = 0x2c;
const ZERO = 0x30;
const OPENING_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
/** Between a key and the content of its object: `":{`. */
const KEY_TO_OBJECT = 3;
/** Between a key and its value: `":`. */
const KEY_TO_VALUE = 2;

/** The values of a document. @param document its text as stored */
export function valueTexts(document: string): ValueTexts {
  const fields: (LocaleTexts | undefined)[] = [];
  // At the quotation mark of a field's key, or at the brace that ends the document.
  for (let at = 1; document.charCodeAt(at) === QUOTE; ) {
    const keyEnd = document.indexOf('"', at + 1);
    const locales: (string | undefined)[] = [];
    fields[numberIn(document, at + 1, keyEnd)] = locales;
    at = cutLocales(document, keyEnd + KEY_TO_OBJECT, locales);
    if (document.charCodeAt(at) === COMMA) at += 1;
  }
  return fields;
}

/** Extracts the values of one field. @param start after the brace of their object @returns the position after the object */
function cutLocales(document: string, start: number, locales: (string | undefined)[]): number {
  let at = start;
  while (document.charCodeAt(at) === QUOTE) {
    const keyEnd = document.indexOf('"', at + 1);
    const end = endOfValue(document, keyEnd + KEY_TO_VALUE);
    locales[numberIn(document, at + 1, keyEnd)] = document.slice(keyEnd + KEY_TO_VALUE, end);
    at = document.charCodeAt(end) === COMMA ? end + 1 : end;
  }
  return at + 1;
}

/** The number written by these digits. */
function numberIn(text: string, start: number, end: number): number {
  let number = 0;
  for (let at = start; at < end; at++) number = number * 10 + text.charCodeAt(at) - ZERO;
  return number;
}

function endOfValue(text: string, start: number): number {
  const first = text.charCodeAt(start);
  if (first === QUOTE) return endOfString(text, start);
  if (first === OPENING_BRACE || first === OPENING_BRACKET) return endOfNested(text, start);
  let at = start;
  while (at < text.length && text.charCodeAt(at) !== COMMA && text.charCodeAt(at) !== CLOSING_BRACE) at += 1;
  return at;
}

/** @param start at the opening quotation mark @returns the position after the closing one */
function endOfString(text: string, start: number): number {
  let at = text.indexOf('"', start + 1);
  while (at > 0 && isEscaped(text, at)) at = text.indexOf('"', at + 1);
  return at < 0 ? text.length : at + 1;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes += 1;
  return backslashes % 2 === 1;
}

/** @param start at the opening brace or bracket @returns the position after the one that closes it */
function endOfNested(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === QUOTE) at = endOfString(text, at) - 1;
    else if (character === OPENING_BRACE || character === OPENING_BRACKET) depth += 1;
    else if ((character === CLOSING_BRACE || character === CLOSING_BRACKET) && --depth === 0) return at + 1;
  }
  return text.length;
}
