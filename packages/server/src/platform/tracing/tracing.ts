/**
 * Spans: what this process did, when, and inside of what. Nothing here knows what is traced. A span begun while another
 * one runs belongs to it, however many promises are between them. Invariant: whoever calls is never made to wait, and
 * never sees an error of tracing.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { type TraceContext, traceContextOf, traceparentOf } from './trace-context.ts';

const TRACE_ID_BYTES = 16;
const SPAN_ID_BYTES = 8;
/** Hexadecimal digits at the end of a trace's id that decide whether it is kept: as many as a number holds exactly. */
const RATIO_DIGITS = 13;
const NANOSECONDS = 1_000_000;

export type SpanKind = 'internal' | 'server' | 'client';
export type AttributeValue = string | number | boolean;

/** A span that is over. */
export interface EndedSpan {
  readonly context: TraceContext;
  /** Id of the span that it is inside of; null for the first one of a trace. */
  readonly parent: string | null;
  readonly name: string;
  readonly kind: SpanKind;
  /** Nanoseconds since the epoch. */
  readonly startedAt: bigint;
  readonly endedAt: bigint;
  readonly attributes: ReadonlyMap<string, AttributeValue>;
  /** What went wrong; null if nothing did. */
  readonly error: string | null;
}

export interface SpanStart {
  readonly name: string;
  readonly kind?: SpanKind;
  readonly attributes?: Readonly<Record<string, AttributeValue>>;
  /** The caller's context, as received in `traceparent`. */
  readonly from?: string | undefined;
  /** How long ago it began. */
  readonly agoMs?: number;
}

export interface TracingParts {
  readonly ratio: number;
  readonly followsParent: boolean;
  readonly onEnd: (span: EndedSpan) => void;
}

/** A span that is under way. */
export class Span {
  readonly context: TraceContext;
  /** How many spans began inside of it. */
  inside = 0;
  name: string;
  readonly #start: SpanStart;
  readonly #parent: string | null;
  readonly #startedAt: bigint;
  readonly #attributes: Map<string, AttributeValue>;
  readonly #onEnd: (span: EndedSpan) => void;
  #error: string | null = null;
  #isOver = false;

  constructor(
    start: SpanStart,
    of: { context: TraceContext; parent: string | null; onEnd: (span: EndedSpan) => void },
  ) {
    this.#start = start;
    this.name = start.name;
    this.context = of.context;
    this.#parent = of.parent;
    this.#onEnd = of.onEnd;
    this.#startedAt = now(start.agoMs);
    this.#attributes = new Map(Object.entries(start.attributes ?? {}));
  }

  /** What a request to others carries as `traceparent`. */
  get traceparent(): string {
    return traceparentOf(this.context);
  }

  set(name: string, value: AttributeValue): void {
    this.#attributes.set(name, value);
  }

  fail(error: string): void {
    this.#error = error;
  }

  /** Ends it; the second time nothing happens. */
  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (!this.context.isKept) return;
    const { kind = 'internal' } = this.#start;
    const what = { context: this.context, parent: this.#parent, name: this.name, kind, error: this.#error };
    this.#onEnd({ ...what, startedAt: this.#startedAt, endedAt: now(), attributes: this.#attributes });
  }

  /** Ends it without a trace of it. */
  drop(): void {
    this.#isOver = true;
  }
}

export class Tracing {
  readonly #parts: TracingParts;
  readonly #running = new AsyncLocalStorage<Span>();

  constructor(parts: TracingParts) {
    this.#parts = parts;
  }

  /** The span that runs; undefined if none does. */
  get running(): Span | undefined {
    return this.#running.getStore();
  }

  /** Begins a span, which somebody has to end. It is inside the one that runs, or else that of its caller. */
  begin(start: SpanStart): Span {
    const outer = this.running;
    if (outer !== undefined) outer.inside += 1;
    const caller = outer?.context ?? traceContextOf(start.from);
    const traceId = caller?.traceId ?? randomBytes(TRACE_ID_BYTES).toString('hex');
    const isKept = outer?.context.isKept ?? this.#isKept(traceId, caller);
    const context = { traceId, spanId: randomBytes(SPAN_ID_BYTES).toString('hex'), isKept };
    return new Span(start, { context, parent: caller?.spanId ?? null, onEnd: this.#parts.onEnd });
  }

  /** Calls `work` so that what it begins is inside the span. */
  within<T>(span: Span, work: () => T): T {
    return this.#running.run(span, work);
  }

  /** Calls `work` outside of every span. */
  outside<T>(work: () => T): T {
    return this.#running.exit(work);
  }

  /** Runs `work` as a span, which ends with it. */
  async span<T>(start: SpanStart, work: (span: Span) => Promise<T>): Promise<T> {
    const span = this.begin(start);
    try {
      return await this.within(span, () => work(span));
    } catch (error) {
      span.fail(error instanceof Error ? error.message : String(error));
      throw error;
    } finally {
      span.end();
    }
  }

  #isKept(traceId: string, caller: TraceContext | undefined): boolean {
    const { ratio, followsParent } = this.#parts;
    if (followsParent && caller !== undefined) return caller.isKept;
    return Number.parseInt(traceId.slice(-RATIO_DIGITS), 16) < ratio * 16 ** RATIO_DIGITS;
  }
}

function now(agoMs = 0): bigint {
  return BigInt(Math.round((performance.timeOrigin + performance.now() - agoMs) * NANOSECONDS));
}
