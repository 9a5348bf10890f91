/**
 * What rules throw when they refuse: an error of the catalogue with a sentence that says what to do.
 * It knows nothing of HTTP.
 */
import type { ErrorCode } from './catalogue.ts';

/** One thing that is wrong in a request: where (`fields.title.en-US`, `query.limit`), which rule, what to do. */
export interface Violation {
  readonly path: string;
  readonly rule: string;
  readonly message: string;
}

/** A refusal with a code of the catalogue. `extra` holds the further keys that stand beside it in `detail`. */
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

/** The refusal of a request in which one or more things are not valid. */
export function validationFailed(errors: readonly Violation[]): DomainError {
  const [first] = errors;
  const message =
    errors.length === 1 && first !== undefined
      ? `${first.path}: ${first.message}`
      : `${errors.length} things in the request are not valid; see errors.`;
  return new DomainError('validation_failed', message, { errors });
}

/** The refusal of a request in which exactly one thing is not valid. */
export function invalid(path: string, rule: string, message: string): DomainError {
  return validationFailed([{ path, rule, message }]);
}

/**
 * The response for what does not exist or must not be known to exist: both read alike.
 * @param resource the kind of thing that the path names, such as `entry`
 */
export function notFound(resource: string): DomainError {
  return new DomainError('not_found', `There is no such ${resource.replaceAll('_', ' ')}; check the id in the path.`, {
    resource,
  });
}
