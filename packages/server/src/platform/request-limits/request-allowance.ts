/**
 * Bounds what requests without a token cost a process: each network has an allowance that grows with time, and a request
 * uses up a part of it by the size of its body. Counted in memory, since what it protects is the event loop of this
 * process; several processes each protect their own. Invariant: no network ever has more than the whole allowance.
 */
import type { Clock } from '../kit/clock.ts';
import { networkOf } from '../kit/network.ts';
import { WITHOUT_TOKEN } from './limits.ts';

const { unitsMax, unitsPerSecond, bytesPerUnit, unitsOfUnknownSize } = WITHOUT_TOKEN;
const NETWORKS_MAX = 10_000;

interface Allowance {
  readonly units: number;
  readonly at: number;
}

export class RequestAllowance {
  readonly #clock: Clock;
  /** Least recently used first. */
  readonly #networks = new Map<string, Allowance>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Counts a request, or tells how long it has to wait, in which case it is not counted.
   * @param bytes size of the body; undefined if the request does not say
   * @returns milliseconds; 0 if the request is let in
   */
  take(ip: string, bytes: number | undefined): number {
    const network = networkOf(ip);
    const now = this.#clock();
    const cost = 1 + (bytes === undefined ? unitsOfUnknownSize : Math.floor(bytes / bytesPerUnit));
    const units = this.#unitsOf(network, now);
    const missing = Math.min(cost, unitsMax) - units;
    if (missing > 0) return Math.ceil((missing / unitsPerSecond) * 1_000);
    this.#networks.delete(network);
    this.#networks.set(network, { units: Math.max(0, units - cost), at: now });
    this.#forgetOldest();
    return 0;
  }

  #unitsOf(network: string, now: number): number {
    const last = this.#networks.get(network);
    if (last === undefined) return unitsMax;
    return Math.min(unitsMax, last.units + ((now - last.at) / 1_000) * unitsPerSecond);
  }

  #forgetOldest(): void {
    if (this.#networks.size <= NETWORKS_MAX) return;
    const [oldest] = this.#networks.keys();
    if (oldest !== undefined) this.#networks.delete(oldest);
  }
}
