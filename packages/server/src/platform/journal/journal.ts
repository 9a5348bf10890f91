/**
 * The journal. In its own transaction, every write appends a row (who, when, what; a bulk one for each entry), a head for each
 * environment it changed, and an item for each resource and event. Everything that follows from a change reads them here.
 * Revisions are raised at the end of the write, under the environment's row lock. They have no gaps, except that an
 * environment that takes over a name continues after the revisions of the name's former target (`model/spaces/name-moves.ts`).
 */

import type { Database, WriteOptions, Writer } from '../database/database.ts';
import type { Clock } from '../kit/clock.ts';
import type { Actor } from './actor.ts';
import { Change } from './change.ts';
import type { EnvironmentHeads, MovedEnvironment } from './environment-heads.ts';
import type { IdempotencyRecords } from './idempotency.ts';
import type { RecordDigests } from './record-digests.ts';
import { appendChange } from './store.ts';
import type { UsageCounters } from './usage-changes.ts';

interface JournalParts {
  readonly database: Database;
  readonly heads: EnvironmentHeads;
  readonly idempotency: IdempotencyRecords;
  readonly digests: RecordDigests;
  readonly usage: UsageCounters;
  readonly clock: Clock;
  /** Called after the commit with each environment that a write moved. */
  readonly onMoved?: (environment: MovedEnvironment) => void;
}

export class Journal {
  readonly #parts: JournalParts;

  constructor(parts: JournalParts) {
    this.#parts = parts;
  }

  /**
   * Runs a write and journals its changes; a write without changes is not journalled. If the request's
   * `Idempotency-Key` was seen before, nothing is executed and the first result of `work` is returned.
   * @param work does the writing and reports the change; it may be run again from the start; its result is JSON
   * @returns the result of `work`, after the commit
   * @throws `plan_limit_reached` if the account would have more of something than its plan allows
   */
  async write<T>(
    actor: Actor,
    work: (writer: Writer, change: Change) => Promise<T>,
    options?: WriteOptions,
  ): Promise<T> {
    const request = actor.origin?.idempotency;
    const ordinal = request === undefined ? 0 : request.writes++;
    // A repeated request runs nothing: it was written the first time.
    let isIdle = false;
    const { value, moved } = await this.#parts.database.write(
      async (writer) => {
        const change = new Change(this.#parts.clock(), actor.origin?.language);
        const run = async () => {
          const value = await work(writer, change);
          isIdle = change.isEmpty();
          const moved = isIdle ? [] : await this.#append(writer, actor, change);
          return { value, moved };
        };
        if (request === undefined) return run();
        return this.#parts.idempotency.once({ writer, request, ordinal, now: change.at }, run);
      },
      { party: actor.origin?.environment?.spaceId ?? actor.accountId, ...options },
    );
    if (!isIdle) noteCommitted(actor, moved);
    for (const environment of moved) {
      this.#parts.heads.moved(environment);
      this.#parts.onMoved?.(environment);
    }
    return value;
  }

  /** Like `write`, for adding content: refused while the disk is full (`WriteOptions.grows`). */
  grow<T>(actor: Actor, work: (writer: Writer, change: Change) => Promise<T>, options: WriteOptions = {}): Promise<T> {
    return this.write(actor, work, { ...options, grows: true });
  }

  /**
   * The stored result if this request was sent before with the same `Idempotency-Key`; undefined if it is new. For rules that do
   * much work before they write.
   * @throws `idempotency_conflict` if the key was used with another body
   */
  async earlier<T>(actor: Actor): Promise<T | undefined> {
    const request = actor.origin?.idempotency;
    if (request === undefined) return undefined;
    const { database, idempotency, clock } = this.#parts;
    const place = { request, ordinal: request.writes, now: clock() };
    return (await idempotency.find(database.reader, place)) as T | undefined;
  }

  #append(writer: Writer, actor: Actor, change: Change): Promise<MovedEnvironment[]> {
    const { digests, heads, usage } = this.#parts;
    return appendChange(writer, { actor, change, digests, heads, usage });
  }
}

function noteCommitted({ origin }: Actor, moved: readonly MovedEnvironment[]): void {
  if (origin === null) return;
  origin.committed ??= new Map();
  for (const { number, revision } of moved) origin.committed.set(number, revision);
}
