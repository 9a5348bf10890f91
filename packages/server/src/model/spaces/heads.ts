/**
 * The head of each environment, known without a query where that is safe. On SQLite a head is read again,
 * synchronously, whenever any process has committed. On PostgreSQL a head is trusted for `CONFIRMED_FOR_MS` after it
 * was confirmed, and this node's own writes apply at once. While PostgreSQL is unavailable, an older head may be used for as long
 * as published content may be served from memory.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isInBackground } from '../../platform/database/background.ts';
import type { Database, Reader, Writer } from '../../platform/database/database.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import type {
  EnvironmentHeads,
  Head,
  MovedEnvironment,
  RaisedCounters,
} from '../../platform/journal/environment-heads.ts';
import type { Clock } from '../../platform/kit/clock.ts';
import { raiseEnvironment, selectHead, selectHeadNow, selectHeads, usageValues } from './environment-store.ts';

const CONFIRMED_FOR_MS = 200;
/** Maximum number of cached heads. */
const HEADS_KEPT = 10_000;
const RETRY_AFTER_SECONDS = 1;

/** Heads that were last requested this long ago are not kept ready for a database outage. */
const WANTED_FOR_MS = 3_600_000;
/** Heads that are confirmed with one statement. */
const CONFIRMED_AT_ONCE = 500;

/** How many earlier heads of an environment are kept for a database outage, and the minimum time between them. */
const EARLIER_HEADS_MAX = 8;
const EARLIER_APART_MS = 1_000;

/** A head, and when the database last confirmed it. */
export interface ConfirmedHead {
  readonly head: Head;
  readonly confirmedAt: number;
}

interface KnownHead {
  head: Head;
  mark: number | undefined;
  confirmedAt: number;
  /** When it was last confirmed for a request. */
  wantedAt: number;
  /** The last head read from the database; writes of this process may have moved it since. */
  readHead: Head;
  /** Earlier heads, newest first; empty if none may be used during an outage. */
  readonly earlier: ConfirmedHead[];
}

export class Heads implements EnvironmentHeads {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #known = new Map<number, KnownHead>();
  /** Heads that are about to be read. */
  readonly #asked = new Map<number, Promise<Head | undefined>>();

  /** @param parts.clock a monotonic clock, unaffected by changes of the system time */
  constructor(parts: { database: Database; clock: Clock }) {
    this.#database = parts.database;
    this.#clock = parts.clock;
  }

  /** The head of an environment; undefined if it was deleted. */
  async of(environment: number): Promise<Head | undefined> {
    const known = this.known(environment);
    if (known !== undefined) return known;
    try {
      return await this.#confirmed(environment);
    } catch (error) {
      const recalled = this.known(environment);
      if (recalled === undefined) throw error;
      return recalled;
    }
  }

  /** The current head of an environment, at least as new as anything read before this call. */
  async confirmed(environment: number): Promise<Head | undefined> {
    const mark = this.#database.changeMark();
    const known = mark === undefined ? undefined : this.known(environment, mark);
    return known ?? this.#confirmed(environment);
  }

