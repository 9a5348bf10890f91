/**
 * The tables in memory: one for each environment and state. A table is loaded once, however many queries wait for it. It is
 * dropped when the environment is gone or was created anew. If it does not fit into memory, it is not retried for a while.
 */
import type { Head } from '../../platform/journal/environment-heads.ts';
import type { Clock } from '../../platform/kit/clock.ts';
import type { MaybePromise } from '../../platform/kit/steps.ts';
import { type LoadParts, loadStateTable } from './loader.ts';
import type { QueryState } from './query.ts';
import type { StateTable } from './state-table.ts';

/** How long to wait before retrying a table that did not fit into memory. */
const NO_ROOM_FOR_MS = 10_000;

interface Slot {
  readonly epoch: string;
  table: StateTable | undefined;
  loading: Promise<StateTable | null> | undefined;
  noRoomUntil: number;
}

export class StateTables {
  readonly #parts: LoadParts;
  readonly #clock: Clock;
  readonly #slots = new Map<string, Slot>();

  constructor({ clock, ...parts }: LoadParts & { readonly clock: Clock }) {
    this.#parts = parts;
    this.#clock = clock;
  }

  /** The table, loaded if it is not in memory; null if it does not fit. */
  of(state: QueryState, head: Head): MaybePromise<StateTable | null> {
    const loaded = this.loaded(state, head);
    if (loaded !== undefined) return loaded;
    const slot = this.#slot(state, head);
    if (slot.noRoomUntil > this.#clock()) return null;
    slot.loading ??= this.#load(slot, state, head).finally(() => {
      slot.loading = undefined;
    });
    return slot.loading;
  }

  /** The table if it is in memory. */
  loaded(state: QueryState, head: Head): StateTable | undefined {
    const slot = this.#slots.get(nameOf(state, head.number));
    if (slot?.table === undefined) return undefined;
    if (!slot.table.isBroken && slot.epoch === head.epoch) return slot.table;
    slot.table.release();
    slot.table = undefined;
    return undefined;
  }

  /** Drops everything loaded of an environment. */
  drop(environment: number): void {
    for (const state of ['draft', 'published'] as const) {
      const name = nameOf(state, environment);
      this.#slots.get(name)?.table?.release();
      this.#slots.delete(name);
    }
  }

  #slot(state: QueryState, head: Head): Slot {
    const name = nameOf(state, head.number);
    const known = this.#slots.get(name);
    if (known?.epoch === head.epoch) return known;
    const fresh: Slot = { epoch: head.epoch, table: undefined, loading: undefined, noRoomUntil: 0 };
    this.#slots.set(name, fresh);
    return fresh;
  }

  async #load(slot: Slot, state: QueryState, head: Head): Promise<StateTable | null> {
    const of = { environment: head.number, state, epoch: head.epoch, revision: head.revision };
    const table = await loadStateTable(this.#parts, of, (evicted) => {
      if (slot.table !== evicted) return;
      slot.table = undefined;
      const name = nameOf(state, head.number);
      if (this.#slots.get(name) === slot) this.#slots.delete(name);
    });
    if (table === null) slot.noRoomUntil = this.#clock() + NO_ROOM_FOR_MS;
    else slot.table = table;
    return table;
  }
}

function nameOf(state: QueryState, environment: number): string {
  return `${environment} ${state}`;
}
