/** Fans out committed events: creates their deliveries. Events committed together are fanned out together. */
import type { Database, Writer } from '../../../platform/database/database.ts';
import type { Clock } from '../../../platform/kit/clock.ts';
import { activeWebhooks } from '../store.ts';
import type { ActiveWebhook } from '../webhook.ts';
import { type EnvironmentOfSpace, lockEnvironmentsOf, withWebhooks } from './cursor-store.ts';
import { fanOut } from './fan-out.ts';

const ENVIRONMENTS_AT_ONCE = 8;
/** How many environments without webhooks are remembered; others are looked up again. */
const QUIET_KEPT = 10_000;

export class PendingFanOuts {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #onProblem: (error: unknown) => void;
  readonly #moved = new Set<number>();
  readonly #quiet = new Set<number>();

  constructor(parts: { database: Database; clock: Clock; onProblem: (error: unknown) => void }) {
    this.#database = parts.database;
    this.#clock = parts.clock;
    this.#onProblem = parts.onProblem;
  }

  /** Whether any environment has events to fan out. */
  get hasMoved(): boolean {
    return this.#moved.size > 0;
  }

  /** Notes an environment that changed. Costs next to nothing if its space has no webhooks. @returns whether it may have some */
  note(environment: number): boolean {
    if (this.#quiet.has(environment)) return false;
    this.#moved.add(environment);
    return true;
  }

  /** Makes the next `note` check again whether environments have webhooks. */
  forgetQuiet(): void {
    this.#quiet.clear();
  }

  /** Forgets the noted environments, because another process fans them out. @returns whether any of them has webhooks */
  async leaveToOthers(): Promise<boolean> {
    const moved = [...this.#moved];
    this.#moved.clear();
    return moved.length > 0 && (await this.#withWebhooks(moved)).length > 0;
  }

  /**
   * Fans out some of the noted environments.
   * @returns the webhooks that have more to send; none if it fails, as the environments are then found again
   */
  async fanOutNext(): Promise<ReadonlySet<string>> {
    const numbers = [...this.#moved].slice(0, ENVIRONMENTS_AT_ONCE);
    if (numbers.length === 0) return new Set();
    for (const number of numbers) this.#moved.delete(number);
    try {
      const environments = await this.#withWebhooks(numbers);
      if (environments.length === 0) return new Set();
      const now = this.#clock();
      const { webhooks, more } = await this.#database.write((writer) => settleAll(writer, environments, now));
      for (const number of more) this.#moved.add(number);
      return webhooks;
    } catch (error) {
      this.#onProblem(error);
      return new Set();
    }
  }

  async #withWebhooks(environments: readonly number[]): Promise<EnvironmentOfSpace[]> {
    const found = await withWebhooks(this.#database.reader, environments);
    if (this.#quiet.size >= QUIET_KEPT) this.#quiet.clear();
    const loud = new Set(found.map(({ number }) => number));
    for (const number of environments) if (!loud.has(number)) this.#quiet.add(number);
    return found;
  }
}

/**
 * Fans out everything committed in a space so far to its current webhooks. A webhook that changes in the same write then
 * receives only what comes after. Nothing else can change the space until the write ends.
 */
export async function fanOutSpace(writer: Writer, spaceId: string, now: number): Promise<void> {
  let environments = await lockEnvironmentsOf(writer, spaceId);
  while (environments.length > 0) {
    const { more } = await settleAll(writer, environments, now);
    environments = environments.filter(({ number }) => more.has(number));
  }
}

/**
 * Fans out some of an environment's events before its rows are removed or its names change.
 * @returns whether no events are left
 */
export async function fanOutEnvironment(writer: Writer, environment: number, now: number): Promise<boolean> {
  const { more } = await settleAll(writer, await withWebhooks(writer, [environment]), now);
  return more.size === 0;
}

/** The result of fanning out several environments. */
interface Settled {
  /** Webhooks that now have attempts to make at once. */
  readonly webhooks: ReadonlySet<string>;
  /** Environments with more events than one write processes. */
  readonly more: ReadonlySet<number>;
}

async function settleAll(writer: Writer, environments: readonly EnvironmentOfSpace[], now: number): Promise<Settled> {
  const webhooks = new Set<string>();
  const more = new Set<number>();
  const active = new Map<string, ActiveWebhook[]>();
  for (const { number, space_id } of environments) {
    const listeners = active.get(space_id) ?? (await activeWebhooks(writer, space_id));
    active.set(space_id, listeners);
    const added = await fanOut(writer, number, { webhooks: listeners, now });
    for (const webhook of added.webhooks) webhooks.add(webhook);
    if (added.more) more.add(number);
  }
  return { webhooks, more };
}
