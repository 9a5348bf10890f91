/**
 * Brings what is not acknowledged onto the device: at once after a key, without waiting for the key before, as what has not
 * been handed over is lost with the tab. The device does the writes in their order.
 */
import { backoffMs } from './backoff.ts';
import type { Device, KeptValue } from './device.ts';
import type { EntryAddress } from './types.ts';
import type { ValuePath } from './value-path.ts';

/** Writes that take the page longer than this are not repeated with every key. */
const HEAVY_MS = 4;
/** One alone is slow where the machine does something else; to wait after that would put keys at risk. */
const HEAVY_IN_A_ROW = 3;
const AFTER_HEAVY_MS = 250;
/** While so many are under way, what changes waits, and goes with the next. */
const WRITES_AT_ONCE_MAX = 32;

export interface DeviceWritesParts {
  readonly device: Pick<Device, 'keep'>;
  readonly address: EntryAddress;
  /** What to keep of a value now; null if it is acknowledged. */
  readonly valueToKeep: (path: ValuePath) => KeptValue | null;
  /** Called with the failure of a write, and with null when one succeeds. */
  readonly onOutcome: (failure: Error | null) => void;
}

export class DeviceWrites {
  readonly #parts: DeviceWritesParts;
  readonly #changed = new Set<ValuePath>();
  readonly #writes = new Set<Promise<void>>();
  #isAboutToWrite = false;
  #isClosed = false;
  #heavyInARow = 0;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: DeviceWritesParts) {
    this.#parts = parts;
  }

  /** Something about these values is another than what is kept. */
  changed(paths: Iterable<ValuePath>): void {
    if (this.#isClosed) return;
    const news = [...paths];
    for (const path of news) this.#changed.add(path);
    // What was refused before waits for a key, or for its next try: without either, the answer would be the same.
    if (news.length > 0) this.#writeSoon();
  }

  /** Writes what waits, and nothing after that. Resolves when the device has answered. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#write();
    await Promise.all(this.#writes);
  }

  #writeSoon(): void {
    if (this.#changed.size === 0 || this.#isAboutToWrite || this.#writes.size >= WRITES_AT_ONCE_MAX) return;
    this.#isAboutToWrite = true;
    if (this.#heavyInARow >= HEAVY_IN_A_ROW) this.#writeIn(AFTER_HEAVY_MS);
    // Several values that change in one task are one write.
    else queueMicrotask(() => this.#write());
  }

  #writeIn(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#write(), ms);
  }

  #write(): void {
    this.#isAboutToWrite = false;
    if (this.#changed.size === 0) return;
    const write = this.#hand([...this.#changed]).then((isKept) => {
      this.#writes.delete(write);
      // What came while too much was under way.
      if (isKept) this.#writeSoon();
    });
    this.#writes.add(write);
  }

  /** Hands values over to the device. @returns whether it took them */
  async #hand(paths: readonly ValuePath[]): Promise<boolean> {
    const { device, address, valueToKeep, onOutcome } = this.#parts;
    this.#changed.clear();
    const values = new Map(paths.map((path) => [path, valueToKeep(path)]));
    try {
      const isHeavy = (await device.keep(address, values)) > HEAVY_MS;
      this.#heavyInARow = isHeavy ? this.#heavyInARow + 1 : 0;
      this.#failures = 0;
      onOutcome(null);
      return true;
    } catch (error) {
      this.#failed(paths);
      onOutcome(error instanceof Error ? error : new Error(String(error)));
      return false;
    }
  }

  /** Until it is tried again, the values are in memory, and the state says so. */
  #failed(paths: readonly ValuePath[]): void {
    if (this.#isClosed) return;
    this.#failures += 1;
    for (const path of paths) this.#changed.add(path);
    if (!this.#isAboutToWrite) this.#writeIn(backoffMs(this.#failures));
  }
}
