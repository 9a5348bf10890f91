/**
 * A process's connections to PostgreSQL, in shares that do not take from each other: no write can take the connections of
 * reads, and many writes into environments leave those of log-ins free. Within a share, waiters are served in order.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { EVERYBODY, FairTurns } from '../../kit/fair-turns.ts';
import type { ShareFigures } from '../database.ts';
import { unavailable } from '../unavailable.ts';
import { hasTooManyClients, isConnectionLost } from './errors.ts';
import { socketOf } from './socket.ts';

/** What a connection is for: reads of requests, short writes into environments, other short writes, and everything longer. */
export const shareNames = ['reads', 'environments', 'others', 'long'] as const;
export type ShareName = (typeof shareNames)[number];

const PARTS: Readonly<Record<ShareName, number>> = { reads: 5, environments: 4, others: 4, long: 3 };
const PARTS_SUM = 16;
/** If the server has no connections left, one of this process's own may become free after this time. */
const TOO_MANY_RETRY_MS = 100;
const CLOSE_MAX_MS = 1_000;

/** How many connections each share has; at least one. */
export function connectionsOfShares(total: number): Record<ShareName, number> {
  const partOf = (name: ShareName) => Math.max(1, Math.floor((total * PARTS[name]) / PARTS_SUM));
  const [environments, others, long] = [partOf('environments'), partOf('others'), partOf('long')];
  return { reads: Math.max(1, total - environments - others - long), environments, others, long };
}

/** A connection that is in use. */
export interface Lease {
  readonly client: pg.PoolClient;
  /** Returns the connection to its share. A broken one is closed, along with whatever runs on it. */
  release(broken?: Error): void;
}

/** The connections of one share. */
export class Share {
  readonly #pool: pg.Pool;
  readonly #max: number;
  readonly #turns: FairTurns;
  readonly #clients = new Set<pg.PoolClient>();
  #waits = 0;
  #waitedMs = 0;

  constructor(pool: pg.Pool, max: number) {
    this.#pool = pool;
    this.#max = max;
    this.#turns = new FairTurns({ total: max });
    pool.on('connect', (client) => this.#clients.add(client));
    pool.on('remove', (client) => this.#clients.delete(client));
  }

  /**
   * Waits for its turn and takes a connection.
   * @param until when to stop waiting, by `performance.now()`
   * @throws `unavailable` if none became free in time, or the error of connecting
   */
  async take(until: number): Promise<Lease> {
    if (!this.#turns.takeNow(EVERYBODY)) await this.#wait(until);
    try {
      const client = await this.#connected(until);
      return { client, release: (broken) => this.#release(client, broken) };
    } catch (error) {
      this.#turns.release(EVERYBODY);
      throw error;
    }
  }

  /** Runs work on a connection, which is closed if it is lost in the meantime. @throws as `take` does */
  async use<T>(until: number, work: (lease: Lease) => Promise<T>): Promise<T> {
    const lease = await this.take(until);
    let broken: Error | undefined;
    try {
      return await work(lease);
    } catch (error) {
      if (isConnectionLost(error)) broken = error as Error;
      throw error;
    } finally {
      lease.release(broken);
    }
  }

  /** Whether all of its connections are in use. */
  get isInUse(): boolean {
    return this.#turns.held >= this.#max;
  }

  get figures(): ShareFigures {
    const { held: used, waiting } = this.#turns;
    return { max: this.#max, used, waiting, waits: this.#waits, waitedMs: this.#waitedMs };
  }

  /** Closes all connections. Those that a hanging server does not release are cut. */
  async close(): Promise<void> {
    setTimeout(() => this.#clients.forEach(cutOff), CLOSE_MAX_MS).unref();
    await this.#pool.end();
  }

  async #wait(until: number): Promise<void> {
    const since = performance.now();
    this.#waits += 1;
    try {
      await this.#turns.take(EVERYBODY, { waitMs: Math.max(0, until - since) });
    } catch {
      throw unavailable(new WaitedTooLong());
    } finally {
      this.#waitedMs += performance.now() - since;
    }
  }

  async #connected(until: number): Promise<pg.PoolClient> {
    for (;;) {
      try {
        return await this.#pool.connect();
      } catch (error) {
        if (!hasTooManyClients(error) || performance.now() + TOO_MANY_RETRY_MS >= until) throw error;
      }
      await sleep(TOO_MANY_RETRY_MS);
    }
  }

  #release(client: pg.PoolClient, broken: Error | undefined): void {
    if (broken !== undefined) cutOff(client);
    client.release(broken);
    this.#turns.release(EVERYBODY);
  }
}

/** Why a wait for a connection, or for a turn, ended. */
export class WaitedTooLong extends Error {
  constructor() {
    super('No connection to the database became free in time.');
    this.name = 'WaitedTooLong';
  }
}

/** Cuts a connection without telling the server, which may not respond. */
function cutOff(client: pg.PoolClient): void {
  socketOf(client).destroy();
}
