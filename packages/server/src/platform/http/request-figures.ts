/**
 * The requests of this process in the last minute, counted by space, key and route, and the slowest of them: for
 * `lectern top`. Invariant: memory is bounded, whatever clients send.
 */
import { type Clock, isoTime } from '../kit/clock.ts';
import { FAILURE_MIN, parameterNames, type QueryPlan, type ServedRequest } from './served-request.ts';

/** Figures are kept in slices of time, of which the oldest is dropped. */
const SLICE_MS = 10_000;
const SLICES = 6;
/** Names per slice and kind. The requests of further names are counted together. */
const NAMES_MAX = 2_000;
const OTHERS = '(others)';
/** Slowest requests of a slice. */
const SLOWEST_KEPT = 20;
const SECOND_MS = 1_000;

type Kind = 'spaces' | 'keys' | 'routes';

/** The requests of one space, key or route. */
export interface Figure {
  readonly name: string;
  readonly requests: number;
  /** Responses with status 500 or higher. */
  readonly failures: number;
  /** Total time from the first byte of the requests to the last of their responses. */
  readonly ms: number;
}

export interface SlowRequest {
  readonly request_id: string;
  readonly at: string;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly duration_ms: number;
  readonly account: string | null;
  readonly space: string | null;
  readonly key: string | null;
  readonly user: string | null;
  readonly parameters: string[];
  readonly plan: QueryPlan | null;
}

/** The figures of a process. */
export interface RequestReport extends Readonly<Record<Kind, Figure[]>> {
  /** How many seconds they cover. */
  readonly seconds: number;
  readonly slowest: SlowRequest[];
}

type Counts = { requests: number; failures: number; ms: number };

interface Slice {
  readonly at: number;
  readonly counts: Readonly<Record<Kind, Map<string, Counts>>>;
  slowest: SlowRequest[];
}

export class RequestFigures {
  readonly #clock: Clock;
  #slices: Slice[] = [];
  /** The names of routes by pattern and method, all of which the service has: making one costs more than counting it. */
  readonly #names = new Map<string, Map<string, string>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts a request. */
  answered(served: ServedRequest): void {
    const slice = this.#slice();
    const { method, route, space, caller } = served;
    count(slice.counts.routes, this.#nameOf(method, route), served);
    if (space !== null) count(slice.counts.spaces, space, served);
    const key = caller?.key ?? caller?.user;
    if (key !== undefined && key !== null) count(slice.counts.keys, key, served);
    this.#note(slice, served);
  }

  /** The busiest of each kind, and the slowest requests. @param limit how many of each to return */
  report(limit: number): RequestReport {
    const now = this.#clock();
    this.#drop(now);
    const of = (kind: Kind) =>
      busiest(
        this.#slices.map(({ counts }) => counts[kind]),
        limit,
      );
    const slowest = this.#slices.flatMap((slice) => slice.slowest).sort(bySlowness);
    const since = this.#slices[0]?.at ?? now;
    return {
      seconds: Math.max(1, Math.round((now - since) / SECOND_MS)),
      spaces: of('spaces'),
      keys: of('keys'),
      routes: of('routes'),
      slowest: slowest.slice(0, limit),
    };
  }

  #nameOf(method: string, route: string): string {
    const known = this.#names.get(route)?.get(method);
    if (known !== undefined) return known;
    const name = `${method} ${route}`;
    this.#names.set(route, new Map(this.#names.get(route)).set(method, name));
    return name;
  }

  #slice(): Slice {
    const now = this.#clock();
    const last = this.#slices.at(-1);
    if (last !== undefined && now >= last.at && now < last.at + SLICE_MS) return last;
    this.#drop(now);
    const fresh = { at: now, counts: { spaces: new Map(), keys: new Map(), routes: new Map() }, slowest: [] };
    this.#slices.push(fresh);
    return fresh;
  }

  /** Drops slices that are too old, or later than now because the clock was set back. */
  #drop(now: number): void {
    this.#slices = this.#slices.filter(({ at }) => at > now - SLICES * SLICE_MS && at <= now);
  }

  #note(slice: Slice, served: ServedRequest): void {
    const least = slice.slowest.at(-1);
    if (slice.slowest.length >= SLOWEST_KEPT && served.durationMs <= (least?.duration_ms ?? 0)) return;
    slice.slowest.push(slowRequest(served, this.#clock()));
    slice.slowest.sort(bySlowness);
    if (slice.slowest.length > SLOWEST_KEPT) slice.slowest.pop();
  }
}

function slowRequest(served: ServedRequest, now: number): SlowRequest {
  const { method, route, status, durationMs, requestId, caller, space, plan } = served;
  return {
    request_id: requestId,
    at: isoTime(now),
    method,
    route,
    status,
    duration_ms: Math.round(durationMs * 10) / 10,
    account: caller?.account ?? null,
    space,
    key: caller?.key ?? null,
    user: caller?.user ?? null,
    parameters: parameterNames(served),
    plan: plan() ?? null,
  };
}

function bySlowness(one: SlowRequest, other: SlowRequest): number {
  return other.duration_ms - one.duration_ms;
}

function count(counts: Map<string, Counts>, name: string, { status, durationMs }: ServedRequest): void {
  const known = counts.get(name) ?? counts.get(counts.size < NAMES_MAX ? name : OTHERS);
  const figure = known ?? { requests: 0, failures: 0, ms: 0 };
  if (known === undefined) counts.set(counts.size < NAMES_MAX ? name : OTHERS, figure);
  figure.requests += 1;
  figure.failures += status >= FAILURE_MIN ? 1 : 0;
  figure.ms += durationMs;
}

function busiest(slices: readonly ReadonlyMap<string, Counts>[], limit: number): Figure[] {
  const sums = new Map<string, Counts>();
  for (const counts of slices) {
    for (const [name, { requests, failures, ms }] of counts) {
      const sum = sums.get(name) ?? { requests: 0, failures: 0, ms: 0 };
      sums.set(name, { requests: sum.requests + requests, failures: sum.failures + failures, ms: sum.ms + ms });
    }
  }
  return [...sums]
    .map(([name, { requests, failures, ms }]) => ({ name, requests, failures, ms: Math.round(ms) }))
    .sort((one, other) => other.ms - one.ms || other.requests - one.requests)
    .slice(0, limit);
}
