/** The states that a replica has not come to yet, and for how long reads have asked for them. */
import type { EnvironmentState } from '../database.ts';

/** What nobody has asked for so long is not waited for any more. */
const ASKED_FOR_WITHIN_MS = 10_000;

interface MissingState {
  readonly state: EnvironmentState;
  readonly since: number;
  askedAt: number;
}

export class ReplicaLag {
  readonly #missing = new Map<number, MissingState>();

  /** Whether the replica is known not to have come to a state. */
  isBehind({ number, epoch, revision }: EnvironmentState): boolean {
    const missing = this.#missing.get(number);
    if (missing === undefined) return false;
    missing.askedAt = performance.now();
    return missing.state.epoch === epoch && missing.state.revision <= revision;
  }

  /** Notes a state that it has not come to. */
  miss(state: EnvironmentState): void {
    const now = performance.now();
    const known = this.#missing.get(state.number);
    // The oldest one says for how long it has been behind, but for one of another life of the environment.
    if (known?.state.epoch === state.epoch && known.state.revision <= state.revision) return;
    this.#missing.set(state.number, { state, since: now, askedAt: now });
  }

  /** Takes away what it has come to by now. @returns whether there was any */
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

  /** For how long the oldest of them has been waited for, in milliseconds. */
  get ms(): number {
    const now = performance.now();
    return Math.max(0, ...[...this.#missing.values()].map(({ since }) => now - since));
  }
}

/** Whether a state is as new as another one of the same life of the environment. */
export function covers(state: EnvironmentState, other: EnvironmentState): boolean {
  return state.epoch === other.epoch && state.revision >= other.revision;
}
