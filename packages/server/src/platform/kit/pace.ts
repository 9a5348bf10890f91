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

/** Maps items one after the other, and yields in between where that takes long. */
export async function mapInTurn<T, R>(items: readonly T[], map: (item: T) => R): Promise<R[]> {
  const pace = new Pace();
  const mapped: R[] = [];
  for (const item of items) {
    mapped.push(map(item));
    await pace.restIfDue();
  }
  return mapped;
}

/** The same, by the ids of the items. */
export async function mapById<T extends { readonly id: string }, R>(
  items: readonly T[],
  map: (item: T) => R,
): Promise<Map<string, R>> {
  return new Map(await mapInTurn(items, (item) => [item.id, map(item)] as const));
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
