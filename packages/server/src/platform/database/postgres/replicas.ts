/**
 * Sends reads to a replica that has reached the required state, and otherwise to the primary database. Invariant: no read
 * fails, or waits for long, because of a replica.
 */
import { DomainError } from '../../errors/domain-error.ts';
import type { EnvironmentState, ReplicaFigures } from '../database.ts';
import type { Replica } from './replica.ts';
import type { Lease } from './shares.ts';
import { Tally } from './tally.ts';

export class Replicas {
  readonly #replicas: readonly Replica[];
  readonly #reads = new Tally();
  #turn = 0;

  constructor(replicas: readonly Replica[]) {
    this.#replicas = replicas;
  }

  get isEmpty(): boolean {
    return this.#replicas.length === 0;
  }

  /** Reads by outcome: `served` by a replica, or by the primary because replicas were `away` or `behind`, or had `failed`. */
  get reads(): ReadonlyMap<string, number> {
    return this.#reads.counts;
  }

  get figures(): ReadonlyMap<string, ReplicaFigures> {
    return new Map(this.#replicas.map((replica) => [replica.name, replica.figures]));
  }

  /**
   * Runs a read.
   * @param onReplica runs it on a connection to a replica; it may be abandoned halfway
   * @param onDatabase runs it on the primary database
   * @throws what the read itself throws, and what `onDatabase` throws
   */
  async read<T>(
    state: EnvironmentState,
    onReplica: (lease: Lease) => Promise<T>,
    onDatabase: () => Promise<T>,
  ): Promise<T> {
    const replica = this.#fitFor(state);
    if (typeof replica === 'string') {
      this.#reads.add(replica);
      return onDatabase();
    }
    const read = await replica.read(state, onReplica).catch(failedOrThrow);
    if (typeof read === 'string') {
      this.#reads.add(read);
      return onDatabase();
    }
    this.#reads.add('served');
    return read.value;
  }

  async close(): Promise<void> {
    await Promise.all(this.#replicas.map((replica) => replica.close()));
  }

  /** The next replica in turn that can serve a read of a state, or why there is none. */
  #fitFor(state: EnvironmentState): Replica | 'away' | 'behind' {
    this.#turn += 1;
    let reason: 'away' | 'behind' = 'away';
    for (let step = 0; step < this.#replicas.length; step++) {
      const replica = this.#replicas[(this.#turn + step) % this.#replicas.length] as Replica;
      if (replica.isAway) continue;
      if (!replica.isBehind(state)) return replica;
      reason = 'behind';
    }
    return reason;
  }
}

/** Counts a failed read. The primary reports every other kind of error itself. @throws refusals of the read itself */
function failedOrThrow(error: unknown): 'failed' {
  if (error instanceof DomainError && error.code !== 'unavailable') throw error;
  return 'failed';
}
