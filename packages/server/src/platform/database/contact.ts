/**
 * Whether the database is heard from. Once it is known to be away, reads are refused at once instead of waiting for it
 * one by one, and a probe in the background finds out when it is back. Invariant: what a caller recalls meanwhile was
 * confirmed by the database less than `serveStaleMs` ago, and nothing is recalled while it responds.
 */

/** How soon it is noticed that a server is away or back, in milliseconds. */
export interface ContactPace {
  /** So long nothing comes back for what was asked, until a probe is sent. */
  readonly silenceMs: number;
  /** How long a probe takes at most; one that took longer was held up in this process. */
  readonly probeMaxMs: number;
  /** How long after a probe that failed the next one is sent. */
  readonly probeEveryMs: number;
}

/** Of the database itself, in whose place there is nothing but memory. */
export const databasePace: ContactPace = { silenceMs: 750, probeMaxMs: 1_500, probeEveryMs: 200 };
const HELD_UP_MS = 250;

/** What the rest of the product sees of it. */
export interface Contact {
  /** How long what the database confirmed may be used while it is away, in milliseconds; 0 for not at all. */
  readonly serveStaleMs: number;
  /** Whether the database is known not to respond. */
  readonly isAway: boolean;
  /** Whether it was heard from so lately that what it confirmed then may be used now, should it be away. */
  readonly mayRecallAny: boolean;
  /** How long it has not been heard from, in milliseconds; 0 while it is not away. */
  readonly silentMs: number;
  /** Whether something may be used that the database confirmed so many milliseconds ago, as it is away. */
  mayRecall(ageMs: number): boolean;
  /**
   * Does what asks the database, and notices whether it answers.
   * @throws `unavailable` at once while it is away, and as soon as that is known; what `ask` throws
   */
  listen<T>(ask: () => Promise<T>): Promise<T>;
}

/** Of a database in the process itself. */
export const alwaysThere: Contact = {
  serveStaleMs: 0,
  isAway: false,
  mayRecallAny: false,
  silentMs: 0,
  mayRecall: () => false,
  listen: (ask) => ask(),
};

/** Called when the database is lost, and when it is found again. */
export interface ContactNotices {
  readonly onLost?: ((error: unknown) => void) | undefined;
  readonly onFound?: ((awayMs: number) => void) | undefined;
}

export interface ContactParts extends ContactNotices {
  readonly pace: ContactPace;
  /** Asks the database for a sign of life, on a connection of its own, within `probeMaxMs`. */
  readonly probe: () => Promise<void>;
  /** Makes the error of what is refused as the database is away. */
  readonly refusal: (cause?: unknown) => Error;
  /** Whether an error means that the database was not heard. */
  readonly isSilence: (error: unknown) => boolean;
  /** How long what it confirmed may be used while it is away, in milliseconds. */
  readonly serveStaleMs: number;
}

export class ServerContact implements Contact {
  readonly #parts: ContactParts;
  /** What is asked and not answered, as what refuses it. */
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

  get silentMs(): number {
    return this.#isAway ? performance.now() - this.#heardAt : 0;
  }

  /** Whether it answered anything within so many milliseconds. */
  wasHeardWithin(ms: number): boolean {
    return !this.#isAway && performance.now() - this.#heardAt < ms;
  }

  mayRecall(ageMs: number): boolean {
    return this.#isAway && Math.max(ageMs, this.silentMs) < this.#parts.serveStaleMs;
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
          if (!this.#parts.isSilence(error)) return reject(error);
          this.#probe().then(() => reject(error));
        },
      );
    });
  }

  /** Ends the probes. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#watch);
  }

  /** Probes a database that has been silent for a while; it may only be slow. */
  #look(): void {
    this.#watch = undefined;
    if (this.#asked.size === 0 || this.#isAway || this.#isClosed) return;
    const { silenceMs } = this.#parts.pace;
    if (performance.now() - this.#heardAt >= silenceMs) this.#probe();
    this.#watch = setTimeout(() => this.#look(), silenceMs).unref();
  }

  /** Finds out whether it is there; resolves when that is known. */
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
      // The answer may lie in the buffers of a process that had no time to read it.
      const isHeldUp = performance.now() - startedAt > this.#parts.pace.probeMaxMs + HELD_UP_MS;
      if (this.#isAway || !isHeldUp) this.#lose(error);
    }
  }

  #heard(): void {
    const silentMs = this.silentMs;
    this.#heardAt = performance.now();
    if (!this.#isAway) return;
    this.#isAway = false;
    this.#parts.onFound?.(silentMs);
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
