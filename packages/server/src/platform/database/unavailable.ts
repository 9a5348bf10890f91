/** Errors for requests that the database cannot serve at the moment. */
import { DomainError } from '../errors/domain-error.ts';
import type { DatabaseCondition } from './database.ts';

/** What prevents one request. */
type Obstacle = Exclude<DatabaseCondition, 'failing'>;

const messages: Readonly<Record<Obstacle, string>> = {
  ok: 'The database could not handle the request; try again in a moment.',
  full: 'The disk of the database is full, so nothing was written; free space on it, and try again.',
  damaged: 'The database is damaged and takes no writes; the operator has to restore it, as the log says.',
  replaced:
    'The file of the database was removed or replaced, so nothing was written; the operator has to put it back or start again, as the log says.',
};

/**
 * Tells the client to retry, and what the obstacle is if that is known. The cause only goes to the log. Nothing was
 * written.
 */
export function unavailable(cause?: unknown, condition: Obstacle = 'ok'): DomainError {
  return causedBy(cause, new DomainError('unavailable', messages[condition]));
}

/** Tells the client that its write was sent to be committed, but the outcome is unknown. */
export function outcomeUnknown(cause?: unknown): DomainError {
  const message =
    'The database did not confirm the write, which may have been done: repeat the request with the same Idempotency-Key; if it had none, check first whether it was done.';
  return causedBy(cause, new DomainError('unavailable', message, { outcome: 'unknown' }));
}

/** Tells the client that its request was written, completely or in part, before the database failed. */
export function alreadyWritten(cause: unknown): DomainError {
  const message =
    'The request, or a part of it, was written before the database failed: repeat it with the same Idempotency-Key; if it had none, check first what was written.';
  return causedBy(cause, new DomainError('unavailable', message, { outcome: 'unknown' }));
}

/** Whether a write that failed with this error may still have been committed. */
export function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof DomainError && error.extra.outcome === 'unknown';
}

/** Whether something was refused because the database is damaged. */
export function isDamageRefusal(error: unknown): boolean {
  return error instanceof DomainError && error.message === messages.damaged;
}

function causedBy(cause: unknown, refusal: DomainError): DomainError {
  refusal.cause = cause;
  return refusal;
}
