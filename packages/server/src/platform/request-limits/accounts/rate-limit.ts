/**
 * The headers that tell clients about limits: `RateLimit-Policy` and `RateLimit` of draft-ietf-httpapi-ratelimit-headers-11,
 * lists of structured fields (RFC 9651). Values are numbers and fixed names, so they need no escaping.
 */
import { changingLines } from '../../http/written-head.ts';
import type { RequestWindow, WindowLength } from './request-window.ts';

const SECOND_MS = 1_000;

/** What a response says about the limits of an account; nothing for one without. */
export interface RateLimit {
  /** Names and values in turn. */
  readonly headers: readonly string[];
  /** The same as text of a response head (`changingLines`). */
  readonly lines: string;
}

export const NO_LIMIT: RateLimit = { headers: [], lines: '' };

/** One limit, and the window that it holds in. */
export interface LimitedWindow {
  readonly length: WindowLength;
  readonly limit: number;
  readonly window: RequestWindow;
}

/** What is said of limits. @param now milliseconds since the epoch */
export function rateLimitOf(limits: readonly LimitedWindow[], now: number): RateLimit {
  if (limits.length === 0) return NO_LIMIT;
  const policies = limits.map(
    ({ length, limit, window }) => `"${length}";q=${limit};w=${(window.endsAt - window.startedAt) / SECOND_MS}`,
  );
  const states = limits.map(
    ({ length, limit, window }) => `"${length}";r=${window.remaining(limit)};t=${waitSeconds(window.endsAt - now)}`,
  );
  const headers = ['ratelimit-policy', policies.join(', '), 'ratelimit', states.join(', ')];
  return { headers, lines: changingLines(headers) };
}

/** Whole seconds to wait, at least one. */
export function waitSeconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / SECOND_MS));
}