  /**
   * Returns the head if it can be known without waiting for the database; never on the first call for an environment.
   * @param mark the database's change mark when the request arrived; later commits need not be visible
   */
  known(environment: number, mark = this.#database.changeMark()): Head | undefined {
    const known = this.#known.get(environment);
    if (known === undefined || this.#isCurrent(known, mark)) return known?.head;
    const rows = mark === undefined ? undefined : selectHeadNow(this.#database.reader, { number: environment });
    return rows && this.#take(environment, rows[0], { mark, confirmedAt: this.#clock() });
  }

  /** Milliseconds since the database confirmed the head of an environment; 0 if the head is not known. */
  ageOf(environment: number): number {
    const known = this.#known.get(environment);
    return known === undefined ? 0 : Math.max(0, this.#clock() - known.confirmedAt);
  }

  /**
   * Earlier heads of an environment that may be used while the database is unavailable, newest first. If nothing was read since the
   * head moved, memory may still contain content that was read at one of them.
   */
  earlier(environment: number): readonly (ConfirmedHead & { readonly ageMs: number })[] {
    const known = this.#known.get(environment);
    if (known === undefined) return [];
    const { head, readHead, confirmedAt, earlier } = known;
    const all = readHead === head ? earlier : [{ head: readHead, confirmedAt }, ...earlier];
    const now = this.#clock();
    return all
      .map((one) => ({ ...one, ageMs: Math.max(0, now - one.confirmedAt) }))
      .filter(({ ageMs }) => this.#database.contact.canUseCached(ageMs));
  }

  /** Numbers of the environments that were read recently, but not confirmed for that many milliseconds. */
  unconfirmedFor(ms: number): number[] {
    const now = this.#clock();
    const isDue = ({ confirmedAt, wantedAt }: KnownHead): boolean =>
      now - confirmedAt >= ms && now - wantedAt < WANTED_FOR_MS;
    return [...this.#known].flatMap(([environment, known]) => (isDue(known) ? [environment] : []));
  }

  /** Confirms the heads of environments. */
  async confirmAll(environments: readonly number[]): Promise<void> {
    for (let start = 0; start < environments.length; start += CONFIRMED_AT_ONCE) {
      const asked = environments.slice(start, start + CONFIRMED_AT_ONCE);
      const mark = this.#database.changeMark();
      const confirmedAt = this.#clock();
      const heads = await readHeads(this.#database.reader, asked);
      const found = new Map(heads.map((head) => [head.number, head]));
      for (const environment of asked) this.#take(environment, found.get(environment), { mark, confirmedAt }, false);
    }
  }

  /**
   * Increases the counters of an environment at the end of a write, and locks its row. Undefined if the environment is gone: its
   * usage was returned to the account when it was deleted, so nothing may be counted in it afterwards.
   * @throws `unavailable` if it was renamed after the write looked it up, because the write's records would have the wrong name
   */
  async raise(
    writer: Writer,
    { number, name, published, model, usage }: RaisedCounters,
  ): Promise<MovedEnvironment | undefined> {
    const values = { number, published: published ? 1 : 0, model: model ? 1 : 0, ...usageValues(usage) };
    const [moved] = await raiseEnvironment(writer, values);
    if (moved !== undefined && moved.name !== name) throw renamed(name, moved.name);
    return moved?.status === 'deleting' && usage.size > 0 ? undefined : moved;
  }

  /** Called for a write of this process, after its commit. */
  moved(environment: MovedEnvironment): void {
    const known = this.#known.get(environment.number);
    if (known === undefined || known.head.revision >= environment.revision) return;
    known.head = { ...known.head, ...environment };
  }

  /** Reads the current head from the database. Requests in one turn of the event loop share a statement, sent after all of them. */
  #confirmed(environment: number): Promise<Head | undefined> {
    // Background work waits longer for a connection than requests may.
    if (isInBackground()) return this.#read(environment);
    const asked = this.#asked.get(environment);
    if (asked !== undefined) return asked;
    const asking = nextTurn().then(() => {
      this.#asked.delete(environment);
      return this.#read(environment);
    });
    this.#asked.set(environment, asking);
    return asking;
  }

  async #read(environment: number): Promise<Head | undefined> {
    const mark = this.#database.changeMark();
    const confirmedAt = this.#clock();
    return this.#take(environment, await readHead(this.#database.reader, environment), { mark, confirmedAt });
  }

  #take(
    environment: number,
    head: Head | undefined,
    when: Pick<KnownHead, 'mark' | 'confirmedAt'>,
    isWanted = true,
  ): Head | undefined {
    const known = this.#known.get(environment);
    const wantedAt = isWanted ? when.confirmedAt : (known?.wantedAt ?? 0);
    if (head === undefined) this.#known.delete(environment);
    else {
      const readHead = newest(head, known?.readHead);
      const earlier = this.#earlierThan(head, known);
      this.#keep({ head: newest(head, known?.head), ...when, wantedAt, readHead, earlier });
    }
    return head;
  }

  /** The confirmed heads that came before this one. */
  #earlierThan({ epoch, revision }: Head, known: KnownHead | undefined): ConfirmedHead[] {
    if (known === undefined || known.readHead.epoch !== epoch || this.#database.contact.serveStaleMs === 0) return [];
    const { readHead, confirmedAt, earlier } = known;
    if (readHead.revision >= revision) return earlier;
    // The newest is always kept, the ones before it only if they are far enough apart.
    const [last, beforeLast] = earlier;
    const isClose = last && beforeLast && last.confirmedAt - beforeLast.confirmedAt < EARLIER_APART_MS;
    return [{ head: readHead, confirmedAt }, ...earlier.slice(isClose ? 1 : 0)].slice(0, EARLIER_HEADS_MAX);
  }

  #isCurrent(known: KnownHead, mark: number | undefined): boolean {
    if (mark !== undefined) return known.mark !== undefined && known.mark >= mark;
    const ageMs = this.#clock() - known.confirmedAt;
    return ageMs < CONFIRMED_FOR_MS || this.#database.contact.canUseCached(ageMs);
  }

  #keep(known: KnownHead): void {
    if (this.#known.size >= HEADS_KEPT) this.#known.clear();
    this.#known.set(known.head.number, known);
  }
}

/** The head as seen by a reader or an open transaction. */
export async function readHead(db: Reader, environment: number): Promise<Head | undefined> {
  const [head] = await selectHead(db, { number: environment });
  return head;
}

/** The heads of those of the environments that exist. */
export function readHeads(db: Reader, environments: readonly number[]): Promise<Head[]> {
  return selectHeads(db, environments);
}

function renamed(before: string, name: string): DomainError {
  const message = `The environment "${before}" has just been renamed to "${name}"; send the request again.`;
  return new DomainError('unavailable', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

/** A read that started before a write of this process ended must not restore the old head. */
function newest(read: Head, known: Head | undefined): Head {
  return known !== undefined && known.epoch === read.epoch && known.revision > read.revision ? known : read;
}
