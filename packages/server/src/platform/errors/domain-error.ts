/**
 * The errors that rules throw: a code of the catalogue and a sentence that says what to do. They know nothing about HTTP.
 */
import type { ErrorCode } from '../../../../contract/src/errors.ts';
import { type ParamsArgument, type RuleName, type Violation, violation } from '../../../../contract/src/violations.ts';

/** An error with a code of the catalogue. `extra` contains further keys for `detail`. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, message: string, extra: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.name = 'DomainError';
    this.code = code;
    this.extra = extra;
  }
}

/** The most problems that an error lists. */
export const VIOLATIONS_MAX = 100;

/** Whether more problems were found than are listed, so that the search can stop. */
export function isFull(violations: readonly Violation[]): boolean {
  return violations.length > VIOLATIONS_MAX;
}

/** The error for a request with one or more problems. Lists the first `VIOLATIONS_MAX` of them. */
export function validationFailed(violations: readonly Violation[]): DomainError {
  return new DomainError('validation_failed', messageOf(violations), listed(violations));
}

/** The list of problems in an error, with `truncated` if it is not complete. */
export function listed(violations: readonly Violation[]): { errors: readonly Violation[]; truncated?: true } {
  return isFull(violations) ? { errors: violations.slice(0, VIOLATIONS_MAX), truncated: true } : { errors: violations };
}

function messageOf(violations: readonly Violation[]): string {
  const [first] = violations;
  if (first === undefined) return '';
  const rest = isFull(violations) ? `${VIOLATIONS_MAX - 1} and more` : `${violations.length - 1} more`;
  return `${sentenceOf(first)}${violations.length > 1 ? ` See errors for ${rest}.` : ''}`;
}

/** The message with its path in parentheses after its first sentence, unless the message already contains it. */
function sentenceOf({ path, message }: Violation): string {
  if (message.includes(path)) return message;
  return message.replace(/[.!?](?=\s|$)/, (end) => ` (${path})${end}`);
}

/** The error for a request with exactly one problem. */
export function invalid<Rule extends RuleName>(
  path: string,
  rule: Rule,
  message: string,
  ...params: ParamsArgument<Rule>
): DomainError {
  return validationFailed([violation(path, rule, message, ...params)]);
}

/**
 * The error for a resource that does not exist, or whose existence must stay hidden: both look the same.
 * @param resource the kind of resource, such as `entry`
 * @param where which part of the request named it
 */
export function notFound(resource: string, where = 'the id in the path'): DomainError {
  return new DomainError('not_found', `There is no such ${resource.replaceAll('_', ' ')}; check ${where}.`, {
    resource,
  });
}

/** Takes what is refused for not being there, as in `.catch(asNothing)`. @throws what is no refusal, and `unavailable` */
export function asNothing(error: unknown): undefined {
  if (error instanceof DomainError && error.code !== 'unavailable') return undefined;
  throw error;
}
