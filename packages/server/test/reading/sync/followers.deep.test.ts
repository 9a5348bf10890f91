/**
 * Copies of an environment that changes at random on several nodes, one of which is killed now and then: whenever a page is complete,
 * the copy is what the plane showed at its revision; and those who listen are told of everything that the journal has, once.
 * `OPERATIONS=1000 RUNS=100 LISTENERS=100` after a change of what is followed.
 */
import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { Actor, closeConnections } from '../../../../testing/src/client.ts';
import { describeEachEngine, type TestEngine } from '../../../../testing/src/engines.ts';
import { given, magazine, makeKey, type Scene } from '../../../../testing/src/given.ts';
import { type ServiceProcess, startProcess } from '../../../../testing/src/process.ts';
import { SEED } from '../../../../testing/src/seed.ts';
import { until } from '../../../../testing/src/until.ts';
import { openDatabase } from '../../../src/platform/database/connect.ts';
import type { Reader } from '../../../src/platform/database/database.ts';
import { cloneOf } from '../../branches/clone/clones.ts';
import { Random } from '../consistency/random.ts';
import { changeSomething } from './changing.ts';
import { Follower, shownBy } from './follower.ts';
import { Listening, type LiveEvent } from './listening.ts';

const OPERATIONS = Number(process.env.OPERATIONS ?? 150);
const RUNS = Number(process.env.RUNS ?? 2);
const LISTENERS = Number(process.env.LISTENERS ?? 20);
const KILL_EVERY_OPERATIONS = 60;
const RUN_TIMEOUT_MS = 120_000 + OPERATIONS * 400;

/** Processes on one database, each of which may be killed. */
class Nodes {
  readonly #engine: TestEngine;
  readonly #random: Random;
  readonly #nodes: ServiceProcess[] = [];

  constructor(engine: TestEngine, random: Random) {
    this.#engine = engine;
    this.#random = random;
  }

  async start(count: number): Promise<void> {
    for (let n = 0; n < count; n++) this.#nodes.push(await this.#one());
  }

  get url(): string {
    return this.#random.pick(this.#nodes).url;
  }

  /** Kills one and starts another in its place. */
  async kill(): Promise<void> {
    const at = this.#random.below(this.#nodes.length);
    await this.#nodes[at]?.end('SIGKILL');
    this.#nodes[at] = await this.#one();
  }

