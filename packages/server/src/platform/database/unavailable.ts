/** The refusal of what the database could not do just now. */
import { DomainError } from '../errors/domain-error.ts';

/** Says to try again; the cause goes to the log alone. */
export function unavailable(cause?: unknown): DomainError {
  const refusal = new DomainError('unavailable', 'The database could not take the request; try again in a moment.');
  refusal.cause = cause;
  return refusal;
}
