/**
 * Copies of a space in which everything changes at random, one operation after the other, and which is put back to a backup now and
 * then: whenever a page is complete, the copy is what the plane shows, its model included; and those who listen, whose connections
 * break at random, are told of everything that the journal has, once. A run is repeated by its seed: `SEED=7 RUNS=1`.
 * `OPERATIONS=1000 RUNS=100 LISTENERS=100` after a change of what is followed.
 */
import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { Actor, closeConnections } from '../../../../testing/src/client.ts';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { given, magazine, type Scene } from '../../../../testing/src/given.ts';
import { SEED } from '../../../../testing/src/seed.ts';
import { startService, type TestService } from '../../../../testing/src/service.ts';
import { Random } from '../consistency/random.ts';
import { Audience } from './audience.ts';
import { changeSomething, prepareToChange } from './changing.ts';
import { Follower, shownBy } from './follower.ts';
import { placesOf, type Restorable } from './restorable.ts';
import type { Plane } from './staying.ts';

const OPERATIONS = Number(process.env.OPERATIONS ?? 250);
const RUNS = Number(process.env.RUNS ?? 1);
const LISTENERS = Number(process.env.LISTENERS ?? 10);
/** A backup is made in the middle between two restores. */
const RESTORE_EVERY_OPERATIONS = 250;
const RUN_TIMEOUT_MS = 300_000 + OPERATIONS * 2_000;
/** Pages that a follower reads at once at most, while nothing changes: few, so that most of a walk falls among changes. */
const PAGES_MAX = 3;
const SMALL_PAGES_MAX = 20;
const FOLLOWS = 0.2;
const BREAKS_OFF = 0.02;
const OPERATIONS_SHOWN = 8;
const env = { LECTERN_CONNECTIONS_PER_ADDRESS: '2000' };

describeEachEngine('copies of what changes at random', (engine) => {
  const restorable = placesOf(engine);
  for (let run = 0; run < RUNS; run++) {
    const seed = SEED + run;
    const limit = { timeout: RUN_TIMEOUT_MS };
    it(`are exact whenever they are complete: ${OPERATIONS} operations, SEED=${seed}`, limit, async (context) => {
      const history = new History(restorable(), seed);
      try {
        await history.begin();
        for (let done = 1; done <= OPERATIONS; done++) await history.step(done);
        await history.end(context);
      } finally {
        await history.close();
      }
    });
  }
});

/** A copy that one follower keeps. */
interface Copy {
  readonly name: string;
  readonly follower: Follower;
  readonly plane: Plane;
  readonly pagesMax: number;
  /** Whether what it follows was put back to a backup since its last page. */
  isPutBack: boolean;
  checks: number;
}

/** One run. */
class History {
  readonly #restorable: Restorable;
  readonly #random: Random;
  readonly #seed: number;
  readonly #log: string[] = [];
  readonly #counts = new Map<string, number>();
  #service: TestService | undefined;
  #scene: Scene | undefined;
  #copies: readonly Copy[] = [];
  readonly #present = new Map<string, Promise<ReadonlyMap<string, unknown>>>();
  #audience: Audience | undefined;
  /** Resolves once there is something to listen to again. */
  #back: Promise<void> = Promise.resolve();
  #restores = 0;

  constructor(restorable: Restorable, seed: number) {
    this.#restorable = restorable;
    this.#random = new Random(seed);
    this.#seed = seed;
  }