  async end(): Promise<void> {
    await Promise.all(this.#nodes.map((node) => node.end('SIGINT')));
  }

  #one(): Promise<ServiceProcess> {
    return startProcess({ engine: this.#engine, env: { LECTERN_CONNECTIONS_PER_ADDRESS: '2000' } });
  }
}

describeEachEngine('followers of what changes at random', (engine) => {
  for (let run = 0; run < RUNS; run++) {
    const limit = { timeout: RUN_TIMEOUT_MS };
    it(`have exactly that, and are told of it once: ${OPERATIONS} operations, run ${run}`, limit, async (context) => {
      await play(engine, new Random(SEED + run), context);
    });
  }
});

async function play(engine: TestEngine, random: Random, context: TestContext): Promise<void> {
  const nodes = new Nodes(engine, random);
  await nodes.start(engine.kind === 'sqlite' ? 1 : 3);
  const database = await openDatabase(engine.databaseConfig());
  try {
    const scene = await given(nodes.url, { types: magazine });
    await cloneOf(scene, 'next');
    await scene.owner.put(`${scene.space}/environment-aliases/live`, { environment: 'master' }, 201);
    const reader = await makeKey(scene.owner, scene.spaceId, { kind: 'delivery', history: true });
    const at = (by: Actor) => new Actor(nodes.url, by.token);
    const stop = new AbortController();
    const following = [
      follow(new Follower(scene.read, '&limit=7'), () => at(reader), stop.signal),
      follow(new Follower(scene.read), () => at(reader), stop.signal),
      keepUp(
        new Follower(`${scene.space}/environments/live/delivery`, '&limit=9'),
        () => at(scene.delivery),
        stop.signal,
      ),
      keepUp(new Follower(scene.read, '&limit=5'), () => at(scene.preview), stop.signal),
    ];
    const listeners = Array.from({ length: LISTENERS }, () => new Staying(scene.read, () => at(scene.delivery)));
    await Promise.all(listeners.map((one) => one.start()));
    const owner = () => at(scene.owner);
    for (let done = 1; done <= OPERATIONS; done++) {
      await changeSomething({ scene, random, owner });
      if (done % KILL_EVERY_OPERATIONS === 0) await nodes.kill();
    }
    stop.abort();
    const ends = await Promise.all(following);
    for (const { follower, by } of ends) {
      await follower.catchUp(by());
      await follower.check(by(), `SEED=${SEED} at the end`);
    }
    const last = Number((await at(reader).get(`${scene.read}/assets`, 200)).headers['x-cms-revision']);
    const told = await changesIn(database.reader, scene);
    await Promise.all(listeners.map((one) => one.untilToldOf(told)));
    for (const one of listeners) one.check(told);
    const checks = ends.map(({ follower, checks: count }) => `${count} of ${follower.pages}`);
    context.diagnostic(`revision ${last}; pages checked: ${checks.join(', ')}; reconnects ${sum(listeners)}`);
    for (const one of listeners) one.close();
  } finally {
    closeConnections();
    await database.close();
    await nodes.end();
  }
}

function sum(listeners: readonly Staying[]): number {
  return listeners.reduce((count, one) => count + one.reconnects, 0);
}

interface Followed {
  readonly follower: Follower;
  readonly by: () => Actor;
  readonly checks: number;
}

/** Follows, and compares the copy with the past at each revision at which it is complete. */
async function follow(follower: Follower, by: () => Actor, signal: AbortSignal): Promise<Followed> {
  let checks = 0;
  let checked = 0;
  while (!signal.aborted) {
    const page = await follower.page(by(), '&wait=1').catch(ended);
    if (page?.at('complete') !== true || follower.revision === checked) continue;
    const was = await shownBy(
      by(),
      follower.read,
      `&as_of=${follower.revision}&min_revision=${follower.revision}`,
    ).catch(ended);
    // A node may have ended, or the past begun anew, since.
    if (was === undefined) continue;
    const copy = new Map([...follower.copy].filter(([id]) => id.startsWith('ent_')));
    assert.deepEqual(entriesIn(copy), entriesIn(was), `SEED=${SEED} at revision ${follower.revision}`);
    checked = follower.revision;
    checks += 1;
  }
  return { follower, by, checks };
}

function entriesIn(all: ReadonlyMap<string, unknown>): unknown[] {
  return [...all].filter(([id]) => id.startsWith('ent_')).sort(([one], [other]) => (one < other ? -1 : 1));
}

async function keepUp(follower: Follower, by: () => Actor, signal: AbortSignal): Promise<Followed> {
  while (!signal.aborted) await follower.page(by(), '&wait=1').catch(ended);
  return { follower, by, checks: 0 };
}

/** A node that was killed broke the request off, or another one is still starting. */
function ended(error: NodeJS.ErrnoException): undefined {
  if (error.name === 'AssertionError' && !/→ 503/.test(error.message)) throw error;
  return undefined;
}

/** Keys of the published entries that each revision of `master` changed. */
async function changesIn(db: Reader, scene: Scene): Promise<Map<number, Set<string>>> {
  const environment = await db
    .selectFrom('environments')
    .select('number')
    .where('space_id', '=', scene.spaceId)
    .where('name', '=', 'master')
    .executeTakeFirstOrThrow();
  const items = await db
    .selectFrom('journal_items')
    .select(['revision', 'key'])
    .where('environment', '=', environment.number)
    .where('kind', '=', 'entry')
    .where('published', '=', 1)
    .execute();
  const changes = new Map<number, Set<string>>();
  for (const { revision, key } of items) changes.set(revision, (changes.get(revision) ?? new Set()).add(key));
  return changes;
}

/** Listens, and comes again from the last event whenever the stream ends. */
class Staying {
  readonly events: LiveEvent[] = [];
  reconnects = -1;
  readonly #read: string;
  readonly #by: () => Actor;
  #stream: Listening | undefined;
  #isClosed = false;

  constructor(read: string, by: () => Actor) {
    this.#read = read;
    this.#by = by;
  }

  async start(): Promise<void> {
    await this.#connect();
    void this.#stay();
  }

  /** Waits until the last of the changes was told. */
  async untilToldOf(changes: ReadonlyMap<number, unknown>): Promise<void> {
    const last = Math.max(...changes.keys());
    await until(() => this.#all().some(({ name, data }) => name !== 'goaway' && (data.revision ?? 0) >= last));
  }

  /** Fails unless each event names just what changed between it and the one before. */
  check(changes: ReadonlyMap<number, ReadonlySet<string>>): void {
    let before: number | undefined;
    for (const { name, data } of this.#all()) {
      const { revision = 0, entries = [] } = data;
      if (name === 'change' && before !== undefined) {
        const known = before;
        const expected = new Set([...changes].flatMap(([at, keys]) => (at > known && at <= revision ? [...keys] : [])));
        const told = entries.map(([id]) => id.split('_').slice(2).join('_'));
        assert.deepEqual(told.toSorted(), [...expected].sort(), `SEED=${SEED} from ${known} to ${revision}`);
      }
      if (name !== 'goaway') before = Math.max(before ?? 0, revision);
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#stream?.close();
  }

  #all(): LiveEvent[] {
    return [...this.events, ...(this.#stream?.events ?? [])];
  }

  async #connect(): Promise<void> {
    const lastId = this.#stream?.lastId;
    this.events.push(...(this.#stream?.events ?? []));
    this.#stream = await until(() => Listening.open(this.#by(), this.#read, { lastId }).catch(() => undefined));
    this.reconnects += 1;
  }

  async #stay(): Promise<void> {
    while (!this.#isClosed) {
      await until(() => this.#isClosed || this.#stream?.isClosed === true, Boolean, 3_600_000);
      if (!this.#isClosed) await this.#connect();
    }
  }
}
