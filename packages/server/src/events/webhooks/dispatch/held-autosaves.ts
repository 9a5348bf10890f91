/**
 * The events of autosaves, for webhooks that are sent everything at once: of each resource the last one waits until
 * nobody types there any more, and goes before whatever follows it. Invariant: of one webhook and resource at most one
 * event waits, and no later one is on its way.
 */
import type { Writer } from '../../../platform/database/database.ts';
import { timeOrderedKey } from '../../../platform/kit/ids.ts';
import { insertAttempts, insertDeliveries, releaseHeld, removeWaiting, selectHeld } from './attempt-store.ts';
import type { Delivery } from './delivery.ts';
import { attemptRow, deliveryRow, firstAttempt } from './rows.ts';

/** An autosave waits until this time has passed without another one. */
export const TYPING_SECONDS = 30;
/** A burst that does not end is delivered after this many times what its events wait for. */
const DEBOUNCES_MAX = 10;
const MS_PER_SECOND = 1_000;

/** When the last event of a burst is due. Times in milliseconds. */
export function burstDueAt(debounceSeconds: number, { begunAt, now }: { begunAt: number; now: number }): number {
  const waitMs = debounceSeconds * MS_PER_SECOND;
  return Math.min(now + waitMs, begunAt + DEBOUNCES_MAX * waitMs);
}

type HeldRow = Awaited<ReturnType<typeof selectHeld>>[number];

export class HeldAutosaves {
  /** Webhooks whose stored autosaves go now. */
  readonly released = new Set<string>();
  readonly #writer: Writer;
  readonly #now: number;
  /** What waits already, by webhook and resource. */
  readonly #stored: Map<string, HeldRow>;
  /** The last autosaves of this write. */
  readonly #fresh = new Map<string, Delivery>();

  private constructor(writer: Writer, rows: readonly HeldRow[], now: number) {
    this.#writer = writer;
    this.#now = now;
    this.#stored = new Map(rows.map((row) => [nameOf(row.webhook, row.held_for), row]));
  }

  /** What waits for these webhooks and resources, locked until the write ends. */
  static async of(
    writer: Writer,
    wanted: { readonly webhooks: readonly string[]; readonly resources: readonly string[] },
    now: number,
  ): Promise<HeldAutosaves> {
    return new HeldAutosaves(writer, await selectHeld(writer, wanted), now);
  }

  /** Holds an autosave back, in place of the one before it, unless that is due and goes now. */
  async hold(delivery: Delivery): Promise<void> {
    const name = nameOf(delivery.webhook, delivery.resource);
    const stored = this.#stored.get(name);
    this.#fresh.set(name, delivery);
    if (stored === undefined || stored.due_at > this.#now) return;
    this.#stored.delete(name);
    await this.#letGo(stored);
  }

  /**
   * Lets a stored autosave go before another event of its resource.
   * @returns the one of this write that has to go before it instead, if there is one
   */
  async release({ webhook, resource }: Delivery): Promise<Delivery | undefined> {
    const name = nameOf(webhook, resource);
    const stored = this.#stored.get(name);
    const fresh = this.#fresh.get(name);
    this.#stored.delete(name);
    this.#fresh.delete(name);
    if (stored !== undefined && fresh === undefined) await this.#letGo(stored);
    else if (stored !== undefined) await removeWaiting(this.#writer, stored);
    return fresh;
  }

  /** Writes what is held from now on. */
  async store(): Promise<void> {
    for (const [name, delivery] of this.#fresh) await this.#keep(delivery, this.#stored.get(name));
  }

  async #keep(delivery: Delivery, stored: HeldRow | undefined): Promise<void> {
    const now = this.#now;
    if (stored !== undefined) await removeWaiting(this.#writer, stored);
    const begunAt = stored?.created_at ?? now;
    const dueAt = burstDueAt(TYPING_SECONDS, { begunAt, now });
    const attempt = firstAttempt(delivery, timeOrderedKey(now));
    await insertDeliveries(this.#writer, [deliveryRow(attempt.delivery, now)]);
    await insertAttempts(this.#writer, [{ ...attemptRow(attempt, dueAt, begunAt), held_for: delivery.resource }]);
  }

  async #letGo({ webhook, id }: HeldRow): Promise<void> {
    await releaseHeld(this.#writer, { webhook, id });
    this.released.add(webhook);
  }
}

function nameOf(webhook: string, resource: string): string {
  return `${webhook} ${resource}`;
}
