/**
 * Requests with an `Idempotency-Key` are executed once: the result of their write is stored, encrypted, as the first
 * row of that write's transaction, so that an error leaves no result and a crash leaves both or neither.
 */
import type { Reader, Writer } from '../database/database.ts';
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
/** One write in this many also removes expired records. */
const WRITES_BETWEEN_PRUNES = 500;
const EMPTY = new Uint8Array();

interface Attempt {
  readonly writer: Writer;
  readonly request: IdempotentRequest;
  /** The number of the write within the request. */
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
   * Runs the work of a write, or returns its first result.
   * @throws `idempotency_conflict` if the key was used with another body, or its first request is still running
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

  /** The first result of a write; undefined if it is new or still running. @throws `idempotency_conflict` */
  async find(reader: Reader, { request, ordinal, now }: Omit<Attempt, 'writer'>): Promise<unknown> {
    const [known] = await selectIdempotencyRecord(reader, { scope: `${request.scope}.${ordinal}` });
    if (known === undefined || known.response.length === 0 || known.created_at < now - KEPT_FOR_MS) return undefined;
    if (known.body_hash !== request.bodyHash) throw otherBody();
    return this.#read(known.response).value;
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

  /** The request was executed, so it must not be executed again even if its result can no longer be read. */
  #read(response: Uint8Array): { value: unknown } {
    try {
      return JSON.parse(this.#box.open(response)) as { value: unknown };
    } catch (error) {
      throw unreadable(error);
    }
  }
}

function unreadable(cause: unknown): DomainError {
  const message =
    'The request was executed, but its response was stored under another secret; check the result before you repeat it with a new key.';
  const refusal = new DomainError('idempotency_conflict', message);
  refusal.cause = cause;
  return refusal;
}

function otherBody(): DomainError {
  return new DomainError(
    'idempotency_conflict',
    'This Idempotency-Key was used with another body before; use a new key for another request.',
  );
}

function stillRunning(): DomainError {
  return new DomainError(
    'idempotency_conflict',
    'The first request with this Idempotency-Key is still running; try again in a moment.',
  );
}
