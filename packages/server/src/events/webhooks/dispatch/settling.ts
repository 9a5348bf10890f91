/**
 * Creates deliveries of what is committed: at once for commits of this process, and for those that another process left
 * behind when they are found. What was committed together is settled together.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database, Writer } from '../../../platform/database/database.ts';
import type { Clock } from '../../../platform/kit/clock.ts';
import { standingWebhooks } from '../store.ts';
import type { StandingWebhook } from '../webhook.ts';
import { type EnvironmentBehind, lockEnvironmentsOf, selectEnvironmentsBehind, withWebhooks } from './cursor-store.ts';
import type { Attempt } from './delivery.ts';
import { fanOut } from './fan-out.ts';
import { type AnnouncedQueue, announceToQueue, wakeQueue } from './queue-store.ts';

const ENVIRONMENTS_AT_ONCE = 8;
/** Environments known to have no webhooks; others are looked up again. */
const QUIET_KEPT = 10_000;

/** What was added to a queue. */
export interface Announcement {
  readonly queue: AnnouncedQueue;
  /** In the order in which they are made. */
  readonly attempts: readonly Attempt[];
}

/** Who takes free queues, and until when. */
export interface Taker {
  readonly owner: string;
  readonly leaseMs: number;
}

export class Settling {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #taker: Taker;
  readonly #onAnnounced: (announcements: readonly Announcement[]) => void;
  readonly #onProblem: (error: unknown) => void;
  readonly #moved = new Set<number>();
  readonly #quiet = new Set<number>();
  #running: Promise<void> | undefined;

  /** @param parts.onAnnounced called after the commit with what was added to queues */
  constructor(parts: {
    database: Database;
    clock: Clock;
    taker: Taker;
    onAnnounced: (announcements: readonly Announcement[]) => void;
    onProblem: (error: unknown) => void;
  }) {
    this.#database = parts.database;
    this.#clock = parts.clock;
    this.#taker = parts.taker;
    this.#onAnnounced = parts.onAnnounced;
    this.#onProblem = parts.onProblem;
  }

  /** Called for an environment that moved. Costs next to nothing if its space has no webhooks. */
  wake(environment: number): void {
    if (this.#quiet.has(environment)) return;
    this.#moved.add(environment);
    this.resume();
  }

  /** Retries what failed. */
  resume(): void {
    if (this.#moved.size > 0) this.#running ??= this.#run();
  }

  /** Makes environments be checked for webhooks again. */
  forgetQuiet(): void {
    this.#quiet.clear();
  }

  /** Settles what any process committed and did not settle. */
  async findBehind(): Promise<void> {
    const behind = await selectEnvironmentsBehind(this.#database.reader, { limit: ENVIRONMENTS_AT_ONCE });
    for (const { number } of behind) this.wake(number);
  }

  /** Resolves when nothing is left to settle, or settling failed for now. */
  async idle(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
  }

  async #run(): Promise<void> {
    // The writer gets its response first, and what is committed in the same turn is settled together.
    await nextTurn();
    let isGood = true;
    while (isGood && this.#moved.size > 0) {
      const numbers = [...this.#moved].slice(0, ENVIRONMENTS_AT_ONCE);
      for (const number of numbers) this.#moved.delete(number);
      isGood = await this.#settleOrKeep(numbers);
    }
    this.#running = undefined;
  }

  /** If it fails, the environments wait for the next time. */
  async #settleOrKeep(numbers: readonly number[]): Promise<boolean> {
    try {
      await this.#settle(numbers);
      return true;
    } catch (error) {
      for (const number of numbers) this.#moved.add(number);
      this.#onProblem(error);
      return false;
    }
  }

  async #settle(numbers: readonly number[]): Promise<void> {
    const environments = await withWebhooks(this.#database.reader, numbers);
    this.#noteQuiet(numbers, environments);
    if (environments.length === 0) return;
    const now = this.#clock();
    const { announcements, more } = await this.#database.write(async (writer) => {
      const settled = await settleAll(writer, environments, now);
      return { announcements: await this.#announce(writer, settled, now), more: settled.more };
    });
    for (const number of more) this.#moved.add(number);
    this.#onAnnounced(announcements);
  }

  #noteQuiet(environments: readonly number[], found: readonly EnvironmentBehind[]): void {
    if (this.#quiet.size >= QUIET_KEPT) this.#quiet.clear();
    const loud = new Set(found.map(({ number }) => number));
    for (const number of environments) if (!loud.has(number)) this.#quiet.add(number);
  }

  async #announce(writer: Writer, settled: Settled, now: number): Promise<Announcement[]> {
    const { owner } = this.#taker;
    const announcements: Announcement[] = [];
    for (const webhook of webhooksOf(settled)) {
      const fresh = settled.attempts.get(webhook);
      if (fresh === undefined) {
        await wakeQueue(writer, { webhook, now, at: settled.waiting.get(webhook) ?? now, urgent: 0 });
        continue;
      }
      const [queue] = await announceToQueue(writer, { webhook, owner, now, urgent: 0 });
      if (queue !== undefined) announcements.push({ queue, attempts: fresh });
    }
    return announcements;
  }
}

