/**
 * Minutes of hostile requests from one tenant while another reads, writes and logs in: how long the other waits, alone
 * and beside them, and what memory the service keeps when they are over.
 */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Bystander, type BystanderReport, startBystander } from '../packages/server/test/stalls/bystander.ts';
import { prepareBesieger } from './hostile-requests.ts';
import { type Server, startService } from './processes.ts';
import type { Table } from './report.ts';

const ALONE_MS = 60_000;
const MINUTE_MS = 60_000;
/** Memory is that of the moment in a phase when it was least: when the heap had just been collected. */
const SAMPLE_EVERY_MS = 500;
/** After the attacks, for what is still under way and for the heap to shrink. */
const SETTLE_MS = 60_000;
const LANES = 2;
const OUTCOMES_SHOWN = 12;

/** @param folder where the service's data goes. @param minutes how long the attacks go on */
export async function measureAttacks(folder: string, minutes: number): Promise<Table[]> {
  const place = path.join(folder, 'attacks');
  const service = await startService({ database: { kind: 'sqlite', folder: place }, folder: place });
  try {
    const bystander = await startBystander(service.url);
    try {
      return await tablesOf(service, bystander, minutes);
    } finally {
      await bystander.end();
    }
  } finally {
    await service.close();
  }
}

async function tablesOf(service: Server, bystander: Bystander, minutes: number): Promise<Table[]> {
  const rows: (string | number)[][] = [];
  const leastMib: number[] = [];
  const watch = async (phase: string, durationMs: number) => {
    bystander.reset();
    const mib = await leastMemory(service, durationMs);
    const report = await bystander.report();
    rows.push([phase, ...cells(report), Math.round(mib)]);
    leastMib.push(mib);
    return report;
  };
  const besieger = await prepareBesieger(service.url);
  await watch('alone', ALONE_MS);
  const siege = besieger.attack(LANES);
  const reports: BystanderReport[] = [];
  for (let minute = 1; minute <= minutes; minute++) reports.push(await watch(`attacked, minute ${minute}`, MINUTE_MS));
  await siege.stop();
  rows.push([`attacked, all ${minutes}`, ...cells(inOne(reports)), Math.round(Math.min(...leastMib.slice(1)))]);
  await sleep(SETTLE_MS);
  await watch('afterwards', ALONE_MS);
  const outcomes = [...siege.outcomes].toSorted((one, other) => other[1] - one[1]).slice(0, OUTCOMES_SHOWN);
  return [
    {
      title: `A tenant beside ${LANES} lanes of hostile requests of another, SQLite`,
      columns: ['phase', 'read p99 ms', 'write p99 ms', 'log-in p99 ms', 'failures', 'least MiB'],
      rows,
    },
    { title: 'Responses to the hostile requests', columns: ['status', 'requests'], rows: outcomes },
  ];
}

/** Waits, and returns what the processes of the service took at least meanwhile. */
async function leastMemory(service: Server, durationMs: number): Promise<number> {
  const until = performance.now() + durationMs;
  let least = service.memoryMib();
  while (performance.now() < until) {
    await sleep(SAMPLE_EVERY_MS);
    least = Math.min(least, service.memoryMib());
  }
  return least;
}

/** The waits and failures of several reports. */
function inOne(reports: readonly BystanderReport[]): Pick<BystanderReport, 'waitsMs' | 'failures'> {
  const all = (deed: keyof BystanderReport['waitsMs']) =>
    reports.flatMap(({ waitsMs }) => waitsMs[deed]).toSorted((one, other) => one - other);
  const failures = reports.flatMap((report) => report.failures);
  return { waitsMs: { read: all('read'), write: all('write'), 'log-in': all('log-in') }, failures };
}

function cells({ waitsMs, failures }: Pick<BystanderReport, 'waitsMs' | 'failures'>): (string | number)[] {
  const times = [waitsMs.read, waitsMs.write, waitsMs['log-in']].map((waits) => ninetyNinth(waits).toFixed(1));
  return [...times, failures.length === 0 ? 0 : `${failures.length}: ${failures[0]?.slice(0, 200)}`];
}

/** @param waits the shortest first. @returns what 99 of 100 waited at most */
function ninetyNinth(waits: readonly number[]): number {
  return waits[Math.floor(waits.length * 0.99)] ?? 0;
}
