/**
 * The headers that tell clients about limits: `RateLimit-Policy` and `RateLimit` of draft-ietf-httpapi-ratelimit-headers-11,
 * lists of structured fields (RFC 9651). Values are numbers and fixed names, so they need no escaping. They are made for
 * every response, so what does not change is kept.
 */
import { endOfWindow, type WindowLength } from './window-length.ts';

const SECOND_MS = 1_000;

/** Headers of a response: names and values in turn; none for an account without limits. */
export type RateLimitHeaders = readonly string[];

export const NO_LIMIT: RateLimitHeaders = [];

/** One limit as it stands. */
export interface LimitState {
  readonly limit: number;
  /** When the window started, in milliseconds since the epoch. */
  readonly startedAt: number;
  readonly remaining: number;
  /** Milliseconds until the window ends. */
  readonly endsInMs: number;
}

/** The text about one limit. */
export class LimitText {
  readonly #length: WindowLength;
  #limit = Number.NaN;
  #startedAt = Number.NaN;
  #policy = '';

  constructor(length: WindowLength) {
    this.#length = length;
  }

  policy({ limit, startedAt }: LimitState): string {
    const isSame = limit === this.#limit && (this.#length === 'second' || startedAt === this.#startedAt);
    if (!isSame) {
      const windowMs = endOfWindow(this.#length, startedAt) - startedAt;
      this.#policy = `"${this.#length}";q=${limit};w=${windowMs / SECOND_MS}`;
      this.#limit = limit;
      this.#startedAt = startedAt;
    }
    return this.#policy;
  }

  state({ remaining, endsInMs }: LimitState): string {
    return `"${this.#length}";r=${remaining};t=${waitSeconds(endsInMs)}`;
  }
}

/** Whole seconds to wait, at least one. */
export function waitSeconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / SECOND_MS));
}
