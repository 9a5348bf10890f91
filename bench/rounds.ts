/** One round of load on a server, with what it cost the server; and the same on the bare server beside it. */
import { type Load, type LoadResult, runLoad } from './load.ts';
import type { Server } from './processes.ts';

export interface Round extends LoadResult {
  /** CPU time of the server, in microseconds a request. */
  readonly cpuUs: number;
  /** CPU time of the load, in microseconds a request. */
  readonly loadUs: number;
}

/** Runs a load and looks at the clocks of the server and of this process before and after. */
export async function measure(server: Server, load: Omit<Load, 'url'>): Promise<Round> {
  const [before, ownBefore] = [server.cpuMs(), process.cpuUsage()];
  const result = await runLoad({ url: server.url, ...load });
  const own = process.cpuUsage(ownBefore);
  const { requests } = result;
  const cpuUs = ((server.cpuMs() - before) * 1000) / requests;
  return { ...result, cpuUs, loadUs: (own.user + own.system) / requests };
}

/** What is compared with something else: how one round of it is run. */
export interface Side {
  readonly name: string;
  readonly round: () => Promise<Round>;
}

/** The medians of rounds in turn, one for each side. */
export async function inTurn(sides: readonly Side[], rounds: number): Promise<Round[]> {
  return (await roundsInTurn(sides, rounds)).map(medianRound);
}

/** Runs rounds of each side in turn, every other time backwards, so that what else the machine does falls on all alike. */
export async function roundsInTurn(sides: readonly Side[], rounds: number): Promise<Round[][]> {
  const all: Round[][] = sides.map(() => []);
  for (let count = 0; count < rounds; count++) {
    const order = [...sides.entries()];
    for (const [at, side] of count % 2 === 0 ? order : order.reverse()) all[at]?.push(await side.round());
  }
  return all;
}

/** The median of each figure. */
export function medianRound(rounds: readonly Round[]): Round {
  const of = (figure: keyof Round) => median(rounds.map((round) => round[figure]));
  return {
    requests: of('requests'),
    perSecond: of('perSecond'),
    p50Ms: of('p50Ms'),
    p95Ms: of('p95Ms'),
    p99Ms: of('p99Ms'),
    refused: of('refused'),
    cpuUs: of('cpuUs'),
    loadUs: of('loadUs'),
  };
}

/** A row that compares two sides: rate, the first as a share of the second, CPU time, and the slowest hundredth. */
export function comparedRow(what: string, [here, there]: readonly Round[]): (string | number)[] {
  if (here === undefined || there === undefined) throw new Error('Both sides are measured.');
  return [
    what,
    Math.round(here.perSecond),
    Math.round(there.perSecond),
    percent(here.perSecond / there.perSecond),
    here.cpuUs.toFixed(1),
    there.cpuUs.toFixed(1),
    here.p99Ms.toFixed(2),
    there.p99Ms.toFixed(2),
  ];
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export function percent(ratio: number): string {
  return `${Math.round(ratio * 100)} %`;
}
