/** One round of load on a server, with what it cost the server; and the same on the bare server beside it. */
import { type Load, type LoadResult, runLoad } from './load.ts';
import type { Server } from './processes.ts';

export interface Round extends LoadResult {
  /** CPU time of the server, in microseconds a request. */
  readonly cpuUs: number;
}

/** Runs a load and looks at the server's clock before and after. */
export async function measure(server: Server, load: Omit<Load, 'url'>): Promise<Round> {
  const before = server.cpuMs();
  const result = await runLoad({ url: server.url, ...load });
  return { ...result, cpuUs: ((server.cpuMs() - before) * 1000) / result.requests };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export function percent(ratio: number): string {
  return `${Math.round(ratio * 100)} %`;
}
