/** What the number types (integer, number) share: reading, `min`, `max` and `in`. */
import type { Violation } from '../../../platform/errors/domain-error.ts';
import type { Field, Validations } from '../field.ts';
import { checkValidations, refuseItems, type SettingsRules } from './settings.ts';
import { validateListed } from './text-rules.ts';

export const numberValidations = ['min', 'max', 'in'] as const satisfies readonly (keyof Validations)[];

/** A number as it is stored: zero has no sign, as in JSON. */
export function plainNumber(value: number): number {
  return value === 0 ? 0 : value;
}

/** Checks a number against `min`, `max` and `in`. */
export function validateNumber(value: number, validations: Validations | undefined, path: string): Violation[] {
  if (validations === undefined) return [];
  return [...validateRange(value, validations, path, finiteNumber), ...validateListed(value, validations.in, path)];
}

/**
 * Checks a value against `min` and `max`.
 * @param bound reads a bound as a number that can be compared with `value`
 */
export function validateRange(
  value: number,
  validations: Validations,
  path: string,
  bound: (value: unknown) => number | undefined,
): Violation[] {
  const least = bound(validations.min);
  const most = bound(validations.max);
  if (least !== undefined && value < least) return [{ path, rule: 'min', message: `Give ${validations.min} or more.` }];
  if (most !== undefined && value > most) return [{ path, rule: 'max', message: `Give ${validations.max} or less.` }];
  return [];
}

/** The settings check of a number type. */
export function checkNumberSettings(
  parse: NonNullable<SettingsRules['parse']>,
): (field: Pick<Field, 'items' | 'validations'>, path: string) => Violation[] {
  const rules = { allowed: numberValidations, bound: finiteNumber, parse };
  return (field, path) => [...checkValidations(field, path, rules), ...refuseItems(field, path)];
}

function finiteNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
