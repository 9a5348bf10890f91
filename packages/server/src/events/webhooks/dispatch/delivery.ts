/**
 * Deliveries and attempts. A delivery is one event for one webhook and never changes; an attempt is one request that sends it.
 * `due_at` orders the queue: requested attempts come first, then first attempts in the order of their events, then retries by
 * their time.
 */

/** `due_at` of a first attempt that is only waiting for its turn. */
export const AT_ONCE = 0;
/** `due_at` of a requested attempt. It is made whatever the state of the webhook. */
export const REQUESTED = -1;
/** `step` of a requested attempt. It is outside the schedule and not retried. */
export const OUTSIDE_SCHEDULE = 0;
/** What the `resource` of samples begins with: they keep no order. */
export const SAMPLE = 'sample';

/** One event for one webhook. */
export interface Delivery {
  /** `dlv_…`: lets receivers recognise repetitions. */
  readonly id: string;
  readonly webhook: string;
  /** `evt_…`: the same for all webhooks that receive the event. */
  readonly eventId: string;
  readonly event: string;
  /** `<environment>/<kind>/<key>`: first attempts for one resource are sent in order. */
  readonly resource: string;
  /** Position of the event in the journal of its environment. */
  readonly revision: number;
  readonly ordinal: number;
  /** The body that every attempt sends. */
  readonly body: string;
  /** `X-CMS-Tags`: what caches know everything by that the event may make stale, with commas. */
  readonly tags: string;
  /** `X-CMS-Slugs`; null for none. */
  readonly slugs: string | null;
}

/** A pending attempt. */
export interface Attempt {
  /** `atm_…`. */
  readonly id: string;
  readonly delivery: Delivery;
  /** From 1. */
  readonly attempt: number;
  /** Place in the schedule, from 1, or `OUTSIDE_SCHEDULE`. */
  readonly step: number;
}

/** The outcome of an attempt. */
export interface AttemptResult {
  /** Milliseconds. */
  readonly attemptedAt: number;
  readonly durationMs: number;
  /** Null if there was no response. */
  readonly statusCode: number | null;
  /** Why there was no response, or why the response does not count; null for a success. */
  readonly error: string | null;
  /** The beginning of the response. */
  readonly response: string;
  /** The beginning of its headers. */
  readonly responseHeaders: Readonly<Record<string, string>>;
  /** `Retry-After` as received. */
  readonly retryAfter: string | null;
  readonly url: string;
  /** The headers as sent, with the values of custom headers masked. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Whether the receiver accepted the delivery. */
export function isSuccess({ statusCode, error }: Pick<AttemptResult, 'statusCode' | 'error'>): boolean {
  return error === null && statusCode !== null && statusCode >= 200 && statusCode < 300;
}
