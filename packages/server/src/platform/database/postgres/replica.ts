/**
 * A replica of the database, which serves reads of environments whose state it has reached. Invariant: a connection serves
 * reads of an environment only after the same connection showed a state of it that is new enough. Other connections prove
 * nothing, because the host name of a replica may lead to several servers.
 */
import type pg from 'pg';
import { DomainError } from '../../errors/domain-error.ts';
import { type ContactPace, ServerContact } from '../contact.ts';
import type { EnvironmentState, ReadStates, ReplicaFigures, StatementObserver } from '../database.ts';
import { readerOver } from '../statement-handle.ts';
import { unavailable } from '../unavailable.ts';
import { PostgresConnection } from './connection.ts';
import { engine } from './engine.ts';
import { probePostgres } from './probe.ts';
import { covers, ReplicaLag } from './replica-lag.ts';
import type { Lease, Share } from './shares.ts';

/** The primary database takes over what a replica does not do quickly. */
const PACE: ContactPace = { silenceMs: 150, probeMaxMs: 250, probeEveryMs: 500 };
/** How long to send no reads after one failed: the replica may be slow, or not a replica of this database at all. */
const REST_MS = 1_000;
/** How long a read waits for a connection. */
const WAIT_MAX_MS = 50;
/** How soon a replica that is behind is asked again at first; and how seldom later. */
const ASKED_AGAIN_MS = 20;
const ASKED_AGAIN_MAX_MS = 500;
/** Environments that one statement asks about. */
const ASKED_AT_ONCE = 500;
/** Environments whose state is remembered per connection. */
const STATES_KEPT = 10_000;

export interface ReplicaParts {
  readonly url: string;
  readonly share: Share;
  readonly readStates: ReadStates;
  readonly observe: StatementObserver | undefined;
  /** Called when contact to the replica is lost, with its host and port, and when it is restored. */
  readonly onLost: ((replica: string, error: unknown) => void) | undefined;
  readonly onFound: ((replica: string) => void) | undefined;
}

export class Replica {
  /** Host and port: the rest of its URL usually contains a password. */
  readonly name: string;
  readonly #parts: ReplicaParts;
  readonly #contact: ServerContact;
  readonly #lag = new ReplicaLag();
  /** The states that each connection has shown. */
  readonly #shown = new WeakMap<pg.PoolClient, Map<number, EnvironmentState>>();
  #watch: NodeJS.Timeout | undefined;
  #askedAgainMs = ASKED_AGAIN_MS;
  #restsUntil = 0;
  #isClosed = false;

  constructor(parts: ReplicaParts) {
    const { url, onLost, onFound } = parts;
    this.#parts = parts;
    this.name = new URL(url).host;
    this.#contact = new ServerContact({
      pace: PACE,
      probe: () => probePostgres(url, PACE.probeMaxMs),
      refusal: unavailable,
      isUnreachable: isOwnFault,
      serveStaleMs: 0,
      onLost: (error) => onLost?.(this.name, error),
      onFound: () => onFound?.(this.name),
    });
  }

  /** Whether to send no reads at the moment. */
  get isAway(): boolean {
    return this.#contact.isAway || performance.now() < this.#restsUntil;
  }

  get figures(): ReplicaFigures {
    return { isAway: this.isAway, lagMs: this.#lag.ms };
  }

  /** Whether the replica is known not to have reached a state. Runs no statement. */
  isBehind(state: EnvironmentState): boolean {
    return this.#lag.isBehind(state);
  }

  /**
   * Serves a read, if the replica has reached the state.
   * @throws `unavailable` if it is away, or all its connections are in use; what `read` throws
   */
  async read<T>(
    state: EnvironmentState,
    read: (lease: Lease) => Promise<T>,
  ): Promise<{ readonly value: T } | 'behind'> {
    try {
      return await this.#onConnection(async (lease) => {
        if (await this.#hasComeTo(state, lease)) return { value: await read(lease) };
        this.#lag.miss(state);
        this.#watch ??= setTimeout(() => this.#askAgain(), this.#askedAgainMs).unref();
        return 'behind';
      });
    } catch (error) {
      if (isOwnFault(error)) this.#restsUntil = performance.now() + REST_MS;
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#watch);
    this.#contact.close();
    await this.#parts.share.close();
  }

  #onConnection<T>(work: (lease: Lease) => Promise<T>): Promise<T> {
    return this.#contact.listen(() => this.#parts.share.use(performance.now() + WAIT_MAX_MS, work));
  }

  async #hasComeTo(state: EnvironmentState, lease: Lease): Promise<boolean> {
    const shown = this.#shownOn(lease);
    const known = shown.get(state.number);
    if (known !== undefined && covers(known, state)) return true;
    const [now] = await this.#states([state.number], lease);
    if (now === undefined) return false;
    if (shown.size >= STATES_KEPT) shown.clear();
    shown.set(state.number, now);
    return covers(now, state);
  }

  #shownOn({ client }: Lease): Map<number, EnvironmentState> {
    const known = this.#shown.get(client) ?? new Map<number, EnvironmentState>();
    this.#shown.set(client, known);
    return known;
  }

  #states(numbers: readonly number[], { client }: Lease): Promise<readonly EnvironmentState[]> {
    const { readStates, observe } = this.#parts;
    return readStates(readerOver(engine, new PostgresConnection(client, { observe })), numbers);
  }

  /** Checks whether the replica has caught up, so that reads do not have to ask. */
  async #askAgain(): Promise<void> {
    const numbers = this.#lag.awaited.slice(0, ASKED_AT_ONCE);
    const caughtUp = numbers.length > 0 && (await this.#hasCaughtUp(numbers));
    this.#askedAgainMs = caughtUp ? ASKED_AGAIN_MS : Math.min(2 * this.#askedAgainMs, ASKED_AGAIN_MAX_MS);
    this.#watch = undefined;
    if (this.#lag.awaited.length === 0) this.#askedAgainMs = ASKED_AGAIN_MS;
    else if (!this.#isClosed) this.#watch = setTimeout(() => this.#askAgain(), this.#askedAgainMs).unref();
  }

  async #hasCaughtUp(numbers: readonly number[]): Promise<boolean> {
    try {
      return this.#lag.comeTo(await this.#onConnection((lease) => this.#states(numbers, lease)));
    } catch {
      return false;
    }
  }
}

/** Whether an error is about the server, and not merely about the read or the number of reads. */
function isOwnFault(error: unknown): boolean {
  return !(error instanceof DomainError);
}
