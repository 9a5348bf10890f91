/** One planned request, with what it leads to. */
import type { State } from './rules.ts';

/** What an operation means in a state. */
export interface Plan {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: Record<string, unknown>;
  /** The state afterwards, if the request may succeed. */
  readonly next: State | null;
  /** The acceptable error codes, if the request may be rejected. */
  readonly refusals: readonly string[];
  /** Key of the entry whose version, status and slug the response tells. */
  readonly entry?: string;
  /** Code of the locale that the response's id belongs to. */
  readonly locale?: string;
}
