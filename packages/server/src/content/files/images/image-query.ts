/**
 * Parses the query string of an image URL: `w h fit fm q dpr fp`. Invariant: unknown, repeated and out-of-range
 * parameters are rejected by name, never guessed or clamped.
 */

import type { Violation } from '../../../../../contract/src/violations.ts';
import { invalid, validationFailed } from '../../../platform/errors/domain-error.ts';
import { didYouMean, quoted } from '../../../platform/kit/suggestion.ts';
import type { ImageFormat } from './jobs.ts';

const SIDE_MAX = 10_000;
const QUALITY_MAX = 100;
/** Qualities closer together than this look the same and are merged. */
const QUALITY_STEP = 5;
const RATIO_MAX = 5;
/** Points closer together than a hundredth of the image are merged. */
const FOCUS_STEPS = 100;
const PARAMETERS_MAX = 20;
const FITS = ['cover', 'contain', 'inside'] as const;
const FORMATS = ['webp', 'avif', 'jpg', 'png', 'auto'] as const;
const NAMES = ['w', 'h', 'fit', 'fm', 'q', 'dpr', 'fp'] as const;
const WHOLE = /^\d{1,6}$/;
const DECIMAL = /^\d{1,2}(\.\d{1,6})?$/;

type Name = (typeof NAMES)[number];

/** A point in an image, from 0 to 1 from its left and from its top. */
export interface Focus {
  readonly x: number;
  readonly y: number;
}

/** The parameters of an image URL; null for absent ones. */
export interface ImageRequest {
  /** In pixels, multiplied by the pixel ratio of the screen. */
  readonly width: number | null;
  readonly height: number | null;
  readonly fit: (typeof FITS)[number];
  readonly format: ImageFormat | 'auto' | null;
  readonly quality: number | null;
  readonly focus: Focus | null;
}

/**
 * Reads the query string of an image address.
 * @param search the part after `?`
 * @returns null if there are no parameters
 * @throws `validation_failed` with every invalid parameter
 */
export function readImageQuery(search: string): ImageRequest | null {
  const violations: Violation[] = [];
  const given = readGiven(search, violations);
  const ratio = number(given, { name: 'dpr', max: RATIO_MAX, pattern: DECIMAL, violations }) ?? 1;
  const request: ImageRequest = {
    width: scaled(number(given, { name: 'w', max: SIDE_MAX, pattern: WHOLE, violations }), ratio),
    height: scaled(number(given, { name: 'h', max: SIDE_MAX, pattern: WHOLE, violations }), ratio),
    fit: word(given, { name: 'fit', words: FITS, violations }) ?? 'cover',
    format: word(given, { name: 'fm', words: FORMATS, violations }),
    quality: stepped(number(given, { name: 'q', max: QUALITY_MAX, pattern: WHOLE, violations })),
    focus: readFocus(given, violations),
  };
  if (violations.length > 0) throw validationFailed(violations);
  return given.size === 0 ? null : request;
}

function readGiven(search: string, violations: Violation[]): Map<Name, string> {
  const given = new Map<Name, string>();
  const parameters = [...new URLSearchParams(search)];
  if (parameters.length > PARAMETERS_MAX)
    throw invalid('query', 'max_items', `Send at most ${PARAMETERS_MAX} query parameters.`, {
      limit: PARAMETERS_MAX,
      given: parameters.length,
    });
  for (const [name, value] of parameters) {
    const known = NAMES.find((one) => one === name);
    if (known === undefined) {
      const message = `There is no parameter ${quoted(name)}; use ${NAMES.join(' ')}.${didYouMean(name, NAMES)}`;
      violations.push({ path: `query.${name.slice(0, 64)}`, rule: 'unknown', message });
    } else if (given.has(known)) {
      violations.push({ path: `query.${known}`, rule: 'once', message: `Give ${known} once.` });
    } else given.set(known, value);
  }
  return given;
}

interface NumberParameter {
  readonly name: Name;
  readonly max: number;
  readonly pattern: RegExp;
  readonly violations: Violation[];
}

function number(given: ReadonlyMap<Name, string>, { name, max, pattern, violations }: NumberParameter): number | null {
  const text = given.get(name);
  if (text === undefined) return null;
  const value = pattern.test(text) ? Number(text) : 0;
  if (value > 0 && value <= max) return value;
  const kind = pattern === WHOLE ? 'a whole number from 1' : 'a number above 0';
  violations.push({
    path: `query.${name}`,
    rule: 'range',
    params: { min: pattern === WHOLE ? 1 : 0, max },
    message: `Give ${kind} to ${max}.`,
  });
  return null;
}

interface WordParameter<Word extends string> {
  readonly name: Name;
  readonly words: readonly Word[];
  readonly violations: Violation[];
}

function word<Word extends string>(given: ReadonlyMap<Name, string>, parameter: WordParameter<Word>): Word | null {
  const text = given.get(parameter.name);
  if (text === undefined) return null;
  const found = parameter.words.find((candidate) => candidate === text);
  if (found !== undefined) return found;
  const message = `Use one of ${parameter.words.join(' ')}.${didYouMean(text, parameter.words)}`;
  parameter.violations.push({
    path: `query.${parameter.name}`,
    rule: 'enum',
    params: { listed: parameter.words },
    message,
  });
  return null;
}

function readFocus(given: ReadonlyMap<Name, string>, violations: Violation[]): Focus | null {
  const text = given.get('fp');
  if (text === undefined) return null;
  const [x, y, ...more] = text.split(',').map((part) => (DECIMAL.test(part) ? Number(part) : Number.NaN));
  if (x !== undefined && y !== undefined && more.length === 0 && x <= 1 && y <= 1)
    return { x: nearby(x), y: nearby(y) };
  const message = 'Send the point that must stay visible as two numbers from 0 to 1, such as 0.5,0.25.';
  violations.push({ path: 'query.fp', rule: 'format', message });
  return null;
}

function scaled(side: number | null, ratio: number): number | null {
  return side === null ? null : Math.max(1, Math.round(side * ratio));
}

function stepped(quality: number | null): number | null {
  return quality === null ? null : Math.max(QUALITY_STEP, Math.round(quality / QUALITY_STEP) * QUALITY_STEP);
}

function nearby(place: number): number {
  return Math.round(place * FOCUS_STEPS) / FOCUS_STEPS;
}
