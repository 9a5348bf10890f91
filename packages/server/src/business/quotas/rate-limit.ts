/**
 * The headers that tell clients about limits: `RateLimit-Policy` and `RateLimit` of draft-ietf-httpapi-ratelimit-headers-11,
 * lists of structured fields (RFC 9651). Values are numbers and fixed names, so they need no escaping. Every response has
 * them, so their text is made again only when something in it has changed.
 */
import { changingLines } from '../../platform/http/written-head.ts';
import type { WindowLength } from './request-window.ts';

const SECOND_MS = 1_000;
/** What remains is shown in so many steps of the limit: exactly, where the limit is no larger. */
const STEPS = 10_000;

/** What a response says about the limits of an account; nothing for one without. */
export interface RateLimit {
  /** Names and values in turn. */
  readonly headers: readonly string[];
  /** The same as text of a response head (`changingLines`). */
  readonly lines: string;
}

export const NO_LIMIT: RateLimit = { headers: [], lines: '' };

/** One limit as it stands. */
export interface LimitState {
  readonly limit: number;
  /** When the window starts and ends, in milliseconds since the epoch. */
  readonly startedAt: number;
  readonly endsAt: number;
  readonly remaining: number;
}

/** The text about one limit. */
export class LimitText {
  readonly length: WindowLength;
  #limit = Number.NaN;
  #windowMs = Number.NaN;
  #remaining = Number.NaN;
  #seconds = Number.NaN;

  constructor(length: WindowLength) {
    this.length = length;
  }

  /** Takes over how the limit stands. @returns whether its text is another one now */
  update({ limit, startedAt, endsAt, remaining }: LimitState, now: number): boolean {
    const shown = roundedDown(remaining, limit);
    const seconds = waitSeconds(endsAt - now);
    const windowMs = endsAt - startedAt;
    const isSame =
      shown === this.#remaining && seconds === this.#seconds && limit === this.#limit && windowMs === this.#windowMs;
    this.#limit = limit;
    this.#windowMs = windowMs;
    this.#remaining = shown;
    this.#seconds = seconds;
    return !isSame;
  }

  get policy(): string {
    return `"${this.length}";q=${this.#limit};w=${this.#windowMs / SECOND_MS}`;
  }

  get state(): string {
    return `"${this.length}";r=${this.#remaining};t=${this.#seconds}`;
  }
}

/** The headers with the texts of all limits of an account. */
export function rateLimitOf(texts: readonly LimitText[]): RateLimit {
  const policies = texts.map(({ policy }) => policy).join(', ');
  const states = texts.map(({ state }) => state).join(', ');
  const headers = ['ratelimit-policy', policies, 'ratelimit', states];
  return { headers, lines: changingLines(headers) };
}

/** Whole seconds to wait, at least one. */
export function waitSeconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / SECOND_MS));
}

function roundedDown(remaining: number, limit: number): number {
  return remaining - (remaining % Math.max(1, Math.floor(limit / STEPS)));
}
