/** The states that a replica has not reached yet, and how long reads have needed them. */
import type { EnvironmentState } from '../database.ts';

/** A state that no read has needed for this long is no longer waited for. */
const ASKED_FOR_WITHIN_MS = 10_000;

interface MissingState {
  readonly state: EnvironmentState;
  readonly since: number;
  askedAt: number;
}

export class ReplicaLag {
  readonly #missing = new Map<number, MissingState>();

  /** Whether the replica is known not to have reached a state. */
  isBehind({ number, epoch, revision }: EnvironmentState): boolean {
    const missing = this.#missing.get(number);
    if (missing === undefined) return false;
    missing.askedAt = performance.now();
    return missing.state.epoch === epoch && missing.state.revision <= revision;
  }

  /** Notes a state that the replica has not reached. */
  miss(state: EnvironmentState): void {
    const now = performance.now();
    const known = this.#missing.get(state.number);
    // Keep the oldest state, which shows how long the replica has been behind, unless the environment was recreated since.
    if (known?.state.epoch === state.epoch && known.state.revision <= state.revision) return;
    this.#missing.set(state.number, { state, since: now, askedAt: now });
  }

  /** Drops the states that the replica has reached by now. @returns whether there were any */
  comeTo(states: readonly EnvironmentState[]): boolean {
    const reached = states.filter((state) => {
      const missing = this.#missing.get(state.number)?.state;
      return missing !== undefined && covers(state, missing);
    });
    for (const { number } of reached) this.#missing.delete(number);
    return reached.length > 0;
  }

  /** Numbers of the environments that reads wait for. */
  get awaited(): number[] {
    const since = performance.now() - ASKED_FOR_WITHIN_MS;
    for (const [number, { askedAt }] of this.#missing) if (askedAt < since) this.#missing.delete(number);
    return [...this.#missing.keys()];
  }

  /** How long the oldest state has been waited for, in milliseconds. */
  get ms(): number {
    const now = performance.now();
    return Math.max(0, ...[...this.#missing.values()].map(({ since }) => now - since));
  }
}

/** Whether a state is at least as new as another one of the same epoch of the environment. */
export function covers(state: EnvironmentState, other: EnvironmentState): boolean {
  return state.epoch === other.epoch && state.revision >= other.revision;
}
