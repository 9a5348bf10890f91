/**
 * Injects faults into a cluster, one after the other, and records when, so that errors caused by a fault can be told from others.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';

/** How long a node is dead before it is started again. */
const DEAD_MS = 2_000;
/** Longer than PostgreSQL lets a transaction idle, and then also longer than the lease of a job. */
const FROZEN_MS = [5_000, 15_000];
const POSTGRES_DOWN_MS = 1_000;
const POSTGRES_FROZEN_MS = 30_000;
/** Time after each fault in which nothing is wrong. */
const REST_MS = 6_000;

/** One thing that was wrong. */
export interface Fault {
  readonly what: string;
  /** The node that it was with; null for PostgreSQL, and so for all. */
  readonly node: number | null;
  /** In milliseconds of `performance.now()`. */
  readonly from: number;
  /** When it was over; infinite while it lasts. */
  until: number;
}

type NodeFault = (cluster: Cluster, node: number, round: number) => Promise<void>;

const NODE_FAULTS: readonly (readonly [what: string, fault: NodeFault])[] = [
  ['killed', killNode],
  ['frozen', freezeNode],
  ['restarted', restartNode],
];

export class Faults {
  readonly done: Fault[] = [];
  readonly #cluster: Cluster;

  constructor(cluster: Cluster) {
    this.#cluster = cluster;
  }

  /**
   * Kills, freezes and restarts nodes in turn for that long; meanwhile PostgreSQL is restarted so many times, every other time
   * by a crash, and frozen once.
   */
  async run(forMs: number, postgresRestarts: number): Promise<void> {
    const began = performance.now();
    const isTimeFor = (share: number) => performance.now() - began >= share * forMs;
    let restarts = 0;
    let wasFrozen = false;
    for (let turn = 0; !isTimeFor(1) || restarts < postgresRestarts; turn++) {
      if (restarts < postgresRestarts && isTimeFor((restarts + 0.5) / postgresRestarts))
        await this.#inject('PostgreSQL restarted', null, () => this.#restartPostgres(restarts++));
      else if (!wasFrozen && isTimeFor(0.5)) {
        wasFrozen = true;
        await this.#inject('PostgreSQL frozen', null, () => this.#freezePostgres());
      } else await this.#hurtNode(turn);
    }
  }

  /**
   * How long before a moment the last fault was over: 0 while one lasts, infinite before the first.
   * @param ofAll whether only faults count that all nodes felt
   */
  msSince(moment: number, { ofAll }: { ofAll: boolean }): number {
    const felt = this.done.filter(({ node, from }) => (!ofAll || node === null) && from <= moment);
    return Math.min(...felt.map(({ until }) => Math.max(0, moment - until)));
  }

  /** What was wrong at some time between two moments. */
  during(from: number, until: number): string[] {
    return this.done.filter((fault) => fault.from < until && fault.until > from).map(({ what }) => what);
  }

  /** How often each thing was done. */
  counts(): string {
    return [...Map.groupBy(this.done, ({ what }) => what)].map(([what, all]) => `${what} ${all.length} ×`).join(', ');
  }

  #hurtNode(turn: number): Promise<void> {
    const [what, fault] = NODE_FAULTS[turn % NODE_FAULTS.length] ?? ['', killNode];
    const round = Math.floor(turn / NODE_FAULTS.length);
    const node = round % this.#cluster.urls.length;
    return this.#inject(`node ${what}`, node, () => fault(this.#cluster, node, round));
  }

  async #inject(what: string, node: number | null, act: () => Promise<void>): Promise<void> {
    const fault: Fault = { what, node, from: performance.now(), until: Number.POSITIVE_INFINITY };
    this.done.push(fault);
    await act();
    fault.until = performance.now();
    await sleep(REST_MS);
  }

  async #restartPostgres(count: number): Promise<void> {
    const { postgres } = this.#cluster;
    await (count % 2 === 0 ? postgres.stop() : postgres.crash());
    await sleep(POSTGRES_DOWN_MS);
    await postgres.restart();
  }

  async #freezePostgres(): Promise<void> {
    this.#cluster.postgres.freeze();
    await sleep(POSTGRES_FROZEN_MS);
    this.#cluster.postgres.thaw();
  }
}

async function killNode(cluster: Cluster, node: number): Promise<void> {
  await cluster.node(node).end('SIGKILL');
  await sleep(DEAD_MS);
  await cluster.restart(node);
}

async function freezeNode(cluster: Cluster, node: number, round: number): Promise<void> {
  const { pid } = cluster.node(node);
  process.kill(pid, 'SIGSTOP');
  await sleep(FROZEN_MS[Math.floor(round / cluster.urls.length) % FROZEN_MS.length]);
  process.kill(pid, 'SIGCONT');
}

async function restartNode(cluster: Cluster, node: number): Promise<void> {
  await cluster.node(node).end('SIGTERM');
  await cluster.restart(node);
}
