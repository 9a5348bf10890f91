/**
 * The way out of webhooks in one process. What is to be done stands in the database alone, so that a process that ends,
 * however it ends, loses nothing: others find what it held when its leases are over. Where nothing is to be sent it
 * costs a look a second, and on SQLite not even that unless something was committed.
 */
import type { Database } from '../../../platform/database/database.ts';
import type { JobWork } from '../../../platform/jobs/job.ts';
import { Trigger } from '../../../platform/jobs/trigger.ts';
import { AHEAD_MAX_MS, type Clock } from '../../../platform/kit/clock.ts';
import { countPending, oldestDueAt } from './attempt-store.ts';
import { newOwner, ownerEnded } from './lease-owners.ts';
import { QueueSending, type SwitchOffReason } from './queue-sending.ts';
import { LEASE_MS } from './queue-store.ts';
import type { Sending } from './sending.ts';
import { Settling } from './settling.ts';

const RENEWED_EVERY_MS = 10_000;
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
  /** Looks for what fell due and for what others committed. */
  readonly look: JobWork & { run(): Promise<number | undefined> };
  /** Looks at what other processes added to the queues that are held. */
  readonly news: JobWork;
  readonly newsEveryMs: number;
  readonly #trigger = new Trigger();
  readonly #parts: DispatcherParts;
  readonly #settling: Settling;
  readonly #queues: QueueSending;
  readonly #owner: string;
  #lookedAt: number | undefined;
  #newsAt: number | undefined;
  /** By the monotonic clock. */
  #renewedAt = Number.NEGATIVE_INFINITY;
  /** The latest time that the clock showed; before the first look anything may have been ahead. */
  #latest = Number.POSITIVE_INFINITY;
  #closed = false;

  constructor(parts: DispatcherParts) {
    this.#parts = parts;
    const taker = { owner: newOwner(), leaseMs: LEASE_MS };
    this.#owner = taker.owner;
    this.#queues = new QueueSending({ ...parts, taker });
    this.look = { trigger: this.#trigger, run: () => this.#look() };
    this.news = { hasWork: () => this.#hasNews(), run: () => this.#readNews() };
    this.newsEveryMs = parts.database.changeMark() === undefined ? NEWS_EVERY_MS_REMOTE : NEWS_EVERY_MS;
    this.#settling = new Settling({ ...parts, taker, onAnnounced: (added) => this.#queues.announced(added) });
  }

  /** Attempts made by this process since it began, by what came of them. */
  get counts(): { readonly success: number; readonly failed: number } {
    return this.#queues.counts;
  }

  /** Outcomes of attempts of this process that are not in the database yet. */
  get unsaved(): number {
    return this.#queues.unsaved;
  }

  /** Attempts that are still to be made, by whichever process. */
  pending(): Promise<number> {
    return countPending(this.#parts.database.reader);
  }

  /** Since when the attempt has been due that has been due for longest; null if none is. */
  oldestDueAt(): Promise<number | null> {
    return oldestDueAt(this.#parts.database.reader, this.#parts.clock());
  }

  /** Called after the commit with each environment that this process changed. */
  moved(environment: number): void {
    if (!this.#closed) this.#settling.wake(environment);
  }

  /** Called after the commit when this process changed webhooks or requested attempts. */
  changed(): void {
    this.#settling.forgetQuiet();
    this.#parts.sending.forget();
    this.#newsAt = undefined;
    this.#trigger.fire();
  }

  /** Waits for the attempts under way, and leaves the rest to others. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#settling.idle();
    await this.#queues.close();
    ownerEnded(this.#owner);
  }

  /** Gives in how many milliseconds the next queue falls due, where that is known. */
  async #look(): Promise<number | undefined> {
    this.#settling.forgetQuiet();
    this.#settling.resume();
    if (this.#somethingMoved()) await this.#settling.findBehind();
    await this.#followClock();
    const nextInMs = await this.#queues.take();
    if (performance.now() - this.#renewedAt >= RENEWED_EVERY_MS) {
      this.#renewedAt = performance.now();
      await this.#queues.renew();
    }
    return nextInMs;
  }

  /** What is due by a clock that has gone back since would wait for as long as it had been ahead. */
  async #followClock(): Promise<void> {
    const now = this.#parts.clock();
    if (now < this.#latest - AHEAD_MAX_MS) await this.#queues.followClock();
    this.#latest = now;
  }

  /** Whether anything was committed since the last look, as far as the database can tell for nothing. */
  #somethingMoved(): boolean {
    const mark = this.#parts.database.changeMark();
    const moved = mark === undefined || mark !== this.#lookedAt;
    this.#lookedAt = mark;
    return moved;
  }

  #hasNews(): boolean {
    if (this.#queues.size === 0) return false;
    const mark = this.#parts.database.changeMark();
    return mark === undefined || mark !== this.#newsAt;
  }

  async #readNews(): Promise<void> {
    const mark = this.#parts.database.changeMark();
    await this.#queues.readNews();
    this.#newsAt = mark;
  }
}
