/**
 * The events of autosaves, for webhooks without a debounce. The last autosave of each resource waits until nobody is typing
 * there any more, and is sent before whatever follows it. Invariant: for each webhook and resource, at most one event waits,
 * and no later one is being sent.
 */
import type { Writer } from '../../../platform/database/database.ts';
import { timeOrderedKey } from '../../../platform/kit/ids.ts';
import { insertAttempts, insertDeliveries, releaseClaims, removeWaiting, selectHeld } from './attempt-store.ts';
import type { Delivery } from './delivery.ts';
import { attemptRow, deliveryRow, firstAttempt } from './rows.ts';

/** An autosave waits until no other one has followed for this long. */
export const TYPING_SECONDS = 30;
/** A burst that does not end is delivered after this many times its usual wait. */
const DEBOUNCES_MAX = 10;
const MS_PER_SECOND = 1_000;

/** When the last event of a burst is due. Times in milliseconds. */
export function burstDueAt(debounceSeconds: number, { begunAt, now }: { begunAt: number; now: number }): number {
  const waitMs = debounceSeconds * MS_PER_SECOND;
  return Math.min(now + waitMs, begunAt + DEBOUNCES_MAX * waitMs);
}

type HeldRow = Awaited<ReturnType<typeof selectHeld>>[number];

export class DelayedAutosaves {
  /** Webhooks that can now send a stored autosave. */
  readonly released = new Set<string>();
  readonly #writer: Writer;
  readonly #now: number;
  /** The stored autosaves that are waiting, by webhook and resource. */
  readonly #stored: Map<string, HeldRow>;
  /** The last autosaves seen in this write. */
  readonly #fresh = new Map<string, Delivery>();

  private constructor(writer: Writer, rows: readonly HeldRow[], now: number) {
    this.#writer = writer;
    this.#now = now;
    this.#stored = new Map(rows.map((row) => [nameOf(row.webhook, row.held_for), row]));
  }

  /** Loads what is waiting for these webhooks and resources, and locks it until the write ends. */
  static async of(
    writer: Writer,
    wanted: { readonly webhooks: readonly string[]; readonly resources: readonly string[] },
    now: number,
  ): Promise<DelayedAutosaves> {
    return new DelayedAutosaves(writer, await selectHeld(writer, wanted), now);
  }

  /** Holds an autosave back. It replaces the previous one, unless that is already due, in which case it is sent now. */
  async hold(delivery: Delivery): Promise<void> {
    const name = nameOf(delivery.webhook, delivery.resource);
    const stored = this.#stored.get(name);
    this.#fresh.set(name, delivery);
    if (stored === undefined || stored.due_at > this.#now) return;
    this.#stored.delete(name);
    await this.#letGo(stored);
  }

  /**
   * Releases a stored autosave before another event of its resource.
   * @returns the autosave from this write that has to be sent before the event instead, if there is one
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

  /** Stores the autosaves that are now held. */
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
    await releaseClaims(this.#writer, { webhook, id });
    this.released.add(webhook);
  }
}

function nameOf(webhook: string, resource: string): string {
  return `${webhook} ${resource}`;
}
