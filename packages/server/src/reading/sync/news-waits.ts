/**
 * Requests that wait until there is something new. They use neither a connection to the database nor a place among the requests in
 * flight, and are bounded by a number of their own.
 */
import type { Heads } from '../../model/spaces/heads.ts';
import { shownRevision } from '../delivery/entity-tag.ts';
import type { ReadingPlace } from '../delivery/one-state.ts';
import type { Patience } from '../delivery/read-route.ts';
import type { ReadingKey } from '../delivery/reading-key.ts';
import type { HeadWatch } from './head-watch.ts';
import type { LongConnections } from './long-connections.ts';
import type { SyncCursor } from './sync-cursor.ts';

export interface NewsWaitsParts {
  readonly heads: Pick<Heads, 'of'>;
  readonly watch: Pick<HeadWatch, 'watch'>;
  readonly connections: LongConnections;
}

/** Who waits, for what, and how long at most. */
interface Wait {
  readonly key: ReadingKey;
  readonly place: ReadingPlace;
  readonly cursor: SyncCursor;
  readonly patience: Patience;
  readonly ms: number;
}

export class NewsWaits {
  readonly #parts: NewsWaitsParts;
  readonly #ends = new Set<() => void>();
  #isClosed = false;

  constructor(parts: NewsWaitsParts) {
    this.#parts = parts;
  }

  /**
   * Waits until the plane shows something that the cursor does not know, or the environment is another one.
   * @returns false if nothing came
   * @throws `unavailable` if too many wait already
   */
  async forNews({ key, place, cursor, patience, ms }: Wait): Promise<boolean> {
    if (this.#isClosed) return false;
    const { heads, watch, connections } = this.#parts;
    const { environment, head: known } = place;
    const leave = connections.take(key);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const look = async () => {
      const head = await heads.of(environment.number).catch(() => known);
      const isSame = head?.epoch === cursor.epoch && head.names_revision === known.names_revision;
      if (head === undefined || !isSame || shownRevision(key.kind, head) > cursor.revision) resolve(true);
    };
    const end = () => resolve(false);
    this.#ends.add(end);
    patience.onGone(end);
    const timer = setTimeout(end, ms);
    const unwatch = watch.watch(environment.number, () => void look());
    void look();
    try {
      return await promise;
    } finally {
      unwatch();
      clearTimeout(timer);
      this.#ends.delete(end);
      leave();
    }
  }

  /** Ends all waits, as the process is about to end. */
  close(): void {
    this.#isClosed = true;
    for (const end of this.#ends) end();
  }
}
