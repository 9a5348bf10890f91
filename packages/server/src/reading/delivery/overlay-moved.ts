/** Says that what lies over an environment is no longer what the request was read for. */
import { DomainError } from '../../platform/errors/domain-error.ts';

const RETRY_AFTER_SECONDS = 1;

export class OverlayMoved extends DomainError {
  constructor() {
    const message = 'The change set is being changed again and again; try again.';
    super('unavailable', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
}
