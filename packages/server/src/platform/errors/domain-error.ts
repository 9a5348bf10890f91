/**
 * The errors that rules throw: a code of the catalogue and a sentence that says what to do. It knows nothing of HTTP.
 */
import type { ErrorCode } from './catalogue.ts';

/** One problem in a request: where (`fields.title.en-US`, `query.limit`), which rule, what to do. */
export interface Violation {
  readonly path: string;
  readonly rule: string;
  readonly message: string;
}

/** An error with a code of the catalogue. `extra` holds further keys for `detail`. */
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

/** The error for a request with one or more problems. */
export function validationFailed(errors: readonly Violation[]): DomainError {
  const [first] = errors;
  const message =
    errors.length === 1 && first !== undefined
      ? sentenceOf(first)
      : `${errors.length} things in the request are not valid; see errors.`;
  return new DomainError('validation_failed', message, { errors });
}

/** The message with its path in parentheses after its first sentence, unless the message names it. */
function sentenceOf({ path, message }: Violation): string {
  if (message.includes(path)) return message;
  return message.replace(/[.!?](?=\s|$)/, (end) => ` (${path})${end}`);
}

/** The error for a request with exactly one problem. */
export function invalid(path: string, rule: string, message: string): DomainError {
  return validationFailed([{ path, rule, message }]);
}

/**
 * The error for what does not exist or must not be known to exist: both look the same.
 * @param resource the kind of resource that was named, such as `entry`
 * @param where what named it
 */
export function notFound(resource: string, where = 'the id in the path'): DomainError {
  return new DomainError('not_found', `There is no such ${resource.replaceAll('_', ' ')}; check ${where}.`, {
    resource,
  });
}
