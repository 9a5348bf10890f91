/** One planned request, with what it leads to. */
import type { State } from './rules.ts';

/** What an operation means in a state. */
export interface Plan {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: Record<string, unknown>;
  /** The state afterwards, where it may succeed. */
  readonly next: State | null;
  /** Error codes that are right, where it may be refused. */
  readonly refusals: readonly string[];
  /** Key of the entry whose version, status and slug the response tells. */
  readonly entry?: string;
  /** Code of the locale that the response's id belongs to. */
  readonly locale?: string;
}
