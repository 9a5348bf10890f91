/** Messages between the primary process and its workers. Anything else is ignored. */
import type { EndReason } from './drain.ts';

/** A worker accepts requests. */
export interface Serving {
  readonly kind: 'serving';
  /** URL of the service, without a trailing `/`. */
  readonly address: string;
}

/** The primary asks a worker to shut down. */
export interface Drain {
  readonly kind: 'drain';
  readonly reason: EndReason;
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