/**
 * Creates deliveries of everything committed in a space so far, for its current webhooks, so that one that changes
 * in the same write receives what comes after, and nothing from before. Until the write ends nothing moves there.
 */
export async function settleSpace(writer: Writer, spaceId: string, now: number): Promise<void> {
  let environments = await lockEnvironmentsOf(writer, spaceId);
  while (environments.length > 0) {
    const more = await settleForOthers(writer, environments, now);
    environments = environments.filter(({ number }) => more.has(number));
  }
}

/**
 * Creates deliveries of some of the events of an environment so far, before its rows are removed or its names change.
 * @returns whether nothing is left
 */
export async function settleEnvironment(writer: Writer, environment: number, now: number): Promise<boolean> {
  const environments = await withWebhooks(writer, [environment]);
  return (await settleForOthers(writer, environments, now)).size === 0;
}

/** Settles and announces the deliveries. Returns the environments that have more events. */
async function settleForOthers(
  writer: Writer,
  environments: readonly EnvironmentBehind[],
  now: number,
): Promise<ReadonlySet<number>> {
  const settled = await settleAll(writer, environments, now);
  for (const webhook of webhooksOf(settled)) {
    const at = settled.attempts.has(webhook) ? now : (settled.waiting.get(webhook) ?? now);
    await wakeQueue(writer, { webhook, now, at, urgent: 0 });
  }
  return settled.more;
}

/** The result of settling the events of several environments. */
interface Settled {
  /** First attempts by webhook. */
  readonly attempts: Map<string, Attempt[]>;
  /** When the bursts that webhooks wait for are due. */
  readonly waiting: Map<string, number>;
  /** Environments with more events than one write processes. */
  readonly more: Set<number>;
}

/** In one order everywhere, so that no two writes deadlock. */
function webhooksOf({ attempts, waiting }: Settled): string[] {
  return [...new Set([...attempts.keys(), ...waiting.keys()])].sort();
}

async function settleAll(writer: Writer, environments: readonly EnvironmentBehind[], now: number): Promise<Settled> {
  const settled: Settled = { attempts: new Map(), waiting: new Map(), more: new Set() };
  const standing = new Map<string, StandingWebhook[]>();
  for (const { number, space_id } of environments) {
    const webhooks = standing.get(space_id) ?? (await standingWebhooks(writer, space_id));
    standing.set(space_id, webhooks);
    const { attempts, waiting, more } = await fanOut(writer, number, { webhooks, now });
    for (const attempt of attempts) addTo(settled.attempts, attempt);
    for (const [webhook, dueAt] of waiting) settled.waiting.set(webhook, dueAt);
    if (more) settled.more.add(number);
  }
  return settled;
}

function addTo(attempts: Map<string, Attempt[]>, attempt: Attempt): void {
  const list = attempts.get(attempt.delivery.webhook);
  if (list === undefined) attempts.set(attempt.delivery.webhook, [attempt]);
  else list.push(attempt);
}
