/**
 * Keeps long work from blocking the event loop: the work often checks whether its time slice is over, and then yields.
 * Work for a caller also has a budget: the time that it may hold the event loop in all.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';

const STRETCH_MS = 3;
/** What one request may take of the event loop in all. */
const BUDGET_MS = 1_000;

export class Pace {
  protected readonly budgetMs: number;
  #workedMs = 0;
  #began = performance.now();

  constructor(budgetMs = BUDGET_MS) {
    this.budgetMs = budgetMs;
  }

  /** Whether the time slice is over. */
  isDue(): boolean {
    return performance.now() - this.#began >= STRETCH_MS;
  }

  /** Whether the work has taken its budget, rests not counted. */
  isSpent(): boolean {
    return this.#workedMs + performance.now() - this.#began >= this.budgetMs;
  }

  /** Yields to whatever else waits for the event loop. */
  async rest(): Promise<void> {
    this.#workedMs += performance.now() - this.#began;
    await nextTurn();
    this.#began = performance.now();
  }

  async restIfDue(): Promise<void> {
    if (this.isDue()) await this.rest();
  }
}

/** Maps items one after the other by their keys, and yields in between where that takes long. */
export async function mapByKey<T, R>(
  items: readonly T[],
  keyOf: (item: T) => string,
  map: (item: T) => R,
): Promise<Map<string, R>> {
  const pace = new Pace();
  const mapped = new Map<string, R>();
  for (const item of items) {
    mapped.set(keyOf(item), map(item));
    await pace.restIfDue();
  }
  return mapped;
}

/**
 * A pace whose budget is time of the processor, for work that is refused where it takes too long: a machine that is busy, or
 * stood still, must not have valid input refused.
 */
export class WorkPace extends Pace {
  #usedMs = 0;
  #beganAt = processorMs();

  override isSpent(): boolean {
    // It cannot have taken more of the processor than time went by, which is told sooner.
    return super.isSpent() && this.#usedMs + processorMs() - this.#beganAt >= this.budgetMs;
  }

  override async rest(): Promise<void> {
    this.#usedMs += processorMs() - this.#beganAt;
    await super.rest();
    this.#beganAt = processorMs();
  }
}

function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
