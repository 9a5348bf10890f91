/** The error for what the database cannot do at the moment. */
import { DomainError } from '../errors/domain-error.ts';
import type { DatabaseCondition } from './database.ts';

const messages: Readonly<Record<DatabaseCondition, string>> = {
  ok: 'The database could not handle the request; try again in a moment.',
  full: 'The disk of the database is full, so nothing was written; free space on it, and try again.',
  damaged: 'The database is damaged and takes no writes; whoever runs the service has to restore it, as its log says.',
};

/** Tells the client to retry, and what stands in the way if that is known; the cause only goes to the log. */
export function unavailable(cause?: unknown, condition: DatabaseCondition = 'ok'): DomainError {
  const refusal = new DomainError('unavailable', messages[condition]);
  refusal.cause = cause;
  return refusal;
}
