/** Creates deliveries of what is committed. What was committed together is settled together. */
import type { Database, Writer } from '../../../platform/database/database.ts';
import type { Clock } from '../../../platform/kit/clock.ts';
import { standingWebhooks } from '../store.ts';
import type { StandingWebhook } from '../webhook.ts';
import { type EnvironmentOfSpace, lockEnvironmentsOf, withWebhooks } from './cursor-store.ts';
import { fanOut } from './fan-out.ts';

const ENVIRONMENTS_AT_ONCE = 8;
/** Environments known to have no webhooks; others are looked up again. */
const QUIET_KEPT = 10_000;

export class Settling {
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

  /** Whether there is something to settle. */
  get hasMoved(): boolean {
    return this.#moved.size > 0;
  }

  /** Notes an environment that moved. Costs next to nothing if its space has no webhooks. @returns whether it may have some */
  note(environment: number): boolean {
    if (this.#quiet.has(environment)) return false;
    this.#moved.add(environment);
    return true;
  }

  /** Makes environments be checked for webhooks again. */
  forgetQuiet(): void {
    this.#quiet.clear();
  }

  /** Forgets what moved: this process does not settle it. @returns whether any of it has webhooks */
  async leaveToOthers(): Promise<boolean> {
    const moved = [...this.#moved];
    this.#moved.clear();
    return moved.length > 0 && (await this.#withWebhooks(moved)).length > 0;
  }

  /**
   * Settles some of what moved.
   * @returns the webhooks that have more to send; if it fails, none: what is behind is found again
   */
  async settle(): Promise<ReadonlySet<string>> {
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
 * Creates deliveries of everything committed in a space so far, for its current webhooks, so that one that changes
 * in the same write receives what comes after, and nothing from before. Until the write ends nothing moves there.
 */
export async function settleSpace(writer: Writer, spaceId: string, now: number): Promise<void> {
  let environments = await lockEnvironmentsOf(writer, spaceId);
  while (environments.length > 0) {
    const { more } = await settleAll(writer, environments, now);
    environments = environments.filter(({ number }) => more.has(number));
  }
}

/**
 * Creates deliveries of some of the events of an environment so far, before its rows are removed or its names change.
 * @returns whether nothing is left
 */
export async function settleEnvironment(writer: Writer, environment: number, now: number): Promise<boolean> {
  const { more } = await settleAll(writer, await withWebhooks(writer, [environment]), now);
  return more.size === 0;
}

/** The result of settling the events of several environments. */
interface Settled {
  /** Webhooks that have more to send at once. */
  readonly webhooks: ReadonlySet<string>;
  /** Environments with more events than one write processes. */
  readonly more: ReadonlySet<number>;
}

async function settleAll(writer: Writer, environments: readonly EnvironmentOfSpace[], now: number): Promise<Settled> {
  const webhooks = new Set<string>();
  const more = new Set<number>();
  const standing = new Map<string, StandingWebhook[]>();
  for (const { number, space_id } of environments) {
    const listeners = standing.get(space_id) ?? (await standingWebhooks(writer, space_id));
    standing.set(space_id, listeners);
    const added = await fanOut(writer, number, { webhooks: listeners, now });
    for (const webhook of added.webhooks) webhooks.add(webhook);
    if (added.more) more.add(number);
  }
  return { webhooks, more };
}
