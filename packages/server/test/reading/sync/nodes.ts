/** Processes on one database that are killed at random, and put back to a backup together. */
import { Actor } from '../../../../testing/src/client.ts';
import { type ServiceProcess, startProcess } from '../../../../testing/src/process.ts';
import type { Random } from '../consistency/random.ts';
import type { Restorable } from './restorable.ts';

const env = { LECTERN_CONNECTIONS_PER_ADDRESS: '2000' };

export class Nodes {
  readonly #restorable: Restorable;
  readonly #random: Random;
  #nodes: ServiceProcess[] = [];
  /** Resolves once they run. */
  up: Promise<void> = Promise.resolve();
  /** How often they were put back to a backup. */
  lives = 0;

  constructor(restorable: Restorable, random: Random) {
    this.#restorable = restorable;
    this.#random = random;
  }

  async start(count: number): Promise<void> {
    for (let n = 0; n < count; n++) this.#nodes.push(await this.#one());
  }

  /** An actor at one of them, which may be about to end; once there are any. */
  async at(by: Actor): Promise<Actor> {
    await this.up;
    return this.now(by);
  }

  /** As `at`, while there are some. */
  now({ token }: Actor): Actor {
    return new Actor(this.url, token);
  }

  /** The address of one of them, while there are some. */
  get url(): string {
    return this.#random.pick(this.#nodes).url;
  }

  /** Kills one and starts another in its place. */
  async kill(): Promise<void> {
    const at = this.#random.below(this.#nodes.length);
    await this.#nodes[at]?.end('SIGKILL');
    this.#nodes[at] = await this.#one();
  }

  /** Kills all of them, and starts as many on what the last backup has. @param before what is done while none runs */
  async putBack(before: () => Promise<void>): Promise<void> {
    const count = this.#nodes.length;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.up = promise;
    await Promise.all(this.#nodes.map((node) => node.end('SIGKILL')));
    await before();
    await this.#restorable.restore();
    this.#nodes = [];
    await this.start(count);
    this.lives += 1;
    resolve();
  }

  async end(): Promise<void> {
    await Promise.all(this.#nodes.map((node) => node.end('SIGINT')));
  }

  #one(): Promise<ServiceProcess> {
    const { config, env: own } = this.#restorable.place;
    return startProcess({ engine: { databaseConfig: () => config }, env: { ...own, ...env } });
  }
}
