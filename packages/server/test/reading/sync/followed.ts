/** A copy that is kept while nodes end and are put back to a backup, and compared with the past wherever its reader may read that. */
import assert from 'node:assert/strict';
import type { Actor } from '../../../../testing/src/client.ts';
import { type Follower, shownBy } from './follower.ts';
import type { Nodes } from './nodes.ts';

export class Followed {
  readonly follower: Follower;
  /** How often it was compared with the past. */
  checks = 0;
  readonly #nodes: Nodes;
  readonly #by: Actor;
  readonly #readsPast: boolean;
  #life = 0;
  #checked = 0;

  constructor(nodes: Nodes, follower: Follower, by: Actor, { readsPast = false } = {}) {
    this.#nodes = nodes;
    this.follower = follower;
    this.#by = by;
    this.#readsPast = readsPast;
  }

  async follow(signal: AbortSignal, message: string): Promise<void> {
    while (!signal.aborted) {
      const isComplete = await this.#page(message, '&wait=1');
      if (isComplete && this.#readsPast) await this.#compare(message);
    }
  }

  /** Reads the rest, and compares all of it. */
  async finish(message: string): Promise<void> {
    while (!(await this.#page(message)));
    await this.follower.check(await this.#nodes.at(this.#by), message);
  }

  /** @returns whether the copy is complete */
  async #page(message: string, parameters = ''): Promise<boolean> {
    const by = await this.#nodes.at(this.#by);
    const { lives } = this.#nodes;
    const isPutBack = this.#life !== lives && this.follower.since !== undefined;
    const page = await this.follower.page(by, parameters).catch(ended);
    if (page === undefined) return false;
    if (isPutBack) assert.equal(page.at('reset'), true, `${message}: no reset`);
    if (this.#life !== lives) this.#checked = 0;
    this.#life = lives;
    return page.at('complete') === true;
  }

  /** Compares the entries with the past at the revision of the copy. */
  async #compare(message: string): Promise<void> {
    const { follower } = this;
    const { revision } = follower;
    if (revision === this.#checked) return;
    const then = `&as_of=${revision}&min_revision=${revision}`;
    const was = await shownBy(await this.#nodes.at(this.#by), follower.read, then).catch(ended);
    // A node may have ended, or all of them been put back, since.
    if (was === undefined || this.#life !== this.#nodes.lives) return;
    assert.deepEqual(entriesIn(follower.copy), entriesIn(was), `${message} at revision ${revision}`);
    this.#checked = revision;
    this.checks += 1;
  }
}

/** The entries of what is shown, by id. */
function entriesIn(all: ReadonlyMap<string, unknown>): unknown[] {
  return [...all].filter(([id]) => id.startsWith('ent_')).sort(([one], [other]) => (one < other ? -1 : 1));
}

/** A node that was killed broke the request off, or another one is still starting. */
function ended(error: NodeJS.ErrnoException): undefined {
  if (error.name === 'AssertionError' && !/→ 503/.test(error.message)) throw error;
  return undefined;
}
