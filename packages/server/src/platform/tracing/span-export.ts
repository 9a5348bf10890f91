/**
 * Sends spans to a collector, some at a time. Invariant: memory is bounded; while the collector is away, spans that do
 * not fit are lost, and nobody waits for it.
 */
import type { EndedSpan } from './tracing.ts';

const SPANS_MAX = 2_048;
const BATCH_MAX = 512;
const TRIES_MAX = 5;
const RETRY_MAX_MS = 30_000;
/** For the last spans, at shutdown. */
const END_MAX_MS = 1_000;
/** Responses after which the same may be sent again. */
const PASSING_STATUSES = [408, 429, 502, 503, 504];

export interface SpanExportParts {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly delayMs: number;
  readonly encode: (spans: readonly EndedSpan[]) => string;
  /** Called on failures: on the 1st, 2nd, 4th, 8th and so on in a row. */
  readonly onProblem: (error: unknown, about: { readonly failures: number; readonly spans_lost: number }) => void;
}

export class SpanExport {
  readonly #parts: SpanExportParts;
  #waiting: EndedSpan[] = [];
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;
  #failures = 0;
  #lost = 0;
  #isClosed = false;

  constructor(parts: SpanExportParts) {
    this.#parts = parts;
  }

  /** Takes a span that is over. */
  readonly add = (span: EndedSpan): void => {
    if (this.#isClosed || this.#waiting.length >= SPANS_MAX) {
      this.#lost += 1;
      return;
    }
    this.#waiting.push(span);
    if (this.#waiting.length === BATCH_MAX && this.#failures === 0) this.#plan(0);
    else if (this.#timer === undefined) this.#plan(this.#parts.delayMs);
  };

  /** Sends what is left, once and in bounded time. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    const deadline = AbortSignal.timeout(END_MAX_MS);
    await this.#sending;
    while (this.#waiting.length > 0 && this.#failures === 0 && !deadline.aborted) await this.#send(deadline);
  }

  #plan(inMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#sending ??= this.#sendAll().finally(() => {
        this.#sending = undefined;
        if (this.#waiting.length > 0 && !this.#isClosed) this.#plan(this.#nextInMs());
      });
    }, inMs).unref();
  }

  #nextInMs(): number {
    return Math.min(this.#parts.delayMs * 2 ** this.#failures, Math.max(RETRY_MAX_MS, this.#parts.delayMs));
  }

  async #sendAll(): Promise<void> {
    do await this.#send(AbortSignal.timeout(this.#parts.timeoutMs));
    while (this.#waiting.length >= BATCH_MAX && this.#failures === 0 && !this.#isClosed);
  }

  async #send(signal: AbortSignal): Promise<void> {
    const batch = this.#waiting.splice(0, BATCH_MAX);
    const { url, headers, encode } = this.#parts;
    try {
      const body = encode(batch);
      const sent = { ...headers, 'content-type': 'application/json' };
      const response = await fetch(url, { method: 'POST', headers: sent, body, signal, redirect: 'error' });
      await response.body?.cancel();
      if (response.ok) this.#failures = 0;
      else this.#failed(batch, new Error(`The collector responded ${response.status}.`), isPassing(response.status));
    } catch (error) {
      this.#failed(batch, error, true);
    }
  }

  #failed(batch: readonly EndedSpan[], error: unknown, isWorthRetry: boolean): void {
    this.#failures += 1;
    const isKept = isWorthRetry && !this.#isClosed && this.#failures % TRIES_MAX !== 0;
    if (isKept) this.#waiting = [...batch, ...this.#waiting].slice(0, SPANS_MAX);
    else this.#lost += batch.length;
    if (Number.isInteger(Math.log2(this.#failures)))
      this.#parts.onProblem(error, { failures: this.#failures, spans_lost: this.#lost });
  }
}

function isPassing(status: number): boolean {
  return PASSING_STATUSES.includes(status);
}
