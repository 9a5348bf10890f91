/**
 * Tracks whether the database responds. Once it is known to be away, reads are refused at once instead of each waiting
 * for it, and a background probe finds out when it is back. Invariant: data recalled in the meantime was confirmed by the
 * database less than `serveStaleMs` ago, and nothing is recalled while the database responds.
 */

/** How soon to notice that a server is away or back, in milliseconds. */
export interface ContactPace {
  /** A probe is sent if pending queries get no response for this long. */
  readonly silenceMs: number;
  /** How long a probe may take. If one took longer, this process itself was delayed. */
  readonly probeMaxMs: number;
  /** The delay between a failed probe and the next one. */
  readonly probeEveryMs: number;
}

/** For the primary database, which nothing but memory can replace. */
export const databasePace: ContactPace = { silenceMs: 750, probeMaxMs: 1_500, probeEveryMs: 200 };
const HELD_UP_MS = 250;

/** What the rest of the product sees of this tracking. */
export interface Contact {
  /** How long confirmed data may be used while the database is away, in milliseconds; 0 for not at all. */
  readonly serveStaleMs: number;
  /** Whether the database is known not to respond. */
  readonly isAway: boolean;
  /** Whether the database responded recently enough that data confirmed then may be used now, should it be away. */
  readonly mayRecallAny: boolean;
  /** How long the database has been silent, in milliseconds; 0 while it is not away. */
  readonly unreachableMs: number;
  /** Whether the database is away and data that it confirmed `ageMs` milliseconds ago may be used. */
  canUseCached(ageMs: number): boolean;
  /**
   * Runs `ask`, which queries the database, and notes whether it gets a response.
   * @throws `unavailable` at once while the database is away, or as soon as that is known; what `ask` throws
   */
  listen<T>(ask: () => Promise<T>): Promise<T>;
}

/** For a database inside this process, which is never away. */
export const alwaysReachable: Contact = {
  serveStaleMs: 0,
  isAway: false,
  mayRecallAny: false,
  unreachableMs: 0,
  canUseCached: () => false,
  listen: (ask) => ask(),
};

/** Called when contact to the database is lost, and when it is restored. */
export interface ContactNotices {
  readonly onLost?: ((error: unknown) => void) | undefined;
  readonly onFound?: ((awayMs: number) => void) | undefined;
}

export interface ContactParts extends ContactNotices {
  readonly pace: ContactPace;
  /** Sends a probe to the database on a separate connection, within `probeMaxMs`. */
  readonly probe: () => Promise<void>;
  /** Creates the error for requests that are refused while the database is away. */
  readonly refusal: (cause?: unknown) => Error;
  /** Whether an error means that the database did not respond. */
  readonly isUnreachable: (error: unknown) => boolean;
  /** How long confirmed data may be used while the database is away, in milliseconds. */
  readonly serveStaleMs: number;
}

export class ServerContact implements Contact {
  readonly #parts: ContactParts;
  /** Pending queries, as functions that reject them. */
  readonly #asked = new Set<(error: unknown) => void>();
  #heardAt = performance.now();
  #isAway = false;
  #isClosed = false;
  #watch: NodeJS.Timeout | undefined;
  #probing: Promise<void> | undefined;

  constructor(parts: ContactParts) {
    this.#parts = parts;
  }

  get serveStaleMs(): number {
    return this.#parts.serveStaleMs;
  }

  get isAway(): boolean {
    return this.#isAway;
  }

  get mayRecallAny(): boolean {
    return performance.now() - this.#heardAt < this.#parts.serveStaleMs;
  }

  get unreachableMs(): number {
    return this.#isAway ? performance.now() - this.#heardAt : 0;
  }

  /** Whether the database responded to anything within the last `ms` milliseconds. */
  wasHeardWithin(ms: number): boolean {
    return !this.#isAway && performance.now() - this.#heardAt < ms;
  }

  canUseCached(ageMs: number): boolean {
    return this.#isAway && Math.max(ageMs, this.unreachableMs) < this.#parts.serveStaleMs;
  }

  listen<T>(ask: () => Promise<T>): Promise<T> {
    if (this.#isAway) return Promise.reject(this.#parts.refusal());
    return new Promise((resolve, reject) => {
      this.#asked.add(reject);
      this.#watch ??= setTimeout(() => this.#look(), this.#parts.pace.silenceMs).unref();
      ask().then(
        (answer) => {
          this.#asked.delete(reject);
          this.#heard();
          resolve(answer);
        },
        (error: unknown) => {
          this.#asked.delete(reject);
          if (!this.#parts.isUnreachable(error)) return reject(error);
          this.#probe().then(() => reject(error));
        },
      );
    });
  }

  /** Stops probing. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#watch);
  }

  /** Probes a database that has been silent for a while; it may just be slow. */
  #look(): void {
    this.#watch = undefined;
    if (this.#asked.size === 0 || this.#isAway || this.#isClosed) return;
    const { silenceMs } = this.#parts.pace;
    if (performance.now() - this.#heardAt >= silenceMs) this.#probe();
    this.#watch = setTimeout(() => this.#look(), silenceMs).unref();
  }

  /** Finds out whether the database is there. Resolves when that is known. */
  #probe(): Promise<void> {
    this.#probing ??= this.#probeOnce().finally(() => {
      this.#probing = undefined;
    });
    return this.#probing;
  }

  async #probeOnce(): Promise<void> {
    const startedAt = performance.now();
    try {
      await this.#parts.probe();
      this.#heard();
    } catch (error) {
      if (this.#heardAt >= startedAt) return;
      // The response may be in the buffers of this process, which had no time to read it.
      const isHeldUp = performance.now() - startedAt > this.#parts.pace.probeMaxMs + HELD_UP_MS;
      if (this.#isAway || !isHeldUp) this.#lose(error);
    }
  }

  #heard(): void {
    const unreachableMs = this.unreachableMs;
    this.#heardAt = performance.now();
    if (!this.#isAway) return;
    this.#isAway = false;
    this.#parts.onFound?.(unreachableMs);
  }

  #lose(error: unknown): void {
    if (this.#isClosed) return;
    this.#watch = setTimeout(() => this.#lookAgain(), this.#parts.pace.probeEveryMs).unref();
    if (this.#isAway) return;
    this.#isAway = true;
    for (const refuse of this.#asked) refuse(this.#parts.refusal(error));
    this.#asked.clear();
    this.#parts.onLost?.(error);
  }

  #lookAgain(): void {
    this.#watch = undefined;
    if (this.#isAway && !this.#isClosed) this.#probe();
  }
}
