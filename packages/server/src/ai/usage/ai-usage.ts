/**
 * How much AI an account uses: its tokens this month (UTC), checked against its ceiling before every call of the model, and
 * the number of its running operations across all nodes. If a process is killed, the places that it held become free by themselves.
 */
import { randomUUID } from 'node:crypto';
import type { Database } from '../../platform/database/database.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { AHEAD_MAX_MS, type Clock } from '../../platform/kit/clock.ts';
import { CALL_MAX_MS, type TokenUsage } from '../provider/model-calls.ts';
import { addUsage, releaseConcurrencySlot, takeConcurrencySlot, takePlace, usageSince } from './store.ts';

/** The plan metric that counts tokens. */
export const AI_TOKENS_METRIC = 'ai_tokens_per_month';
/** Operations that an account may run at the same time. */
const PLACES = 2;
/** A place is held from one call to the next: the longest call, plus the work between two calls. */
const HELD_MS = CALL_MAX_MS + 30_000;
const RETRY_AFTER_S = 5;

export interface AiUsageParts {
  readonly database: Database;
  readonly clock: Clock;
  /** The tokens that an account may use per month; null if there is no ceiling. */
  readonly ceilingOf: (accountId: string) => Promise<number | null>;
}

/** The place of a running operation. */
export interface Place {
  readonly account_id: string;
  readonly place: number;
  readonly holder: string;
}

export class AiUsage {
  readonly #parts: AiUsageParts;

  constructor(parts: AiUsageParts) {
    this.#parts = parts;
  }

  /** The tokens that an account has used this month. */
  async tokensThisMonth(accountId: string): Promise<number> {
    const days = await this.tokensByDay(accountId, `${dayOf(this.#parts.clock()).slice(0, 7)}-01`);
    return [...days.values()].reduce((sum, tokens) => sum + tokens, 0);
  }

  /** The tokens of an account by day (UTC), such as `2026-11-28`; of days since one, without those that had none. */
  async tokensByDay(accountId: string, since: string): Promise<ReadonlyMap<string, number>> {
    const rows = await usageSince(this.#parts.database.reader, accountId, since);
    return new Map(rows.map((row) => [row.day, row.input_tokens + row.output_tokens]));
  }

  /** @throws `plan_limit_reached` if the account has used up this month's tokens */
  async requireTokens(accountId: string): Promise<void> {
    const limit = await this.#parts.ceilingOf(accountId);
    if (limit === null) return;
    const used = await this.tokensThisMonth(accountId);
    if (used < limit) return;
    const message = `Wait for next month or choose another plan; the account has used its ${limit} AI tokens of this month.`;
    throw new DomainError('plan_limit_reached', message, { metric: AI_TOKENS_METRIC, limit, used });
  }

  /** Takes a place for an operation. @throws `api_quota_exceeded` if all places of the account are taken */
  async enter(accountId: string): Promise<Place> {
    const { database, clock } = this.#parts;
    const holder = randomUUID();
    const taken = await database.write(async (writer) => {
      const now = clock();
      for (let place = 0; place < PLACES; place++) {
        const row = { account_id: accountId, place, holder };
        const held_until = now + HELD_MS;
        if (await takePlace(writer, { ...row, held_until }, { now, latest: held_until + AHEAD_MAX_MS })) return row;
      }
      return undefined;
    });
    if (taken !== undefined) return taken;
    const message = `Wait until one of them is done; an account may have ${PLACES} AI operations running.`;
    throw new DomainError('api_quota_exceeded', message, { scope: 'ai', retryAfterSeconds: RETRY_AFTER_S });
  }

  /** Counts the tokens of a call, and extends the hold on the place for the next one. */
  async spend(place: Place, { inputTokens, outputTokens }: TokenUsage): Promise<void> {
    const { database, clock } = this.#parts;
    const now = clock();
    const tokens = { input_tokens: inputTokens, output_tokens: outputTokens };
    await database.write(async (writer) => {
      await addUsage(writer, { account_id: place.account_id, day: dayOf(now), ...tokens });
      await takeConcurrencySlot(writer, { ...place, held_until: now + HELD_MS });
    });
  }

  async leave(place: Place): Promise<void> {
    await this.#parts.database.write((writer) => releaseConcurrencySlot(writer, place));
  }
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
