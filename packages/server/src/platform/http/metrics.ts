/**
 * Metrics for Prometheus. Series are labelled by route pattern and never by what a client sent, so that nobody outside
 * can add series. Without a token nothing is measured or loaded.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Histogram, Registry } from 'prom-client';
import { within } from '../kit/within.ts';
import type { ServedRequest } from './served-request.ts';

/** In seconds, from responses out of memory to client timeouts. */
const DURATION_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const MS_PER_SECOND = 1_000;
/** A gauge that takes longer, or fails, is left out: the others matter most while the database is away. */
const READ_MAX_MS = 2_000;

/** Numbers that are read when Prometheus scrapes. */
export type Gauge = SingleGauge | LabelledGauge;

interface Described {
  /** In snake_case, unit last, starting with `lectern_`. */
  readonly name: string;
  readonly help: string;
}

interface SingleGauge extends Described {
  /** Not called again before the previous call has ended. */
  readonly read: () => number | Promise<number>;
  /** Whether the number only grows. */
  readonly isCounter?: boolean;
  /** Labels that never change. */
  readonly labels?: Readonly<Record<string, string>>;
  readonly label?: never;
}

/** One number for each value of a label. */
interface LabelledGauge extends Described {
  readonly label: string;
  /** Whether the numbers only grow. */
  readonly isCounter: boolean;
  readonly read: () => ReadonlyMap<string, number>;
}

export interface Metrics {
  readonly contentType: string;
  /** Whether the request carries the token; takes constant time. */
  mayRead(request: FastifyRequest): boolean;
  /** All series, in the text format of Prometheus. */
  text(): Promise<string>;
  /** Counts a response. */
  answered(served: Pick<ServedRequest, 'method' | 'route' | 'status' | 'durationMs'>): void;
  close(): void;
}

/**
 * Opens the metrics of the process; requests are measured when their responses are sent.
 * @param token required to read the metrics; with null nothing is measured
 * @param parts.labels on every series, such as the number of the worker
 */
export async function openMetrics(
  token: string | null,
  parts: { gauges: readonly Gauge[]; labels?: Readonly<Record<string, string>> },
): Promise<Metrics | null> {
  if (token === null) return null;
  const { gauges, labels = {} } = parts;
  const prometheus = await import('prom-client');
  const { collectDefaultMetrics, Histogram, Registry } = prometheus;
  const registry = new Registry();
  registry.setDefaultLabels(labels);
  collectDefaultMetrics({ register: registry });
  for (const gauge of gauges) {
    if (gauge.label === undefined) registerSingle(prometheus, registry, gauge);
    else registerLabelled(prometheus, registry, gauge);
  }
  const durations = new Histogram({
    name: 'lectern_http_request_duration_seconds',
    help: 'How long requests took, from the first byte of the request to the last of the response.',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS_SECONDS,
    registers: [registry],
  });
  return metricsOf(registry, durations, token);
}

type Prometheus = typeof import('prom-client');

function registerSingle(prometheus: Prometheus, registry: Registry, gauge: SingleGauge): void {
  const { name, help, labels = {}, isCounter = false } = gauge;
  const Kind = isCounter ? prometheus.Counter : prometheus.Gauge;
  const read = boundedRead(gauge.read);
  new Kind({
    name,
    help,
    labelNames: Object.keys(labels),
    registers: [registry],
    async collect() {
      const value = await read();
      this.remove(labels);
      if (value !== null && Number.isFinite(value)) this.inc(labels, value);
    },
  });
}

/** Reads a number; null if that fails or takes too long, or while an earlier reading is still running. */
function boundedRead(read: SingleGauge['read']): () => Promise<number | null> {
  let isOpen = false;
  return async () => {
    if (isOpen) return null;
    isOpen = true;
    const value = (async () => read())().then(
      (number) => number,
      () => null,
    );
    value.then(() => {
      isOpen = false;
    });
    return within(READ_MAX_MS, value, null);
  };
}

function registerLabelled(prometheus: Prometheus, registry: Registry, gauge: LabelledGauge): void {
  const { name, help, label, isCounter, read } = gauge;
  const Kind = isCounter ? prometheus.Counter : prometheus.Gauge;
  new Kind({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    collect() {
      this.reset();
      for (const [value, number] of read()) this.labels(value).inc(number);
    },
  });
}

type Durations = Histogram<'method' | 'route' | 'status'>;

function metricsOf(registry: Registry, durations: Durations, token: string): Metrics {
  const expected = hashOf(`Bearer ${token}`);
  return {
    contentType: registry.contentType,
    mayRead: (request) => timingSafeEqual(hashOf(request.headers.authorization ?? ''), expected),
    text: () => registry.metrics(),
    answered: ({ method, route, status, durationMs }) =>
      durations.labels(method, route, String(status)).observe(durationMs / MS_PER_SECOND),
    close: () => registry.clear(),
  };
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
