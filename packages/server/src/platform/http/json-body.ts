/**
 * Reads JSON bodies. Bytes that do not parse, or that repeat a key, are rejected as malformed; what parses but must not be
 * stored (NUL, lone surrogates, endless combining marks, inexact numbers, excessive nesting) as invalid. The
 * checks recurse no deeper than `JSON_DEPTH_MAX`, so nothing that a client sends can overflow the stack.
 */
import { isUtf8 } from 'node:buffer';
import type { Violation } from '../../../../contract/src/violations.ts';
import { DomainError, invalid, isFull, validationFailed } from '../errors/domain-error.ts';
import { findJsonFault, surveyJson } from '../kit/json-text.ts';
import { quoted } from '../kit/suggestion.ts';

/** Deepest nesting of objects and arrays. */
export const JSON_DEPTH_MAX = 100;
/** Different keys in one text: parsing is slow with more, wherever they are. */
export const JSON_KEYS_MAX = 5_000;
/** Objects and arrays in one text: each takes memory and time, however little it contains. */
export const JSON_CONTAINERS_MAX = 100_000;
/**
 * Combining marks in a row. The time to normalise them grows with the square of their number; no language needs more (UAX #15,
 * Stream-Safe Text Format).
 */
const MARKS_MAX = 30;
const MARKS = /\p{M}{2,}/gu;
/** Characters of a number that are repeated in a message. */
const NUMBER_CHARACTERS_SHOWN = 40;

/** The bounds of a body. */
const BODY_BOUNDS = { keys: JSON_KEYS_MAX, containers: JSON_CONTAINERS_MAX };

/**
 * Parses the bytes of a JSON text and checks its content.
 * @param bounds how much it may contain; by default the bounds of a body
 * @throws `malformed_request` or `validation_failed`
 */
export function parseJsonBody(bytes: Buffer, bounds: { keys: number; containers: number } = BODY_BOUNDS): unknown {
  if (!isUtf8(bytes)) throw new DomainError('malformed_request', 'The body is not valid UTF-8; send JSON in UTF-8.');
  const survey = surveyJson(bytes, bounds);
  if (survey.hasTooManyKeys) throw tooMany('max_keys', bounds.keys, 'different keys');
  if (survey.hasTooManyContainers) throw tooMany('max_containers', bounds.containers, 'objects and lists');
  const text = bytes.toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new DomainError('malformed_request', `The body is not JSON (${reasonOf(error)}); send one JSON value.`);
  }
  // In UTF-8 bytes, lone surrogates and NUL can only occur as escapes, and a run of marks is not ASCII.
  const members = rejectUnstorable(value, { inTexts: survey.hasEscapes || survey.hasForeignRuns });
  // A parsed object has each key once, so fewer members mean that a key was repeated.
  if (members !== survey.members || survey.hasDoubtfulNumbers) rejectFault(text);
  return value;
}

/**
 * Checks a parsed value.
 * @param options.inTexts whether to check texts and keys too
 * @returns the number of keys of all its objects together
 * @throws `validation_failed` if it contains something that the engines would store differently
 */
export function rejectUnstorable(root: unknown, { inTexts } = { inTexts: true }): number {
  const check = new Check(inTexts);
  check.visit(root);
  if (check.violations.length > 0) throw validationFailed(check.violations);
  return check.members;
}

/** Walks through a value, at most `JSON_DEPTH_MAX` levels deep. */
class Check {
  readonly violations: Violation[] = [];
  members = 0;
  readonly #inTexts: boolean;
  /** The path to the current value: the first `#depth` steps. */
  readonly #steps: (string | number)[] = [];
  #depth = 0;

  constructor(inTexts: boolean) {
    this.#inTexts = inTexts;
  }

  visit(value: unknown): void {
    if (typeof value === 'string') this.#visitText(value);
    else if (typeof value === 'number') this.#visitNumber(value);
    else if (Array.isArray(value)) this.#visitList(value);
    else if (typeof value === 'object' && value !== null) this.#visitObject(value as Readonly<Record<string, unknown>>);
  }

