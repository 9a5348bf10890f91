/**
 * The last requests of each space that this process responded to, in memory alone. Requests that failed have a place of their own,
 * so that thousands that succeed do not push them out; so have those of people, which are counted by account, so that nobody writes
 * into the list of another account. Invariant: memory is bounded, whatever clients send; noting one costs a few writes.
 */
import type { DomainError } from '../errors/domain-error.ts';
import { randomCode } from '../kit/ids.ts';
import { MemoryBudget, type Reservation } from '../kit/memory-budget.ts';
import type { RequestCaller } from './served-request.ts';

/** Requests kept of a space: by keys, and as many by people. Half of them are those that failed. */
export const REQUESTS_KEPT = 1_000;
const HALF = REQUESTS_KEPT / 2;
/** Of all spaces together; those without requests for longest are forgotten first. */
const BYTES_MAX = 16 * 1_048_576;
/** Memory is taken from the budget in steps of this size. */
const STEP_BYTES = 16_384;
/** What a record takes beside its texts. */
const RECORD_BYTES = 320;
const FAILED_MIN = 400;
const NODE_CHARACTERS = 6;

/** Why a request was refused. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
}

/** Whether a response with this status says that the request failed. */
export function isFailed(status: number): boolean {
  return status >= FAILED_MIN;
}

/** What is kept of an error, which holds more than is shown. */
export function refusalIn(error: DomainError | undefined): Refusal | null {
  return error === undefined ? null : { code: error.code, message: error.message };
}

/** A request as it is noted. The URL is as the client sent it: whoever shows it leaves secrets out. */
export interface NotedRequest {
  /** When the response was sent, in milliseconds since the epoch. */
  readonly at: number;
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly durationMs: number;
  readonly requestId: string;
  readonly caller: RequestCaller;
  /** Null for responses below 400. */
  readonly refusal: Refusal | null;
}

/** A request as it is kept. */
export interface KeptRequest extends NotedRequest {
  /** Counts the requests of the process: which of those of one millisecond came later. */
  readonly number: number;
}

/** The requests of a space, by keys or by people of one account. */
class SpaceLog {
  readonly fine: KeptRequest[] = [];
  readonly failed: KeptRequest[] = [];
  /** The place of the next request, once a list is full. */
  #nextFine = 0;
  #nextFailed = 0;
  bytes = 0;
  reservation: Reservation | null = null;

  add(request: KeptRequest): void {
    if (isFailed(request.status)) this.#nextFailed = this.#put(this.failed, this.#nextFailed, request);
    else this.#nextFine = this.#put(this.fine, this.#nextFine, request);
  }

  #put(list: KeptRequest[], next: number, request: KeptRequest): number {
    const former = list[next];
    list[next] = request;
    this.bytes += sizeOf(request) - (former === undefined ? 0 : sizeOf(former));
    return next + 1 === HALF ? 0 : next + 1;
  }
}

export class KeptRequests {
  /** Which process this is: each keeps its own requests. */
  readonly node = randomCode(NODE_CHARACTERS);
  /** Since when it keeps them, in milliseconds since the epoch. */
  readonly since: number;
  readonly #budget = new MemoryBudget(BYTES_MAX);
  readonly #logs = new Map<string, SpaceLog>();
  #count = 0;

  /** @param since when this process began */
  constructor(since: number) {
    this.since = since;
  }

  /** Bytes that are taken. */
  get bytes(): number {
    return this.#budget.bytes;
  }

  /** Notes a request by a key, or by a person in a space of theirs. */
  note(space: string, request: NotedRequest): void {
    const { key, account } = request.caller;
    const name = key === null ? nameOfPeople(space, account) : space;
    const log = this.#logs.get(name) ?? this.#begin(name);
    this.#count += 1;
    log.add({ ...request, number: this.#count });
    const { reservation } = log;
    if (reservation === null) return;
    reservation.isUsed = true;
    if (log.bytes > reservation.bytes && !reservation.resize(log.bytes + STEP_BYTES)) this.#end(name, reservation);
  }

  /** The requests of a space of an account, in no order. */
  of(space: string, account: string): KeptRequest[] {
    return [space, nameOfPeople(space, account)].flatMap((name) => {
      const log = this.#logs.get(name);
      return log === undefined ? [] : [...log.fine, ...log.failed];
    });
  }

  #begin(name: string): SpaceLog {
    const log = new SpaceLog();
    log.reservation = this.#budget.reserve(STEP_BYTES, () => this.#logs.delete(name));
    if (log.reservation !== null) this.#logs.set(name, log);
    return log;
  }

  #end(name: string, reservation: Reservation): void {
    reservation.release();
    this.#logs.delete(name);
  }
}

function nameOfPeople(space: string, account: string): string {
  return `${space} ${account}`;
}

function sizeOf({ url, refusal }: NotedRequest): number {
  return RECORD_BYTES + url.length + (refusal === null ? 0 : refusal.message.length);
}
