/** Runs a bounded number of tasks at a time; the others wait in order. */
export class Turns {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  /** @param atOnce how many may run at the same time */
  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /**
   * Runs a task when it is its turn.
   * @param signal ends the wait, and does nothing to a task that runs
   * @throws the reason of the signal, or what the task throws
   */
  async take<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait(signal);
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }

  #wait(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(begin), 1);
        reject(signal?.reason);
      };
      this.#waiting.push(begin);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }
}
