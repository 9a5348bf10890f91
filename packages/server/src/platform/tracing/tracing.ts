/**
 * Spans: what this process did, when, and within which other span. OpenTelemetry's SDK creates and sends them; nothing here
 * knows what is traced. A span belongs to the one that was running when it began, however many promises are in between.
 * Invariant: callers never wait for tracing and never see its errors.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { type Span as ApiSpan, type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { within } from '../kit/within.ts';

const SCOPE = 'lectern';
const KINDS = { internal: SpanKind.INTERNAL, server: SpanKind.SERVER, client: SpanKind.CLIENT } as const;
/** For the last spans, at shutdown. */
const END_MAX_MS = 1_000;

export type AttributeValue = string | number | boolean;

export interface SpanStart {
  readonly name: string;
  readonly kind?: keyof typeof KINDS;
  readonly attributes?: Readonly<Record<string, AttributeValue>>;
  /** The caller's context, as received in `traceparent`. */
  readonly from?: string | undefined;
  /** How long ago it began. */
  readonly agoMs?: number;
}

export interface TracingParts {
  readonly exporter: SpanExporter;
  /** How long spans are collected before they are sent. */
  readonly delayMs: number;
  /** What the process is, by attribute. */
  readonly resource: Readonly<Record<string, AttributeValue>>;
  readonly version: string;
  /** Share of traces begun here that are kept, and whether the caller's decision comes before it. */
  readonly ratio: number;
  readonly followsParent: boolean;
}

/** A span that is under way. */
export class Span {
  /** How many spans began inside of it. */
  inside = 0;
  readonly #span: ApiSpan;
  #isOver = false;

  constructor(span: ApiSpan) {
    this.#span = span;
  }

  /** Where spans inside of it begin. */
  get context(): Context {
    return trace.setSpan(ROOT_CONTEXT, this.#span);
  }

  /** What a request to others carries as `traceparent`. */
  get traceparent(): string {
    const { traceId, spanId, traceFlags } = this.#span.spanContext();
    return `00-${traceId}-${spanId}-0${traceFlags}`;
  }

  set(name: string, value: AttributeValue): void {
    this.#span.setAttribute(name, value);
  }

  fail(error: string): void {
    this.#span.setStatus({ code: SpanStatusCode.ERROR, message: error });
  }

  /** Ends it; the second time nothing happens. */
  end(): void {
    if (!this.#isOver) this.#span.end(millisecondsAgo(0));
    this.#isOver = true;
  }

  /** Ends it without a trace of it. */
  drop(): void {
    this.#isOver = true;
  }
}

export class Tracing {
  readonly #provider: TracerProvider;
  readonly #version: string;
  readonly #running = new AsyncLocalStorage<Span>();

  constructor({ exporter, resource, version, ...parts }: TracingParts) {
    const root = new TraceIdRatioBasedSampler(parts.ratio);
    this.#version = version;
    this.#provider = new TracerProvider({
      resource: resourceFromAttributes(resource),
      sampler: parts.followsParent ? new ParentBasedSampler({ root }) : root,
      spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: parts.delayMs })],
    });
  }

  /** The span that runs; undefined if none does. */
  get running(): Span | undefined {
    return this.#running.getStore();
  }

  /** Begins a span, which somebody has to end. It is inside the one that runs, or else that of its caller. */
  begin({ name, kind = 'internal', attributes = {}, from, agoMs = 0 }: SpanStart): Span {
    const outer = this.running;
    if (outer !== undefined) outer.inside += 1;
    const options = { kind: KINDS[kind], attributes, startTime: millisecondsAgo(agoMs) };
    const context = outer?.context ?? contextOf(from);
    return new Span(this.#provider.getTracer(SCOPE, this.#version).startSpan(name, options, context));
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

  /** Sends what is left, in bounded time. */
  async close(): Promise<void> {
    // Whoever exports has told of what fails.
    const ended = this.#provider.shutdown().catch(() => undefined);
    await within(END_MAX_MS, ended, undefined);
  }
}

/** The context of a caller; one without a span if the header is missing or not valid. */
function contextOf(traceparent: string | undefined): Context {
  const caller = traceparent === undefined ? null : parseTraceParent(traceparent);
  return caller === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...caller, isRemote: true });
}

/** A time in the past, in milliseconds since the epoch, exact enough for what takes microseconds. */
function millisecondsAgo(agoMs: number): number {
  return performance.timeOrigin + performance.now() - agoMs;
}
