/**
 * The way out of webhooks in one process. What is to be done stands in the database alone, so that a process that ends,
 * however it ends, loses nothing: others find what it held when its leases are over. Where nothing is to be sent it
 * costs a look a second, and on SQLite not even that unless something was committed.
 */
import type { Database } from '../../../platform/database/database.ts';
import type { Clock } from '../../../platform/kit/clock.ts';
import { newId } from '../../../platform/kit/ids.ts';
import { countPending } from './attempt-store.ts';
import { QueueSending, type SwitchOffReason } from './queue-sending.ts';
import { Retention } from './retention.ts';
import type { Sending } from './sending.ts';
import { Settling } from './settling.ts';

const LEASE_MS = 30_000;
const RENEWED_EVERY_MS = 10_000;
/** How often it is looked for what fell due and for what others committed. */
const LOOKED_EVERY_MS = 1_000;
/** How often the queues that are held are looked at for what others added: where a look costs next to nothing, and elsewhere. */
const NEWS_EVERY_MS = 20;
const NEWS_EVERY_MS_REMOTE = 200;

export interface DispatcherParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly sending: Sending;
  /** Switches a webhook off and says so to its owners. */
  readonly switchOff: (webhook: string, reason: SwitchOffReason) => Promise<void>;
  readonly onProblem: (error: unknown) => void;
}

export class Dispatcher {
  readonly #parts: DispatcherParts;
  readonly #settling: Settling;
  readonly #queues: QueueSending;
  readonly #retention: Retention;
  readonly #timers: NodeJS.Timeout[] = [];
  #next: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #lookAgain = false;
  #readingNews = false;
  #lookedAt: number | undefined;
  #newsAt: number | undefined;
  #renewedAt = 0;
  #closed = false;

  constructor(parts: DispatcherParts) {
    this.#parts = parts;
    const taker = { owner: newId('prc'), leaseMs: LEASE_MS };
    this.#queues = new QueueSending({ ...parts, taker });
    this.#settling = new Settling({ ...parts, taker, onAnnounced: (added) => this.#queues.announced(added) });
    this.#retention = new Retention(parts);
  }

  /** Attempts made by this process since it began, by what came of them. */
  get counts(): { readonly success: number; readonly failed: number } {
    return this.#queues.counts;
  }

  /** Attempts that are still to be made, by whichever process. */
  pending(): Promise<number> {
    return countPending(this.#parts.database.reader);
  }

  /** Begins with what is left from before. */
  start(): void {
    const newsEveryMs = this.#parts.database.changeMark() === undefined ? NEWS_EVERY_MS_REMOTE : NEWS_EVERY_MS;
    this.#timers.push(
      setInterval(() => this.look(), LOOKED_EVERY_MS).unref(),
      setInterval(() => this.#readNews(), newsEveryMs).unref(),
    );
    this.#retention.start();
    this.look();
  }

  /** Told of an environment that this process moved, after the commit. */
  moved(environment: number): void {
    if (!this.#closed) this.#settling.wake(environment);
  }

  /** Told after the commit that webhooks were changed by this process, or attempts asked for. */
  changed(): void {
    this.#settling.forgetQuiet();
    this.#parts.sending.forget();
    this.#newsAt = undefined;
    this.look();
  }

  /** Looks for what is to be done. */
  look(): void {
    if (this.#closed) return;
    this.#lookAgain = true;
    this.#looking ??= this.#lookUntilIdle().finally(() => {
      this.#looking = undefined;
    });
  }

  /** Begins nothing more, waits for the attempts under way, and leaves the rest to others. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const timer of this.#timers) clearInterval(timer);
    await this.#looking;
    clearTimeout(this.#next);
    await this.#settling.idle();
    await this.#queues.close();
    await this.#retention.close();
  }

  async #lookUntilIdle(): Promise<void> {
    while (this.#lookAgain && !this.#closed) {
      this.#lookAgain = false;
      await this.#look().catch(this.#parts.onProblem);
    }
  }

  async #look(): Promise<void> {
    this.#settling.forgetQuiet();
    this.#settling.resume();
    if (this.#somethingMoved()) await this.#settling.findBehind();
    this.#lookIn(await this.#queues.take());
    if (Date.now() - this.#renewedAt < RENEWED_EVERY_MS) return;
    this.#renewedAt = Date.now();
    await this.#queues.renew();
  }

  /** Looks as soon as the next queue falls due, where that is before the next look. */
  #lookIn(nextInMs: number | undefined): void {
    clearTimeout(this.#next);
    if (nextInMs === undefined || nextInMs >= LOOKED_EVERY_MS || this.#closed) return;
    this.#next = setTimeout(() => this.look(), nextInMs).unref();
  }

  /** Whether anything was committed since the last look, as far as the database can tell for nothing. */
  #somethingMoved(): boolean {
    const mark = this.#parts.database.changeMark();
    const moved = mark === undefined || mark !== this.#lookedAt;
    this.#lookedAt = mark;
    return moved;
  }

  #readNews(): void {
    if (this.#queues.size === 0 || this.#readingNews) return;
    const mark = this.#parts.database.changeMark();
    if (mark !== undefined && mark === this.#newsAt) return;
    this.#newsAt = mark;
    this.#readingNews = true;
    void this.#queues
      .readNews()
      .catch(this.#parts.onProblem)
      .finally(() => {
        this.#readingNews = false;
      });
  }
}
