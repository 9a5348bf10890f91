/**
 * Hears of changes over a stream that is opened anew whenever it ends, from the last event on. Invariant: between the first event and
 * the end nothing is missed; where the service cannot say what has changed, it is said that all may have.
 */
import { LecternError } from '../lectern-error.ts';
import { pause } from '../pause.ts';
import { placeOf } from '../place.ts';
import { refusal } from '../transport.ts';
import type { ClientOptions } from '../types/client.ts';
import { type LiveEvent, readEvents } from './events.ts';

/** Silence after which a stream is taken for dead: the service sends something every 20 s. */
const SILENCE_MS = 45_000;
const WAIT_MS = 500;
const WAIT_MAX_MS = 30_000;
/** Refusals that pass: slow, an environment that is being made, too many. */
const PASSING = [408, 409, 429];

/** What has changed. */
export interface Change {
  /** The state of the content from which on it is so, for `atLeast`. */
  revision: number;
  /** Ids and content types of entries. */
  entries: [id: string, type: string, op: 'put' | 'remove'][];
  /** Ids of assets. */
  assets: [id: string, op: 'put' | 'remove'][];
  /** Whether content types or locales have changed. */
  model: boolean;
  /** What it made stale, as `tags` of pages have it. */
  tags: string[];
  /** Whether anything may have changed: then nothing is named. */
  all: boolean;
}

/** How one listens. */
export interface LiveOptions {
  /** Called once the stream is there, and again whenever it was opened anew. */
  onReady?: (revision: number) => void;
  /** Called where the service refuses it for good, such as after the key was revoked; then it has ended. */
  onError?: (error: LecternError) => void;
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
    if (name === 'change') onChange({ ...(data as unknown as Change), all: false });
    if (name === 'reset')
      onChange({ revision: data.revision, entries: [], assets: [], model: true, tags: [], all: true });
    if (name === 'ready') onReady?.(data.revision);
  };
  void stay(client, take, end.signal).catch((error) => onError?.(error));
  return () => end.abort();
}

/** Listens until the signal says so. @throws LecternError where the service refuses it for good */
async function stay(client: ClientOptions, take: (event: LiveEvent) => void, signal: AbortSignal): Promise<void> {
  let lastId: string | undefined;
  for (let fails = 0; !signal.aborted; fails++) {
    let waitMs = Math.min(WAIT_MAX_MS, WAIT_MS * 2 ** fails);
    try {
      const refusedMs = await listen(client, lastId, signal, (event) => {
        fails = -1;
        waitMs = WAIT_MS;
        take(event);
        lastId = event.id ?? lastId;
      });
      waitMs = Math.max(waitMs, refusedMs);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof LecternError) throw error;
    }
    await pause(waitMs * (0.5 + Math.random()), signal);
  }
}

/**
 * Reads one stream to its end.
 * @returns how long to wait at least before the next one
 * @throws LecternError where the service refuses it for good
 */
async function listen(
  client: ClientOptions,
  lastId: string | undefined,
  signal: AbortSignal,
  take: (event: LiveEvent) => void,
): Promise<number> {
  const { fetch = globalThis.fetch, token } = client;
  const dead = new AbortController();
  let timer = setTimeout(() => dead.abort(), SILENCE_MS);
  const headers: Record<string, string> = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
  if (lastId) headers['last-event-id'] = lastId;
  try {
    const response = await fetch(`${placeOf(client)}live`, { headers, signal: AbortSignal.any([signal, dead.signal]) });
    if (!response.ok || !response.body) {
      const error = refusal(response, await response.text());
      if (isLasting(error)) throw error;
      return 1_000 * Number(response.headers.get('retry-after')) || 0;
    }
    for await (const event of readEvents(response.body)) {
      clearTimeout(timer);
      timer = setTimeout(() => dead.abort(), SILENCE_MS);
      if (event) take(event);
    }
    return 0;
  } finally {
    clearTimeout(timer);
  }
}

/** Whether asking again would get the same. */
function isLasting({ status }: LecternError): boolean {
  return status >= 400 && status < 500 && !PASSING.includes(status);
}
