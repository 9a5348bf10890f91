/**
 * Checks the validations of a field: its type must support them, each must be well formed, and together they must allow at least
 * one value. The types apply them to values.
 */

import { type Validations, valueFormats } from '../../../../../contract/src/fields.ts';
import type { Violation } from '../../../../../contract/src/violations.ts';
import { isFull } from '../../../platform/errors/domain-error.ts';
import { didYouMean, quoted } from '../../../platform/kit/suggestion.ts';
import type { Field } from '../field.ts';
import type { ParseContext } from '../field-type.ts';
import { patternProblem } from './pattern.ts';
import { isObject } from './value-violations.ts';

/** Maximum values in one list of a validation (`in`, `content_types`, …). */
const LISTED_VALUES_MAX = 1000;
const NAME_SHAPE = /^[A-Za-z0-9._-]{1,64}$/;
const MEDIA_TYPE_SHAPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/(?:\*|[a-z0-9][a-z0-9!#$&^_.+-]{0,126})$/;

/** How a type reads the values of its validations. */
export interface ValidationRules {
  /** Reads `min` and `max` as a comparable number; undefined if the value is not a bound of the type. */
  readonly bound?: (value: unknown) => number | undefined;
  /** Parses a value of `in` as the type would; undefined if it is invalid. */
  readonly parse?: (value: unknown, context: ParseContext) => unknown;
  /** Names that `nodes` and `marks` may list. */
  readonly names?: { readonly nodes: readonly string[]; readonly marks: readonly string[] };
}

/** The validations of a type and how it reads their values. */
interface SettingsRules extends ValidationRules {
  readonly allowed: readonly (keyof Validations)[];
}

interface Check {
  readonly rules: SettingsRules;
  readonly path: string;
  readonly found: Violation[];
}

/**
 * The violations in the validations of a field.
 * @param path path of the field; violations are reported below `<path>.validations`
 */
export function checkValidations(
  field: Pick<Field, 'items' | 'validations'>,
  path: string,
  rules: SettingsRules,
): Violation[] {
  const validations: unknown = field.validations ?? {};
  const found: Violation[] = [];
  if (!isObject(validations)) return [{ path: `${path}.validations`, rule: 'validations', message: 'Give an object.' }];
  for (const [name, value] of Object.entries(validations)) {
    if (isFull(found)) break;
    if (value === undefined) continue;
    const check = { rules, path: `${path}.validations.${name}`, found };
    if (!isAllowed(name, rules)) add(check, unknownName(name, rules));
    else checks[name](value, check);
  }
  checkOrder(field.validations ?? {}, { rules, path: `${path}.validations`, found });
  return found;
}

/** Returns a violation if a field that is not an array has `items`. */
export function rejectItems(field: Pick<Field, 'items'>, path: string): Violation[] {
  if (field.items === undefined) return [];
  return [{ path: `${path}.items`, rule: 'items', message: 'Leave items out; only a field of type array has them.' }];
}

/** Returns violations if a field that holds no components names some. @param taken the setting that the type takes */
export function rejectComponents(
  field: Pick<Field, 'component' | 'components'>,
  path: string,
  taken?: 'component' | 'components',
): Violation[] {
  const surplus = (['component', 'components'] as const).filter((name) => name !== taken && field[name] !== undefined);
  return surplus.map((name) => ({
    path: `${path}.${name}`,
    rule: 'component',
    message: `Leave ${name} out; only a field of type ${name === 'component' ? 'component' : 'blocks'} has it.`,
  }));
}

const checks: Readonly<Record<keyof Validations, (value: unknown, check: Check) => void>> = {
  min: checkBound,
  max: checkBound,
  min_length: checkCount,
  max_length: checkCount,
  min_items: checkCount,
  max_items: checkCount,
  max_size: checkCount,
  pattern: checkPattern,
  in: checkListed,
  format: checkFormat,
  content_types: (value, check) => checkNames(value, check, NAME_SHAPE, 'the api_id of a content type'),
  mime_types: (value, check) => checkNames(value, check, MEDIA_TYPE_SHAPE, 'a media type such as image/png or image/*'),
  unique_items: checkFlag,
  nodes: (value, check) => checkKnown(value, check, check.rules.names?.nodes ?? []),
  marks: (value, check) => checkKnown(value, check, check.rules.names?.marks ?? []),
};

function checkBound(value: unknown, check: Check): void {
  if (check.rules.bound?.(value) === undefined) add(check, 'Give a bound that is itself a value of the type.');
}

function checkCount(value: unknown, check: Check): void {
  if (!Number.isSafeInteger(value) || Number(value) < 0) add(check, 'Give a whole number from 0.');
}

function checkFlag(value: unknown, check: Check): void {
  if (typeof value !== 'boolean') add(check, 'Give true or false.');
}

function checkPattern(value: unknown, check: Check): void {
  const problem = typeof value === 'string' ? patternProblem(value) : 'Give a pattern as text.';
  if (problem !== null) add(check, problem);
}

function checkFormat(value: unknown, check: Check): void {
  if (!valueFormats.some((format) => format === value)) add(check, `Give one of ${valueFormats.join(', ')}.`);
}

function checkListed(value: unknown, check: Check): void {
  for (const [index, listed] of list(value, check).entries()) {
    const path = `${check.path}.${index}`;
    const refused: Violation[] = [];
    const context: ParseContext = { field: { type: 'string' }, path, linkKey: () => null, violations: refused };
    if (check.rules.parse?.(listed, context) === undefined) {
      const reason = refused[0]?.message ?? 'Give a value of the type.';
      check.found.push({ path, rule: 'validations', message: reason });
    }
  }
}

function checkNames(value: unknown, check: Check, shape: RegExp, what: string): void {
  for (const [index, name] of list(value, check).entries()) {
    if (typeof name === 'string' && shape.test(name)) continue;
    check.found.push({ path: `${check.path}.${index}`, rule: 'validations', message: `Give ${what}.` });
  }
}

function checkKnown(value: unknown, check: Check, known: readonly string[]): void {
  const names = Array.isArray(value) && value.length === 0 ? [] : list(value, check);
  for (const [index, name] of names.entries()) {
    if (typeof name === 'string' && known.includes(name)) continue;
    const message = `Give one of ${known.join(', ')}.${typeof name === 'string' ? didYouMean(name, known) : ''}`;
    check.found.push({ path: `${check.path}.${index}`, rule: 'validations', message });
  }
}

/** Checks that no lower bound is above its upper bound. */
function checkOrder(validations: Validations, check: Check): void {
  const { min_length, max_length, min_items, max_items } = validations;
  const ranges: readonly (readonly [string, number | undefined, number | undefined])[] = [
    ['min', check.rules.bound?.(validations.min), check.rules.bound?.(validations.max)],
    ['min_length', min_length, max_length],
    ['min_items', min_items, max_items],
  ];
  for (const [name, low, high] of ranges) {
    if (low === undefined || high === undefined || low <= high) continue;
    const message = `Make it no larger than ${name.replace('min', 'max')}; no value could lie between them.`;
    check.found.push({ path: `${check.path}.${name}`, rule: 'validations', message });
  }
}

/** The values of a validation that takes a list. Empty, after adding a violation, if it is not a list. */
function list(value: unknown, check: Check): readonly unknown[] {
  if (Array.isArray(value) && value.length > 0 && value.length <= LISTED_VALUES_MAX) return value;
  add(check, `Give a list of 1 to ${LISTED_VALUES_MAX} values.`);
  return [];
}

function isAllowed(name: string, rules: SettingsRules): name is keyof Validations {
  return rules.allowed.some((allowed) => allowed === name);
}

function unknownName(name: string, rules: SettingsRules): string {
  if (rules.allowed.length === 0) return `Leave ${quoted(name)} out; the type has no validations.`;
  return `Leave ${quoted(name)} out; the type takes ${rules.allowed.join(', ')}.${didYouMean(name, rules.allowed)}`;
}

function add(check: Check, message: string): void {
  check.found.push({ path: check.path, rule: 'validations', message });
}
