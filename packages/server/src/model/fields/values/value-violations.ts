/**
 * How a field type reports an invalid value. Every message says what to give instead, and the number of violations per value is
 * limited to what a person would read.
 */
import { type ParamsArgument, type RuleName, violation } from '../../../../../contract/src/violations.ts';
import { isFull } from '../../../platform/errors/domain-error.ts';
import type { ParseContext } from '../field-type.ts';

/** Adds a violation at the path of the value. Returns undefined, which `parse` then returns. */
export function addViolation<Rule extends RuleName>(
  context: Pick<ParseContext, 'path' | 'violations'>,
  rule: Rule,
  message: string,
  ...params: ParamsArgument<Rule>
): undefined {
  if (!isFull(context.violations)) context.violations.push(violation(context.path, rule, message, ...params));
  return undefined;
}

/** Describes a value's type for a message. */
export function describeValue(value: unknown): string {
  if (value === null) return 'null';
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'string') return 'text';
  return typeof value === 'boolean' ? 'true or false' : 'a number';
}

/** Whether the value is a JSON object, not null or a list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
