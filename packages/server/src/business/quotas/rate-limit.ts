/**
 * The headers that tell clients about limits: `RateLimit-Policy` and `RateLimit` of draft-ietf-httpapi-ratelimit-headers-11,
 * lists of structured fields (RFC 9651). Values are numbers and fixed names, so they need no escaping.
 */
import { endOfWindow, type WindowLength } from './window-length.ts';

const SECOND_MS = 1_000;

/** Headers of a response: names and values in turn; none for an account without limits. */
export type RateLimitHeaders = readonly string[];

export const NO_LIMIT: RateLimitHeaders = [];

/** One limit as it stands. */
export interface LimitState {
  readonly length: WindowLength;
  readonly limit: number;
  /** When the window started, in milliseconds since the epoch. */
  readonly startedAt: number;
  readonly remaining: number;
  /** Milliseconds until the window ends. */
  readonly endsInMs: number;
}

/** The headers that describe limits. */
export function rateLimitHeaders(states: readonly LimitState[]): RateLimitHeaders {
  let [policy, limits, separator] = ['', '', ''];
  for (const state of states) {
    policy += `${separator}"${state.length}";q=${state.limit};w=${secondsOf(state)}`;
    limits += `${separator}"${state.length}";r=${state.remaining};t=${waitSeconds(state.endsInMs)}`;
    separator = ', ';
  }
  return ['ratelimit-policy', policy, 'ratelimit', limits];
}

/** Whole seconds to wait, at least one. */
export function waitSeconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / SECOND_MS));
}

function secondsOf({ length, startedAt }: LimitState): number {
  return (endOfWindow(length, startedAt) - startedAt) / SECOND_MS;
}
