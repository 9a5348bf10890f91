/** Many who listen to a space, some of them to drafts or by an alias: that they miss nothing and see nothing twice is found out together. */
import assert from 'node:assert/strict';
import type { Actor } from '../../../../testing/src/client.ts';
import type { Scene } from '../../../../testing/src/given.ts';
import type { DatabaseConfig } from '../../../src/platform/database/database.ts';
import { asking } from '../../operations/starting/stored-rows.ts';
import type { Random } from '../consistency/random.ts';
import { Follower } from './follower.ts';
import { Journals, Staying } from './staying.ts';

export class Audience {
  readonly #scene: Scene;
  readonly #at: (by: Actor) => Promise<Actor>;
  readonly #journals = new Journals();
  readonly #listeners: readonly Staying[];

  /** @param at the same actor at a node that is there now */
  constructor(scene: Scene, count: number, at: (by: Actor) => Promise<Actor>) {
    this.#scene = scene;
    this.#at = at;
    this.#listeners = Array.from({ length: count }, (_, index) => {
      const plane = index % 5 === 4 ? 'preview' : 'delivery';
      const read = index % 4 === 3 ? `${scene.space}/environments/live/delivery` : scene.read;
      return new Staying({ read, plane, spaceId: scene.spaceId, by: () => at(scene[plane]) });
    });
  }

  async start(): Promise<void> {
    await Promise.all(this.#listeners.map((one) => one.start()));
  }

  /** Breaks the connection of one of them. */
  breakOff(random: Random): void {
    if (this.#listeners.length > 0) random.pick(this.#listeners).breakOff();
  }

  /** Keeps what the journals have, as of now or before a database is given up. */
  async keepJournals(config: DatabaseConfig): Promise<void> {
    await asking(config, (ask) => this.#journals.read(ask, this.#scene.spaceId));
  }

  /** Waits until all of them were told of everything; nothing may change meanwhile. */
  async allTold(config: DatabaseConfig): Promise<void> {
    await this.keepJournals(config);
    await this.#withPresent((listener, present) => listener.untilToldOf(this.#journals, present));
  }

  /** Fails unless everybody was told exactly of what the journals have, and knows what there is at present. */
  async check(config: DatabaseConfig, message: string): Promise<void> {
    await this.allTold(config);
    // A write that was answered with 503 may have been done since.
    await this.keepJournals(config);
    await this.#withPresent(async (listener, { copy }) => {
      for (const [id, isShown] of listener.check(this.#journals, message))
        assert.equal(copy.has(id), isShown, `${message}: ${id} as it was told last`);
    });
  }

  summary(): string {
    const sum = (of: (one: Staying) => number) => this.#listeners.reduce((all, one) => all + of(one), 0);
    const [events, reconnects] = [sum((one) => one.events), sum((one) => one.reconnects)];
    return `${this.#listeners.length} listeners: ${events} events, ${reconnects} reconnects`;
  }

  close(): void {
    for (const one of this.#listeners) one.close();
  }

  /** For each of them, with a copy of what it listens to. */
  async #withPresent(act: (listener: Staying, present: Follower) => Promise<void>): Promise<void> {
    const copies = new Map<string, Follower>();
    for (const listener of this.#listeners) {
      const { read, plane } = listener;
      const copy = copies.get(`${plane} ${read}`) ?? new Follower(read);
      if (copy.since === undefined) await copy.catchUp(await this.#at(this.#scene[plane]));
      copies.set(`${plane} ${read}`, copy);
      await act(listener, copy);
    }
  }
}
