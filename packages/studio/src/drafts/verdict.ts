/** What follows for an open entry from the way in which a request failed. Pure: decides, and does nothing. */
import { ApiProblem, SessionEnded, type Violation } from '../api/problem.ts';
import type { Need } from './types.ts';

export type Verdict =
  /** Somebody else changed the entry, or it exists already: read it, merge, and send again. */
  | { readonly kind: 'behind' }
  | { readonly kind: 'values'; readonly violations: readonly Violation[] }
  /** Another entry has this slug. The problem does not say in which field it was given. */
  | { readonly kind: 'slug'; readonly slug: unknown; readonly message: string }
  /** Try again as it was; not before `askedMs` where the server said so. */
  | { readonly kind: 'wait'; readonly askedMs: number | null }
  | { readonly kind: 'log-in' }
  | { readonly kind: 'need'; readonly need: Need };

export function verdictOn(error: unknown): Verdict {
  if (error instanceof SessionEnded) return { kind: 'log-in' };
  if (!(error instanceof ApiProblem)) return { kind: 'wait', askedMs: null };
  const { status, code, message, violations, detail, retryAfterMs } = error;
  if (status >= 500 || status === 429 || status === 408 || code === 'environment_not_ready')
    return { kind: 'wait', askedMs: retryAfterMs };
  if (code === 'version_conflict' || code === 'conflict') return { kind: 'behind' };
  if (code === 'slug_conflict') return { kind: 'slug', slug: detail.slug, message };
  if (status === 422 && violations.length > 0) return { kind: 'values', violations };
  if (status === 401) return { kind: 'log-in' };
  if (status === 403) return { kind: 'need', need: { kind: 'permission', message } };
  if (status === 404) return { kind: 'need', need: { kind: 'deleted', message } };
  if (code === 'invalid_transition') return { kind: 'need', need: { kind: 'archived', message } };
  return { kind: 'need', need: { kind: 'refused', message } };
}

/**
 * Whether the server has certainly not done what was asked. A conflict does not say so: where a connection ends without an
 * answer, browsers repeat the request by themselves (RFC 9110, 9.2.2 lets them, as `If-Match` makes that harmless), and what
 * is answered is the repetition, which meets what the first one did.
 */
export function isRefusal(error: unknown): boolean {
  if (error instanceof SessionEnded) return true;
  if (!(error instanceof ApiProblem) || error.status >= 500 || error.status === 408) return false;
  return verdictOn(error).kind !== 'behind';
}
