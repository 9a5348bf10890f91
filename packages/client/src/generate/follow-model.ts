/**
 * Follows the model of an environment: says when to read it anew. Invariant: what was changed before a reading began is in it, or another
 * reading follows.
 */
import { pause } from '../pause.ts';
import { live } from '../replica/live.ts';
import type { ClientOptions } from '../types/client.ts';

/** How often the model is asked for where there is no stream, or a reading failed. */
const ASK_EVERY_MS = 2_000;
/** How long after a reading what was published since is looked at: the service counts it for that. */
const PUBLISHED_EVERY_MS = 5_000;
const TIMER_MAX_MS = 2 ** 31 - 1;

/** How often the model is read at most, and what ends following. */
export interface FollowOptions {
  readonly signal?: AbortSignal | undefined;
  readonly askEveryMs?: number | undefined;
  readonly publishedEveryMs?: number | undefined;
}

/**
 * Reads at once when the model changes, and some seconds later when something is published, until the signal says so. Without a stream it
 * reads every few seconds.
 * @param read is called for one reading after the other; gives false where it failed
 */
export async function followModel(
  client: ClientOptions,
  read: () => Promise<boolean>,
  { signal, askEveryMs = ASK_EVERY_MS, publishedEveryMs = PUBLISHED_EVERY_MS }: FollowOptions,
): Promise<void> {
  let isHearing = false;
  let readAt = performance.now();
  let dueAt = readAt + askEveryMs;
  let waiting = new AbortController();
  const plan = (at: number) => {
    dueAt = Math.min(dueAt, at);
    waiting.abort();
  };
  const stop = live(client, ({ model, all }) => plan(model || all ? 0 : readAt + publishedEveryMs), {
    // What was changed while there was no stream may not be told.
    onReady: () => {
      isHearing = true;
      plan(0);
    },
    onError: () => {
      isHearing = false;
      plan(readAt + askEveryMs);
    },
  });
  signal?.addEventListener('abort', () => waiting.abort());
  while (!signal?.aborted) {
    const waitMs = dueAt - performance.now();
    if (waitMs > 0) {
      waiting = new AbortController();
      await pause(Math.min(waitMs, TIMER_MAX_MS), waiting.signal);
      continue;
    }
    dueAt = Number.POSITIVE_INFINITY;
    const isRead = await read();
    readAt = performance.now();
    if (!isRead || !isHearing) plan(readAt + askEveryMs);
  }
  stop();
}
