/**
 * Requests that carry an `Idempotency-Key` happen once: what their write gave is kept, encrypted, as the first row of
 * that write's transaction, so that any refusal leaves none and a crash leaves both or neither.
 */
import type { Writer } from '../database/database.ts';
import { isLockTimeout } from '../database/locks.ts';
import { DomainError } from '../errors/domain-error.ts';
import type { SealedBox } from '../kit/sealed-box.ts';
import type { IdempotentRequest } from './actor.ts';
import {
  deleteIdempotencyRecord,
  deleteIdempotencyRecordsBefore,
  fillIdempotencyRecord,
  insertIdempotencyRecord,
  selectIdempotencyRecord,
} from './store.ts';

const KEPT_FOR_MS = 24 * 60 * 60 * 1_000;
/** One write in so many also removes what has expired. */
const WRITES_BETWEEN_PRUNES = 500;
const EMPTY = new Uint8Array();

interface Attempt {
  readonly writer: Writer;
  readonly request: IdempotentRequest;
  /** Which write of the request it is. */
  readonly ordinal: number;
  readonly now: number;
}

interface Outcome<T, M> {
  readonly value: T;
  readonly moved: M[];
}

export class IdempotencyRecords {
  readonly #box: SealedBox;
  #writes = 0;

  constructor(box: SealedBox) {
    this.#box = box;
  }

  /**
   * Runs the work of a write, or gives what it gave the first time.
   * @throws `idempotency_conflict` where the key came with another body, or its first request is still running
   */
  async once<T, M>(
    { writer, request, ordinal, now }: Attempt,
    run: () => Promise<Outcome<T, M>>,
  ): Promise<Outcome<T, M>> {
    const scope = `${request.scope}.${ordinal}`;
    const known = await this.#claim(writer, { scope, bodyHash: request.bodyHash, now });
    if (known !== undefined) return { value: known.value as T, moved: [] };
    const outcome = await run();
    const response = this.#box.seal(JSON.stringify({ value: outcome.value }));
    await fillIdempotencyRecord(writer, { scope, response });
    if (++this.#writes % WRITES_BETWEEN_PRUNES === 0)
      await deleteIdempotencyRecordsBefore(writer, { time: now - KEPT_FOR_MS });
    return outcome;
  }

  async #claim(
    writer: Writer,
    claim: { scope: string; bodyHash: string; now: number },
  ): Promise<{ value: unknown } | undefined> {
    const row = { scope: claim.scope, bodyHash: claim.bodyHash, response: EMPTY, createdAt: claim.now };
    const [mine] = await insertIdempotencyRecord(writer, row).catch((error: unknown) => {
      throw isLockTimeout(error) ? stillRunning() : error;
    });
    if (mine !== undefined) return undefined;
    const [known] = await selectIdempotencyRecord(writer, { scope: claim.scope });
    if (known === undefined || known.response.length === 0) throw stillRunning();
    if (known.created_at >= claim.now - KEPT_FOR_MS) {
      if (known.body_hash !== claim.bodyHash) throw otherBody();
      return this.#read(known.response);
    }
    await deleteIdempotencyRecord(writer, { scope: claim.scope, createdAt: known.created_at });
    return this.#claim(writer, claim);
  }

  /** The request has happened, so that it must not happen again even where nobody can say any more what it gave. */
  #read(response: Uint8Array): { value: unknown } {
    try {
      return JSON.parse(this.#box.open(response)) as { value: unknown };
    } catch (error) {
      throw unreadable(error);
    }
  }
}

function unreadable(cause: unknown): DomainError {
  const message = 'The request has been done, but its response was kept under another secret; look at what it did.';
  const refusal = new DomainError('idempotency_conflict', message);
  refusal.cause = cause;
  return refusal;
}

function otherBody(): DomainError {
  return new DomainError(
    'idempotency_conflict',
    'This Idempotency-Key came with another body before; use a fresh key for another request.',
  );
}

function stillRunning(): DomainError {
  return new DomainError(
    'idempotency_conflict',
    'The first request with this Idempotency-Key is still running; try again in a moment.',
  );
}
