/**
 * Limits how many attempts run at the same time: in total, to one host, and to failing receivers, so that failing receivers
 * never hold up the others.
 */

/** Concurrent attempts of this process. */
const RUNNING_MAX = 96;
/** How many of those may go to webhooks whose last attempt failed. */
const FAILING_MAX = 32;
const HOST_MAX = 24;
const FAILING_HOST_MAX = 2;

/** What decides which limits apply. */
interface Receiver {
  readonly host: string;
  readonly failures: number;
}

export class Slots {
  readonly #byHost = new Map<string, number>();
  #running = 0;
  #failing = 0;

  areFreeFor({ host, failures }: Receiver): boolean {
    const toHost = this.#byHost.get(host) ?? 0;
    if (failures === 0) return this.#running < RUNNING_MAX && toHost < HOST_MAX;
    return this.#running < RUNNING_MAX && this.#failing < FAILING_MAX && toHost < FAILING_HOST_MAX;
  }

  /** Takes a slot; returns a function that frees it. */
  take({ host, failures }: Receiver): () => void {
    const isFailing = failures > 0;
    this.#running += 1;
    if (isFailing) this.#failing += 1;
    this.#byHost.set(host, (this.#byHost.get(host) ?? 0) + 1);
    return () => {
      this.#running -= 1;
      if (isFailing) this.#failing -= 1;
      const left = (this.#byHost.get(host) ?? 1) - 1;
      if (left === 0) this.#byHost.delete(host);
      else this.#byHost.set(host, left);
    };
  }
}
