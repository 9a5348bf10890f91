/** How the receivers of webhooks fared in the last day. Invariant: the cost of reading it does not depend on the length of their logs. */
import type { Database } from '../../platform/database/database.ts';
import { type Clock, isoTime } from '../../platform/kit/clock.ts';
import { slowDurationMs } from './dispatch/durations.ts';
import { endedSince, receiverStates } from './dispatch/health-store.ts';
import { isPaused } from './dispatch/queue.ts';
import type { Webhook, WebhookHealth, WebhookWithHealth } from './schema.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Webhooks that are read with one statement. */
const WEBHOOKS_AT_ONCE = 50;

export class WebhookHealths {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(parts: { readonly database: Database; readonly clock: Clock }) {
    this.#database = parts.database;
    this.#clock = parts.clock;
  }

  /** The webhooks with the health of each. */
  async with(webhooks: readonly Webhook[]): Promise<WebhookWithHealth[]> {
    const found: WebhookWithHealth[] = [];
    for (let at = 0; at < webhooks.length; at += WEBHOOKS_AT_ONCE) {
      const some = webhooks.slice(at, at + WEBHOOKS_AT_ONCE);
      const healths = await this.#of(some.map(({ id }) => id));
      for (const webhook of some) {
        const health = healths.get(webhook.id);
        // One that was deleted since is left out.
        if (health !== undefined) found.push({ ...webhook, health });
      }
    }
    return found;
  }

  async #of(ids: readonly string[]): Promise<Map<string, WebhookHealth>> {
    const { reader } = this.#database;
    const now = this.#clock();
    const ended = Map.groupBy(await endedSince(reader, ids, now - DAY_MS), ({ webhook }) => webhook);
    const states = await receiverStates(reader, ids);
    return new Map(
      states.map((state) => {
        const classes = ended.get(state.id) ?? [];
        const sum = (of: 'delivered' | 'failed') => classes.reduce((total, one) => total + Number(one[of]), 0);
        const counts = classes.map((one) => [one.duration, Number(one.delivered) + Number(one.failed)] as const);
        const health = {
          delivered: sum('delivered'),
          failed: sum('failed'),
          waiting: Number(state.waiting),
          p95_ms: slowDurationMs(new Map(counts)),
          last_attempt_at: isoTime(state.last_at === null ? null : Number(state.last_at)),
          failing_since: isoTime(state.failing_since),
          paused_until: isPaused(state.paused_until, now) ? isoTime(state.paused_until) : null,
        };
        return [state.id, health] as const;
      }),
    );
  }
}