  async begin(): Promise<void> {
    await this.#restorable.make();
    await this.#start();
    const scene = await given(this.#url, { types: magazine, locales: ['de', 'fr'] });
    await prepareToChange(scene);
    this.#scene = scene;
    const { read, space } = scene;
    const live = `${space}/environments/live/delivery`;
    const copy = (name: string, follower: Follower, plane: Plane = 'delivery', pagesMax = PAGES_MAX): Copy => {
      return { name, follower, plane, pagesMax, isPutBack: false, checks: 0 };
    };
    this.#copies = [
      copy('all of delivery', new Follower(read)),
      copy('in small pages', new Follower(read, '&limit=4')),
      copy('in pages of one', new Follower(read, '&limit=1'), 'delivery', SMALL_PAGES_MAX),
      copy('drafts', new Follower(read, '&limit=5'), 'preview'),
      copy('live', new Follower(live, '&limit=7')),
      copy('drafts of live', new Follower(live), 'preview'),
      copy('articles', new Follower(read, '&limit=2', ['article'])),
      copy('drafts of articles', new Follower(read, '&limit=3', ['article']), 'preview'),
    ];
    this.#audience = new Audience(scene, LISTENERS, async (by) => {
      await this.#back;
      return this.#at(by);
    });
    await this.#audience.start();
  }

  async step(done: number): Promise<void> {
    const { scene } = this;
    const operation = await changeSomething({ scene, random: this.#random, owner: () => this.#at(scene.owner) });
    this.#note(operation);
    this.#present.clear();
    for (const copy of this.#copies) if (this.#random.chance(FOLLOWS)) await this.#follow(copy);
    if (this.#random.chance(BREAKS_OFF)) this.#audience?.breakOff(this.#random);
    if (!this.#restorable.canRestore) return;
    if (done % RESTORE_EVERY_OPERATIONS === RESTORE_EVERY_OPERATIONS / 2) await this.#restorable.backUp();
    if (done % RESTORE_EVERY_OPERATIONS === 0) await this.#putBack();
  }

  /** Brings all copies up to the present, and compares everything. */
  async end(context: TestContext): Promise<void> {
    for (const { name, follower, plane } of this.#copies) {
      await follower.catchUp(this.#at(this.scene[plane]));
      await follower.check(this.#at(this.scene[plane]), `SEED=${this.#seed}: ${name} at the end`);
    }
    await this.#audience?.check(this.#restorable.place.config, `SEED=${this.#seed}`);
    const checks = this.#copies.map(({ name, follower, checks: count }) => `${name} ${count} of ${follower.pages}`);
    context.diagnostic(`SEED=${this.#seed}: complete pages checked: ${checks.join(', ')}; ${this.#restores} restores`);
    context.diagnostic(this.#audience?.summary() ?? '');
    context.diagnostic(
      [...this.#counts]
        .sort()
        .map((one) => one.join(': '))
        .join(', '),
    );
  }

  async close(): Promise<void> {
    this.#audience?.close();
    closeConnections();
    await this.#service?.close();
  }

  get scene(): Scene {
    return this.#scene ?? assert.fail('It has not begun.');
  }

  get #url(): string {
    return this.#service?.url ?? assert.fail('No service runs.');
  }

  #at({ token }: Actor): Actor {
    return new Actor(this.#url, token);
  }

  async #start(): Promise<void> {
    const { config, env: own } = this.#restorable.place;
    const settings = { engine: { databaseConfig: () => config }, env: { ...own, ...env } };
    // Each response is compared with another one.
    this.#service = await startService(settings, { checkResponses: false });
  }

  #note(operation: string): void {
    this.#log.push(operation);
    this.#counts.set(operation, (this.#counts.get(operation) ?? 0) + 1);
  }

  async #follow(copy: Copy): Promise<void> {
    const { name, follower, plane, pagesMax } = copy;
    const by = this.#at(this.scene[plane]);
    const message = `SEED=${this.#seed}: ${name} after ${this.#log.length}: ${this.#log.slice(-OPERATIONS_SHOWN).join('; ')}`;
    for (let pages = this.#random.below(pagesMax); pages >= 0; pages--) {
      const page = await follower.page(by);
      if (copy.isPutBack) assert.equal(page.at('reset'), true, `${message}: no reset`);
      copy.isPutBack = false;
      if (page.at('complete') !== true) continue;
      follower.compare(await this.#shown(copy), message);
      copy.checks += 1;
      return;
    }
  }

  /** What a plane shows, which is read once for all copies of it, until something changes. */
  #shown({ follower: { read }, plane }: Pick<Copy, 'follower' | 'plane'>): Promise<ReadonlyMap<string, unknown>> {
    const name = `${plane} ${read}`;
    const shown = this.#present.get(name) ?? shownBy(this.#at(this.scene[plane]), read);
    this.#present.set(name, shown);
    return shown;
  }

  /** Puts the installation back to its last backup, or the space alone, in turn. */
  async #putBack(): Promise<void> {
    const { config } = this.#restorable.place;
    const { promise, resolve } = Promise.withResolvers<void>();
    await this.#audience?.allTold(config);
    this.#back = promise;
    this.#restores += 1;
    if (this.#restores % 2 === 1) {
      closeConnections();
      await this.#service?.close();
      await this.#audience?.keepJournals(config);
      await this.#restorable.restore();
      await this.#start();
    } else await this.#restorable.restoreSpace({ ...this.scene, owner: this.#at(this.scene.owner) });
    this.#note('restore 200');
    for (const copy of this.#copies) copy.isPutBack = copy.follower.since !== undefined;
    resolve();
  }
}
