/**
 * Brings what is not acknowledged onto the device: at once after a key, without waiting for the key before, as what has not
 * been handed over is lost with the tab. The device does the writes in their order.
 */
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

export interface KeepingParts {
  readonly device: Device;
  readonly address: EntryAddress;
  /** What to keep of a value now; null if it is acknowledged. */
  readonly valueToKeep: (path: ValuePath) => KeptValue | null;
  /** Called with the failure of a write, and with null when one succeeds. */
  readonly onOutcome: (failure: Error | null) => void;
}

export class Keeping {
  readonly #parts: KeepingParts;
  readonly #changed = new Set<ValuePath>();
  #writes = 0;
  #isAboutToWrite = false;
  #heavyInARow = 0;

  constructor(parts: KeepingParts) {
    this.#parts = parts;
  }

  /** Something about these values is another than what is kept. */
  changed(paths: Iterable<ValuePath>): void {
    for (const path of paths) this.#changed.add(path);
    if (this.#changed.size === 0 || this.#isAboutToWrite || this.#writes >= WRITES_AT_ONCE_MAX) return;
    this.#isAboutToWrite = true;
    if (this.#heavyInARow >= HEAVY_IN_A_ROW) setTimeout(() => void this.#write(), AFTER_HEAVY_MS);
    // Several values that change in one task are one write.
    else queueMicrotask(() => void this.#write());
  }

  async #write(): Promise<void> {
    const { device, address, valueToKeep, onOutcome } = this.#parts;
    const paths = [...this.#changed];
    this.#changed.clear();
    const values = new Map(paths.map((path) => [path, valueToKeep(path)]));
    this.#isAboutToWrite = false;
    this.#writes += 1;
    try {
      const isHeavy = (await device.keep(address, values)) > HEAVY_MS;
      this.#heavyInARow = isHeavy ? this.#heavyInARow + 1 : 0;
      this.#writes -= 1;
      onOutcome(null);
      this.changed([]);
    } catch (error) {
      this.#writes -= 1;
      // Tried again with the next change: until then the values are in memory, and the state says so.
      for (const path of paths) this.#changed.add(path);
      onOutcome(error instanceof Error ? error : new Error(String(error)));
    }
  }
}
