/**
 * Hears of changes over a stream that is opened anew whenever it ends, from the last event on. Where the service has no stream to give,
 * it waits for pages of changes instead, and tries the stream again after each. Invariant: between the first event and the end nothing is
 * missed, and nothing told twice; where the service cannot say what has changed, it is said that all may have.
 */
import { LecternError } from '../lectern-error.ts';
import { pause } from '../pause.ts';
import { placeOf } from '../place.ts';
import { refusal } from '../transport.ts';
import type { ClientOptions } from '../types/client.ts';
import { called } from './called.ts';
import { anyChange, type Change } from './change.ts';
import { ChangePages } from './change-pages.ts';
import { type LiveEvent, readEvents } from './events.ts';

/** Silence after which a stream is taken for dead: the service sends something every 20 s. */
const SILENCE_MS = 45_000;
const WAIT_MS = 500;
const WAIT_MAX_MS = 30_000;
/** Refusals that pass: slow, an environment that is being made, too many. */
const PASSING = [408, 409, 429];
const UNAVAILABLE = 503;

/** How one listens. */
export interface LiveOptions {
  /** Called once changes are heard of, and again whenever a stream was opened anew. */
  onReady?: (revision: number) => void;
  /**
   * Called with a `LecternError` where the service refuses it for good, such as after the key was revoked; then it has ended. Also called
   * with what `onChange` and `onReady` throw: the change counts as told, and listening goes on. Without it, that is an uncaught error.
   */
  onError?: (error: unknown) => void;
}

/** What is done with what comes. */
interface Following {
  readonly signal: AbortSignal;
  take(event: LiveEvent): void;
  /**
   * Waits for changes while there is no stream, and takes what there is.
   * @param lastId of the last event
   * @returns the place to go on from; undefined where that is known by the last event still
   */
  wait(lastId: string | undefined): Promise<string | undefined>;
}

/**
 * Calls back whenever something has changed that the key can read. One stream is meant for a process of a site, not for a visitor.
 * @returns ends it
 */
export function live(
  client: ClientOptions,
  onChange: (change: Change) => void,
  { onReady, onError }: LiveOptions = {},
): () => void {
  const end = new AbortController();
  const take = ({ name, data }: LiveEvent) => {
    if (name === 'change') called(() => onChange({ ...(data as unknown as Change), all: false }), onError);
    if (name === 'reset') called(() => onChange(anyChange(data.revision)), onError);
    if (name === 'ready') called(() => onReady?.(data.revision), onError);
  };
  const pages = new ChangePages(client, end.signal);
  const wait = async (lastId: string | undefined) => {
    const { next, revision, change, isFirst } = await pages.after(lastId);
    if (isFirst) called(() => onReady?.(revision), onError);
    if (change) called(() => onChange(change), onError);
    return next;
  };
  void follow(client, { take, wait, signal: end.signal }).catch((error) => onError?.(error));
  return () => end.abort();
}

/** Listens until the signal says so. @throws LecternError where the service refuses it for good */
export async function follow(client: ClientOptions, { take, wait, signal }: Following): Promise<void> {
  let lastId: string | undefined;
  for (let fails = 0; !signal.aborted; fails++) {
    let waitMs = Math.min(WAIT_MAX_MS, WAIT_MS * 2 ** fails);
    try {
      const { status, retryMs } = await listen(client, lastId, signal, (event) => {
        fails = -1;
        waitMs = WAIT_MS;
        take(event);
        lastId = event.id ?? lastId;
      });
      if (status === UNAVAILABLE) {
        for (const until = Date.now() + retryMs; !signal.aborted; await pause(spread(WAIT_MS), signal)) {
          lastId = (await wait(lastId)) ?? lastId;
          fails = -1;
          waitMs = WAIT_MS;
          if (Date.now() >= until) break;
        }
      } else waitMs = Math.max(waitMs, retryMs);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof LecternError && isLasting(error)) throw error;
    }
    await pause(spread(waitMs), signal);
  }
}

/** So that those who lost their streams together do not come together. */
function spread(ms: number): number {
  return ms * (0.5 + Math.random());
}

/**
 * Reads one stream to its end.
 * @returns the status of the response, and how long to wait at least before the next one
 * @throws LecternError where the service refuses it for good
 */
async function listen(
  client: ClientOptions,
  lastId: string | undefined,
  signal: AbortSignal,
  take: (event: LiveEvent) => void,
): Promise<{ status: number; retryMs: number }> {
  const { fetch = globalThis.fetch, token } = client;
  const dead = new AbortController();
  let timer = setTimeout(() => dead.abort(), SILENCE_MS);
  const headers: Record<string, string> = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
  if (lastId) headers['last-event-id'] = lastId;
  try {
    const response = await fetch(`${placeOf(client)}live`, { headers, signal: AbortSignal.any([signal, dead.signal]) });
    const { status } = response;
    if (!response.ok || !response.body) {
      const error = refusal(response, await response.text());
      if (isLasting(error)) throw error;
      return { status, retryMs: 1_000 * Number(response.headers.get('retry-after')) || 0 };
    }
    for await (const event of readEvents(response.body)) {
      clearTimeout(timer);
      timer = setTimeout(() => dead.abort(), SILENCE_MS);
      if (event) take(event);
    }
    return { status, retryMs: 0 };
  } finally {
    clearTimeout(timer);
  }
}

/** Whether asking again would get the same. */
function isLasting({ status }: LecternError): boolean {
  return status >= 400 && status < 500 && !PASSING.includes(status);
}
