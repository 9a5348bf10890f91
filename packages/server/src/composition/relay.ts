/** What a process that only answers requests tells the one that does the background work for it, and measures it. */
import type { AnsweredRequest } from '../platform/http/metrics.ts';
import type { MovedEnvironment } from '../platform/journal/journal.ts';

export interface Relay {
  /** Told after the commit of each environment that a write moved. */
  readonly moved: (environment: MovedEnvironment) => void;
  /** Told of each request that was answered. */
  readonly answered: (response: AnsweredRequest) => void;
}
