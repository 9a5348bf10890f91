/** The error of a request that the service refused, or that did not reach it. */

/** What an error says besides its message. */
export interface ErrorParts {
  /** HTTP status; 0 where there was no response. */
  status: number;
  /** `code` of the service; `network`, `timeout` or `response` where the service gave none. */
  code: string;
  /** What the service says of it: `message`, and `errors` with the parameters that are wrong. */
  detail?: unknown;
  /** By it the operators of the service find the request in their log. */
  requestId?: string | null;
  cause?: unknown;
}

export class LecternError extends Error {
  override readonly name = 'LecternError';
  declare readonly status: number;
  declare readonly code: string;
  declare readonly detail: unknown;
  declare readonly requestId: string | null;

  constructor(message: string, { cause, ...parts }: ErrorParts) {
    super(message, cause === undefined ? {} : { cause });
    Object.assign(this, { requestId: null, ...parts });
  }
}