  #visitList(list: readonly unknown[]): void {
    const depth = this.#enter();
    for (let index = 0; index < list.length && !this.#isFull(); index++) {
      this.#steps[depth] = index;
      this.visit(list[index]);
    }
    this.#depth = depth;
  }

  #visitObject(value: Readonly<Record<string, unknown>>): void {
    const depth = this.#enter();
    for (const key of Object.keys(value)) {
      if (this.#isFull()) break;
      this.members++;
      this.#depth = depth;
      this.#visitText(key);
      this.#depth = depth + 1;
      this.#steps[depth] = key;
      this.visit(value[key]);
    }
    this.#depth = depth;
  }

  /** Goes one level down. @returns the depth above */
  #enter(): number {
    const depth = this.#depth;
    if (depth < JSON_DEPTH_MAX) {
      this.#depth = depth + 1;
      return depth;
    }
    const message = `The body is nested deeper than ${JSON_DEPTH_MAX} levels; flatten it.`;
    throw invalid(this.#path(), 'depth', message, { limit: JSON_DEPTH_MAX });
  }

  #visitText(text: string): void {
    if (!this.#inTexts) return;
    if (text.includes('\0')) this.#refuse('characters', 'Text cannot contain the NUL character; remove it.');
    else if (!text.isWellFormed())
      this.#refuse('characters', 'Text contains half of a surrogate pair; send whole characters.');
    else if (hasLongMarks(text))
      this.#refuse('characters', `Text has more than ${MARKS_MAX} combining marks in a row; remove some.`);
  }

  #visitNumber(value: number): void {
    if (Number.isFinite(value)) return;
    this.#refuse('number', 'The number is beyond what JSON can carry, about 1.7e308; send a smaller one, or text.');
  }

  #refuse(rule: 'characters' | 'number', message: string): void {
    this.violations.push({ path: this.#path(), rule, message });
  }

  #path(): string {
    return pathOf(this.#steps.slice(0, this.#depth));
  }

  #isFull(): boolean {
    return isFull(this.violations);
  }
}

function hasLongMarks(text: string): boolean {
  if (text.length <= MARKS_MAX) return false;
  for (const [marks] of text.matchAll(MARKS)) if (marks.length > MARKS_MAX) return true;
  return false;
}

/** @throws for a repeated key, or a number that would be changed; returns if there is no fault after all */
function rejectFault(text: string): void {
  const fault = findJsonFault(text);
  if (fault === undefined) return;
  const path = pathOf(fault.path);
  if (fault.kind === 'inexact_number') {
    const shown = fault.written.slice(0, NUMBER_CHARACTERS_SHOWN);
    const message = `Send fewer digits, or the number as text; ${shown} would come back as ${Number(fault.written)}.`;
    throw invalid(path, 'number', message);
  }
  const key = quoted(String(fault.path.at(-1)));
  throw new DomainError('malformed_request', `The key ${key} appears twice in one object (${path}); send it once.`);
}

function tooMany(rule: 'max_keys' | 'max_containers', limit: number, what: string): DomainError {
  const message = `The body has more than ${limit} ${what}; send it in parts, or flatten it.`;
  const { extra } = invalid('body', rule, message, { limit });
  return new DomainError('validation_failed', message, { ...extra, truncated: true });
}

/** A readable path: `body` for the whole, and shortened if it is long. */
function pathOf(steps: readonly (string | number)[]): string {
  const PATH_LENGTH_MAX = 200;
  const path = steps.map((step) => String(step).slice(0, PATH_LENGTH_MAX)).join('.');
  if (path === '') return 'body';
  return path.length <= PATH_LENGTH_MAX ? path : `${path.slice(0, PATH_LENGTH_MAX)}…`;
}

function reasonOf(error: unknown): string {
  const REASON_LENGTH_MAX = 120;
  return error instanceof Error ? error.message.slice(0, REASON_LENGTH_MAX) : 'unreadable';
}
