/** The error for what the database cannot do at the moment. */
import { DomainError } from '../errors/domain-error.ts';

/** Tells the client to retry; the cause only goes to the log. */
export function unavailable(cause?: unknown): DomainError {
  const refusal = new DomainError('unavailable', 'The database could not handle the request; try again in a moment.');
  refusal.cause = cause;
  return refusal;
}
