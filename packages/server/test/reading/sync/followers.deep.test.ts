/**
 * Copies of an environment that changes at random on several nodes, one of which is killed now and then, and which are put back to a
 * backup together: whenever a page is complete, the copy is what the plane showed at its revision, as is the one that a site keeps in a
 * file; and those who listen are told of everything that the journal has, once. On SQLite there is one node, which is killed as well.
 * `OPERATIONS=1000 RUNS=10 LISTENERS=100` after a change of what is followed.
 */
import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { closeConnections } from '../../../../testing/src/client.ts';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { given, magazine, makeKey, type Scene } from '../../../../testing/src/given.ts';
import { SEED } from '../../../../testing/src/seed.ts';
import { Random } from '../consistency/random.ts';
import { Audience } from './audience.ts';
import { changeSomething, prepareToChange } from './changing.ts';
import { FileCopy } from './file-copy.ts';
import { Followed } from './followed.ts';
import { Follower } from './follower.ts';
import { Nodes } from './nodes.ts';
import { placesOf, type Restorable } from './restorable.ts';

const OPERATIONS = Number(process.env.OPERATIONS ?? 150);
const RUNS = Number(process.env.RUNS ?? 2);
const LISTENERS = Number(process.env.LISTENERS ?? 20);
const KILL_EVERY_OPERATIONS = 60;
/** A backup is made in the middle between two restores. */
const RESTORE_EVERY_OPERATIONS = 150;
const RUN_TIMEOUT_MS = 300_000 + OPERATIONS * 2_000;

describeEachEngine('followers of what changes at random', (engine) => {
  const restorable = placesOf(engine);
  for (let run = 0; run < RUNS; run++) {
    const limit = { timeout: RUN_TIMEOUT_MS };
    const seed = SEED + run;
    it(`have exactly that, and are told of it once: ${OPERATIONS} operations, SEED=${seed}`, limit, async (context) => {
      const story = new Story(restorable(), seed);
      try {
        await story.begin(engine.kind === 'sqlite' ? 1 : 3);
        for (let done = 1; done <= OPERATIONS; done++) await story.step(done);
        await story.end(context);
      } finally {
        await story.close();
      }
    });
  }
});

/** One run. */
class Story {
  readonly #restorable: Restorable;
  readonly #random: Random;
  readonly #seed: number;
  readonly #nodes: Nodes;
  readonly #stop = new AbortController();
  #scene: Scene | undefined;
  #followed: readonly Followed[] = [];
  #following: Promise<unknown> = Promise.resolve();
  #audience: Audience | undefined;
  #file: FileCopy | undefined;

  constructor(restorable: Restorable, seed: number) {
    this.#restorable = restorable;
    this.#random = new Random(seed);
    this.#seed = seed;
    this.#nodes = new Nodes(restorable, this.#random);
  }

  async begin(count: number): Promise<void> {
    await this.#restorable.make();
    await this.#nodes.start(count);
    const scene = await given(this.#nodes.url, { types: magazine, locales: ['de', 'fr'] });
    this.#scene = scene;
    await prepareToChange(scene);
    const { read, space, spaceId, delivery, preview } = scene;
    const past = await makeKey(scene.owner, spaceId, { kind: 'delivery', history: true });
    this.#followed = [
      new Followed(this.#nodes, new Follower(read, '&limit=7'), past, { readsPast: true }),
      new Followed(this.#nodes, new Follower(read), past, { readsPast: true }),
      new Followed(this.#nodes, new Follower(`${space}/environments/live/delivery`, '&limit=9'), delivery),
      new Followed(this.#nodes, new Follower(read, '&limit=5'), preview),
    ];
    const following = this.#followed.map((one) => one.follow(this.#stop.signal, `SEED=${this.#seed}`));
    this.#following = Promise.all(following);
    this.#following.catch(() => undefined);
    this.#audience = new Audience(scene, LISTENERS, (by) => this.#nodes.at(by));
    await this.#audience.start();
    this.#file = await FileCopy.open(this.#nodes, scene);
  }

  async step(done: number): Promise<void> {
    const scene = this.#scene ?? assert.fail('It has not begun.');
    await this.#nodes.up;
    await changeSomething({ scene, random: this.#random, owner: () => this.#nodes.now(scene.owner) });
    if (done % KILL_EVERY_OPERATIONS === 0) {
      await this.#nodes.kill();
      await this.#file?.resume();
    }
    if (!this.#restorable.canRestore) return;
    if (done % RESTORE_EVERY_OPERATIONS === RESTORE_EVERY_OPERATIONS / 2) await this.#restorable.backUp();
    if (done % RESTORE_EVERY_OPERATIONS === 0)
      await this.#nodes.putBack(async () => this.#audience?.keepJournals(this.#restorable.place.config));
  }

  /** Brings everybody up to the present, and compares all that they have and were told. */
  async end(context: TestContext): Promise<void> {
    this.#stop.abort();
    await this.#following;
    for (const one of this.#followed) await one.finish(`SEED=${this.#seed} at the end`);
    await this.#file?.check();
    await this.#audience?.check(this.#restorable.place.config, `SEED=${this.#seed}`);
    const checks = this.#followed.map(({ checks: count, follower }) => `${count} of ${follower.pages}`);
    const { lives } = this.#nodes;
    context.diagnostic(`SEED=${this.#seed}: pages checked: ${checks.join(', ')}; ${lives} restores`);
    context.diagnostic(`${this.#audience?.summary()}; the file: resumed ${this.#file?.resumed} times`);
  }

  async close(): Promise<void> {
    this.#stop.abort();
    this.#audience?.close();
    await this.#file?.close();
    closeConnections();
    await this.#nodes.end();
  }
}
