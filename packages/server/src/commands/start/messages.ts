/** What the primary process and its workers say to each other. Anything else that comes is none of theirs. */

/** A worker takes requests. */
export interface Serving {
  readonly kind: 'serving';
  /** Address of the service, without `/` at its end. */
  readonly address: string;
}

/** The primary has a worker end; the signal as the primary got it. */
export interface Drain {
  readonly kind: 'drain';
  readonly signal: 'SIGTERM' | 'SIGINT';
}

export function isServing(message: unknown): message is Serving {
  return kindOf(message) === 'serving';
}

export function isDrain(message: unknown): message is Drain {
  return kindOf(message) === 'drain';
}

function kindOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null && 'kind' in message ? message.kind : undefined;
}
